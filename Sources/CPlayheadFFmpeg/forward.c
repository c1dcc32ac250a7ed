// The functions of FFmpeg that Playhead calls, each by the name and the declaration of its header. The libraries are opened by the first
// call instead of by the dynamic loader before `main`: they bring a hundred others along, which takes longer than to start GTK.
// A function that is missing here is found by the linker, a wrong declaration by the compiler.
#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT(value) #value
#define LIBRARY(name, version) {"lib" name ".so." TEXT(version), NULL}

static struct {
  const char *name;
  void *handle;
} libraries[] = {
    LIBRARY("avformat", LIBAVFORMAT_VERSION_MAJOR), LIBRARY("avcodec", LIBAVCODEC_VERSION_MAJOR),
    LIBRARY("avutil", LIBAVUTIL_VERSION_MAJOR), LIBRARY("swscale", LIBSWSCALE_VERSION_MAJOR),
    LIBRARY("swresample", LIBSWRESAMPLE_VERSION_MAJOR)};

enum { library_count = sizeof libraries / sizeof *libraries };

// As the dynamic loader ends a program whose libraries are not there: nothing can be played, and no caller expects it.
static _Noreturn void give_up(const char *reason) {
  fprintf(stderr, "Playhead needs FFmpeg as it was built with: %s. Install the packages that libavformat-dev belongs to.\n",
      reason ? reason : "a library is missing");
  _Exit(127);
}

static void open_libraries(void) {
  for (int index = 0; index < library_count; index++) {
    libraries[index].handle = dlopen(libraries[index].name, RTLD_LAZY | RTLD_LOCAL);
    if (!libraries[index].handle) give_up(dlerror());
  }
}

void playhead_load_ffmpeg(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_libraries);
}

static void *find(const char *name) {
  playhead_load_ffmpeg();
  for (int index = 0; index < library_count; index++) {
    void *address = dlsym(libraries[index].handle, name);
    if (address) return address;
  }
  give_up(name);
}

