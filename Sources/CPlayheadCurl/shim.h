// Types, and calls of the variadic functions, which Swift cannot call. The library itself is loaded with the first
// request: the functions are those that the caller has looked up in it.
#ifndef CPLAYHEAD_CURL_SHIM_H
#define CPLAYHEAD_CURL_SHIM_H

#include <curl/curl.h>
#include <netinet/in.h>

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

static inline curl_socket_t playhead_curl_get_socket(void *getinfo, CURL *handle) {
  curl_socket_t value = CURL_SOCKET_BAD;
  return ((playhead_curl_easy_getinfo)getinfo)(handle, CURLINFO_ACTIVESOCKET, &value) == CURLE_OK
             ? value : CURL_SOCKET_BAD;
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

static inline CURLcode playhead_curl_set_open_socket(
    void *setopt, CURL *handle, void *client, curl_opensocket_callback callback) {
  ((playhead_curl_easy_setopt)setopt)(handle, CURLOPT_OPENSOCKETDATA, client);
  return ((playhead_curl_easy_setopt)setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
}

// By number: headers before 7.80 lack the names, and older libraries return that the option is unknown.
typedef int (*playhead_curl_before_request)(
    void *client, char *remote_address, char *local_address, int remote_port, int local_port);
static inline CURLcode playhead_curl_set_before_request(
    void *setopt, CURL *handle, void *client, playhead_curl_before_request callback) {
  ((playhead_curl_easy_setopt)setopt)(handle, (CURLoption)(CURLOPTTYPE_OBJECTPOINT + 313), client);
  return ((playhead_curl_easy_setopt)setopt)(handle, (CURLoption)(CURLOPTTYPE_FUNCTIONPOINT + 312), callback);
}

// The bytes of an IPv4 (4) or IPv6 (16) address, NULL for others. libcurl stores addresses longer than its field beyond
// it.
static inline const void *playhead_curl_host_bytes(const struct curl_sockaddr *address) {
  if (address->family == AF_INET) return &((const struct sockaddr_in *)(const void *)&address->addr)->sin_addr;
  if (address->family == AF_INET6) return &((const struct sockaddr_in6 *)(const void *)&address->addr)->sin6_addr;
  return NULL;
}

// CURLOPT_PROTOCOLS_STR of libcurl 7.85.
static const CURLoption playhead_curl_protocols = (CURLoption)(CURLOPTTYPE_STRINGPOINT + 318);
static const curl_socket_t playhead_curl_bad_socket = CURL_SOCKET_BAD;
static const long playhead_curl_global_default = CURL_GLOBAL_DEFAULT;
static const long playhead_curl_header_separate = CURLHEADER_SEPARATE;
static const size_t playhead_curl_pause = CURL_WRITEFUNC_PAUSE;

#endif
