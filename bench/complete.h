/* How an unfinished command line can go on, for the shells. */
#ifndef BENCH_COMPLETE_H
#define BENCH_COMPLETE_H

/* Prints what the last of the words behind the program's name can become, one candidate a line: the
 * whole word, a tab, what it means. A word that ends with '=' or ',' is not finished. The lines
 * ":files" and ":folders" with a tab and a text mean: this text and any file or folder after it. */
void complete_words(int count, const char *const *words);

#endif
