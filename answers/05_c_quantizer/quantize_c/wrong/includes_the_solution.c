// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your file does not compile: it includes a file that does not exist where the code is
//     compiled. Write the function itself into your file.
// ja: コンパイルする場所にないファイルを #include で読み込んでいるので、コンパイルできません。
//     関数そのものを、このファイルに書いてください。
#include "../../c_exercise/solution/quantize.c"
