// The functions of Avahi's client library, loaded on first use: only a search for devices needs it. Types are opaque.
#ifndef CPLAYHEAD_AVAHI_SHIM_H
#define CPLAYHEAD_AVAHI_SHIM_H
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void (*PlayheadAvahiClientCallback)(void *client, int state, void *data);
typedef void (*PlayheadAvahiBrowserCallback)(void *browser, int interface, int protocol, int event, const char *name,
                                             const char *type, const char *domain, int flags, void *data);
typedef void (*PlayheadAvahiResolverCallback)(void *resolver, int interface, int protocol, int event, const char *name,
                                              const char *type, const char *domain, const char *host,
                                              const void *address, uint16_t port, void *texts, int flags, void *data);

typedef struct {
  void *(*new_poll)(void);
  const void *(*get_poll)(void *poll);
  int (*iterate)(void *poll, int milliseconds);
  void (*free_poll)(void *poll);
  void *(*new_client)(const void *poll, int flags, PlayheadAvahiClientCallback callback, void *data, int *error);
  void (*free_client)(void *client);
  void *(*browse)(void *client, int interface, int protocol, const char *type, const char *domain, int flags,
                  PlayheadAvahiBrowserCallback callback, void *data);
  void *(*resolve)(void *client, int interface, int protocol, const char *name, const char *type, const char *domain,
                   int address_protocol, int flags, PlayheadAvahiResolverCallback callback, void *data);
  void (*free_resolver)(void *resolver);
  char *(*address_text)(char *text, size_t size, const void *address);
  void *(*next_text)(void *texts);
  uint8_t *(*text)(void *texts);
  size_t (*text_size)(void *texts);
} PlayheadAvahiFunctions;

// AVAHI_IF_UNSPEC, AVAHI_PROTO_INET, and the first events of browsers and resolvers: a service appears, or is resolved.
enum { playhead_avahi_any_interface = -1, playhead_avahi_ipv4 = 0, playhead_avahi_new = 0, playhead_avahi_found = 0 };

static inline bool playhead_avahi_load(PlayheadAvahiFunctions *functions) {
  void *common = dlopen("libavahi-common.so.3", RTLD_NOW | RTLD_LOCAL);
  void *client = dlopen("libavahi-client.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!common || !client) return false;
#define PLAYHEAD_FIND(library, field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return false;
  PLAYHEAD_FIND(common, new_poll, "avahi_simple_poll_new")
  PLAYHEAD_FIND(common, get_poll, "avahi_simple_poll_get")
  PLAYHEAD_FIND(common, iterate, "avahi_simple_poll_iterate")
  PLAYHEAD_FIND(common, free_poll, "avahi_simple_poll_free")
  PLAYHEAD_FIND(client, new_client, "avahi_client_new")
  PLAYHEAD_FIND(client, free_client, "avahi_client_free")
  PLAYHEAD_FIND(client, browse, "avahi_service_browser_new")
  PLAYHEAD_FIND(client, resolve, "avahi_service_resolver_new")
  PLAYHEAD_FIND(client, free_resolver, "avahi_service_resolver_free")
  PLAYHEAD_FIND(common, address_text, "avahi_address_snprint")
  PLAYHEAD_FIND(common, next_text, "avahi_string_list_get_next")
  PLAYHEAD_FIND(common, text, "avahi_string_list_get_text")
  PLAYHEAD_FIND(common, text_size, "avahi_string_list_get_size")
#undef PLAYHEAD_FIND
  return true;
}
#endif
