// A VA-API driver without hardware, for tests on machines without a decoder: it decodes VP9 with libavcodec's software
// decoder into surfaces that other devices can import (udmabuf), or into anonymous files where the kernel has none.
//
//   cc -shared -fPIC -o software_drv_video.so software_drv_video.c $(pkg-config --cflags --libs libva libavcodec libavutil)
//   LIBVA_DRIVER_NAME=software LIBVA_DRIVERS_PATH=FOLDER playhead play --hwdec=vaapi clip.webm
//
// Each frame must be shown: encode clips with -auto-alt-ref 0 -lag-in-frames 0. One stream at a time.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <libavcodec/avcodec.h>
#include <va/va_backend.h>
#include <va/va_drmcommon.h>

enum { surface_limit = 128, buffer_limit = 512, first_surface = 0x1000, first_buffer = 0x2000, config = 1, context = 2 };

typedef struct {
  int used, width, height, pitch, memory, shared;
  size_t size, chroma;
  uint8_t *bytes;
} Surface;

typedef struct {
  int used, type, is_mapped;
  unsigned size, count;
  uint8_t *bytes;  // of a surface for the buffers of images
} Buffer;

static struct {
  pthread_mutex_t lock;
  Surface surfaces[surface_limit];
  Buffer buffers[buffer_limit];
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  VASurfaceID target;
  int exports, copies;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

static Surface *surface(VASurfaceID id) {
  if (id < first_surface || id >= first_surface + surface_limit) return NULL;
  Surface *found = &state.surfaces[id - first_surface];
  return found->used ? found : NULL;
}

static Buffer *buffer(VABufferID id) {
  if (id < first_buffer || id >= first_buffer + buffer_limit) return NULL;
  Buffer *found = &state.buffers[id - first_buffer];
  return found->used ? found : NULL;
}

// Writes how many images were shared and copied so far into the file that VA_SOFTWARE_REPORT names.
static void report(void) {
  const char *path = getenv("VA_SOFTWARE_REPORT");
  char temporary[4096];
  if (!path || snprintf(temporary, sizeof temporary, "%s.new", path) >= (int)sizeof temporary) return;
  FILE *file = fopen(temporary, "w");
  if (!file) return;
  fprintf(file, "shared %d copied %d\n", state.exports, state.copies);
  // Readers find the former or the new file, never a part.
  if (fclose(file) == 0) rename(temporary, path);
}

static VAStatus terminate(VADriverContextP driver) {
  avcodec_free_context(&state.decoder);
  av_packet_free(&state.packet);
  av_frame_free(&state.frame);
  return VA_STATUS_SUCCESS;
}

static VAStatus profiles(VADriverContextP driver, VAProfile *list, int *count) {
  list[0] = VAProfileVP9Profile0;
  *count = 1;
  return VA_STATUS_SUCCESS;
}

static VAStatus entrypoints(VADriverContextP driver, VAProfile profile, VAEntrypoint *list, int *count) {
  list[0] = VAEntrypointVLD;
  *count = 1;
  return VA_STATUS_SUCCESS;
}

static VAStatus attributes(
    VADriverContextP driver, VAProfile profile, VAEntrypoint entry, VAConfigAttrib *list, int count) {
  for (int index = 0; index < count; index++)
    list[index].value = list[index].type == VAConfigAttribRTFormat ? VA_RT_FORMAT_YUV420 : VA_ATTRIB_NOT_SUPPORTED;
  return VA_STATUS_SUCCESS;
}

static VAStatus create_config(
    VADriverContextP driver, VAProfile profile, VAEntrypoint entry, VAConfigAttrib *list, int count, VAConfigID *id) {
  if (profile != VAProfileVP9Profile0) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
  *id = config;
  return VA_STATUS_SUCCESS;
}

static VAStatus destroy_config(VADriverContextP driver, VAConfigID id) { return VA_STATUS_SUCCESS; }

static VAStatus query_config(
    VADriverContextP driver, VAConfigID id, VAProfile *profile, VAEntrypoint *entry, VAConfigAttrib *list, int *count) {
  *profile = VAProfileVP9Profile0;
  *entry = VAEntrypointVLD;
  *count = 0;
  return VA_STATUS_SUCCESS;
}

static VAStatus surface_attributes(VADriverContextP driver, VAConfigID id, VASurfaceAttrib *list, unsigned *count) {
  const VASurfaceAttrib all[] = {
      {VASurfaceAttribPixelFormat, VA_SURFACE_ATTRIB_GETTABLE | VA_SURFACE_ATTRIB_SETTABLE,
       {VAGenericValueTypeInteger, {.i = VA_FOURCC_NV12}}},
      {VASurfaceAttribMinWidth, VA_SURFACE_ATTRIB_GETTABLE, {VAGenericValueTypeInteger, {.i = 16}}},
      {VASurfaceAttribMinHeight, VA_SURFACE_ATTRIB_GETTABLE, {VAGenericValueTypeInteger, {.i = 16}}},
      {VASurfaceAttribMaxWidth, VA_SURFACE_ATTRIB_GETTABLE, {VAGenericValueTypeInteger, {.i = 4096}}},
      {VASurfaceAttribMaxHeight, VA_SURFACE_ATTRIB_GETTABLE, {VAGenericValueTypeInteger, {.i = 4096}}}};
  const unsigned number = sizeof all / sizeof *all;
  if (list && *count < number) {
    *count = number;
    return VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
  }
  *count = number;
  if (list) memcpy(list, all, sizeof all);
  return VA_STATUS_SUCCESS;
}

// Makes a DMA-BUF of an anonymous file; -1 if the kernel has none.
static int share(int memory, size_t size) {
  int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
  if (device < 0) return -1;
  struct udmabuf_create request = {.memfd = memory, .flags = UDMABUF_FLAGS_CLOEXEC, .size = size};
  int shared = ioctl(device, UDMABUF_CREATE, &request);
  close(device);
  return shared;
}

static void release(Surface *surface) {
  munmap(surface->bytes, surface->size);
  close(surface->memory);
  if (surface->shared >= 0) close(surface->shared);
  *surface = (Surface){0};
}

static VAStatus create_surfaces2(
    VADriverContextP driver, unsigned format, unsigned width, unsigned height, VASurfaceID *ids, unsigned count,
    VASurfaceAttrib *list, unsigned attributes) {
  VAStatus status = VA_STATUS_SUCCESS;
  pthread_mutex_lock(&state.lock);
  for (unsigned made = 0; made < count && status == VA_STATUS_SUCCESS; made++) {
    int index = 0;
    while (index < surface_limit && state.surfaces[index].used) index++;
    if (index == surface_limit) {
      status = VA_STATUS_ERROR_ALLOCATION_FAILED;
      break;
    }
    Surface new = {.used = 1, .width = (int)width, .height = (int)height, .pitch = (int)(width + 255) & ~255};
    new.chroma = ((size_t)new.pitch * height + 4095) & ~(size_t)4095;
    new.size = (new.chroma + (size_t)new.pitch * ((height + 1) / 2) + 4095) & ~(size_t)4095;
    new.memory = memfd_create("va-surface", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    status = new.memory < 0 || ftruncate(new.memory, (off_t)new.size) < 0 ? VA_STATUS_ERROR_ALLOCATION_FAILED : status;
    fcntl(new.memory, F_ADD_SEALS, F_SEAL_SHRINK);
    new.bytes = mmap(NULL, new.size, PROT_READ | PROT_WRITE, MAP_SHARED, new.memory, 0);
    if (new.bytes == MAP_FAILED) status = VA_STATUS_ERROR_ALLOCATION_FAILED;
    if (status != VA_STATUS_SUCCESS) break;
    new.shared = share(new.memory, new.size);
    state.surfaces[index] = new;
    ids[made] = first_surface + (VASurfaceID)index;
  }
  pthread_mutex_unlock(&state.lock);
  return status;
}

static VAStatus create_surfaces(
    VADriverContextP driver, int width, int height, int format, int count, VASurfaceID *ids) {
  return create_surfaces2(driver, (unsigned)format, (unsigned)width, (unsigned)height, ids, (unsigned)count, NULL, 0);
}

static VAStatus destroy_surfaces(VADriverContextP driver, VASurfaceID *ids, int count) {
  pthread_mutex_lock(&state.lock);
  for (int index = 0; index < count; index++)
    if (surface(ids[index])) release(surface(ids[index]));
  pthread_mutex_unlock(&state.lock);
  return VA_STATUS_SUCCESS;
}

static VAStatus create_context(
    VADriverContextP driver, VAConfigID id, int width, int height, int flags, VASurfaceID *targets, int count,
    VAContextID *made) {
  const AVCodec *codec = avcodec_find_decoder_by_name("vp9");
  avcodec_free_context(&state.decoder);
  state.decoder = avcodec_alloc_context3(codec);
  state.decoder->thread_count = 1;
  if (avcodec_open2(state.decoder, codec, NULL) < 0) return VA_STATUS_ERROR_OPERATION_FAILED;
  if (!state.packet) state.packet = av_packet_alloc();
  if (!state.frame) state.frame = av_frame_alloc();
  *made = context;
  return VA_STATUS_SUCCESS;
}

static VAStatus destroy_context(VADriverContextP driver, VAContextID id) { return VA_STATUS_SUCCESS; }

static VABufferID make_buffer(int type, unsigned size, unsigned count, void *data, uint8_t *mapped) {
  int index = 0;
  while (index < buffer_limit && state.buffers[index].used) index++;
  if (index == buffer_limit) return VA_INVALID_ID;
  Buffer new = {.used = 1, .type = type, .size = size, .count = count, .is_mapped = mapped != NULL};
  new.bytes = mapped ? mapped : calloc(count, size);
  if (data) memcpy(new.bytes, data, (size_t)size * count);
  state.buffers[index] = new;
  return first_buffer + (VABufferID)index;
}

static VAStatus create_buffer(
    VADriverContextP driver, VAContextID id, VABufferType type, unsigned size, unsigned count, void *data,
    VABufferID *made) {
  pthread_mutex_lock(&state.lock);
  *made = make_buffer(type, size, count, data, NULL);
  pthread_mutex_unlock(&state.lock);
  return *made == VA_INVALID_ID ? VA_STATUS_ERROR_ALLOCATION_FAILED : VA_STATUS_SUCCESS;
}

static VAStatus set_elements(VADriverContextP driver, VABufferID id, unsigned count) { return VA_STATUS_SUCCESS; }

static VAStatus map_buffer(VADriverContextP driver, VABufferID id, void **address) {
  if (!buffer(id)) return VA_STATUS_ERROR_INVALID_BUFFER;
  *address = buffer(id)->bytes;
  return VA_STATUS_SUCCESS;
}

static VAStatus unmap_buffer(VADriverContextP driver, VABufferID id) { return VA_STATUS_SUCCESS; }

static VAStatus destroy_buffer(VADriverContextP driver, VABufferID id) {
  pthread_mutex_lock(&state.lock);
  Buffer *found = buffer(id);
  if (found) {
    if (!found->is_mapped) free(found->bytes);
    *found = (Buffer){0};
  }
  pthread_mutex_unlock(&state.lock);
  return found ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

static VAStatus begin(VADriverContextP driver, VAContextID id, VASurfaceID target) {
  state.target = target;
  return surface(target) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
}

// Copies a decoded frame into a surface.
static void fill(Surface *surface, const AVFrame *frame) {
  const int width = FFMIN(surface->width, frame->width), height = FFMIN(surface->height, frame->height);
  for (int row = 0; row < height; row++)
    memcpy(surface->bytes + (size_t)row * surface->pitch, frame->data[0] + row * frame->linesize[0], width);
  for (int row = 0; row < (height + 1) / 2; row++) {
    uint8_t *pairs = surface->bytes + surface->chroma + (size_t)row * surface->pitch;
    for (int column = 0; column < (width + 1) / 2; column++) {
      pairs[2 * column] = frame->data[1][row * frame->linesize[1] + column];
      pairs[2 * column + 1] = frame->data[2][row * frame->linesize[2] + column];
    }
  }
}

static VAStatus render(VADriverContextP driver, VAContextID id, VABufferID *ids, int count) {
  for (int index = 0; index < count; index++) {
    Buffer *data = buffer(ids[index]);
    if (!data || data->type != VASliceDataBufferType) continue;
    state.packet->data = data->bytes;
    state.packet->size = (int)(data->size * data->count);
    int code = avcodec_send_packet(state.decoder, state.packet);
    if (code >= 0) code = avcodec_receive_frame(state.decoder, state.frame);
    if (code < 0 || !surface(state.target)) return VA_STATUS_ERROR_DECODING_ERROR;
    fill(surface(state.target), state.frame);
    av_frame_unref(state.frame);
  }
  return VA_STATUS_SUCCESS;
}

static VAStatus end(VADriverContextP driver, VAContextID id) { return VA_STATUS_SUCCESS; }
static VAStatus sync_surface(VADriverContextP driver, VASurfaceID id) { return VA_STATUS_SUCCESS; }

static VAStatus surface_status(VADriverContextP driver, VASurfaceID id, VASurfaceStatus *status) {
  *status = VASurfaceReady;
  return VA_STATUS_SUCCESS;
}

static const VAImageFormat nv12 = {.fourcc = VA_FOURCC_NV12, .byte_order = VA_LSB_FIRST, .bits_per_pixel = 12};

static VAStatus image_formats(VADriverContextP driver, VAImageFormat *list, int *count) {
  list[0] = nv12;
  *count = 1;
  return VA_STATUS_SUCCESS;
}

static void describe(VAImage *image, int width, int height, int pitch, size_t chroma, size_t size) {
  *image = (VAImage){
      .image_id = first_buffer, .format = nv12, .width = (uint16_t)width, .height = (uint16_t)height, .num_planes = 2,
      .data_size = (uint32_t)size, .pitches = {(uint32_t)pitch, (uint32_t)pitch}, .offsets = {0, (uint32_t)chroma}};
}

static VAStatus derive_image(VADriverContextP driver, VASurfaceID id, VAImage *image) {
  Surface *found = surface(id);
  if (!found) return VA_STATUS_ERROR_INVALID_SURFACE;
  describe(image, found->width, found->height, found->pitch, found->chroma, found->size);
  pthread_mutex_lock(&state.lock);
  state.copies++;
  report();
  image->buf = make_buffer(VAImageBufferType, (unsigned)found->size, 1, NULL, found->bytes);
  pthread_mutex_unlock(&state.lock);
  return VA_STATUS_SUCCESS;
}

static VAStatus create_image(VADriverContextP driver, VAImageFormat *format, int width, int height, VAImage *image) {
  const int pitch = (width + 63) & ~63;
  const size_t size = (size_t)pitch * height + (size_t)pitch * ((height + 1) / 2);
  describe(image, width, height, pitch, (size_t)pitch * height, size);
  pthread_mutex_lock(&state.lock);
  image->buf = make_buffer(VAImageBufferType, (unsigned)size, 1, NULL, NULL);
  image->image_id = image->buf;
  pthread_mutex_unlock(&state.lock);
  return VA_STATUS_SUCCESS;
}

static VAStatus destroy_image(VADriverContextP driver, VAImageID id) { return VA_STATUS_SUCCESS; }

static VAStatus get_image(
    VADriverContextP driver, VASurfaceID id, int x, int y, unsigned width, unsigned height, VAImageID image) {
  Surface *from = surface(id);
  Buffer *to = buffer(image);
  if (!from || !to) return VA_STATUS_ERROR_INVALID_SURFACE;
  const int pitch = ((int)width + 63) & ~63;
  for (unsigned row = 0; row < height; row++)
    memcpy(to->bytes + (size_t)row * pitch, from->bytes + (size_t)row * from->pitch, width);
  for (unsigned row = 0; row < (height + 1) / 2; row++)
    memcpy(
        to->bytes + (size_t)pitch * height + (size_t)row * pitch,
        from->bytes + from->chroma + (size_t)row * from->pitch, width);
  state.copies++;
  report();
  return VA_STATUS_SUCCESS;
}

static VAStatus export_surface(VADriverContextP driver, VASurfaceID id, uint32_t type, uint32_t flags, void *result) {
  Surface *found = surface(id);
  if (!found) return VA_STATUS_ERROR_INVALID_SURFACE;
  if (type != VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2) return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
  VADRMPRIMESurfaceDescriptor *image = result;
  *image = (VADRMPRIMESurfaceDescriptor){
      .fourcc = VA_FOURCC_NV12, .width = (uint32_t)found->width, .height = (uint32_t)found->height, .num_objects = 1,
      .num_layers = 2};
  image->objects[0].fd = fcntl(found->shared >= 0 ? found->shared : found->memory, F_DUPFD_CLOEXEC, 0);
  image->objects[0].size = (uint32_t)found->size;
  for (int index = 0; index < 2; index++) {
    image->layers[index].drm_format = index == 0 ? 0x20203852 : 0x38385247;  // DRM_FORMAT_R8 and DRM_FORMAT_GR88
    image->layers[index].num_planes = 1;
    image->layers[index].offset[0] = index == 0 ? 0 : (uint32_t)found->chroma;
    image->layers[index].pitch[0] = (uint32_t)found->pitch;
  }
  state.exports++;
  report();
  return VA_STATUS_SUCCESS;
}

// The rest of the interface, which libva demands.
static VAStatus refuse(void) { return VA_STATUS_ERROR_UNIMPLEMENTED; }

static VAStatus no_formats(VADriverContextP driver, VAImageFormat *list, unsigned *flags, unsigned *count) {
  *count = 0;
  return VA_STATUS_SUCCESS;
}

VAStatus __attribute__((visibility("default"))) __vaDriverInit_1_0(VADriverContextP driver);
VAStatus __vaDriverInit_1_0(VADriverContextP driver) {
  struct VADriverVTable *table = driver->vtable;
  driver->version_major = 1;
  driver->max_profiles = driver->max_entrypoints = driver->max_attributes = driver->max_image_formats = 1;
  driver->max_subpic_formats = 1;
  driver->max_display_attributes = 1;
  driver->str_vendor = "Software decoder for tests";
  table->vaTerminate = terminate;
  table->vaQueryConfigProfiles = profiles;
  table->vaQueryConfigEntrypoints = entrypoints;
  table->vaGetConfigAttributes = attributes;
  table->vaCreateConfig = create_config;
  table->vaDestroyConfig = destroy_config;
  table->vaQueryConfigAttributes = query_config;
  table->vaQuerySurfaceAttributes = surface_attributes;
  table->vaCreateSurfaces = create_surfaces;
  table->vaCreateSurfaces2 = create_surfaces2;
  table->vaDestroySurfaces = destroy_surfaces;
  table->vaCreateContext = create_context;
  table->vaDestroyContext = destroy_context;
  table->vaCreateBuffer = create_buffer;
  table->vaBufferSetNumElements = set_elements;
  table->vaMapBuffer = map_buffer;
  table->vaUnmapBuffer = unmap_buffer;
  table->vaDestroyBuffer = destroy_buffer;
  table->vaBeginPicture = begin;
  table->vaRenderPicture = render;
  table->vaEndPicture = end;
  table->vaSyncSurface = sync_surface;
  table->vaQuerySurfaceStatus = surface_status;
  table->vaQueryImageFormats = image_formats;
  table->vaCreateImage = create_image;
  table->vaDeriveImage = derive_image;
  table->vaDestroyImage = destroy_image;
  table->vaGetImage = get_image;
  table->vaExportSurfaceHandle = export_surface;
  table->vaQuerySubpictureFormats = no_formats;
  void *refused = (void *)refuse;
  table->vaPutSurface = refused;
  table->vaSetImagePalette = refused;
  table->vaPutImage = refused;
  table->vaCreateSubpicture = refused;
  table->vaDestroySubpicture = refused;
  table->vaSetSubpictureImage = refused;
  table->vaSetSubpictureChromakey = refused;
  table->vaSetSubpictureGlobalAlpha = refused;
  table->vaAssociateSubpicture = refused;
  table->vaDeassociateSubpicture = refused;
  table->vaQueryDisplayAttributes = refused;
  table->vaGetDisplayAttributes = refused;
  table->vaSetDisplayAttributes = refused;
  return VA_STATUS_SUCCESS;
}
