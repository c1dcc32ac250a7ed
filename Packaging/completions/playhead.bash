# bash completion for playhead and playhead-window
_playhead() {
  local current=${COMP_WORDS[COMP_CWORD]} options commands
  options="--start= --length= --rate= --volume= --mute --no-audio --loop --subtitles= --sub-file= --network-timeout= --route= --hwdec= --passthrough= --deinterlace= --deband --display-resample --fullscreen --geometry= --exit-at-end --help"
  commands="play info frame thumbnails export captions batch dump explain playlist routes help"
  if [[ $1 == playhead ]]; then options+=" --terminal --headless --no-window --verbose --version"; fi
  if [[ $1 == playhead && ${COMP_WORDS[1]-} == batch ]]; then
    options="--out= --task= --jobs= --memory= --timeout= --retries= --count= --width= --exact --interval= --sprite-width= --at= --preset= --type= --force --checksum --json --worker --allow-local-network --allow-insecure --help"
  fi
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    if [[ $1 == playhead && $COMP_CWORD -eq 1 ]]; then
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$commands" -- "$current")
    fi
  fi
}
complete -F _playhead playhead playhead-window
