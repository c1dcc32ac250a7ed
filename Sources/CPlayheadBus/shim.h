// The functions of GLib and GIO that ask NetworkManager about the network, loaded on first use: programs without a
// window do not link GLib. Objects and variants are opaque.
#ifndef CPLAYHEAD_BUS_SHIM_H
#define CPLAYHEAD_BUS_SHIM_H
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  void *(*system_bus)(int type, void *cancellable, void **error);
  void *(*connect)(const char *address, int flags, void *observer, void *cancellable, void **error);
  void (*set_exit)(void *connection, int exits);
  int (*is_closed)(void *connection);
  void *(*call)(void *connection, const char *name, const char *path, const char *interface, const char *method,
                void *parameters, const void *reply, int flags, int milliseconds, void *cancellable, void **error);
  void *(*new_text)(const char *text);
  void *(*new_tuple)(void *const *children, size_t count);
  void *(*child)(void *variant, size_t index);
  void *(*lookup)(void *dictionary, const char *key, const void *type);
  uint32_t (*number)(void *variant);
  const char *(*text)(void *variant, size_t *length);
  void (*free_variant)(void *variant);
  void (*free_object)(void *object);
  void (*free_error)(void *error);
  void *(*monitor)(void);
  int (*is_metered)(void *monitor);
} PlayheadBusFunctions;

// The bus type, and flags: a message bus with authentication as a client, and no start of services.
enum { playhead_bus_system = 1, playhead_bus_client = 1 | 8, playhead_bus_no_start = 1 };

static inline bool playhead_bus_load(PlayheadBusFunctions *functions) {
  void *library = dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define PLAYHEAD_FIND(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return false;
  PLAYHEAD_FIND(system_bus, "g_bus_get_sync")
  PLAYHEAD_FIND(connect, "g_dbus_connection_new_for_address_sync")
  PLAYHEAD_FIND(set_exit, "g_dbus_connection_set_exit_on_close")
  PLAYHEAD_FIND(is_closed, "g_dbus_connection_is_closed")
  PLAYHEAD_FIND(call, "g_dbus_connection_call_sync")
  PLAYHEAD_FIND(new_text, "g_variant_new_string")
  PLAYHEAD_FIND(new_tuple, "g_variant_new_tuple")
  PLAYHEAD_FIND(child, "g_variant_get_child_value")
  PLAYHEAD_FIND(lookup, "g_variant_lookup_value")
  PLAYHEAD_FIND(number, "g_variant_get_uint32")
  PLAYHEAD_FIND(text, "g_variant_get_string")
  PLAYHEAD_FIND(free_variant, "g_variant_unref")
  PLAYHEAD_FIND(free_object, "g_object_unref")
  PLAYHEAD_FIND(free_error, "g_error_free")
  PLAYHEAD_FIND(monitor, "g_network_monitor_get_default")
  PLAYHEAD_FIND(is_metered, "g_network_monitor_get_network_metered")
#undef PLAYHEAD_FIND
  return true;
}
#endif
