/// The part of MPRIS 2.2 that is implemented, as D-Bus introspection XML.
enum BusInterface {
  /// The object path of every MPRIS player.
  static let path = "/org/mpris/MediaPlayer2"
  /// The interface of the program.
  static let root = "org.mpris.MediaPlayer2"
  /// The interface of the player.
  static let player = "org.mpris.MediaPlayer2.Player"

  /// The introspection XML of both interfaces, with which GDBus checks the types of calls.
  static let description = """
    <node>
      <interface name="org.mpris.MediaPlayer2">
        <method name="Raise"/>
        <method name="Quit"/>
        <property name="CanQuit" type="b" access="read"/>
        <property name="CanRaise" type="b" access="read"/>
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
    </node>
    """

  /// The properties of the root interface.
  static func rootProperties(of program: DesktopProgram) -> [String: BusValue] {
    var values: [String: BusValue] = [
      "CanQuit": .flag(program.quit != nil), "CanRaise": .flag(program.raise != nil), "HasTrackList": .flag(false),
      "Identity": .text(program.name),
      "SupportedUriSchemes": .texts(program.open == nil ? [] : ["file", "http", "https"]),
      "SupportedMimeTypes": .texts(program.mimeTypes),
    ]
    values["DesktopEntry"] = .text(program.desktopEntry ?? "")
    return values
  }
}
