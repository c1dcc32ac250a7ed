// The OpenGL steps of frame conversion. libepoxy declares GL's functions as C variables, which Swift's concurrency
// checking rightly rejects; therefore each step is a function here. All of them need a current context, GL 3.2 or GLES
// 3.0.
#ifndef CPLAYHEAD_GTK_GL_H
#define CPLAYHEAD_GTK_GL_H

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif

// The memory layout of one plane.
typedef enum {
  PLAYHEAD_PLANE_R8,    // one byte
  PLAYHEAD_PLANE_RG8,   // two interleaved bytes
  PLAYHEAD_PLANE_R16,   // one 16-bit word
  PLAYHEAD_PLANE_RG16,  // two interleaved 16-bit words
  PLAYHEAD_PLANE_RGBA8  // a packed frame
} PlayheadPlaneLayout;

static inline GLuint playhead_gl_compile(GLenum kind, const char *source) {
  GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, NULL);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  glDeleteShader(shader);
  return 0;
}

// A program of two shaders; 0 if the driver rejects one.
static inline GLuint playhead_gl_make_program(const char *vertex, const char *fragment) {
  GLuint first = playhead_gl_compile(GL_VERTEX_SHADER, vertex);
  GLuint second = playhead_gl_compile(GL_FRAGMENT_SHADER, fragment);
  GLuint program = 0;
  if (first && second) {
    program = glCreateProgram();
    glAttachShader(program, first);
    glAttachShader(program, second);
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) {
      glDeleteProgram(program);
      program = 0;
    }
  }
  if (first) glDeleteShader(first);
  if (second) glDeleteShader(second);
  return program;
}

static inline void playhead_gl_delete_program(GLuint program) { glDeleteProgram(program); }

static inline GLuint playhead_gl_make_texture(GLenum filter) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

// Sets the interpolation between the samples of a texture.
static inline void playhead_gl_set_filter(GLuint texture, GLenum filter) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)filter);
}

static inline void playhead_gl_delete_texture(GLuint texture) { glDeleteTextures(1, &texture); }

static inline void playhead_gl_format(PlayheadPlaneLayout layout, GLint *stored, GLenum *format, GLenum *type) {
  *type = layout == PLAYHEAD_PLANE_R16 || layout == PLAYHEAD_PLANE_RG16 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_BYTE;
  switch (layout) {
    case PLAYHEAD_PLANE_R8: *stored = GL_R8, *format = GL_RED; break;
    case PLAYHEAD_PLANE_RG8: *stored = GL_RG8, *format = GL_RG; break;
    case PLAYHEAD_PLANE_R16: *stored = GL_R16, *format = GL_RED; break;
    case PLAYHEAD_PLANE_RG16: *stored = GL_RG16, *format = GL_RG; break;
    case PLAYHEAD_PLANE_RGBA8: *stored = GL_RGBA8, *format = GL_RGBA; break;
  }
}

// Fills a texture. `is_new`: it has no storage of this size and layout yet. `row_length` is in samples.
static inline void playhead_gl_upload(
  GLuint texture, PlayheadPlaneLayout layout, int width, int height, int row_length, const void *pixels, bool is_new) {
  GLint stored;
  GLenum format, type;
  playhead_gl_format(layout, &stored, &format, &type);
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, row_length);
  if (is_new)
    glTexImage2D(GL_TEXTURE_2D, 0, stored, width, height, 0, format, type, pixels);
  else
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, format, type, pixels);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

// The EGL display of GTK's contexts; NULL if they are those of GLX.
static inline void *playhead_gl_display(GdkDisplay *display) {
#ifdef GDK_WINDOWING_WAYLAND
  if (GDK_IS_WAYLAND_DISPLAY(display)) return gdk_wayland_display_get_egl_display(display);
#endif
#ifdef GDK_WINDOWING_X11
  if (GDK_IS_X11_DISPLAY(display)) return gdk_x11_display_get_egl_display(display);
#endif
  return NULL;
}

// Whether textures can show images in memory that devices share (EGL_EXT_image_dma_buf_import).
static inline bool playhead_gl_can_import(void *display) {
  return display && epoxy_has_egl_extension(display, "EGL_EXT_image_dma_buf_import") &&
         epoxy_has_egl_extension(display, "EGL_KHR_image_base") && epoxy_has_gl_extension("GL_OES_EGL_image");
}

// Whether the layout of such an image can be declared.
static inline bool playhead_gl_has_modifiers(void *display) {
  return epoxy_has_egl_extension(display, "EGL_EXT_image_dma_buf_import_modifiers");
}

