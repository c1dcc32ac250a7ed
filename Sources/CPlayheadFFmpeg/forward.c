// FFmpeg's functions under their own names, without their signatures: each is a trampoline that jumps to the function in the library.
//
// No program links with FFmpeg. The first call opens its libraries, because they load a hundred others, which takes longer than starting
// GTK (Docs/Decisions/0007). A trampoline passes every register on, so a declaration that changes between releases of FFmpeg needs no
// change here: the compiler checks each call against the installed header, and the linker reports a function that is missing below.
#include "shim.h"
#include "trampoline.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT(value) #value
#define LIBRARY(name, version) {name, TEXT(version), NULL}

static struct {
  const char *name;
  const char *version;
  void *handle;
} libraries[] = {
    LIBRARY("avformat", LIBAVFORMAT_VERSION_MAJOR), LIBRARY("avcodec", LIBAVCODEC_VERSION_MAJOR),
    LIBRARY("avutil", LIBAVUTIL_VERSION_MAJOR), LIBRARY("swscale", LIBSWSCALE_VERSION_MAJOR),
    LIBRARY("swresample", LIBSWRESAMPLE_VERSION_MAJOR)};

enum { library_count = sizeof libraries / sizeof *libraries };

// Ends the program as the dynamic loader does for a missing library: nothing can be played, and no caller expects a
// failure. Another major version has another soname, so it is never opened by mistake.
static _Noreturn void fail_to_load(const char *name, const char *version, const char *reason, const char *detail) {
  fprintf(stderr,
      "Playhead was built with FFmpeg's lib%s.so.%s, which cannot be used (%s%s). Install it (on Debian and Ubuntu: sudo apt-get "
      "install lib%s%s), or build Playhead again with the FFmpeg of this system.\n",
      name, version, reason, detail, name, version);
  _Exit(127);
}

static void open_libraries(void) {
  for (int index = 0; index < library_count; index++) {
    char file[64];
    snprintf(file, sizeof file, "lib%s.so.%s", libraries[index].name, libraries[index].version);
    libraries[index].handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (libraries[index].handle) continue;
    const char *reason = dlerror();
    fail_to_load(libraries[index].name, libraries[index].version, reason ? reason : "no reason given", "");
  }
}

void playhead_load_ffmpeg(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_libraries);
}

// Called by `playhead_resolve` on the first call of each function. Concurrent lookups of the same function find the
// same address.
__attribute__((visibility("hidden"), used)) const void *playhead_find(struct slot *slot) {
  playhead_load_ffmpeg();
  for (int index = 0; index < library_count; index++) {
    const void *address = dlsym(libraries[index].handle, slot->name);
    if (!address) continue;
    atomic_store_explicit(&slot->address, address, memory_order_relaxed);
    return address;
  }
  fail_to_load(libraries[0].name, libraries[0].version, "FFmpeg has no function ", slot->name);
}

PLAYHEAD_RESOLVER(playhead_resolve, playhead_find);

#define FUNCTION(name) PLAYHEAD_TRAMPOLINE(name, name, playhead_resolve);

// libavformat
FUNCTION(av_find_input_format)
FUNCTION(av_guess_format)
FUNCTION(av_interleaved_write_frame)
FUNCTION(av_read_frame)
FUNCTION(av_seek_frame)
// Until FFmpeg 6.1.
FUNCTION(av_stream_get_side_data)
FUNCTION(av_stream_new_side_data)
FUNCTION(av_write_frame)
FUNCTION(av_write_trailer)
FUNCTION(avformat_alloc_context)
FUNCTION(avformat_alloc_output_context2)
FUNCTION(avformat_close_input)
FUNCTION(avformat_find_stream_info)
FUNCTION(avformat_free_context)
FUNCTION(avformat_index_get_entries_count)
FUNCTION(avformat_index_get_entry)
FUNCTION(avformat_index_get_entry_from_timestamp)
FUNCTION(avformat_new_stream)
FUNCTION(avformat_open_input)
FUNCTION(avformat_query_codec)
FUNCTION(avformat_seek_file)
FUNCTION(avformat_write_header)
FUNCTION(avio_alloc_context)
FUNCTION(avio_closep)
FUNCTION(avio_context_free)
FUNCTION(avio_open)
FUNCTION(avio_seek)
FUNCTION(av_probe_input_buffer2)

