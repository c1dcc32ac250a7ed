/// The part of MPRIS 2.2 that is implemented, as D-Bus introspection XML.
enum BusInterface {
  /// The object path of every MPRIS player.
  static let path = "/org/mpris/MediaPlayer2"
  /// The interface of the program.
  static let root = "org.mpris.MediaPlayer2"
  /// The interface of the player.
  static let player = "org.mpris.MediaPlayer2.Player"

  /// The interface for what MPRIS has no place for: feedback, ratings, languages and fast playback.
  static let details = "org.playhead.MediaPlayer"

  /// The introspection XML of the interfaces, with which GDBus checks the types of calls.
  static let description = """
    <node>
      <interface name="org.mpris.MediaPlayer2">
        <method name="Raise"/>
        <method name="Quit"/>
        <property name="CanQuit" type="b" access="read"/>
        <property name="CanRaise" type="b" access="read"/>
        <property name="Fullscreen" type="b" access="readwrite"/>
        <property name="CanSetFullscreen" type="b" access="read"/>
        <property name="HasTrackList" type="b" access="read"/>
        <property name="Identity" type="s" access="read"/>
        <property name="DesktopEntry" type="s" access="read"/>
        <property name="SupportedUriSchemes" type="as" access="read"/>
        <property name="SupportedMimeTypes" type="as" access="read"/>
      </interface>
      <interface name="org.mpris.MediaPlayer2.Player">
        <method name="Next"/>
        <method name="Previous"/>
        <method name="Pause"/>
        <method name="PlayPause"/>
        <method name="Stop"/>
        <method name="Play"/>
        <method name="Seek"><arg direction="in" name="Offset" type="x"/></method>
        <method name="SetPosition">
          <arg direction="in" name="TrackId" type="o"/><arg direction="in" name="Position" type="x"/>
        </method>
        <method name="OpenUri"><arg direction="in" name="Uri" type="s"/></method>
        <signal name="Seeked"><arg name="Position" type="x"/></signal>
        <property name="PlaybackStatus" type="s" access="read"/>
        <property name="LoopStatus" type="s" access="readwrite"/>
        <property name="Rate" type="d" access="readwrite"/>
        <property name="Shuffle" type="b" access="readwrite"/>
        <property name="Metadata" type="a{sv}" access="read"/>
        <property name="Volume" type="d" access="readwrite"/>
        <property name="Position" type="x" access="read"/>
        <property name="MinimumRate" type="d" access="read"/>
        <property name="MaximumRate" type="d" access="read"/>
        <property name="CanGoNext" type="b" access="read"/>
        <property name="CanGoPrevious" type="b" access="read"/>
        <property name="CanPlay" type="b" access="read"/>
        <property name="CanPause" type="b" access="read"/>
        <property name="CanSeek" type="b" access="read"/>
        <property name="CanControl" type="b" access="read"/>
      </interface>
      <interface name="org.playhead.MediaPlayer">
        <method name="SendFeedback">
          <arg direction="in" name="Command" type="s"/><arg direction="in" name="IsNegative" type="b"/>
        </method>
        <method name="Rate"><arg direction="in" name="Rating" type="d"/></method>
        <method name="BeginSeeking"><arg direction="in" name="IsForward" type="b"/></method>
        <method name="EndSeeking"><arg direction="in" name="IsForward" type="b"/></method>
        <method name="EnableLanguageOption">
          <arg direction="in" name="Identifier" type="s"/><arg direction="in" name="IsPermanent" type="b"/>
        </method>
        <method name="DisableLanguageOption">
          <arg direction="in" name="Identifier" type="s"/><arg direction="in" name="IsPermanent" type="b"/>
        </method>
        <property name="Information" type="a{sv}" access="read"/>
        <property name="LanguageOptions" type="a{sv}" access="read"/>
        <property name="CurrentLanguageOptions" type="as" access="read"/>
        <property name="Feedback" type="a{sv}" access="read"/>
        <property name="CanRate" type="b" access="read"/>
        <property name="MinimumRating" type="d" access="read"/>
        <property name="MaximumRating" type="d" access="read"/>
        <property name="CanSeekForward" type="b" access="read"/>
        <property name="CanSeekBackward" type="b" access="read"/>
        <property name="CanEnableLanguageOption" type="b" access="read"/>
        <property name="CanDisableLanguageOption" type="b" access="read"/>
      </interface>
    </node>
    """

  /// The properties of the root interface.
  static func rootProperties(of program: DesktopProgram) -> [String: BusValue] {
    var values: [String: BusValue] = [
      "CanQuit": .flag(program.quit != nil), "CanRaise": .flag(program.raise != nil), "HasTrackList": .flag(false),
      "Fullscreen": .flag(program.isFullScreen), "CanSetFullscreen": .flag(program.setFullScreen != nil),
      "Identity": .text(program.name),
      "SupportedUriSchemes": .texts(program.open == nil ? [] : ["file", "http", "https"]),
      "SupportedMimeTypes": .texts(program.mimeTypes),
    ]
    values["DesktopEntry"] = .text(program.desktopEntry ?? "")
    return values
  }
}
