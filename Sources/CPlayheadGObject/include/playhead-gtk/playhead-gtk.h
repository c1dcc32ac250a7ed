/* Playhead for GTK: plays video and audio in programs of any language.
 *
 * All objects belong to the main thread, on which GTK or the default GMainLoop runs.
 */
#ifndef PLAYHEAD_GTK_H
#define PLAYHEAD_GTK_H

#include <playhead-gtk/playhead-paintable.h>
#include <playhead-gtk/playhead-player.h>
#include <playhead-gtk/playhead-track.h>
#include <playhead-gtk/playhead-types.h>
#include <playhead-gtk/playhead-video.h>

#endif
