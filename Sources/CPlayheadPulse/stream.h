// The functions of libpulse that play IEC 61937 bursts, loaded on first use. The structure is libpulse's own, which its
// binary interface keeps (pulse/def.h).
#ifndef CPLAYHEAD_PULSE_STREAM_H
#define CPLAYHEAD_PULSE_STREAM_H
#include "shim.h"
#include <stddef.h>

// pa_buffer_attr
typedef struct {
  uint32_t maximum_length;
  uint32_t target_length;
  uint32_t prebuffering;
  uint32_t minimum_request;
  uint32_t fragment_size;
} PlayheadPulseBuffer;

typedef void (*PlayheadPulseWriteCall)(void *stream, size_t count, void *data);

typedef struct {
  PlayheadPulseFunctions base;
  void (*stop_loop)(void *loop);
  void (*free_loop)(void *loop);
  int (*error)(void *context);
  void *(*make_format)(const char *text);
  void (*free_format)(void *format);
  void *(*new_stream)(void *context, const char *name, void *const *formats, unsigned count, void *properties);
  void (*free_stream)(void *stream);
  int (*stream_state)(void *stream);
  void (*on_stream_state)(void *stream, PlayheadPulseStateCall call, void *data);
  void (*on_write)(void *stream, PlayheadPulseWriteCall call, void *data);
  int (*connect_stream)(
      void *stream, const char *device, const PlayheadPulseBuffer *buffer, int flags, const void *volume, void *with);
  int (*disconnect_stream)(void *stream);
  const PlayheadPulseFormat *(*stream_format)(void *stream);
  void *(*cork)(void *stream, int is_corked, void *call, void *data);
  size_t (*writable)(void *stream);
  int (*write)(void *stream, const void *bytes, size_t count, void *free_call, int64_t offset, int seek);
  int (*time)(void *stream, uint64_t *microseconds);
  int (*latency)(void *stream, uint64_t *microseconds, int *is_negative);
} PlayheadPulseStreamFunctions;

// States of a stream, errors of one that a device does not accept, the sample format of bursts, and flags of a stream:
// it starts corked, its times are interpolated and updated and may be corrected backward, and the latency of the device
// is part of that of the buffer.
enum { playhead_pulse_stream_ready = 2, playhead_pulse_stream_failed = 3, playhead_pulse_stream_terminated = 4 };
enum { playhead_pulse_not_supported = 19, playhead_pulse_busy = 26 };
enum { playhead_pulse_words = 3 };
enum { playhead_pulse_stream_flags = 0x0001 | 0x0002 | 0x0004 | 0x0008 | 0x2000 };
// A value of a buffer that the server chooses.
static const uint32_t playhead_pulse_any_length = UINT32_MAX;

static inline bool playhead_pulse_load_streams(PlayheadPulseStreamFunctions *functions) {
  if (!playhead_pulse_load(&functions->base)) return false;
  void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define PLAYHEAD_FIND(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return false;
  PLAYHEAD_FIND(stop_loop, "pa_threaded_mainloop_stop")
  PLAYHEAD_FIND(free_loop, "pa_threaded_mainloop_free")
  PLAYHEAD_FIND(error, "pa_context_errno")
  PLAYHEAD_FIND(make_format, "pa_format_info_from_string")
  PLAYHEAD_FIND(free_format, "pa_format_info_free")
  PLAYHEAD_FIND(new_stream, "pa_stream_new_extended")
  PLAYHEAD_FIND(free_stream, "pa_stream_unref")
  PLAYHEAD_FIND(stream_state, "pa_stream_get_state")
  PLAYHEAD_FIND(on_stream_state, "pa_stream_set_state_callback")
  PLAYHEAD_FIND(on_write, "pa_stream_set_write_callback")
  PLAYHEAD_FIND(connect_stream, "pa_stream_connect_playback")
  PLAYHEAD_FIND(disconnect_stream, "pa_stream_disconnect")
  PLAYHEAD_FIND(stream_format, "pa_stream_get_sample_spec")
  PLAYHEAD_FIND(cork, "pa_stream_cork")
  PLAYHEAD_FIND(writable, "pa_stream_writable_size")
  PLAYHEAD_FIND(write, "pa_stream_write")
  PLAYHEAD_FIND(time, "pa_stream_get_time")
  PLAYHEAD_FIND(latency, "pa_stream_get_latency")
#undef PLAYHEAD_FIND
  return true;
}
#endif
