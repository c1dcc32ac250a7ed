// What Swift's importer cannot see of FFmpeg: macros and functions with a variable number of arguments.
#ifndef CPLAYHEAD_FFMPEG_SHIM_H
#define CPLAYHEAD_FFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
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

static const int64_t playhead_no_timestamp = AV_NOPTS_VALUE;
static const int playhead_error_eof = AVERROR_EOF;
static const int playhead_error_exit = AVERROR_EXIT;
static const int playhead_error_invalid_data = AVERROR_INVALIDDATA;
static const int playhead_error_again = AVERROR(EAGAIN);
static const int playhead_error_out_of_memory = AVERROR(ENOMEM);

static inline int playhead_error_from_errno(int code) { return AVERROR(code); }

#endif
