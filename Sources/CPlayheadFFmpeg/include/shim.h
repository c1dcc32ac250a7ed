// What Swift's importer cannot see of FFmpeg: macros and functions with a variable number of arguments.
#ifndef CPLAYHEAD_FFMPEG_SHIM_H
#define CPLAYHEAD_FFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Loads FFmpeg, which otherwise the first call of one of its functions does. Returns when it is loaded; from any thread.
void playhead_load_ffmpeg(void);

static const int64_t playhead_no_timestamp = AV_NOPTS_VALUE;
static const int playhead_error_eof = AVERROR_EOF;
static const int playhead_error_exit = AVERROR_EXIT;
static const int playhead_error_invalid_data = AVERROR_INVALIDDATA;
static const int playhead_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int playhead_error_encoder_not_found = AVERROR_ENCODER_NOT_FOUND;
static const int playhead_error_again = AVERROR(EAGAIN);
static const int playhead_error_out_of_memory = AVERROR(ENOMEM);

static inline int playhead_error_from_errno(int code) { return AVERROR(code); }

// Has a decoder's pictures made by `get_buffer`, on whichever thread wants one.
static inline void playhead_set_get_buffer(
    AVCodecContext *context, int (*get_buffer)(AVCodecContext *, AVFrame *, int), void *opaque) {
  context->get_buffer2 = get_buffer;
  context->opaque = opaque;
#if LIBAVCODEC_VERSION_MAJOR < 60
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

static inline void playhead_use_own_data(AVFrame *frame) { frame->extended_data = frame->data; }

// Fields that moved between FFmpeg 5.1 and 7.
static inline int64_t playhead_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline int playhead_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
  return frame->key_frame;
#endif
}

// The display matrix of a stream: nine 16.16 numbers, or NULL.
static inline const int32_t *playhead_display_matrix(const AVStream *stream) {
#if LIBAVCODEC_VERSION_MAJOR >= 61
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

// HDR data of a stream, or NULL.
static inline const uint8_t *playhead_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t least) {
#if LIBAVCODEC_VERSION_MAJOR >= 61
  const AVPacketSideData *data =
      av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  return data && data->size >= least ? data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, type, &size);
  return data && size >= least ? data : NULL;
#endif
}

static inline const AVMasteringDisplayMetadata *playhead_mastering_display(const AVStream *stream) {
  return (const AVMasteringDisplayMetadata *)playhead_side_data(
      stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata));
}

static inline const AVContentLightMetadata *playhead_content_light(const AVStream *stream) {
  return (const AVContentLightMetadata *)playhead_side_data(
      stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata));
}

#endif
