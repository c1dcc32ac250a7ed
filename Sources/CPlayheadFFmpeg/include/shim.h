// The parts of FFmpeg that Swift's importer cannot see: macros and variadic functions.
#ifndef CPLAYHEAD_FFMPEG_SHIM_H
#define CPLAYHEAD_FFMPEG_SHIM_H

#include <stddef.h>
#include <string.h>

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/encryption_info.h>
#include <libavutil/error.h>
#include <libavutil/hdr_dynamic_metadata.h>
#include <libavutil/hwcontext.h>
#include <libavutil/hwcontext_drm.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Loads FFmpeg, which otherwise happens with the first call of one of its functions. Returns when it is loaded;
// callable from any thread.
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

// libswscale's context. Its structure became public in FFmpeg 7.1 and its flags an enumeration in 8, which Swift would
// import as different types; therefore both are hidden from it.
typedef struct PlayheadScaler PlayheadScaler;

typedef enum {
  PlayheadScalerQualityCopy = SWS_POINT,
  PlayheadScalerQualityBilinear = SWS_BILINEAR,
  PlayheadScalerQualityBilinearAccurate = SWS_BILINEAR | SWS_ACCURATE_RND,
} PlayheadScalerQuality;

static const int playhead_matrix_bt709 = SWS_CS_ITU709;
static const int playhead_matrix_bt601 = SWS_CS_ITU601;
static const int playhead_matrix_bt2020 = SWS_CS_BT2020;
static const int playhead_matrix_fcc = SWS_CS_FCC;
static const int playhead_matrix_smpte240m = SWS_CS_SMPTE240M;

// A scaler from one size and format to another; NULL if libswscale does not support it.
static inline PlayheadScaler *playhead_scaler_make(
    int width, int height, enum AVPixelFormat format, int target_width, int target_height,
    enum AVPixelFormat target_format, PlayheadScalerQuality quality) {
  return (PlayheadScaler *)sws_getContext(
      width, height, format, target_width, target_height, target_format, quality, NULL, NULL, NULL);
}

// Returns `scaler` if it matches the sizes and formats; otherwise frees it and returns another one.
static inline PlayheadScaler *playhead_scaler_reuse(
    PlayheadScaler *scaler, int width, int height, enum AVPixelFormat format, int target_width, int target_height,
    enum AVPixelFormat target_format, PlayheadScalerQuality quality) {
  return (PlayheadScaler *)sws_getCachedContext(
      (struct SwsContext *)scaler, width, height, format, target_width, target_height, target_format, quality, NULL,
      NULL, NULL);
}

static inline void playhead_scaler_free(PlayheadScaler *scaler) { sws_freeContext((struct SwsContext *)scaler); }

// The luma and chroma matrices (`playhead_matrix_…`) and ranges on both sides.
static inline int playhead_scaler_set_colors(
    PlayheadScaler *scaler, int matrix, int is_full_range, int target_matrix, int target_is_full_range) {
  return sws_setColorspaceDetails(
      (struct SwsContext *)scaler, sws_getCoefficients(matrix), is_full_range, sws_getCoefficients(target_matrix),
      target_is_full_range, 0, 1 << 16, 1 << 16);
}

// Scales a whole frame of `height` rows. Returns a negative FFmpeg error code on failure.
static inline int playhead_scaler_scale(
    PlayheadScaler *scaler, const uint8_t *const *planes, const int *bytes_per_row, int height,
    uint8_t *const *target_planes, const int *target_bytes_per_row) {
  return sws_scale((struct SwsContext *)scaler, planes, bytes_per_row, 0, height, target_planes, target_bytes_per_row);
}

// Makes a decoder allocate its frames with `get_buffer`, which may be called on any thread.
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

static inline int playhead_refuse_open(
    AVFormatContext *format, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
  (void)format, (void)url, (void)flags, (void)options;
  *io = NULL;
  return AVERROR(EPERM);
}

