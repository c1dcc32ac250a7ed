/// A video codec: a four-character code.
public typealias CMVideoCodecType = FourCharCode

/// QuickTime Animation (`rle `).
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726C_6520

/// Cinepak (`cvid`).
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x6376_6964

/// JPEG images (`jpeg`).
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6A70_6567

/// JPEG images as in OpenDML (`dmb1`).
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646D_6231

/// Sorenson Video (`SVQ1`).
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x5356_5131

/// Sorenson Video 3 (`SVQ3`).
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x5356_5133

/// ITU-T H.263 (`h263`).
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x6832_3633

/// ITU-T H.264, AVC (`avc1`).
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331

/// ITU-T H.265, HEVC (`hvc1`).
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331

/// HEVC with an alpha layer (`muxa`).
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6D75_7861

/// MPEG-4 part 2 (`mp4v`).
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6D70_3476

/// MPEG-2, ITU-T H.262 (`mp2v`).
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6D70_3276

/// MPEG-1 (`mp1v`).
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6D70_3176

/// DV, 525 lines (`dvc `).
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x6476_6320

/// DV, 625 lines (`dvcp`).
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x6476_6370

/// ProRes 4444 XQ (`ap4x`).
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x6170_3478

/// ProRes 4444 (`ap4h`).
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x6170_3468

/// ProRes 422 HQ (`apch`).
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x6170_6368

/// ProRes 422 (`apcn`).
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170_636E

/// ProRes 422 LT (`apcs`).
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x6170_6373

/// ProRes 422 Proxy (`apco`).
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170_636F

/// VP9 (`vp09`).
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x7670_3039

/// AV1 (`av01`).
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031
