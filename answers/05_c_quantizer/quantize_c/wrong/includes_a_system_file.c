// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your file does not compile: one of its #include lines brings in a file that is no C. Which
//     headers does the function need?
// ja: #include で、C ではないファイルを読み込んでいるので、コンパイルできません。
//     この関数に必要なヘッダはどれでしょうか。
#include "/etc/passwd"

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = src[i];
    }
}
