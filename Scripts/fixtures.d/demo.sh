# The demonstration clip: 20 s of one day, from dawn to night, over three ranges of hills. Sourced by Scripts/fixtures.
#
# It is what `make play` shows, and what end-to-end tests measure: the frame number in blocks and in digits, a timecode,
# a beep and a flash at each full second, two languages of sound and of subtitles, chapters, a title and a cover.

# A still picture with transparency, drawn once and then repeated: geq is far too slow for every frame.
still() { # WIDTHxHEIGHT RED GREEN BLUE ALPHA
  echo "color=c=black:s=$1:r=30:d=0.03,format=rgba,geq=r='$2':g='$3':b='$4':a='$5',format=yuva420p,loop=-1:1,setpts=N/(30*TB)"
}

# A range of hills: sines that fit the width of 2560 twice over, so that it can wander by 1280 and begin again unseen.
hills() { # HEIGHT PHASE ROUGHNESS RED GREEN BLUE
  local line="$1*0.42+$1*0.26*sin(2*PI*X/1280*2+$2)+$1*0.13*sin(2*PI*X/1280*5+2*$2)+$3*sin(2*PI*X/1280*17+$2)"
  # Lighter towards the ridge, as haze makes it; the edge covers one pixel softly.
  local haze="clip((Y-($line))/$1,0,1)"
  still "2560x$1" "$4-24*$haze" "$5-24*$haze" "$6-20*$haze" "255*clip(Y-($line)+0.5,0,1)"
}

sky() { # TOP MIDDLE BOTTOM
  echo "gradients=s=1280x720:r=30:d=0.03:n=3:c0=$1:c1=$2:c2=$3:x0=640:y0=0:x1=640:y1=640:speed=0.00001:seed=1,format=yuv420p,loop=-1:1,setpts=N/(30*TB),trim=duration=21,fps=30"
}

demo_picture() {
  local disc="hypot(X-150,Y-150)" envelope="hypot((X-70),(Y-70)*0.92)"
  local stripe="gt(sin((X-70)/(0.2+0.8*cos(clip((Y-70)/75,-1,1)))/9.2),0)"
  local basket="between(X,58,82)*between(Y,164,182)"
  local ropes="lt(abs(abs(X-70)-(40-(Y-128)*0.75)),1)*between(Y,122,164)"
  local noise="mod(abs(sin(floor(X/2)*12.9898+floor(Y/2)*78.233)*43758.5453),1)"
  cat <<GRAPH
$(sky 0x2b3a78 0xc97b84 0xffd9a0)[dawn];
$(sky 0x2f7fd6 0x8cc4ee 0xe9f4f7)[noon];
$(sky 0x3a2a66 0xd4547a 0xffb45e)[dusk];
$(sky 0x050a24 0x101c4a 0x2c3a78)[night];
$(still 1280x300 255 255 245 "if(gt($noise,0.9975),255*(1-0.7*Y/300)*(0.5+0.5*mod($noise*977,1)),0)"),fade=t=in:st=14:d=3:alpha=1[stars];
$(still 300x300 255 "232-20*clip($disc/150,0,1)" "170-60*clip($disc/150,0,1)" "255*clip(46.5-$disc,0,1)+(lte(46.5,$disc))*110*pow(clip(1-($disc-46)/104,0,1),2)")[sun];
$(still 300x300 246 248 255 "255*clip(36.5-$disc,0,1)*clip(hypot(X-166,Y-142)-31,0.06,1)+gt($disc,36)*50*pow(clip(1-($disc-36)/114,0,1),2)")[moon];
$(hills 420 0.7 4 132 140 176)[far];
$(hills 330 2.9 5 78 112 120)[middle];
$(hills 230 5.1 3 38 74 66)[near];
$(still 140x190 "if($basket,120,if($ropes,70,if($stripe,226,250)))" "if($basket,78,if($ropes,60,if($stripe,66,214)))" "if($basket,44,if($ropes,50,if($stripe,56,120)))" "255*clip(clip(66.5-$envelope,0,1)+$basket+$ropes,0,1)")[balloon];
$(still 1280x720 8 12 46 125),split[shade1][shade2];
[shade1]fade=t=out:st=0:d=4:alpha=1[morning];
[shade2]fade=t=in:st=12:d=4:alpha=1[evening];
[dawn][noon]xfade=duration=4:offset=1.5[day1];
[day1][dusk]xfade=duration=3.5:offset=8[day2];
[day2][night]xfade=duration=3.5:offset=13[sky];
[sky][sun]overlay=x='-100+t*78':y='430-420*sin(PI*(t+1)/15.5)':eval=frame:shortest=1:enable='lt(t,15.5)'[b];
[b][moon]overlay=x='860-(t-14)*18':y='420-380*sin(PI*(t-13.5)/15)':eval=frame:enable='gte(t,13.5)'[c];
[c][far]overlay=x='-mod(t*14,1280)':y=300:eval=frame[d];
[d][balloon]overlay=x='1000-t*31':y='170+26*sin(t*0.9)-t*4':eval=frame[e];
[e][middle]overlay=x='-mod(t*30,1280)':y=390:eval=frame[f];
[f][near]overlay=x='-mod(t*64,1280)':y=490:eval=frame[g];
[g][morning]overlay=0:0:enable='lt(t,4)'[h];
[h][evening]overlay=0:0:enable='gte(t,12)'[i];
[i][stars]overlay=0:0:enable='gte(t,14)'[j];
[j]trim=duration=20,
drawtext=font='DejaVu Sans':text='Playhead':fontsize=88:fontcolor=white:alpha='clip(min(t*1.5-0.4\,(5-t)*1.2)\,0\,1)':shadowcolor=black@0.35:shadowx=2:shadowy=3:x=(w-text_w)/2:y=210,
drawtext=font='DejaVu Sans':text='AVFoundation for Linux':fontsize=30:fontcolor=white:alpha='clip(min(t*1.5-1\,(5-t)*1.2)\,0\,0.9)':shadowcolor=black@0.35:shadowx=1:shadowy=2:x=(w-text_w)/2:y=318,
drawtext=font='DejaVu Sans Mono':text='%{eif\:n\:d\:4}':fontsize=34:fontcolor=white:box=1:boxcolor=black@0.35:boxborderw=10:x=w-text_w-30:y=26,
drawtext=font='DejaVu Sans Mono':timecode='00\:00\:00\:00':rate=30:fontsize=34:fontcolor=white:box=1:boxcolor=black@0.35:boxborderw=10:x=w-text_w-140:y=26,
drawbox=x=0:y=696:w=1280:h=24:color=white:t=fill:enable='lt(mod(n,30),3)',
$(code 1280),format=yuv420p
GRAPH
}