// Prevents a demuxer from opening anything besides its bytes, and aborts it when `is_interrupted` returns true.
static inline void playhead_confine(AVFormatContext *format, int (*is_interrupted)(void *), void *opaque) {
  format->io_open = playhead_refuse_open;
  format->interrupt_callback.callback = is_interrupted;
  format->interrupt_callback.opaque = opaque;
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

static inline int playhead_frame_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

// Flags a frame as interlaced. The frame must not be shared.
static inline void playhead_frame_set_interlaced(AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  frame->flags |= AV_FRAME_FLAG_INTERLACED;
#else
  frame->interlaced_frame = 1;
#endif
}

// Removes that flag. The frame must not be shared.
static inline void playhead_frame_set_progressive(AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  frame->flags &= ~AV_FRAME_FLAG_INTERLACED;
#else
  frame->interlaced_frame = 0;
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

// Sets the display matrix of a stream that is written. Returns a negative FFmpeg error code without memory.
static inline int playhead_set_display_matrix(AVStream *stream, const int32_t *matrix) {
  const size_t size = 9 * sizeof(int32_t);
#if LIBAVCODEC_VERSION_MAJOR >= 61
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX, size, 0);
  uint8_t *bytes = data ? data->data : NULL;
#else
  uint8_t *bytes = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size);
#endif
  if (!bytes) return AVERROR(ENOMEM);
  memcpy(bytes, matrix, size);
  return 0;
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

// The end of a field of a structure, which may be longer or shorter in the library than in the header.
#define PLAYHEAD_END(type, field) (offsetof(type, field) + sizeof(((type *)NULL)->field))

static inline const AVDOVIDecoderConfigurationRecord *playhead_dolby_vision_configuration(const AVStream *stream) {
  return (const AVDOVIDecoderConfigurationRecord *)playhead_side_data(
      stream, AV_PKT_DATA_DOVI_CONF, PLAYHEAD_END(AVDOVIDecoderConfigurationRecord, dv_bl_signal_compatibility_id));
}

// The largest component of a frame's scene in light, relative to 10 000 cd/m², by HDR10+ (SMPTE ST 2094-40); 0 without
// such metadata.
static inline double playhead_scene_maximum(const AVFrame *frame) {
  const AVFrameSideData *found = av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS);
  if (!found || found->size < PLAYHEAD_END(AVDynamicHDRPlus, params)) return 0;
  const AVDynamicHDRPlus *metadata = (const AVDynamicHDRPlus *)found->data;
  double maximum = 0;
  // The first window is the whole picture.
  for (int index = 0; index < 3; index++) {
    const AVRational value = metadata->params[0].maxscl[index];
    if (value.num > 0 && value.den > 0 && av_q2d(value) > maximum) maximum = av_q2d(value);
  }
  return maximum;
}

// The parts of a frame's Dolby Vision metadata. They belong to the frame, and are NULL if it has none.
typedef struct {
  const AVDOVIRpuDataHeader *header;
  const AVDOVIDataMapping *mapping;
  const AVDOVIColorMetadata *color;
} PlayheadDolbyVision;

static inline PlayheadDolbyVision playhead_dolby_vision(const AVFrame *frame) {
  PlayheadDolbyVision parts = {NULL, NULL, NULL};
  const AVFrameSideData *found = av_frame_get_side_data(frame, AV_FRAME_DATA_DOVI_METADATA);
  if (!found || found->size < sizeof(AVDOVIMetadata)) return parts;
  const AVDOVIMetadata *data = (const AVDOVIMetadata *)found->data;
  const size_t offsets[] = {data->header_offset, data->mapping_offset, data->color_offset};
  const size_t ends[] = {
      PLAYHEAD_END(AVDOVIRpuDataHeader, disable_residual_flag), PLAYHEAD_END(AVDOVIDataMapping, curves),
      PLAYHEAD_END(AVDOVIColorMetadata, source_max_pq)};
  for (int index = 0; index < 3; index++) {
    if (offsets[index] > found->size || ends[index] > found->size - offsets[index]) return parts;
  }
  parts.header = av_dovi_get_header(data);
  parts.mapping = av_dovi_get_mapping(data);
  parts.color = av_dovi_get_color(data);
  return parts;
}

