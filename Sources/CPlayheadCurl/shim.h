// Types, and calls of the functions with a variable number of arguments, which Swift cannot make. The library itself is loaded
// when the first address is to be fetched: the functions are those that the caller has found in it.
#ifndef CPLAYHEAD_CURL_SHIM_H
#define CPLAYHEAD_CURL_SHIM_H

#include <curl/curl.h>

typedef CURLcode (*playhead_curl_easy_setopt)(CURL *, CURLoption, ...);
typedef CURLcode (*playhead_curl_easy_getinfo)(CURL *, CURLINFO, ...);
typedef CURLSHcode (*playhead_curl_share_setopt)(CURLSH *, CURLSHoption, ...);
typedef CURLMcode (*playhead_curl_multi_setopt)(CURLM *, CURLMoption, ...);

static inline CURLcode playhead_curl_set_long(void *setopt, CURL *handle, CURLoption option, long value) {
  return ((playhead_curl_easy_setopt)setopt)(handle, option, value);
}

static inline CURLcode playhead_curl_set_string(void *setopt, CURL *handle, CURLoption option, const char *value) {
  return ((playhead_curl_easy_setopt)setopt)(handle, option, value);
}

static inline CURLcode playhead_curl_set_pointer(void *setopt, CURL *handle, CURLoption option, void *value) {
  return ((playhead_curl_easy_setopt)setopt)(handle, option, value);
}

static inline CURLcode playhead_curl_set_callback(void *setopt, CURL *handle, CURLoption option, curl_write_callback value) {
  return ((playhead_curl_easy_setopt)setopt)(handle, option, value);
}

static inline long playhead_curl_get_long(void *getinfo, CURL *handle, CURLINFO info) {
  long value = 0;
  return ((playhead_curl_easy_getinfo)getinfo)(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline const char *playhead_curl_get_string(void *getinfo, CURL *handle, CURLINFO info) {
  char *value = NULL;
  return ((playhead_curl_easy_getinfo)getinfo)(handle, info, &value) == CURLE_OK ? value : NULL;
}

static inline CURLSHcode playhead_curl_share(void *setopt, CURLSH *share, curl_lock_data data) {
  return ((playhead_curl_share_setopt)setopt)(share, CURLSHOPT_SHARE, data);
}

static inline CURLMcode playhead_curl_multi_set_long(void *setopt, CURLM *multi, CURLMoption option, long value) {
  return ((playhead_curl_multi_setopt)setopt)(multi, option, value);
}

static const long playhead_curl_global_default = CURL_GLOBAL_DEFAULT;
static const long playhead_curl_header_separate = CURLHEADER_SEPARATE;
static const size_t playhead_curl_pause = CURL_WRITEFUNC_PAUSE;

#endif
