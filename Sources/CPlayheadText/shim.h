// Two text libraries, each loaded on first use. Their few functions are declared here: libxml2's reader
// (libxml/xmlreader.h), and uchardet (uchardet/uchardet.h).
#ifndef CPLAYHEAD_TEXT_SHIM_H
#define CPLAYHEAD_TEXT_SHIM_H
#include <dlfcn.h>
#include <iconv.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct {
  void *(*for_memory)(const char *, int, const char *, const char *, int);
  int (*read)(void *);
  int (*node_type)(void *);
  int (*is_empty)(void *);
  int (*depth)(void *);
  const unsigned char *(*local_name)(void *);
  const unsigned char *(*value)(void *);
  int (*next_attribute)(void *);
  int (*to_element)(void *);
  void (*free_reader)(void *);
} PlayheadXMLFunctions;

// Do not substitute entities, report errors or access the network, and accept text of any size (libxml/parser.h).
enum { playhead_xml_options = 1 << 0 | 1 << 5 | 1 << 6 | 1 << 11 };

static inline bool playhead_xml_load(PlayheadXMLFunctions *functions) {
  // The reader's functions are the same in both: 2.14 removed others.
  void *library = dlopen("libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define PLAYHEAD_FIND(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return false;
  PLAYHEAD_FIND(for_memory, "xmlReaderForMemory")
  PLAYHEAD_FIND(read, "xmlTextReaderRead")
  PLAYHEAD_FIND(node_type, "xmlTextReaderNodeType")
  PLAYHEAD_FIND(is_empty, "xmlTextReaderIsEmptyElement")
  PLAYHEAD_FIND(depth, "xmlTextReaderDepth")
  PLAYHEAD_FIND(local_name, "xmlTextReaderConstLocalName")
  PLAYHEAD_FIND(value, "xmlTextReaderConstValue")
  PLAYHEAD_FIND(next_attribute, "xmlTextReaderMoveToNextAttribute")
  PLAYHEAD_FIND(to_element, "xmlTextReaderMoveToElement")
  PLAYHEAD_FIND(free_reader, "xmlFreeTextReader")
  return true;
}

/// Writes the name of the detected encoding; false if the library is missing or detection fails.
static inline bool playhead_guess_encoding(const char *bytes, size_t count, char *name, size_t capacity) {
  void *library = dlopen("libuchardet.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  void *(*make)(void) = (void *(*)(void))dlsym(library, "uchardet_new");
  int (*handle)(void *, const char *, size_t) = (int (*)(void *, const char *, size_t))dlsym(library, "uchardet_handle_data");
  void (*end)(void *) = (void (*)(void *))dlsym(library, "uchardet_data_end");
  const char *(*charset)(void *) = (const char *(*)(void *))dlsym(library, "uchardet_get_charset");
  void (*destroy)(void *) = (void (*)(void *))dlsym(library, "uchardet_delete");
  if (!make || !handle || !end || !charset || !destroy) return false;
  void *detector = make();
  if (!detector) return false;
  bool is_known = handle(detector, bytes, count) == 0;
  end(detector);
  const char *found = charset(detector);
  is_known = is_known && found && *found && strlen(found) < capacity;
  if (is_known) strcpy(name, found);
  destroy(detector);
  return is_known;
}
#endif
