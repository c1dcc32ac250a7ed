#!/usr/bin/env python3
"""A video in a window of a Python program: player.py video.mp4"""
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("PlayheadGtk", "1.0")
from gi.repository import Gio, Gtk, PlayheadGtk


def activate(app):
    player = PlayheadGtk.Player()
    player.set_file(Gio.File.new_for_commandline_arg(sys.argv[1]))
    window = Gtk.ApplicationWindow(application=app, default_width=960, default_height=540)
    window.set_child(PlayheadGtk.Video(player=player))
    player.connect("notify::duration", lambda player, _: print(f"{player.props.duration / 1e6:.1f} s"))
    player.connect("ended", lambda player: (print("the end"), window.close()))
    player.connect("error", lambda player, error: (print(error.message), window.close()))
    player.play()
    window.present()


app = Gtk.Application(application_id="org.playhead.EmbedInPython", flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect("activate", activate)
app.run()
