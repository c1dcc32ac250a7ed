#!/usr/bin/env bash
# Runs Playhead as a candidate of the peer harness: adapter.sh VERB ARGUMENTS…
# Exit status 64: this verb is not supported. The harness sets the display, the sound server and the inputs.
#
# Without PLAYHEAD_BIN the release build of this repository is measured.
bin=${PLAYHEAD_BIN:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/.build/release}
verb=$1
shift

unsupported() {
  echo "adapter.sh: $*" >&2
  exit 64
}
run() {
  [[ -x $bin/$1 ]] || unsupported "$1 is not built"
  exec "$bin/$1" "${@:2}"
}

case $verb in
  probe) run playhead info "$1" ;;
  seek | open | decode) run playhead-bench "$verb" "$@" ;;
  first_null) run playhead-bench first "$1" ;;
  play_null) run playhead-bench play "$1" "$2" ;;
  thumbs)
    exact=()
    [[ $5 == exact ]] && exact=(--exact)
    run playhead thumbnails "$1" --count="$2" --width="$3" --out="$4" "${exact[@]}"
    ;;
  first_x11) run playhead-window --geometry=1920x1080+0+0 --no-audio "$1" ;;
  play_x11) run playhead-window --geometry=1920x1080+0+0 --length="$2" --exit-at-end "$1" ;;
  reverse) run playhead-bench reverse "$1" "$((60 - $2))" ;; # the clips last a minute; $2 is the time to reach
  gapless_file)
    raw=$(mktemp)
    trap 'rm -f "$raw"' EXIT
    read -r rate channels < <("$bin/playhead-bench" gapless "$2" "$3" 2>&1 >"$raw")
    ffmpeg -v error -y -f f32le -ar "$rate" -ac "$channels" -i "$raw" "$1"
    ;;
  gapless_live) run playhead-bench queue "$@" ;;
  hls) run playhead-window --geometry=1920x1080+0+0 "$1" ;;
  sync) run playhead-window --geometry=960x540+0+0 "$1" ;;
  *) unsupported "there is no verb $verb" ;;
esac