// The brightest light of a frame's scene by Dolby Vision (level 1) as PQ value of 12 bits; 0 without such metadata,
// and with libraries before FFmpeg 7.1, which do not read it.
static inline int playhead_dolby_vision_scene_maximum(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(59, 39, 100)
  const AVFrameSideData *found = av_frame_get_side_data(frame, AV_FRAME_DATA_DOVI_METADATA);
  if (!found || found->size < sizeof(AVDOVIMetadata)) return 0;
  const AVDOVIMetadata *data = (const AVDOVIMetadata *)found->data;
  const size_t size = data->ext_block_size;
  const int count = data->num_ext_blocks;
  if (count < 0 || count > AV_DOVI_MAX_EXT_BLOCKS || size < PLAYHEAD_END(AVDOVIDmData, l1) ||
      data->ext_block_offset > found->size || size > (found->size - data->ext_block_offset) / (count > 0 ? count : 1))
    return 0;
  for (int index = 0; index < count; index++) {
    const AVDOVIDmData *block = av_dovi_get_ext(data, index);
    if (block->level == 1) return block->l1.max_pq;
  }
#endif
  return 0;
}

// The elements of arrays in the metadata, which Swift imports as tuples. Indices must be below the arrays' sizes.
static inline int playhead_dolby_vision_pivots(const AVDOVIDataMapping *mapping, int component) {
  return mapping->curves[component].num_pivots;
}

static inline int playhead_dolby_vision_pivot(const AVDOVIDataMapping *mapping, int component, int index) {
  return mapping->curves[component].pivots[index];
}

static inline int playhead_dolby_vision_is_polynomial(const AVDOVIDataMapping *mapping, int component, int piece) {
  return mapping->curves[component].mapping_idc[piece] == AV_DOVI_MAPPING_POLYNOMIAL;
}

static inline int playhead_dolby_vision_order(const AVDOVIDataMapping *mapping, int component, int piece) {
  const AVDOVIReshapingCurve *curve = &mapping->curves[component];
  return curve->mapping_idc[piece] == AV_DOVI_MAPPING_POLYNOMIAL ? curve->poly_order[piece] : curve->mmr_order[piece];
}

// A factor of a polynomial of one component: 0 to 2.
static inline int64_t playhead_dolby_vision_factor(const AVDOVIDataMapping *mapping, int component, int piece, int index) {
  return mapping->curves[component].poly_coef[piece][index];
}

static inline int64_t playhead_dolby_vision_constant(const AVDOVIDataMapping *mapping, int component, int piece) {
  return mapping->curves[component].mmr_constant[piece];
}

// A factor of a polynomial of all components: 0 to 20.
static inline int64_t playhead_dolby_vision_regression(
    const AVDOVIDataMapping *mapping, int component, int piece, int index) {
  return mapping->curves[component].mmr_coef[piece][index / 7][index % 7];
}

// The matrix of colours (0 to 8), its offsets (9 to 11) and the matrix of light (12 to 20).
static inline double playhead_dolby_vision_number(const AVDOVIColorMetadata *color, int index) {
  if (index < 9) return av_q2d(color->ycc_to_rgb_matrix[index]);
  return av_q2d(index < 12 ? color->ycc_to_rgb_offset[index - 9] : color->rgb_to_lms_matrix[index - 12]);
}

