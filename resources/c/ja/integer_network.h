/*
 * 浮動小数点数を使わないネットワーク：4 つの部品の名前、受け取るもの、行うこと。それぞれを別のファイルに書いて
 * ください。そのまわりのネットワークは与えてあります（integer_network.c、int8_network.c、int4_network.c）。
 * 課題 5 だけは別で、ノートパソコン用のファイルに入っている重みを扱います。
 *
 * 前のノートブックの quantize.h で説明したもののほかに、C について新しく使うもの：
 *
 *   int8_t, int32_t, int64_t   符号付きの 8、32、64 ビットの整数
 *   uint32_t                   符号なしの 32 ビット：ここでは 32 ビットのデータを収める**ワード**
 *   uint8_t                    符号なしの 8 ビット：0 から 255 までの 1 バイト
 *   a & b, a | b, a ^ b, ~a    ビットごとの and、or、排他的 or、not
 *   a << k, a >> k             ビットを左または右へ k 桁ずらしたもの
 *   UINT32_C(1) << k           ビット k だけが 1 のワード（0 <= k < 32）
 *   int32_t f(...)             関数は数を返します：return dot;
 *
 * 1 つのビットは 1 つの符号を表します：1 は +1、0 は -1。
 */
#ifndef INTEGER_NETWORK_H
#define INTEGER_NETWORK_H

#include <stddef.h> /* size_t */
#include <stdint.h> /* int8_t とその仲間 */

/* それだけのビットを収めるワードの数。 */
#define WORDS(bits) (((bits) + 31) / 32)

/* ワードの中の 1 のビットの数：隣り合う 2、4、8 ビットずつの和を並べて求め、最後に 4 バイトすべてを足します。 */
static inline int32_t ones(uint32_t word)
{
    word = word - ((word >> 1) & 0x55555555u);
    word = (word & 0x33333333u) + ((word >> 2) & 0x33333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0fu;
    return (int32_t)((word * 0x01010101u) >> 24);
}

/* 2 バイトが表す数（下位のバイトが先）：符号、5 ビットの指数、10 ビットの仮数からなる float16。
   （指数が 31 の無限大と NaN は扱いません。） */
static inline float half_to_float(const uint8_t bytes[])
{
    uint32_t bits = bytes[0] | (uint32_t)bytes[1] << 8, exponent = (bits >> 10) & 31;
    uint32_t fraction = exponent > 0 ? (bits & 1023) + 1024 : 2 * (bits & 1023);
    float size = (float)fraction * (float)(UINT32_C(1) << exponent) / 33554432.0f; /* 2^25 */
    return bits >> 15 ? -size : size;
}

/*
 * 課題 1。N 個の数の符号を、32 個ずつワードに詰めます。値 i は words[i / 32] のビット i % 32 に入り、0 以上なら 1、
 * そうでなければ 0 です。最後のワードで、どの値にも対応しないビットは 0 にします。
 *
 *   values   N 個の数。N は 0 のこともあり、そのときは何も書きません
 *   words    WORDS(N) 個のワード
 *
 *   values = { 5, -3, 0 }   のとき   words = { 5 }（5 は 2 進数で 101）
 */
void pack_bits(size_t N, const int32_t values[], uint32_t words[]);

/*
 * 課題 2。N 個の符号の並び 2 つの内積：N 個の積の和。N 番目より後ろの、符号に対応しないビットは、何であっても
 * 数に入れません。
 *
 *   a, b   それぞれ WORDS(N) 個のワード。pack_bits と同じように詰めてあります
 *
 *   N = 3、a = { 5 }、b = { 4 }   のとき   (+1)(-1) + (-1)(-1) + (+1)(+1) = 1
 */
int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[]);

/*
 * 課題 3。符号の 3x3 の畳み込みの 1 か所：画像の 1 つの行と列についての、各フィルタの和。窓が画像の外に
 * はみ出たところでは何も足しません。画像がないので、積もありません。
 *
 *   side          画像の行の数で、列の数も同じ
 *   channels      画像とフィルタの、それぞれの場所にある符号の数
 *   filters       和の個数
 *   row, column   場所を 0 から数えたもの：窓の中心
 *   image         行ごと、その中では列ごとに、それぞれの場所の WORDS(channels) 個のワード
 *   weights       フィルタごと、その中では 3x3 の場所を行ごとに、それぞれの場所の WORDS(channels) 個のワード
 *   sums          フィルタごとに 1 つの数
 */
void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[]);

/*
 * 課題 4。32 ビットから 8 ビットに戻します：それぞれの和に multiplier / 2^shift を掛け、最も近い整数に丸め（中間の値は
 * 大きいほうへ：2.5 は 3、-2.5 は -2）、[-128, 127] の範囲に収めます。
 *
 *   multiplier   0 から 2^31 - 1 まで
 *   shift        1 から 62 まで
 *   sums         N 個の 32 ビットの数。何でもよく、積には 64 ビット必要です
 *   out          N 個の 8 ビットの数
 *
 *   multiplier = 5、shift = 2、sums = { 2, -2, 1000 }   のとき   out = { 3, -2, 127 }
 */
void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[]);

/*
 * 課題 5。GGUF の形式 Q4_K のスーパーブロック N 個の重み：d * scale * code - d_min * minimum。どのビットが何を
 * 表すかは、ノートブックにあります。
 *
 *   blocks    144 バイトの N 倍：d と d_min（それぞれ float16）、スケールと最小値が 12 バイト、コードが 128 バイト。
 *             N は 0 のこともあり、そのときは何も書きません
 *   weights   float が 256 個の N 倍
 */
void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[]);

#endif
