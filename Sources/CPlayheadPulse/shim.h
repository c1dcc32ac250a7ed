// The functions of libpulse that report the volume and the streams of a sound server (PulseAudio, or PipeWire, which
// speaks the same protocol), loaded on first use. The structures are the beginnings of libpulse's own, which its binary
// interface keeps (pulse/introspect.h, pulse/volume.h).
#ifndef CPLAYHEAD_PULSE_SHIM_H
#define CPLAYHEAD_PULSE_SHIM_H
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t format;
  uint32_t rate;
  uint8_t channels;
} PlayheadPulseFormat;

typedef struct {
  uint8_t channels;
  int32_t positions[32];
} PlayheadPulseChannels;

typedef struct {
  uint8_t channels;
  uint32_t values[32];
} PlayheadPulseVolume;

// pa_sink_info
typedef struct {
  const char *name;
  uint32_t index;
  const char *description;
  PlayheadPulseFormat format;
  PlayheadPulseChannels channels;
  uint32_t module;
  PlayheadPulseVolume volume;
  int is_muted;
} PlayheadPulseSink;

// pa_sink_input_info
typedef struct {
  uint32_t index;
  const char *name;
  uint32_t module;
  uint32_t client;
  uint32_t sink;
  PlayheadPulseFormat format;
  PlayheadPulseChannels channels;
  PlayheadPulseVolume volume;
  uint64_t buffer_microseconds;
  uint64_t sink_microseconds;
  const char *resampler;
  const char *driver;
  int is_muted;
  void *properties;
  int is_corked;
} PlayheadPulseStream;

typedef void (*PlayheadPulseStateCall)(void *context, void *data);
typedef void (*PlayheadPulseEventCall)(void *context, uint32_t event, uint32_t index, void *data);
typedef void (*PlayheadPulseSinkCall)(void *context, const PlayheadPulseSink *sink, int end, void *data);
typedef void (*PlayheadPulseStreamCall)(void *context, const PlayheadPulseStream *stream, int end, void *data);

typedef struct {
  void *(*new_loop)(void);
  void (*name_loop)(void *loop, const char *name);
  int (*start_loop)(void *loop);
  void (*lock)(void *loop);
  void (*unlock)(void *loop);
  void *(*interface)(void *loop);
  void *(*new_context)(void *interface, const char *name);
  void (*on_state)(void *context, PlayheadPulseStateCall call, void *data);
  int (*connect)(void *context, const char *server, int flags, const void *spawn);
  void (*disconnect)(void *context);
  void (*free_context)(void *context);
  int (*state)(void *context);
  void (*on_event)(void *context, PlayheadPulseEventCall call, void *data);
  void *(*subscribe)(void *context, uint32_t mask, void *call, void *data);
  void *(*get_sink)(void *context, const char *name, PlayheadPulseSinkCall call, void *data);
  void *(*get_streams)(void *context, PlayheadPulseStreamCall call, void *data);
  void (*free_operation)(void *operation);
  const char *(*property)(void *properties, const char *key);
} PlayheadPulseFunctions;

// States of a context, events, and flags of a connection: start no server, and wait for one that is not running.
enum { playhead_pulse_ready = 4, playhead_pulse_failed = 5, playhead_pulse_terminated = 6 };
enum { playhead_pulse_events = 0x01 | 0x04 | 0x80 };
enum { playhead_pulse_flags = 0x01 | 0x02 };
// The volume without attenuation, and the index of no client.
enum { playhead_pulse_full_volume = 0x10000 };
static const uint32_t playhead_pulse_no_client = UINT32_MAX;

static inline bool playhead_pulse_load(PlayheadPulseFunctions *functions) {
  void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define PLAYHEAD_FIND(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return false;
  PLAYHEAD_FIND(new_loop, "pa_threaded_mainloop_new")
  PLAYHEAD_FIND(name_loop, "pa_threaded_mainloop_set_name")
  PLAYHEAD_FIND(start_loop, "pa_threaded_mainloop_start")
  PLAYHEAD_FIND(lock, "pa_threaded_mainloop_lock")
  PLAYHEAD_FIND(unlock, "pa_threaded_mainloop_unlock")
  PLAYHEAD_FIND(interface, "pa_threaded_mainloop_get_api")
  PLAYHEAD_FIND(new_context, "pa_context_new")
  PLAYHEAD_FIND(on_state, "pa_context_set_state_callback")
  PLAYHEAD_FIND(connect, "pa_context_connect")
  PLAYHEAD_FIND(disconnect, "pa_context_disconnect")
  PLAYHEAD_FIND(free_context, "pa_context_unref")
  PLAYHEAD_FIND(state, "pa_context_get_state")
  PLAYHEAD_FIND(on_event, "pa_context_set_subscribe_callback")
  PLAYHEAD_FIND(subscribe, "pa_context_subscribe")
  PLAYHEAD_FIND(get_sink, "pa_context_get_sink_info_by_name")
  PLAYHEAD_FIND(get_streams, "pa_context_get_sink_input_info_list")
  PLAYHEAD_FIND(free_operation, "pa_operation_unref")
  PLAYHEAD_FIND(property, "pa_proplist_gets")
#undef PLAYHEAD_FIND
  return true;
}
#endif
