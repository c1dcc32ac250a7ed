# The recipes of the generated clips. Sourced by Scripts/fixtures.
#
# `recipe:NAME` generates NAME from scratch; `derive:NAME` generates it from other fixtures, found in $made. Both get
# the path to write as $1. A change to a function regenerates its file and those derived from it.
#
# Every frame carries its number: code(frame) = 30 × (time of the frame − start of the video), so a test can identify
# the frame it was shown without trusting any timestamp. All audio is a soft 440 Hz tone with a 1 kHz beep of 100 ms at
# each full second, starting with the first frame.
#
# Encoders get a fixed number of threads: some of them produce different bytes with different numbers.

ff() { ffmpeg -hide_banner -loglevel error -nostdin -y -threads 1 "$@"; }
exact=(-fflags +bitexact -flags:v +bitexact -flags:a +bitexact -map_metadata -1)
faststart=(-movflags +faststart)

# The frame number as 18 blocks at the top left, each W/60 wide and high: white, black, 16 bits, highest first, white = 1.
code() { # WIDTH
  local block=$(($1 / 60)) bit filter
  filter="drawbox=x=0:y=0:w=$((18 * block)):h=$block:color=black:t=fill"
  filter+=",drawbox=x=0:y=0:w=$block:h=$block:color=white:t=fill"
  for bit in {15..0}; do
    filter+=",drawbox=x=$(((17 - bit) * block)):y=0:w=$block:h=$block:color=white:t=fill"
    filter+=":enable='mod(floor(n/$((1 << bit))),2)'"
  done
  echo "$filter"
}

# Inputs: numbered test frames and the tone with beeps.
picture() { # SECONDS [WIDTH HEIGHT]
  local width=${2:-320} height=${3:-180}
  echo -f lavfi -i "testsrc2=s=${width}x$height:r=30:d=$1,format=yuv420p,$(code "$width")"
}
tone() { # SECONDS [RATE]
  echo -f lavfi -i "aevalsrc=0.1*sin(2*PI*440*t)+lt(mod(t\,1)\,0.1)*0.6*sin(2*PI*1000*t):s=${2:-48000}:d=$1"
}

h264() { # GOP
  echo -c:v libx264 -preset veryfast -profile:v high -crf 20 -bf 3 -g "$1" -keyint_min "$1" -sc_threshold 0 -threads 1
}
aac=(-c:a aac -b:a 128k -ac 2)

# Two inputs that need no decoder, for the clips that only rearrange packets.
recipe:video-only.mp4() { ff $(picture 10) "${exact[@]}" $(h264 30) "${faststart[@]}" "$1"; }
recipe:audio-only.m4a() { ff $(tone 10) "${exact[@]}" "${aac[@]}" "${faststart[@]}" "$1"; }

# Codecs and containers.
recipe:h264-bframes.mp4() { ff $(picture 10) $(tone 10) "${exact[@]}" $(h264 30) "${aac[@]}" "${faststart[@]}" "$1"; }
recipe:h264-long-gop.mp4() { ff $(picture 10) $(tone 10) "${exact[@]}" $(h264 300) "${aac[@]}" "${faststart[@]}" "$1"; }
recipe:hevc.mp4() {
  ff $(picture 10) $(tone 10) "${exact[@]}" -c:v libx265 -preset superfast -crf 20 -tag:v hvc1 "${aac[@]}" \
    -x265-params log-level=error:keyint=60:min-keyint=60:scenecut=0:bframes=3:pools=none:frame-threads=1 \
    "${faststart[@]}" "$1"
}
# The offset is Opus's priming. FFmpeg 5 shifts both tracks by it, FFmpeg 7 neither: with it both write the same times.
recipe:vp9.webm() {
  ff $(picture 10) $(tone 10) "${exact[@]}" -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 60 -b:v 600k -threads 1 \
    -c:a libopus -b:a 96k -ac 2 -output_ts_offset 0.0065 "$1"
}
# Low delay: with reordering SVT-AV1 2.3 under FFmpeg 7 leaves out the last packet.
recipe:av1.mp4() {
  ff $(picture 10) $(tone 10) "${exact[@]}" -c:v libsvtav1 -preset 11 -crf 25 -g 60 -svtav1-params lp=1:pred-struct=1 "${aac[@]}" \
    "${faststart[@]}" "$1" 2> >(grep -v '^Svt\[' >&2)
}
recipe:mpeg2.ts() {
  ff $(picture 10) $(tone 10) "${exact[@]}" -c:v mpeg2video -q:v 3 -bf 2 -g 15 -threads 1 -c:a mp2 -b:a 192k -ac 2 "$1"
}
# AVI stores no presentation times: players must derive them from the order of the B-frames.
recipe:mpeg4.avi() {
  ff $(picture 10) $(tone 10) "${exact[@]}" -c:v mpeg4 -q:v 3 -bf 2 -g 60 -threads 1 -c:a libmp3lame -b:a 128k -ac 2 "$1"
}
# "Packed bitstream": a B-frame is stored in the packet of the frame before it, and an empty packet follows.
recipe:mpeg4-packed.avi() {
  ff $(picture 10) "${exact[@]}" -c:v libxvid -q:v 3 -bf 2 -g 300 -threads 1 "$1"
}

