// Makes Mesa's software driver name a render node, for compositors that offer DMA-BUFs only with one: preloaded into
// Weston by Scripts/zero-copy.
//
//   cc -shared -fPIC -o render_node.so render_node.c -ldl
//   LD_PRELOAD=./render_node.so RENDER_NODE=/dev/dri/renderD128 weston --backend=headless --renderer=gl
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static PFNEGLQUERYDEVICESTRINGEXTPROC original;

static const char *query(EGLDeviceEXT device, EGLint name) {
  if (name == EGL_DRM_RENDER_NODE_FILE_EXT) return getenv("RENDER_NODE");
  if (name == EGL_EXTENSIONS) return "EGL_EXT_device_drm_render_node";
  return original(device, name);
}

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name) {
  // The library is not in the global scope: the compositor opens it with its renderer.
  void *library = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL);
  __eglMustCastToProperFunctionPointerType (*next)(const char *) = dlsym(library, "eglGetProcAddress");
  __eglMustCastToProperFunctionPointerType found = next(name);
  if (strcmp(name, "eglQueryDeviceStringEXT") != 0) return found;
  original = (PFNEGLQUERYDEVICESTRINGEXTPROC)found;
  return (__eglMustCastToProperFunctionPointerType)query;
}
