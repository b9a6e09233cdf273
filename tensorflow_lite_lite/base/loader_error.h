#ifndef TENSORFLOW_LITE_LITE_BASE_LOADER_ERROR_H_
#define TENSORFLOW_LITE_LITE_BASE_LOADER_ERROR_H_

#include <dlfcn.h>

#include <string>

namespace tflite::base {

// The text of dlerror() after `library` failed to load. The loader mostly
// starts its text with the library's name, which is left out: the caller's
// message names the library already.
inline std::string LoaderError(const std::string& library) {
  const char* const error = dlerror();
  if (error == nullptr) return "unknown error";
  std::string text = error;
  const std::string prefix = library + ": ";
  if (text.compare(0, prefix.size(), prefix) == 0) text.erase(0, prefix.size());
  return text;
}

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_LOADER_ERROR_H_