# Aspect ratios.
recipe:anamorphic.mp4() {
  ff $(picture 10 240 180) $(tone 10) "${exact[@]}" -vf setsar=4/3 $(h264 30) "${aac[@]}" "${faststart[@]}" "$1"
}

# Audio.
recipe:audio.wav() { ff $(tone 10) "${exact[@]}" -c:a pcm_s16le -ac 2 "$1"; }
recipe:audio.flac() { ff $(tone 10) "${exact[@]}" -c:a flac -sample_fmt s16 -ac 2 "$1"; }
recipe:audio.mp3() { ff $(tone 10) "${exact[@]}" -c:a libmp3lame -b:a 128k -ac 2 -write_xing 1 "$1"; }
recipe:audio.opus() { ff $(tone 10) "${exact[@]}" -c:a libopus -b:a 96k -ac 2 "$1"; }
recipe:audio-vbr.mp3() { ff $(tone 10) "${exact[@]}" -c:a libmp3lame -q:a 4 -ac 2 -write_xing 1 "$1"; }
recipe:audio.ogg() { ff $(tone 10) "${exact[@]}" -c:a libvorbis -q:a 5 -ac 2 "$1"; }
recipe:sine.wav() { tool sine "$1" --rate 44100 --frequency 440 --seconds 10; }
# One sine, cut where no codec's packet ends: joined without a gap it is one sine.
recipe:gapless-a.wav() { tool sine "$1" --rate 44100 --frequency 441 --seconds 8 --to 176411; }
recipe:gapless-b.wav() { tool sine "$1" --rate 44100 --frequency 441 --seconds 8 --from 176411; }
derive:audio.aac() { ff -i "$made/audio-only.m4a" "${exact[@]}" -c copy -f adts "$1"; }
derive:gapless-a.flac() { ff -i "$made/gapless-a.wav" "${exact[@]}" -c:a flac "$1"; }
derive:gapless-b.flac() { ff -i "$made/gapless-b.wav" "${exact[@]}" -c:a flac "$1"; }
derive:gapless-a.m4a() { ff -i "$made/gapless-a.wav" "${exact[@]}" -c:a aac -b:a 192k "$1"; }
derive:gapless-b.m4a() { ff -i "$made/gapless-b.wav" "${exact[@]}" -c:a aac -b:a 192k "$1"; }
derive:gapless-a.mp3() { ff -i "$made/gapless-a.wav" "${exact[@]}" -c:a libmp3lame -b:a 192k -write_xing 1 "$1"; }
derive:gapless-b.mp3() { ff -i "$made/gapless-b.wav" "${exact[@]}" -c:a libmp3lame -b:a 192k -write_xing 1 "$1"; }
derive:gapless-a.alac.m4a() { ff -i "$made/gapless-a.wav" "${exact[@]}" -c:a alac "$1"; }
derive:gapless-b.alac.m4a() { ff -i "$made/gapless-b.wav" "${exact[@]}" -c:a alac "$1"; }
derive:gapless-a.ogg() { ff -i "$made/gapless-a.wav" "${exact[@]}" -c:a libvorbis -q:a 6 "$1"; }
derive:gapless-b.ogg() { ff -i "$made/gapless-b.wav" "${exact[@]}" -c:a libvorbis -q:a 6 "$1"; }
# Opus supports 48,000 samples a second only.
recipe:gapless48-a.wav() { tool sine "$1" --rate 48000 --frequency 480 --seconds 8 --to 192011; }
recipe:gapless48-b.wav() { tool sine "$1" --rate 48000 --frequency 480 --seconds 8 --from 192011; }
derive:gapless-a.opus() { ff -i "$made/gapless48-a.wav" "${exact[@]}" -c:a libopus -b:a 128k "$1"; }
derive:gapless-b.opus() { ff -i "$made/gapless48-b.wav" "${exact[@]}" -c:a libopus -b:a 128k "$1"; }