// Makes a texture show a plane of an image in shared memory, without a copy. `modifier`: the layout of the image; NULL
// for the driver's choice. False if the driver cannot show it: the texture then has no storage.
static inline bool playhead_gl_import(
    void *display, GLuint texture, PlayheadPlaneLayout layout, int width, int height, int descriptor, int offset,
    int pitch, const uint64_t *modifier) {
  // The codes of drm_fourcc.h.
  const char *code = NULL;
  switch (layout) {
    case PLAYHEAD_PLANE_R8: code = "R8  "; break;
    case PLAYHEAD_PLANE_RG8: code = "GR88"; break;
    case PLAYHEAD_PLANE_R16: code = "R16 "; break;
    case PLAYHEAD_PLANE_RG16: code = "GR32"; break;
    case PLAYHEAD_PLANE_RGBA8: return false;
  }
  EGLint attributes[] = {
      EGL_WIDTH, width, EGL_HEIGHT, height, EGL_LINUX_DRM_FOURCC_EXT,
      (EGLint)(code[0] | code[1] << 8 | code[2] << 16 | (uint32_t)code[3] << 24), EGL_DMA_BUF_PLANE0_FD_EXT, descriptor,
      EGL_DMA_BUF_PLANE0_OFFSET_EXT, offset, EGL_DMA_BUF_PLANE0_PITCH_EXT, pitch,
      modifier ? EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT : EGL_NONE, modifier ? (EGLint)(*modifier & 0xffffffff) : EGL_NONE,
      EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, modifier ? (EGLint)(*modifier >> 32) : EGL_NONE, EGL_NONE};
  EGLImageKHR image = eglCreateImageKHR(display, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attributes);
  if (image == EGL_NO_IMAGE_KHR) return false;
  // Errors of earlier calls; a lost context returns them without end.
  for (int index = 0; index < 16 && glGetError() != GL_NO_ERROR; index++) continue;
  glBindTexture(GL_TEXTURE_2D, texture);
  glEGLImageTargetTexture2DOES(GL_TEXTURE_2D, (GLeglImageOES)image);
  bool is_shown = glGetError() == GL_NO_ERROR;
  // The texture retains the memory.
  eglDestroyImageKHR(display, image);
  return is_shown;
}

// Whether the driver shares a texture of 8-bit RGBA as memory that contains all of its rows. Drivers of virtual machines
// share less; compositors take that for an error of the program, and end its connection.
static inline bool playhead_gl_shares_texture(void *display, GLuint texture, int height) {
  if (!epoxy_has_egl_extension(display, "EGL_MESA_image_dma_buf_export")) return false;
  EGLImageKHR image = eglCreateImageKHR(
      display, eglGetCurrentContext(), EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
  if (image == EGL_NO_IMAGE_KHR) return false;
  int code = 0, planes = 0, descriptor = -1;
  EGLint stride = 0, offset = 0;
  bool is_shared = eglExportDMABUFImageQueryMESA(display, image, &code, &planes, NULL) && planes == 1 &&
                   eglExportDMABUFImageMESA(display, image, &descriptor, &stride, &offset) && descriptor >= 0;
  if (is_shared) {
    const off_t size = lseek(descriptor, 0, SEEK_END);
    // A kernel that does not know the size returns an error, and a compositor does not check it then.
    is_shared = stride > 0 && offset >= 0 && (size < 0 || size >= (off_t)offset + (off_t)stride * height);
  }
  if (descriptor >= 0) close(descriptor);
  eglDestroyImageKHR(display, image);
  return is_shared;
}

// A texture of colors at `side` points in each of three dimensions, between which the driver interpolates.
static inline GLuint playhead_gl_make_color_table(int side, const float *colors) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_3D, texture);
  glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
  glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA16F, side, side, side, 0, GL_RGBA, GL_FLOAT, colors);
  return texture;
}

static inline void playhead_gl_bind_color_table(int unit, GLuint texture) {
  glActiveTexture((GLenum)(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_3D, texture);
  glActiveTexture(GL_TEXTURE0);
}

// Allocates a texture to draw a frame into.
static inline void playhead_gl_allocate(GLuint texture, int width, int height) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

static inline GLuint playhead_gl_make_framebuffer(void) {
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  return framebuffer;
}

static inline GLuint playhead_gl_make_vertex_array(void) {
  GLuint array = 0;
  glGenVertexArrays(1, &array);
  return array;
}

static inline void playhead_gl_delete_targets(GLuint framebuffer, GLuint vertex_array) {
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteVertexArrays(1, &vertex_array);
}

static inline void playhead_gl_use_program(GLuint program) { glUseProgram(program); }

static inline void playhead_gl_set_sampler(GLuint program, const char *name, int unit) {
  glUniform1i(glGetUniformLocation(program, name), unit);
}

// Sets a matrix in row-major order.
static inline void playhead_gl_set_matrix3(GLuint program, const char *name, const float *rows) {
  glUniformMatrix3fv(glGetUniformLocation(program, name), 1, GL_TRUE, rows);
}

static inline void playhead_gl_set_vector3(GLuint program, const char *name, const float *values) {
  glUniform3fv(glGetUniformLocation(program, name), 1, values);
}

static inline void playhead_gl_set_number(GLuint program, const char *name, float value) {
  glUniform1f(glGetUniformLocation(program, name), value);
}

static inline void playhead_gl_bind(int unit, GLuint texture) {
  glActiveTexture((GLenum)(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_2D, texture);
  glActiveTexture(GL_TEXTURE0);
}

// Covers a texture with one quad of the current program, and waits for completion, so that another context may display
// it. False if the driver cannot draw into such a texture.
static inline bool playhead_gl_draw(GLuint framebuffer, GLuint vertex_array, GLuint target, int width, int height) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
  bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (complete) {
    glViewport(0, 0, width, height);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(vertex_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 100000000);
    glDeleteSync(fence);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return complete;
}

// The driver's name of the renderer. NULL without a context.
static inline const char *playhead_gl_renderer(void) { return (const char *)glGetString(GL_RENDERER); }

#endif
