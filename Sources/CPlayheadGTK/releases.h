// Declarations that differ between releases of GTK and GLib: the successor if the headers have it, otherwise its
// predecessor.
#ifndef CPLAYHEAD_GTK_RELEASES_H
#define CPLAYHEAD_GTK_RELEASES_H

#include <gtk/gtk.h>


// GLib 2.88 marks the enumeration as flags, which Swift imports under other names.
static const GApplicationFlags playhead_application_handles_command_line = G_APPLICATION_HANDLES_COMMAND_LINE;
static const GApplicationFlags playhead_application_non_unique = G_APPLICATION_NON_UNIQUE;

// Lets screen readers read a text aloud, where GTK can (4.14 and newer).
static inline void playhead_gtk_announce(GtkWidget *widget, const char *text) {
#if GTK_CHECK_VERSION(4, 14, 0)
  gtk_accessible_announce(GTK_ACCESSIBLE(widget), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#endif
}

// Loads a style sheet.
static inline void playhead_gtk_load_style(GtkCssProvider *provider, const char *rules) {
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_css_provider_load_from_string(provider, rules);
#else
  gtk_css_provider_load_from_data(provider, rules, -1);
#endif
}

// The position of a point of `widget` in `target`; false if they have no common ancestor.
static inline gboolean playhead_gtk_translate(
    GtkWidget *widget, GtkWidget *target, double x, double y, double *target_x, double *target_y) {
  graphene_point_t point = {(float)x, (float)y}, translated;
  if (!gtk_widget_compute_point(widget, target, &point, &translated)) return FALSE;
  *target_x = translated.x;
  *target_y = translated.y;
  return TRUE;
}

// GTK's object for a texture of 8-bit RGBA. `destroy` is called with `data` when GTK no longer uses the texture.
// `is_opaque`: its alpha component is 1 everywhere.
static inline GdkTexture *playhead_gtk_make_gl_texture(
    GdkGLContext *context, guint name, int width, int height, bool is_opaque, GDestroyNotify destroy, void *data) {
#if GTK_CHECK_VERSION(4, 12, 0)
  GdkGLTextureBuilder *builder = gdk_gl_texture_builder_new();
  gdk_gl_texture_builder_set_context(builder, context);
  gdk_gl_texture_builder_set_id(builder, name);
  gdk_gl_texture_builder_set_width(builder, width);
  gdk_gl_texture_builder_set_height(builder, height);
#if GTK_CHECK_VERSION(4, 14, 0)
  // A compositor can only show an opaque texture beneath controls.
  if (is_opaque) gdk_gl_texture_builder_set_format(builder, GDK_MEMORY_R8G8B8X8);
#endif
  GdkTexture *texture = gdk_gl_texture_builder_build(builder, destroy, data);
  g_object_unref(builder);
  return texture;
#else
  (void)is_opaque;
  return gdk_gl_texture_new(context, name, width, height, destroy, data);
#endif
}

// Called once with the chosen files (a list of GFile that the receiver unreferences), or NULL if the user chose none.
typedef void (*PlayheadFilesChosen)(GListModel *files, void *data);

typedef struct {
  PlayheadFilesChosen body;
  void *data;
} PlayheadFileChoice;

static inline void playhead_gtk_end_choice(PlayheadFileChoice *choice, GListModel *files) {
  choice->body(files, choice->data);
  g_free(choice);
}

#if GTK_CHECK_VERSION(4, 10, 0)
static inline void playhead_gtk_files_opened(GObject *dialog, GAsyncResult *result, gpointer choice) {
  playhead_gtk_end_choice(choice, gtk_file_dialog_open_multiple_finish(GTK_FILE_DIALOG(dialog), result, NULL));
}

static inline void playhead_gtk_file_saved(GObject *dialog, GAsyncResult *result, gpointer choice) {
  GFile *file = gtk_file_dialog_save_finish(GTK_FILE_DIALOG(dialog), result, NULL);
  GListStore *files = file ? g_list_store_new(G_TYPE_FILE) : NULL;
  if (file) {
    g_list_store_append(files, file);
    g_object_unref(file);
  }
  playhead_gtk_end_choice(choice, G_LIST_MODEL(files));
}
#else
static inline void playhead_gtk_chooser_responded(GtkNativeDialog *dialog, int response, gpointer choice) {
  playhead_gtk_end_choice(
      choice, response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_files(GTK_FILE_CHOOSER(dialog)) : NULL);
  g_object_unref(dialog);
}
#endif

// Shows the desktop's dialog to open files. `filters` is a list of GtkFileFilter. `body` is called on the main thread.
static inline void playhead_gtk_choose_files(
    GtkWindow *parent, const char *title, const char *accept, const char *cancel, GListModel *filters,
    PlayheadFilesChosen body, void *data) {
  PlayheadFileChoice *choice = g_new(PlayheadFileChoice, 1);
  *choice = (PlayheadFileChoice){body, data};
#if GTK_CHECK_VERSION(4, 10, 0)
  (void)cancel;
  GtkFileDialog *dialog = gtk_file_dialog_new();
  gtk_file_dialog_set_title(dialog, title);
  gtk_file_dialog_set_accept_label(dialog, accept);
  gtk_file_dialog_set_filters(dialog, filters);
  gtk_file_dialog_open_multiple(dialog, parent, NULL, playhead_gtk_files_opened, choice);
  g_object_unref(dialog);
#else
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, accept, cancel);
  gtk_file_chooser_set_select_multiple(GTK_FILE_CHOOSER(dialog), TRUE);
  for (guint index = 0; index < g_list_model_get_n_items(filters); index++) {
    GtkFileFilter *filter = g_list_model_get_item(filters, index);
    gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), filter);
    g_object_unref(filter);
  }
  g_signal_connect(dialog, "response", G_CALLBACK(playhead_gtk_chooser_responded), choice);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
#endif
}

// Shows the desktop's dialog to save a file, with a suggested name. `body` is called on the main thread.
static inline void playhead_gtk_choose_target(
    GtkWindow *parent, const char *title, const char *accept, const char *cancel, const char *name,
    PlayheadFilesChosen body, void *data) {
  PlayheadFileChoice *choice = g_new(PlayheadFileChoice, 1);
  *choice = (PlayheadFileChoice){body, data};
#if GTK_CHECK_VERSION(4, 10, 0)
  (void)cancel;
  GtkFileDialog *dialog = gtk_file_dialog_new();
  gtk_file_dialog_set_title(dialog, title);
  gtk_file_dialog_set_accept_label(dialog, accept);
  gtk_file_dialog_set_initial_name(dialog, name);
  gtk_file_dialog_save(dialog, parent, NULL, playhead_gtk_file_saved, choice);
  g_object_unref(dialog);
#else
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, accept, cancel);
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
  g_signal_connect(dialog, "response", G_CALLBACK(playhead_gtk_chooser_responded), choice);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
#endif
}

// Whether GTK can pass textures to a compositor.
static inline bool playhead_gtk_has_offload(void) { return GTK_CHECK_VERSION(4, 14, 0); }

// A widget whose child a compositor may show by itself, if the child is a texture in the memory of the GPU; NULL before
// GTK 4.14.
static inline GtkWidget *playhead_gtk_make_offload(GtkWidget *child) {
#if GTK_CHECK_VERSION(4, 14, 0)
  return gtk_graphics_offload_new(child);
#else
  (void)child;
  return NULL;
#endif
}

#endif
