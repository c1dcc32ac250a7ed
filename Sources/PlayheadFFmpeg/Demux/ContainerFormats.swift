/// The containers that libavformat may read from a kind of source, by libavformat's names.
///
/// No listed container opens other resources. Session descriptions (SDP, RTSP, RTP), playlists (concat, DASH, HTTP Live
/// Streaming inside another response, IMF), devices, filter graphs and containers in several files (VobSub, image
/// sequences) are never listed, whichever libavformat build is installed.
package enum ContainerFormats: Sendable, CaseIterable {
  /// A local file that the user opened.
  case local
  /// A URL, or the data of an application's resource loader delegate: the containers of the web and of broadcasts.
  case remote
  /// A media segment: RFC 8216 §3 and further containers that packagers use.
  case segment

  /// The names separated by commas, as libavformat's options expect them.
  package var list: String { names.sorted().joined(separator: ",") }

  /// Whether a container with this name may be read. libavformat gives some containers several names, separated by
  /// commas.
  package func allows(_ name: String) -> Bool { name.split(separator: ",").contains { names.contains(String($0)) } }

  /// A file name for probing containers that have no signature and are detected only by their extension. Only for local
  /// files.
  func hint(_ fileExtension: String?) -> String {
    guard self == .local, let known = fileExtension?.lowercased(), Self.signaturelessExtensions.contains(known) else {
      return ""
    }
    return "." + known
  }

  /// File name extensions of raw codecs without a signature. PCM uses FFmpeg's extensions and default rates.
  private static let signaturelessExtensions = words(
    "302 722 al aptx aptxhd daud dfpwm g722 g728 g729 gsm msbc rso sb sbc sln sw ub ul uw")

  /// libavformat's short names of the permitted demuxers.
  var names: Set<String> {
    switch self {
    case .local: Self.segments.union(Self.web).union(Self.rare)
    case .remote: Self.segments.union(Self.web)
    case .segment: Self.segments
    }
  }

  /// Containers of media segments.
  private static let segments = words(
    """
    aac ac3 ac4 ass eac3 flac loas matroska webm mov mp4 m4a 3gp 3g2 mj2 mp3 mpeg mpegts mpegtsraw mpegvideo ogg srt
    truehd ttml wav webvtt
    """)

  /// Containers of the web and of broadcasts, including elementary streams.
  private static let web = words(
    """
    aiff amr amrnb amrwb ape apng asf asf_o au av1 avi obu caf dirac dnxhd dsf dts dtshd dv dvbsub evc flv gif gxf
    h261 h263 h264 hevc iff ivf jpeg_pipe jpegxl_anim jpegxl_pipe live_flv m4v mjpeg mlp mmf mpc mpc8 mxf nsv nut oma
    png_pipe qoa rm sbc scc sup tak tta vc1 vc1test voc vvc w64 webp_anim webp_pipe wtv wv
    """)

  /// Containers of games, instruments, cameras and legacy programs.
  private static let rare = words(
    """
    3dostr 4xm aa aax ace adf adp ads adx aea afc aix alaw alp anm apac apc apm aptx aptx_hd aqtitle argo_asf argo_brp
    argo_cvg ast avr avs avs2 avs3 bethsoftvid bfi bfstm bin bink binka bit bitpacked bmp_pipe bmv boa bonk brstm c93
    cavsvideo cdg cdxl cine codec2 codec2raw cri_pipe daud dcstr dds_pipe derf dfa dfpwm dhav dpx_pipe dsicin dss
    dvbtxt dxa ea ea_cdata epaf exr_pipe film_cpk filmstrip fits frm fsb fwse g722 g723_1 g726 g726le g728 g729 gdv
    gem_pipe genh gif_pipe gsm hca hcom hdr_pipe hnm hxvs iamf ico idcin idf ifv ilbc ingenient ipmovie ipu ircam iss
    iv8 ivr j2k_pipe jacosub jpegls_pipe jv kux kvag laf libgme libopenmpt libmodplug lmlm4 lrc luodat lvf lxf mca mcc
    mgsts microdvd mjpeg_2000 mm mods moflex mpjpeg mpl2 mpsub msf msnwctcp msp mtaf mtv mulaw musx mv mvi mxg nc
    nistsphere nsp nuv osq paf pam_pipe pbm_pipe pcx_pipe pdv pfm_pipe pgm_pipe pgmyuv_pipe pgx_pipe phm_pipe
    photocd_pipe pictor_pipe pjs pmp pp_bnk ppm_pipe psd_pipe psxstr pva pvf qcp qdraw_pipe qoi_pipe r3d rcwt realtext
    redspark rka rl2 roq rpl rsd rso s16le s337m s8 sami sbg sdns sdr2 sds sdx ser sga sgi_pipe shn siff simbiosis_imx sln
    smjpeg smk smush sol sox spdif stl subviewer subviewer1 sunrast_pipe svag svg_pipe svs swf thp tiertexseq
    tiff_pipe tmv tty txd ty u16le u8 usm v210 v210x vag vbn_pipe vidc vividas vivo vmd vpk vplayer vqf wady wavarc wc3movie
    wsaud wsd wsvqa wve xa xbin xbm_pipe xmd xmv xpm_pipe xvag xwd_pipe xwma yop yuv4mpegpipe
    """)

  /// Splits text at white space.
  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
