// The installed program: command and window in one file, which starts as the program by whose name it was called.
//
// GTK and the libraries that it brings are loaded by the first call of one of their functions, so that the command
// starts without them (Docs/Decisions/0015-one-program.md). Scripts/one-program writes symbols.h: the functions and
// variables that the window uses.
#include "../../Sources/CPlayheadFFmpeg/trampoline.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The entry points of both programs, as SwiftPM names them.
int playhead_main(int count, char **words);
int playhead_window_main(int count, char **words);

// The address of a library's variable, copied when the libraries are loaded: its symbol, its size, and its address here.
struct copy {
  const char *name;
  void *place;
  size_t size;
};

#define LIBRARY(soname) soname,
#define FUNCTION(name)
#define FUNCTION_VARIABLE(name)
#define DATA(name, size)
static const char *const sonames[] = {
#include "symbols.h"
};
#undef LIBRARY
#undef DATA
#define LIBRARY(soname)
#define DATA(name, size) _Alignas(16) unsigned char playhead_lazy_##name[size];
#include "symbols.h"
#undef DATA
#define DATA(name, size) {#name, playhead_lazy_##name, size},
static const struct copy copies[] = {
#include "symbols.h"
    {NULL, NULL, 0}};
#undef FUNCTION
#undef FUNCTION_VARIABLE
#undef DATA
#define FUNCTION(name) PLAYHEAD_TRAMPOLINE(playhead_lazy_##name, name, playhead_lazy_resolve);
#define FUNCTION_VARIABLE(name) PLAYHEAD_TRAMPOLINE_VARIABLE(playhead_lazy_##name, name, playhead_lazy_resolve);
#define DATA(name, size)
PLAYHEAD_RESOLVER(playhead_lazy_resolve, playhead_lazy_find);
#include "symbols.h"

enum { library_count = sizeof sonames / sizeof *sonames };

static void *handles[library_count];

// Ends the program as the dynamic loader does for a missing library.
static _Noreturn void fail(const char *what, const char *reason) {
  fprintf(stderr, "playhead: the window needs %s, which cannot be used (%s); install GTK 4.\n", what, reason);
  _Exit(127);
}

static void *address_of(const char *name) {
  for (int index = 0; index < library_count; index++) {
    void *address = dlsym(handles[index], name);
    if (address) return address;
  }
  fail(name, "its library does not have it");
}

static void open_libraries(void) {
  for (int index = 0; index < library_count; index++) {
    // Global, as libraries are that a program links.
    handles[index] = dlopen(sonames[index], RTLD_LAZY | RTLD_GLOBAL);
    if (!handles[index]) fail(sonames[index], dlerror());
  }
  for (const struct copy *copy = copies; copy->name; copy++) {
    memcpy(copy->place, address_of(copy->name), copy->size);
  }
}

// Called on the first call of each function. Concurrent lookups of the same function find the same address.
__attribute__((visibility("hidden"), used)) const void *playhead_lazy_find(struct slot *slot) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_libraries);
  const void *address = address_of(slot->name);
  atomic_store_explicit(&slot->address, address, memory_order_relaxed);
  // The variables are epoxy's, which hold functions.
  return strncmp(slot->name, "epoxy_", 6) == 0 ? *(const void *const *)address : address;
}

int main(int count, char **words) {
  const char *name = count > 0 && words[0] ? words[0] : "";
  const char *slash = strrchr(name, '/');
  if (strcmp(slash ? slash + 1 : name, "playhead-window") == 0) return playhead_window_main(count, words);
  return playhead_main(count, words);
}