// libavcodec
FUNCTION(av_codec_is_decoder)
FUNCTION(av_codec_iterate)
FUNCTION(av_new_packet)
FUNCTION(av_packet_alloc)
FUNCTION(av_packet_clone)
FUNCTION(av_packet_free)
FUNCTION(av_packet_get_side_data)
FUNCTION(av_packet_make_writable)
FUNCTION(av_packet_new_side_data)
// Since FFmpeg 6.1.
FUNCTION(av_packet_side_data_get)
FUNCTION(av_packet_side_data_new)
FUNCTION(avcodec_align_dimensions2)
FUNCTION(avcodec_alloc_context3)
FUNCTION(avcodec_decode_subtitle2)
FUNCTION(avcodec_default_get_buffer2)
FUNCTION(avcodec_descriptor_get_by_name)
FUNCTION(avcodec_find_decoder)
FUNCTION(avcodec_find_decoder_by_name)
FUNCTION(avcodec_find_encoder)
FUNCTION(avcodec_find_encoder_by_name)
FUNCTION(avcodec_flush_buffers)
FUNCTION(avcodec_free_context)
FUNCTION(avcodec_get_hw_config)
FUNCTION(avcodec_get_name)
FUNCTION(avcodec_open2)
FUNCTION(avcodec_parameters_alloc)
FUNCTION(avcodec_parameters_copy)
FUNCTION(avcodec_parameters_free)
FUNCTION(avcodec_parameters_from_context)
FUNCTION(avcodec_parameters_to_context)
FUNCTION(avcodec_receive_frame)
FUNCTION(avcodec_receive_packet)
FUNCTION(avcodec_send_frame)
FUNCTION(avcodec_send_packet)
FUNCTION(avsubtitle_free)

// libswscale
FUNCTION(sws_freeContext)
FUNCTION(sws_getCachedContext)
FUNCTION(sws_getCoefficients)
FUNCTION(sws_getContext)
FUNCTION(sws_scale)
FUNCTION(sws_setColorspaceDetails)

// libswresample
FUNCTION(swr_alloc_set_opts2)
FUNCTION(swr_build_matrix2)
FUNCTION(swr_convert)
FUNCTION(swr_free)
FUNCTION(swr_get_out_samples)
FUNCTION(swr_init)
FUNCTION(swr_set_matrix)

// libavutil
FUNCTION(av_aes_alloc)
FUNCTION(av_aes_crypt)
FUNCTION(av_aes_init)
FUNCTION(av_buffer_create)
FUNCTION(av_buffer_ref)
FUNCTION(av_buffer_unref)
FUNCTION(av_channel_layout_default)
FUNCTION(av_channel_layout_describe)
FUNCTION(av_dict_free)
FUNCTION(av_dict_get)
FUNCTION(av_dict_set)
FUNCTION(av_encryption_info_free)
FUNCTION(av_encryption_info_get_side_data)
FUNCTION(av_frame_alloc)
FUNCTION(av_frame_apply_cropping)
FUNCTION(av_frame_clone)
FUNCTION(av_frame_copy_props)
FUNCTION(av_frame_free)
FUNCTION(av_frame_get_buffer)
FUNCTION(av_frame_get_side_data)
FUNCTION(av_free)
FUNCTION(av_freep)
FUNCTION(av_get_pix_fmt)
FUNCTION(av_get_pix_fmt_name)
FUNCTION(av_hwdevice_ctx_alloc)
FUNCTION(av_hwdevice_ctx_create)
FUNCTION(av_hwdevice_ctx_init)
FUNCTION(av_hwdevice_find_type_by_name)
FUNCTION(av_hwframe_ctx_alloc)
FUNCTION(av_hwframe_ctx_init)
FUNCTION(av_hwframe_map)
FUNCTION(av_hwframe_transfer_data)
FUNCTION(av_hwframe_transfer_get_formats)
FUNCTION(av_image_fill_linesizes)
FUNCTION(av_image_fill_plane_sizes)
FUNCTION(av_log_set_level)
FUNCTION(av_malloc)
FUNCTION(av_pix_fmt_count_planes)
FUNCTION(av_pix_fmt_desc_get)
FUNCTION(av_rescale_rnd)
FUNCTION(av_strerror)