# A beep at each full second over a soft chord that swells slowly.
demo_sound() { # BEEP NOTE NOTE NOTE
  local chord="(0.03*sin(2*PI*$2*t)+0.03*sin(2*PI*$3*t)+0.04*sin(2*PI*$4*t))*(0.8+0.2*sin(2*PI*t/5))"
  echo "aevalsrc='$chord+lt(mod(t,1),0.1)*0.4*sin(2*PI*$1*t)':s=48000:d=20"
}

demo_texts() { # FOLDER
  cat >"$1/chapters.txt" <<'TEXT'
;FFMETADATA1
title=A Day over the Hills
artist=Playhead
album=Playhead demonstration
genre=Demonstration
date=2026
comment=Frame numbers, beeps and flashes make every frame of it measurable.
[CHAPTER]
TIMEBASE=1/1
START=0
END=5
title=Dawn
[CHAPTER]
TIMEBASE=1/1
START=5
END=10
title=Noon
[CHAPTER]
TIMEBASE=1/1
START=10
END=15
title=Dusk
[CHAPTER]
TIMEBASE=1/1
START=15
END=20
title=Night
TEXT
  cues "The day begins." "A balloon rises." "The sun stands high." "It is warm now." \
    "The light turns red." "The shadows grow." "The stars come out." "Good night." >"$1/eng.srt"
  cues "Der Tag beginnt." "Ein Ballon steigt auf." "Die Sonne steht hoch über den Hügeln." "Jetzt ist es warm." \
    "Das Licht wird rötlich." "Die Schatten werden größer." "Die Sterne gehen auf." "Gute Nacht." >"$1/deu.srt"
}

# One cue in each stretch of 2.5 s, from 0.25 s into it until 0.25 s before its end.
cues() { # TEXT...
  local index=0 text
  for text in "$@"; do
    printf '%d\n00:00:%02d,%d0 --> 00:00:%02d,%d0\n%s\n\n' $((index + 1)) \
      $(((index * 250 + 25) / 100)) $(((index * 250 + 25) % 100)) \
      $(((index * 250 + 225) / 100)) $(((index * 250 + 225) % 100)) "$text"
    index=$((index + 1))
  done
}

recipe:demo.mp4() {
  local work=$made/.new/demo
  mkdir -p "$work"
  demo_texts "$work"
  ff -filter_threads 1 -filter_complex_threads 2 -filter_complex "$(demo_picture)" "${exact[@]}" -r 30 -frames:v 600 \
    -c:v libx264 -preset veryfast -profile:v high -crf 19 -bf 3 -g 60 -keyint_min 60 -sc_threshold 0 -threads 2 \
    "$work/picture.mp4"
  ff -ss 3.2 -i "$work/picture.mp4" "${exact[@]}" -frames:v 1 -vf "crop=640:640:320:60,scale=600:600" -q:v 3 \
    -threads 1 "$work/cover.jpg"
  ff -i "$work/picture.mp4" -f lavfi -i "$(demo_sound 1000 220 329.63 440)" -f lavfi -i "$(demo_sound 660 174.61 261.63 349.23)" \
    -i "$work/eng.srt" -i "$work/deu.srt" -i "$work/cover.jpg" -i "$work/chapters.txt" \
    -map 0:v -map 1:a -map 2:a -map 3 -map 4 -map 5:v -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -map_metadata 6 -map_chapters 6 \
    -c:v copy -c:a aac -b:a 128k -ac 2 -c:s mov_text \
    -metadata:s:a:0 language=eng -metadata:s:a:0 handler_name=English -metadata:s:a:1 language=deu -metadata:s:a:1 handler_name=Deutsch \
    -metadata:s:s:0 language=eng -metadata:s:s:0 handler_name=English -metadata:s:s:1 language=deu -metadata:s:s:1 handler_name=Deutsch \
    -disposition:a:0 default -disposition:a:1 0 -disposition:s:0 0 -disposition:s:1 0 -disposition:v:1 attached_pic \
    "${faststart[@]}" "$1"
  rm -r "$work"
}