# Times.
# 30 frames a second, then every third, then gaps of 1, 2 and 4 frames in turn.
recipe:vfr.mkv() {
  # The offset is AAC's priming, for the same reason as in vp9.webm.
  ff $(picture 10) $(tone 10) "${exact[@]}" -fps_mode vfr $(h264 60) "${aac[@]}" -output_ts_offset 0.021333 \
    -vf "select='lt(n,90)+between(n,90,179)*not(mod(n,3))+gte(n,180)*(eq(mod(n,7),0)+eq(mod(n,7),1)+eq(mod(n,7),3))'" "$1"
}
derive:start-offset.ts() { ff -i "$made/h264-bframes.mp4" "${exact[@]}" -c copy -output_ts_offset 8.6 "$1"; }
# The same frames without colours, at the same times: another camera angle.
derive:second-angle.ts() {
  ff -i "$made/h264-bframes.mp4" "${exact[@]}" -vf hue=s=0 $(h264 30) -c:a copy -output_ts_offset 8.6 "$1"
}
# MPEG-TS counts 33 bits at 90 kHz: the count wraps around 95443.718 s in, here about 4 s after the start.
derive:ts-wrap.ts() { ff -i "$made/h264-bframes.mp4" "${exact[@]}" -c copy -output_ts_offset 95438.3 "$1"; }
# Packed audio, and samples encrypted with SAMPLE-AES, with the key 0, 1, … 15 and the vector 100, 101, … 115.
derive:audio.aac() { ff -i "$made/audio-only.m4a" "${exact[@]}" -c copy "$1"; }
derive:ac3.ts() {
  ff -i "$made/video-only.mp4" -i "$made/audio-only.m4a" "${exact[@]}" -map 0:v -map 1:a -c:v copy -c:a ac3 -b:a 192k "$1"
}
sample_aes() { # FIXTURE PATH
  "derive:$1" "$2.clear.${1##*.}" && python3 "$parts/sample_aes.py" "$2.clear.${1##*.}" "$2" && rm "$2.clear.${1##*.}"
}
derive:sample-aes.ts() { sample_aes start-offset.ts "$1"; }
derive:sample-aes-ac3.ts() { sample_aes ac3.ts "$1"; }
derive:sample-aes.aac() { sample_aes audio.aac "$1"; }
derive:cbcs.mp4() { sample_aes fragmented.mp4 "$1"; }
derive:cenc.mp4() {
  derive:fragmented.mp4 "$1.clear.mp4" && python3 "$parts/cenc.py" "$1.clear.mp4" "$1" && rm "$1.clear.mp4"
}
derive:raw.h264() { ff -i "$made/video-only.mp4" "${exact[@]}" -c copy -bsf:v h264_mp4toannexb "$1"; }
# Cut at 3.5 s without decoding: packets from the keyframe at 3.0 s, with an edit list that hides the first half second.
derive:edit-list.mp4() { ff -ss 3.5 -i "$made/h264-bframes.mp4" "${exact[@]}" -c copy "${faststart[@]}" "$1"; }
derive:video-starts-late.mp4() {
  ff -itsoffset 0.5 -i "$made/video-only.mp4" -i "$made/audio-only.m4a" "${exact[@]}" -c copy "${faststart[@]}" "$1"
}
derive:late-audio.mp4() {
  ff -i "$made/video-only.mp4" -itsoffset 1 -i "$made/audio-only.m4a" "${exact[@]}" -c copy "${faststart[@]}" -t 10 "$1"
}
derive:short-audio.mp4() {
  ff -i "$made/video-only.mp4" -t 8 -i "$made/audio-only.m4a" "${exact[@]}" -c copy "${faststart[@]}" "$1"
}
# As recorders and streams write it: the header comes first and contains no duration.
derive:fragmented.mp4() {
  ff -i "$made/h264-bframes.mp4" "${exact[@]}" -c copy -movflags +frag_keyframe+empty_moov+default_base_moof "$1"
}
derive:rotated.mp4() { tool rotate "$made/h264-bframes.mp4" "$1"; }

# Damage.
derive:truncated.mp4() { tool cut "$made/h264-bframes.mp4" "$1" --share 0.6; }
derive:truncated-no-moov.mp4() {
  ff -i "$made/h264-bframes.mp4" "${exact[@]}" -c copy "$1" && tool cut "$1" "$1" --share 0.6
}
derive:broken-packet.mp4() { tool break "$made/h264-bframes.mp4" "$1" --at 5; }
derive:broken-packet.ts() {
  ff -i "$made/h264-bframes.mp4" "${exact[@]}" -c copy "$1" && tool break "$1" "$1" --at 6.4
}
recipe:empty.mp4() { : >"$1"; }
recipe:text.mp4() { printf 'This is a text, not a film. A player must say so.\n' >"$1"; }