// The decoder that uses a device of a type, and the format of its frames in the device; NULL if there is none. Decoders
// that drivers implement as a whole are left out: they reorder frames themselves.
static inline const AVCodec *playhead_device_decoder(
    enum AVCodecID id, enum AVHWDeviceType type, enum AVPixelFormat *format) {
  void *state = NULL;
  const AVCodec *codec;
  if (type == AV_HWDEVICE_TYPE_NONE) return NULL;
  while ((codec = av_codec_iterate(&state))) {
    const AVCodecHWConfig *config;
    if (codec->id != id || !av_codec_is_decoder(codec)) continue;
    if (codec->capabilities & (AV_CODEC_CAP_HARDWARE | AV_CODEC_CAP_HYBRID)) continue;
    for (int index = 0; (config = avcodec_get_hw_config(codec, index)); index++) {
      if (config->device_type != type || !(config->methods & AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX)) continue;
      *format = config->pix_fmt;
      return codec;
    }
  }
  return NULL;
}

// The decoder of a codec whose name ends in `suffix`, or NULL.
static inline const AVCodec *playhead_named_decoder(enum AVCodecID id, const char *suffix) {
  void *state = NULL;
  const AVCodec *codec;
  while ((codec = av_codec_iterate(&state))) {
    const size_t length = strlen(codec->name), end = strlen(suffix);
    if (codec->id != id || !av_codec_is_decoder(codec) || length < end) continue;
    if (strcmp(codec->name + length - end, suffix) == 0) return codec;
  }
  return NULL;
}

// Sets the format and the size of the buffer for a copy of a frame in a device. Returns a negative FFmpeg error code on
// failure.
static inline int playhead_prepare_copy(AVFrame *copy, const AVFrame *frame) {
  const AVHWFramesContext *frames = (const AVHWFramesContext *)frame->hw_frames_ctx->data;
  enum AVPixelFormat *formats = NULL;
  const int code =
      av_hwframe_transfer_get_formats(frame->hw_frames_ctx, AV_HWFRAME_TRANSFER_DIRECTION_FROM, &formats, 0);
  if (code < 0) return code;
  copy->format = formats[0];
  for (int index = 0; formats[index] != AV_PIX_FMT_NONE; index++) {
    if (formats[index] == frames->sw_format) copy->format = frames->sw_format;
  }
  av_free(formats);
  copy->width = frames->width;
  copy->height = frames->height;
  return 0;
}

// The format of the samples of a frame: for a frame in a device, that of its image.
static inline enum AVPixelFormat playhead_sample_format(const AVFrame *frame) {
  if (frame->hw_frames_ctx) return ((const AVHWFramesContext *)frame->hw_frames_ctx->data)->sw_format;
  return (enum AVPixelFormat)frame->format;
}

// A plane of an image in memory that devices share.
typedef struct {
  int descriptor;     // of the memory
  ptrdiff_t offset;   // of the first row
  ptrdiff_t pitch;    // the distance of rows in bytes
  uint64_t modifier;  // the layout in memory
  size_t size;        // of the memory; 0 if unknown
} PlayheadImagePlane;

// The planes of a frame in the form of the Direct Rendering Manager; 0 if the description is invalid, or has more than
// `limit` planes.
static inline int playhead_image_planes(const AVFrame *frame, PlayheadImagePlane *planes, int limit) {
  const AVDRMFrameDescriptor *image = (const AVDRMFrameDescriptor *)frame->data[0];
  int count = 0;
  if (frame->format != AV_PIX_FMT_DRM_PRIME || image == NULL) return 0;
  if (image->nb_layers < 0 || image->nb_layers > AV_DRM_MAX_PLANES || image->nb_objects > AV_DRM_MAX_PLANES) return 0;
  for (int layer = 0; layer < image->nb_layers; layer++) {
    const AVDRMLayerDescriptor *part = &image->layers[layer];
    if (part->nb_planes < 0 || part->nb_planes > AV_DRM_MAX_PLANES) return 0;
    for (int index = 0; index < part->nb_planes; index++) {
      const AVDRMPlaneDescriptor *plane = &part->planes[index];
      if (count == limit || plane->object_index < 0 || plane->object_index >= image->nb_objects) return 0;
      const AVDRMObjectDescriptor *object = &image->objects[plane->object_index];
      planes[count++] = (PlayheadImagePlane){
          object->fd, plane->offset, plane->pitch, object->format_modifier, object->size};
    }
  }
  return count;
}

#endif
