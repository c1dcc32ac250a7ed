// Swift 6.0's libswiftObservation refers to swift::threading::fatal, which no library of that release exports. GNU ld,
// which Debian's Swift links with, rejects programs with such a reference. Swift 6.1 and later do not need this: the
// definition is weak.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((weak, visibility("default"))) void playhead_threading_fatal(const char *format, ...) __asm__(
    "_ZN5swift9threading5fatalEPKcz");

// Prints the reason and ends the program, as Swift's own does.
void playhead_threading_fatal(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  abort();
}
