// The part of libchafa's binary interface that the terminal player uses, as function types: the library is loaded when
// the first frame is drawn in a terminal, and neither it nor its headers (which would require GLib's) are needed to
// build. Signatures and numbers are those of chafa.h 1.4 to 1.16; libchafa.so.0 has retained them since 1.0 and only
// adds.
#ifndef CPLAYHEAD_CHAFA_SHIM_H
#define CPLAYHEAD_CHAFA_SHIM_H

#include <stddef.h>
#include <stdint.h>

typedef struct ChafaCanvas ChafaCanvas;
typedef struct ChafaCanvasConfig ChafaCanvasConfig;
typedef struct ChafaSymbolMap ChafaSymbolMap;
typedef struct ChafaTermDb ChafaTermDb;
typedef struct ChafaTermInfo ChafaTermInfo;

// GLib's GString.
typedef struct {
  char *str;
  size_t len;
  size_t allocated_len;
} PlayheadGString;

// ChafaCanvasMode
enum {
  PLAYHEAD_CHAFA_CANVAS_TRUECOLOR = 0,
  PLAYHEAD_CHAFA_CANVAS_INDEXED_240 = 2,
  PLAYHEAD_CHAFA_CANVAS_INDEXED_16 = 3,
  PLAYHEAD_CHAFA_CANVAS_FGBG_BGFG = 4,
  PLAYHEAD_CHAFA_CANVAS_FGBG = 5,
};

// ChafaPixelMode
enum {
  PLAYHEAD_CHAFA_PIXELS_SYMBOLS = 0,
  PLAYHEAD_CHAFA_PIXELS_SIXELS = 1,
  PLAYHEAD_CHAFA_PIXELS_KITTY = 2,
  PLAYHEAD_CHAFA_PIXELS_ITERM2 = 3,
};

// ChafaPixelType
enum { PLAYHEAD_CHAFA_PIXEL_RGBA8_UNASSOCIATED = 4 };

// ChafaSymbolTags
enum {
  PLAYHEAD_CHAFA_SYMBOLS_SPACE = 1 << 0,
  PLAYHEAD_CHAFA_SYMBOLS_SOLID = 1 << 1,
  PLAYHEAD_CHAFA_SYMBOLS_QUAD = 1 << 7,
  PLAYHEAD_CHAFA_SYMBOLS_HALF = (1 << 8) | (1 << 9),
  PLAYHEAD_CHAFA_SYMBOLS_ASCII = 1 << 14,
};

// ChafaTermSeq
enum {
  PLAYHEAD_CHAFA_SEQ_INVERT_COLORS = 4,
  PLAYHEAD_CHAFA_SEQ_SET_COLOR_FGBG_DIRECT = 33,
  PLAYHEAD_CHAFA_SEQ_SET_COLOR_FGBG_256 = 36,
  PLAYHEAD_CHAFA_SEQ_SET_COLOR_FGBG_16 = 39,
  PLAYHEAD_CHAFA_SEQ_BEGIN_SIXELS = 40,
  PLAYHEAD_CHAFA_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1 = 43,
  PLAYHEAD_CHAFA_SEQ_BEGIN_ITERM2_IMAGE = 47,
};

// ChafaOptimizations: skipped cells would retain the previous frame.
enum { PLAYHEAD_CHAFA_REUSE_ATTRIBUTES = 1 << 0, PLAYHEAD_CHAFA_REPEAT_CELLS = 1 << 2 };

typedef ChafaCanvasConfig *(*PlayheadChafaConfigNew)(void);
typedef void (*PlayheadChafaConfigUnref)(ChafaCanvasConfig *);
typedef void (*PlayheadChafaConfigSetPair)(ChafaCanvasConfig *, int, int);
typedef void (*PlayheadChafaConfigSetNumber)(ChafaCanvasConfig *, int);
typedef void (*PlayheadChafaConfigSetFraction)(ChafaCanvasConfig *, float);
typedef void (*PlayheadChafaConfigSetSymbols)(ChafaCanvasConfig *, const ChafaSymbolMap *);
typedef ChafaSymbolMap *(*PlayheadChafaSymbolsNew)(void);
typedef void (*PlayheadChafaSymbolsUnref)(ChafaSymbolMap *);
typedef void (*PlayheadChafaSymbolsAdd)(ChafaSymbolMap *, int);
typedef ChafaCanvas *(*PlayheadChafaCanvasNew)(const ChafaCanvasConfig *);
typedef void (*PlayheadChafaCanvasUnref)(ChafaCanvas *);
typedef void (*PlayheadChafaCanvasDraw)(ChafaCanvas *, int, const uint8_t *, int, int, int);
typedef PlayheadGString *(*PlayheadChafaCanvasPrint)(ChafaCanvas *, ChafaTermInfo *);
typedef ChafaTermDb *(*PlayheadChafaDatabase)(void);
typedef ChafaTermInfo *(*PlayheadChafaDetect)(ChafaTermDb *, char **);
typedef ChafaTermInfo *(*PlayheadChafaFallback)(ChafaTermDb *);
typedef ChafaTermInfo *(*PlayheadChafaInfoCopy)(const ChafaTermInfo *);
typedef void (*PlayheadChafaInfoUnref)(ChafaTermInfo *);
typedef const char *(*PlayheadChafaInfoGet)(ChafaTermInfo *, int);
typedef int (*PlayheadChafaInfoSet)(ChafaTermInfo *, int, const char *, void *);
typedef void (*PlayheadChafaInfoSupplement)(ChafaTermInfo *, ChafaTermInfo *);
typedef char *(*PlayheadGStringFree)(PlayheadGString *, int);

#endif