// Hidden: the libraries themselves, and others of a program that link them, call the real ones.
#define FORWARD(result, name, parameters, arguments)                                         \
  __attribute__((visibility("hidden"))) result name parameters {                             \
    static _Atomic(void *) found;                                                            \
    void *address = atomic_load_explicit(&found, memory_order_relaxed);                      \
    if (!address) atomic_store_explicit(&found, address = find(#name), memory_order_relaxed); \
    return ((__typeof__(&name))address)arguments;                                            \
  }

// libavformat
FORWARD(const AVInputFormat *, av_find_input_format, (const char *short_name), (short_name))
FORWARD(int, av_read_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
FORWARD(int, av_seek_frame, (AVFormatContext *s, int stream_index, int64_t timestamp, int flags),
    (s, stream_index, timestamp, flags))
#if LIBAVCODEC_VERSION_MAJOR < 61
FORWARD(uint8_t *, av_stream_get_side_data, (const AVStream *stream, enum AVPacketSideDataType type, size_t *size),
    (stream, type, size))
#endif
FORWARD(AVFormatContext *, avformat_alloc_context, (void), ())
FORWARD(void, avformat_close_input, (AVFormatContext **s), (s))
FORWARD(int, avformat_find_stream_info, (AVFormatContext *ic, AVDictionary **options), (ic, options))
FORWARD(int, avformat_index_get_entries_count, (const AVStream *st), (st))
FORWARD(const AVIndexEntry *, avformat_index_get_entry, (AVStream *st, int idx), (st, idx))
FORWARD(const AVIndexEntry *, avformat_index_get_entry_from_timestamp, (AVStream *st, int64_t wanted_timestamp, int flags),
    (st, wanted_timestamp, flags))
FORWARD(int, avformat_open_input, (AVFormatContext **ps, const char *url, const AVInputFormat *fmt, AVDictionary **options),
    (ps, url, fmt, options))
FORWARD(int, avformat_seek_file, (AVFormatContext *s, int stream_index, int64_t min_ts, int64_t ts, int64_t max_ts, int flags),
    (s, stream_index, min_ts, ts, max_ts, flags))
FORWARD(AVIOContext *, avio_alloc_context,
    (unsigned char *buffer, int buffer_size, int write_flag, void *opaque, int (*read_packet)(void *, uint8_t *, int),
     int (*write_packet)(void *, uint8_t *, int), int64_t (*seek)(void *, int64_t, int)),
    (buffer, buffer_size, write_flag, opaque, read_packet, write_packet, seek))
FORWARD(void, avio_context_free, (AVIOContext **s), (s))

// libavcodec
FORWARD(int, av_new_packet, (AVPacket *pkt, int size), (pkt, size))
FORWARD(AVPacket *, av_packet_alloc, (void), ())
FORWARD(void, av_packet_free, (AVPacket **pkt), (pkt))
FORWARD(uint8_t *, av_packet_get_side_data, (const AVPacket *pkt, enum AVPacketSideDataType type, size_t *size),
    (pkt, type, size))
FORWARD(uint8_t *, av_packet_new_side_data, (AVPacket *pkt, enum AVPacketSideDataType type, size_t size), (pkt, type, size))
FORWARD(void, avcodec_align_dimensions2, (AVCodecContext *s, int *width, int *height, int *linesize_align),
    (s, width, height, linesize_align))
FORWARD(AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FORWARD(int, avcodec_decode_subtitle2, (AVCodecContext *avctx, AVSubtitle *sub, int *got_sub_ptr, AVPacket *avpkt),
    (avctx, sub, got_sub_ptr, avpkt))
FORWARD(int, avcodec_default_get_buffer2, (AVCodecContext *s, AVFrame *frame, int flags), (s, frame, flags))
FORWARD(const AVCodecDescriptor *, avcodec_descriptor_get_by_name, (const char *name), (name))
FORWARD(const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
FORWARD(const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name))
FORWARD(const AVCodec *, avcodec_find_encoder, (enum AVCodecID id), (id))
FORWARD(void, avcodec_flush_buffers, (AVCodecContext *avctx), (avctx))
FORWARD(void, avcodec_free_context, (AVCodecContext **avctx), (avctx))
FORWARD(const char *, avcodec_get_name, (enum AVCodecID id), (id))
FORWARD(int, avcodec_open2, (AVCodecContext *avctx, const AVCodec *codec, AVDictionary **options), (avctx, codec, options))
FORWARD(AVCodecParameters *, avcodec_parameters_alloc, (void), ())
FORWARD(int, avcodec_parameters_copy, (AVCodecParameters *dst, const AVCodecParameters *src), (dst, src))
FORWARD(void, avcodec_parameters_free, (AVCodecParameters **par), (par))
FORWARD(int, avcodec_parameters_to_context, (AVCodecContext *codec, const AVCodecParameters *par), (codec, par))
FORWARD(int, avcodec_receive_frame, (AVCodecContext *avctx, AVFrame *frame), (avctx, frame))
FORWARD(int, avcodec_receive_packet, (AVCodecContext *avctx, AVPacket *avpkt), (avctx, avpkt))
FORWARD(int, avcodec_send_frame, (AVCodecContext *avctx, const AVFrame *frame), (avctx, frame))
FORWARD(int, avcodec_send_packet, (AVCodecContext *avctx, const AVPacket *avpkt), (avctx, avpkt))
FORWARD(void, avsubtitle_free, (AVSubtitle *sub), (sub))

// libswscale
FORWARD(void, sws_freeContext, (struct SwsContext *swsContext), (swsContext))
FORWARD(struct SwsContext *, sws_getCachedContext,
    (struct SwsContext *context, int srcW, int srcH, enum AVPixelFormat srcFormat, int dstW, int dstH,
     enum AVPixelFormat dstFormat, int flags, SwsFilter *srcFilter, SwsFilter *dstFilter, const double *param),
    (context, srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags, srcFilter, dstFilter, param))
FORWARD(const int *, sws_getCoefficients, (int colorspace), (colorspace))
FORWARD(struct SwsContext *, sws_getContext,
    (int srcW, int srcH, enum AVPixelFormat srcFormat, int dstW, int dstH, enum AVPixelFormat dstFormat, int flags,
     SwsFilter *srcFilter, SwsFilter *dstFilter, const double *param),
    (srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags, srcFilter, dstFilter, param))
FORWARD(int, sws_scale,
    (struct SwsContext *c, const uint8_t *const *srcSlice, const int *srcStride, int srcSliceY, int srcSliceH,
     uint8_t *const *dst, const int *dstStride),
    (c, srcSlice, srcStride, srcSliceY, srcSliceH, dst, dstStride))
FORWARD(int, sws_setColorspaceDetails,
    (struct SwsContext *c, const int *inv_table, int srcRange, const int *table, int dstRange, int brightness, int contrast,
     int saturation),
    (c, inv_table, srcRange, table, dstRange, brightness, contrast, saturation))

// libswresample
FORWARD(int, swr_alloc_set_opts2,
    (struct SwrContext **ps, AVChannelLayout *out_ch_layout, enum AVSampleFormat out_sample_fmt, int out_sample_rate,
     AVChannelLayout *in_ch_layout, enum AVSampleFormat in_sample_fmt, int in_sample_rate, int log_offset, void *log_ctx),
    (ps, out_ch_layout, out_sample_fmt, out_sample_rate, in_ch_layout, in_sample_fmt, in_sample_rate, log_offset, log_ctx))
FORWARD(int, swr_convert, (struct SwrContext *s, uint8_t **out, int out_count, const uint8_t **in, int in_count),
    (s, out, out_count, in, in_count))
FORWARD(void, swr_free, (struct SwrContext **s), (s))
FORWARD(int, swr_get_out_samples, (struct SwrContext *s, int in_samples), (s, in_samples))
FORWARD(int, swr_init, (struct SwrContext *s), (s))

// libavutil
FORWARD(struct AVAES *, av_aes_alloc, (void), ())
FORWARD(void, av_aes_crypt, (struct AVAES *a, uint8_t *dst, const uint8_t *src, int count, uint8_t *iv, int decrypt),
    (a, dst, src, count, iv, decrypt))
FORWARD(int, av_aes_init, (struct AVAES *a, const uint8_t *key, int key_bits, int decrypt), (a, key, key_bits, decrypt))
FORWARD(AVBufferRef *, av_buffer_create, (uint8_t *data, size_t size, void (*free)(void *, uint8_t *), void *opaque, int flags),
    (data, size, free, opaque, flags))
FORWARD(void, av_channel_layout_default, (AVChannelLayout *ch_layout, int nb_channels), (ch_layout, nb_channels))
FORWARD(int, av_channel_layout_describe, (const AVChannelLayout *channel_layout, char *buf, size_t buf_size),
    (channel_layout, buf, buf_size))
FORWARD(void, av_dict_free, (AVDictionary **m), (m))
FORWARD(AVDictionaryEntry *, av_dict_get, (const AVDictionary *m, const char *key, const AVDictionaryEntry *prev, int flags),
    (m, key, prev, flags))
FORWARD(int, av_dict_set, (AVDictionary **pm, const char *key, const char *value, int flags), (pm, key, value, flags))
FORWARD(AVFrame *, av_frame_alloc, (void), ())
FORWARD(AVFrame *, av_frame_clone, (const AVFrame *src), (src))
FORWARD(void, av_frame_free, (AVFrame **frame), (frame))
FORWARD(int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
FORWARD(void, av_free, (void *ptr), (ptr))
FORWARD(void, av_freep, (void *ptr), (ptr))
FORWARD(const char *, av_get_pix_fmt_name, (enum AVPixelFormat pix_fmt), (pix_fmt))
FORWARD(int, av_image_fill_linesizes, (int *linesizes, enum AVPixelFormat pix_fmt, int width), (linesizes, pix_fmt, width))
FORWARD(int, av_image_fill_plane_sizes, (size_t *size, enum AVPixelFormat pix_fmt, int height, const ptrdiff_t *linesizes),
    (size, pix_fmt, height, linesizes))
FORWARD(void, av_log_set_level, (int level), (level))
FORWARD(void *, av_malloc, (size_t size), (size))
FORWARD(int, av_pix_fmt_count_planes, (enum AVPixelFormat pix_fmt), (pix_fmt))
FORWARD(const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat pix_fmt), (pix_fmt))
FORWARD(int64_t, av_rescale_rnd, (int64_t a, int64_t b, int64_t c, enum AVRounding rnd), (a, b, c, rnd))
FORWARD(int, av_strerror, (int errnum, char *errbuf, size_t errbuf_size), (errnum, errbuf, errbuf_size))
