for program in playhead playhead-window
  complete -c $program -l start -x -d "Begin at this moment"
  complete -c $program -l length -x -d "Stop after so much"
  complete -c $program -l rate -x -a "0.5 0.75 1 1.25 1.5 2" -d "Speed"
  complete -c $program -l volume -x -d "Loudness, 0 to 100"
  complete -c $program -l mute -d "Begin without sound"
  complete -c $program -l no-audio -d "Leave the sound out"
  complete -c $program -l loop -d "Begin again after the last file"
  complete -c $program -l fullscreen -d "Fill the screen"
  complete -c $program -l geometry -x -d "Size and place of the window"
  complete -c $program -l exit-at-end -d "End with the last file"
end
complete -c playhead -n __fish_use_subcommand -a "play info frame thumbnails captions dump playlist help"
