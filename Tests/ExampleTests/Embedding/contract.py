"""The contract of PlayheadGtk, checked from Python: contract.py FIXTURES. Media time is that of the manual clock."""
import gc
import os
import sys
import unittest
import weakref

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("PlayheadGtk", "1.0")
from gi.repository import Gio, GLib, Gtk, PlayheadGtk

FIXTURES = os.path.realpath(sys.argv.pop(1))
# Ten seconds, 30 frames a second, B-frames, 320 × 180 (Scripts/fixtures.d).
VIDEO = os.path.join(FIXTURES, "h264-bframes.mp4")
AUDIO = os.path.join(FIXTURES, "gapless-a.m4a")
AUDIO_AFTER = os.path.join(FIXTURES, "gapless-b.m4a")
DAMAGED = os.path.join(FIXTURES, "text.mp4")
# Two audio tracks and two subtitle tracks.
TRACKS = os.path.join(FIXTURES, "demo.mp4")
AUDIO_LANGUAGES = ["en", "de"]
SIZE = (320, 180)
RATE = 30
# The time of the second frame in microseconds, rounded up.
FRAME = -(-1_000_000 // RATE)


def file(path):
    return Gio.File.new_for_path(path)


def run_until(condition, message="the condition"):
    """Runs the main loop until a condition holds; fails after two minutes of real time."""
    context = GLib.MainContext.default()
    expired = []
    source = GLib.timeout_add_seconds(120, lambda: expired.append(True) or False)
    while not condition() and not expired:
        context.iteration(True)
    if not expired:
        GLib.source_remove(source)
    assert not expired, f"{message} did not hold within two minutes"


def run_pending():
    while GLib.MainContext.default().iteration(False):
        pass


class Recorder:
    """Records the properties and signals of a player in order."""

    def __init__(self, player, *names):
        self.events = []
        for name in names:
            player.connect(f"notify::{name}", self.note, name)
        player.connect("ended", lambda _: self.events.append("ended"))
        player.connect("error", lambda _, error: self.events.append(("error", error.code)))

    def note(self, player, _, name):
        self.events.append((name, player.get_property(name)))


class PlayerTests(unittest.TestCase):
    def player(self, path=VIDEO):
        player = PlayheadGtk.Player()
        player.set_file(file(path))
        return player

    def ready(self, path=VIDEO):
        player = self.player(path)
        run_until(lambda: player.props.state == PlayheadGtk.State.PAUSED, "being ready")
        return player

    def test_new_player_is_empty(self):
        player = PlayheadGtk.Player()
        self.assertIsNone(player.props.uri)
        self.assertEqual(player.props.state, PlayheadGtk.State.EMPTY)
        self.assertEqual((player.props.position, player.props.duration), (0, -1))
        self.assertEqual((player.props.width, player.props.height), (0, 0))
        self.assertEqual((player.props.playing, player.props.rate, player.props.volume), (False, 1, 1))
        self.assertIsNone(player.get_error())
        self.assertEqual(player.get_tracks(PlayheadGtk.TrackKind.AUDIO).get_n_items(), 0)

    def test_item_is_described_when_it_is_ready(self):
        player = self.player()
        self.assertEqual(player.props.uri, GLib.filename_to_uri(VIDEO))
        self.assertEqual(player.props.state, PlayheadGtk.State.LOADING)
        run_until(lambda: player.props.state == PlayheadGtk.State.PAUSED)
        self.assertEqual(player.props.duration, 10_000_000)
        self.assertTrue(player.props.seekable)
        self.assertEqual((player.props.width, player.props.height), SIZE)

    def test_states_of_playback_are_notified_in_order(self):
        player = PlayheadGtk.Player()
        recorder = Recorder(player, "state", "playing")
        player.set_file(file(VIDEO))
        player.play()
        run_until(lambda: "ended" in recorder.events)
        state = PlayheadGtk.State
        states = [value for name, value in (e for e in recorder.events if e != "ended") if name == "state"]
        self.assertEqual([s for s in states if s not in (state.PAUSED, state.BUFFERING)],
                         [state.LOADING, state.PLAYING, state.ENDED])
        self.assertEqual([e for e in recorder.events if e[0] == "playing"], [("playing", True), ("playing", False)])
        self.assertEqual(recorder.events[-1], "ended")
        self.assertEqual(player.props.position, 10_000_000)
        self.assertEqual(player.props.uri, GLib.filename_to_uri(VIDEO))

    def test_position_is_notified_each_tenth_of_a_second(self):
        player = self.ready()
        positions = []
        player.connect("notify::position", lambda p, _: positions.append(p.props.position))
        player.play()
        run_until(lambda: player.props.state == PlayheadGtk.State.ENDED)
        self.assertEqual({round(p / 100_000) for p in positions}, set(range(0, 101)))
        self.assertEqual(positions, sorted(positions))

    def test_ended_item_starts_again(self):
        player = self.ready()
        ends = []
        player.connect("ended", lambda _: ends.append(player.props.position))
        player.play()
        run_until(lambda: len(ends) == 1)
        player.play()
        self.assertNotEqual(player.props.state, PlayheadGtk.State.ENDED)
        run_until(lambda: len(ends) == 2)
        self.assertEqual(ends, [10_000_000, 10_000_000])

    def test_loop_repeats_without_an_end(self):
        player = self.ready()
        recorder = Recorder(player)
        player.props.loop = True
        player.seek(9_500_000)
        player.play()
        wraps = []
        last = [0]

        def note(p, _):
            if p.props.position < last[0] - 5_000_000:
                wraps.append(p.props.position)
            last[0] = p.props.position

        player.connect("notify::position", note)
        run_until(lambda: len(wraps) == 2)
        self.assertEqual(recorder.events, [])
        player.props.loop = False
        run_until(lambda: recorder.events == ["ended"])

    def test_rate_applies_to_playback(self):
        player = self.ready()
        player.props.rate = 4
        self.assertFalse(player.props.playing)
        player.play()
        run_until(lambda: player.props.state == PlayheadGtk.State.PLAYING)
        self.assertEqual(player.props.rate, 4)
        for invalid in (0, float("nan"), float("inf")):
            player.set_rate(invalid)
            self.assertEqual(player.props.rate, 4)
        player.set_rate(1000)
        self.assertEqual(player.props.rate, 16)

    def test_volume_is_clamped_and_notified(self):
        player = PlayheadGtk.Player()
        recorder = Recorder(player, "volume", "muted")
        player.set_volume(0.5)
        player.set_volume(0.5)
        player.set_volume(7)
        player.props.muted = True
        self.assertEqual(recorder.events, [("volume", 0.5), ("volume", 1.0), ("muted", True)])

    def test_step_moves_by_one_frame(self):
        player = self.ready()
        jumps = []
        player.connect("notify::position", lambda p, _: jumps.append(p.props.position))
        player.step(1)
        run_until(lambda: player.props.position > 0)
        # The second of 30 frames a second, rounded up.
        self.assertEqual(player.props.position, FRAME)
        player.step(-1)
        run_until(lambda: player.props.position == 0)

    # MARK: Seeks

    def seek(self, player, position, mode=PlayheadGtk.SeekMode.EXACT, cancellable=None):
        results = []

        def done(source, result):
            try:
                results.append(source.seek_finish(result))
            except GLib.Error as error:
                results.append((error.domain, error.code))

        player.seek_async(position, mode, cancellable, done)
        return results

    def test_seek_ends_at_its_position(self):
        player = self.ready()
        results = self.seek(player, 5_000_000)
        self.assertEqual(results, [])
        run_until(lambda: results)
        self.assertEqual((results, player.props.position), ([True], 5_000_000))

    def test_position_of_a_frame_seeks_to_the_same_frame(self):
        player = self.ready()
        player.step(1)
        run_until(lambda: player.props.position > 0)
        position = player.props.position
        results = self.seek(player, position)
        run_until(lambda: results)
        self.assertEqual(player.props.position, position)

    def test_later_seek_interrupts_an_earlier_one(self):
        player = self.ready()
        first = self.seek(player, 2_000_000)
        second = self.seek(player, 8_000_000)
        run_until(lambda: first and second)
        self.assertEqual(first, [("playhead-error-quark", PlayheadGtk.Error.INTERRUPTED)])
        self.assertEqual((second, player.props.position), ([True], 8_000_000))

    def test_cancelled_seek_reports_gio_error(self):
        player = self.ready()
        cancellable = Gio.Cancellable()
        results = self.seek(player, 2_000_000, cancellable=cancellable)
        cancellable.cancel()
        run_until(lambda: results)
        cancelled = [("g-io-error-quark", Gio.IOErrorEnum.CANCELLED)]
        self.assertEqual(results, cancelled)
        already = self.seek(player, 2_000_000, cancellable=cancellable)
        run_until(lambda: already)
        self.assertEqual(already, cancelled)

    def test_seek_without_item_fails(self):
        player = PlayheadGtk.Player()
        results = self.seek(player, 0)
        run_until(lambda: results)
        self.assertEqual(results, [("playhead-error-quark", PlayheadGtk.Error.NO_ITEM)])

    def test_seek_keeps_the_player_alive(self):
        player = self.ready()
        results = self.seek(player, 3_000_000)
        gone = weakref.ref(player)
        del player
        run_until(lambda: results)
        self.assertEqual(results, [True])
        gc.collect()
        self.assertIsNone(gone())

    def test_positions_outside_of_the_item_are_clamped(self):
        player = self.ready()
        results = self.seek(player, GLib.MAXINT64)
        run_until(lambda: results)
        self.assertEqual((results, player.props.position), ([True], 10_000_000))
        results = self.seek(player, GLib.MININT64)
        run_until(lambda: results)
        self.assertEqual((results, player.props.position), ([True], 0))

    # MARK: Queue

    def test_queue_plays_in_order(self):
        player = self.player(AUDIO)
        recorder = Recorder(player, "uri", "queue-length")
        player.enqueue_file(file(AUDIO_AFTER))
        player.enqueue_uri(GLib.filename_to_uri(VIDEO))
        self.assertEqual(player.props.queue_length, 2)
        player.play()
        run_until(lambda: "ended" in recorder.events)
        self.assertEqual(recorder.events, [
            ("queue-length", 1), ("queue-length", 2),
            ("uri", GLib.filename_to_uri(AUDIO_AFTER)), ("queue-length", 1),
            ("uri", GLib.filename_to_uri(VIDEO)), ("queue-length", 0), "ended"])

    def test_next_and_clear_queue(self):
        player = self.player(AUDIO)
        player.next()
        self.assertEqual(player.props.uri, GLib.filename_to_uri(AUDIO))
        for path in (VIDEO, AUDIO_AFTER):
            player.enqueue_file(file(path))
        player.next()
        self.assertEqual((player.props.uri, player.props.queue_length), (GLib.filename_to_uri(VIDEO), 1))
        player.clear_queue()
        self.assertEqual((player.props.uri, player.props.queue_length), (GLib.filename_to_uri(VIDEO), 0))
        player.set_uri(None)
        self.assertEqual((player.props.uri, player.props.state), (None, PlayheadGtk.State.EMPTY))

    # MARK: Errors

    def test_missing_file_is_an_error_in_the_domain(self):
        player = self.player("/nowhere/missing.mp4")
        recorder = Recorder(player, "state")
        run_until(lambda: len(recorder.events) >= 2)
        self.assertEqual(recorder.events, [("state", PlayheadGtk.State.FAILED), ("error", PlayheadGtk.Error.NOT_FOUND)])
        error = player.get_error()
        self.assertTrue(error.matches(PlayheadGtk.error_quark(), PlayheadGtk.Error.NOT_FOUND))
        self.assertIn("missing.mp4", error.message)
        player.set_file(file(VIDEO))
        self.assertIsNone(player.get_error())
        run_until(lambda: player.props.state == PlayheadGtk.State.PAUSED)

    def test_file_without_media_is_unsupported(self):
        player = self.player(DAMAGED)
        recorder = Recorder(player)
        run_until(lambda: recorder.events)
        self.assertEqual(recorder.events, [("error", PlayheadGtk.Error.UNSUPPORTED)])

    def test_string_that_is_no_uri_is_an_error(self):
        for text in ("film.mp4", "", "//", "\u00e4 b", "1:2", "http://[::1"):
            player = PlayheadGtk.Player()
            recorder = Recorder(player)
            player.set_uri(text)
            run_until(lambda: recorder.events, text)
            self.assertEqual(player.props.state, PlayheadGtk.State.FAILED, text)

    def test_broken_item_of_the_queue_is_skipped_and_reported(self):
        player = self.player(AUDIO)
        recorder = Recorder(player)
        player.enqueue_uri("file:///nowhere/missing.mp4")
        player.enqueue_file(file(AUDIO_AFTER))
        player.play()
        run_until(lambda: "ended" in recorder.events)
        self.assertEqual(recorder.events, [("error", PlayheadGtk.Error.NOT_FOUND), "ended"])
        self.assertEqual(player.props.uri, GLib.filename_to_uri(AUDIO_AFTER))

    # MARK: Tracks

    def test_tracks_are_listed_and_selected(self):
        player = self.ready(TRACKS)
        audio = player.get_tracks(PlayheadGtk.TrackKind.AUDIO)
        run_until(lambda: audio.get_n_items() > 0, "the tracks")
        self.assertEqual(player.props.audio_tracks, audio)
        self.assertEqual([t.props.language for t in audio], AUDIO_LANGUAGES)
        self.assertEqual({t.props.kind for t in audio}, {PlayheadGtk.TrackKind.AUDIO})
        self.assertTrue(all(t.get_name() for t in audio))
        selections = []
        player.connect("notify::audio-track", lambda p, _: selections.append(p.props.audio_track.props.language))
        player.props.audio_track = audio[1]
        run_until(lambda: selections)
        self.assertEqual(selections, [AUDIO_LANGUAGES[1]])
        self.assertEqual(player.get_selected_track(PlayheadGtk.TrackKind.AUDIO), audio[1])
        # A track of another item has no effect.
        foreign = self.ready(TRACKS)
        run_until(lambda: foreign.props.audio_tracks.get_n_items() > 0)
        player.set_audio_track(foreign.props.audio_tracks[0])
        self.assertEqual(player.props.audio_track, audio[1])

    def test_subtitle_file_is_added_and_selected(self):
        player = self.ready()
        path = os.path.join(GLib.get_tmp_dir(), f"contract-{os.getpid()}.de.srt")
        with open(path, "w", encoding="utf-8") as out:
            out.write("1\n00:00:00,000 --> 00:00:09,000\nWort\n")
        try:
            player.add_subtitles(file(path))
            run_until(lambda: player.props.subtitle_track, "the subtitle track")
        finally:
            os.remove(path)
        self.assertEqual(player.props.subtitle_track.props.language, "de")
        player.props.subtitle_track = None
        self.assertIsNone(player.props.subtitle_track)
        recorder = Recorder(player)
        player.add_subtitles(file("/nowhere/missing.srt"))
        run_until(lambda: recorder.events)
        self.assertEqual(recorder.events, [("error", PlayheadGtk.Error.NOT_FOUND)])
        self.assertEqual(player.props.state, PlayheadGtk.State.PAUSED)

    # MARK: Lifetime

    def test_last_reference_may_be_released_in_a_handler(self):
        for signal in ("ended", "error", "notify::state", "notify::position", "notify::uri"):
            holder = [PlayheadGtk.Player()]
            gone = weakref.ref(holder[0])
            released = []

            def release(*_):
                holder.clear()
                released.append(True)

            holder[0].connect(signal, release)
            if signal == "error":
                holder[0].set_uri("file:///nowhere/missing.mp4")
            else:
                holder[0].set_file(file(AUDIO))
            if holder:
                holder[0].play()
            run_until(lambda: released, signal)
            run_pending()
            gc.collect()
            self.assertIsNone(gone(), signal)

    def test_players_and_widgets_are_freed_with_their_threads(self):
        def cycle():
            player = self.ready()
            window = Gtk.Window(default_width=160, default_height=90)
            paintable = PlayheadGtk.Paintable(player=player)
            box = Gtk.Box()
            box.append(PlayheadGtk.Video(player=player))
            box.append(Gtk.Picture(paintable=paintable))
            window.set_child(box)
            window.present()
            player.play()
            run_until(lambda: player.props.position > 500_000)
            objects = [weakref.ref(o) for o in (player, paintable, box.get_first_child(), window)]
            window.destroy()
            del player, window, paintable, box
            gc.collect()
            run_until(lambda: not any(o() for o in objects), "the end of all objects")

        def resources():
            # The engine joins its threads on one of its own.
            run_pending()
            return len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd"))

        for _ in range(3):
            cycle()
        before = resources()
        for _ in range(20):
            cycle()
        run_until(lambda: all(a <= b + 2 for a, b in zip(resources(), before)), f"{before} threads and files")

    def test_disposed_player_answers(self):
        player = self.ready()
        results = self.seek(player, 1_000_000)
        player.run_dispose()
        player.play()
        player.seek(0)
        player.step(1)
        self.assertEqual((player.props.state, player.props.duration), (PlayheadGtk.State.EMPTY, -1))
        run_until(lambda: results)
        self.assertEqual(len(results), 1)


class DisplayTests(unittest.TestCase):
    def test_video_properties(self):
        player = PlayheadGtk.Player()
        video = PlayheadGtk.Video.new(player)
        changes = []
        for name in ("player", "show-controls", "content-fit", "media-keys"):
            video.connect(f"notify::{name}", lambda v, spec: changes.append((spec.name, v.get_property(spec.name))))
        self.assertEqual((video.props.player, video.props.show_controls, video.props.media_keys), (player, True, False))
        video.props.show_controls = False
        video.props.content_fit = Gtk.ContentFit.COVER
        video.props.player = None
        video.props.player = None
        self.assertEqual(changes, [("show-controls", False), ("content-fit", Gtk.ContentFit.COVER), ("player", None)])

    def test_paintable_follows_the_size_of_the_video(self):
        player = PlayheadGtk.Player()
        paintable = PlayheadGtk.Paintable.new(player)
        sizes, contents = [], []
        paintable.connect("invalidate-size", lambda p: sizes.append((p.get_intrinsic_width(), p.get_intrinsic_height())))
        paintable.connect("invalidate-contents", lambda _: contents.append(True))
        self.assertEqual((paintable.get_intrinsic_width(), paintable.get_intrinsic_height()), (0, 0))
        player.set_file(file(VIDEO))
        run_until(lambda: sizes)
        self.assertEqual((sizes, len(contents)), ([SIZE], 1))
        player.play()
        run_until(lambda: player.props.state == PlayheadGtk.State.ENDED)
        self.assertEqual(sizes, [SIZE])
        self.assertGreater(len(contents), 100)
        player.set_uri(None)
        run_until(lambda: paintable.get_intrinsic_width() == 0)
        self.assertEqual(sizes, [SIZE, (0, 0)])


if __name__ == "__main__":
    Gtk.init()
    unittest.main()
