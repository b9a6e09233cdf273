#ifndef DELEGATES_EXTERNAL_PLUGIN_LIBRARY_H_
#define DELEGATES_EXTERNAL_PLUGIN_LIBRARY_H_

#include <cstddef>
#include <memory>
#include <string>

#include "delegates/external/option_list.h"
#include "delegates/external/stable_delegate.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::external {

using namespace delegates;

// A shared library that makes delegates, in one of the two forms that exist:
// tflite_plugin_create_delegate and tflite_plugin_destroy_delegate, or a stable
// delegate. Thread-safe as far as the library is.
class PluginLibrary {
 public:
  // Loads the library at `path`, or found under that name by the system's
  // loader. Errors say what the loader said and list every symbol that the
  // library misses.
  static StatusOr<std::shared_ptr<PluginLibrary>> Open(const std::string& path);

  // A library that has made a delegate stays loaded: threads or handlers of it
  // may be left.
  ~PluginLibrary();
  PluginLibrary(const PluginLibrary&) = delete;
  PluginLibrary& operator=(const PluginLibrary&) = delete;

  // Another delegate, classic or opaque; Destroy takes it back. Errors carry
  // what the library reported. A stable delegate gets default settings and
  // takes no options.
  StatusOr<TfLiteDelegate*> Create(const PluginOptions& options);
  void Destroy(TfLiteDelegate* delegate) const;

  const std::string& path() const { return path_; }
  // Null unless the library has the stable form alone.
  const TfLiteStableDelegate* stable() const { return stable_; }

 private:
  using CreateFunction = TfLiteDelegate*(const char* const*, const char* const*,
                                         size_t, void (*)(const char*));
  using DestroyFunction = void(TfLiteDelegate*);

  PluginLibrary(std::string path, void* handle)
      : path_(std::move(path)), handle_(handle) {}

  Status FindFunctions();
  StatusOr<TfLiteDelegate*> CreateStable(const PluginOptions& options);

  const std::string path_;
  void* const handle_;
  bool in_use_ = false;
  CreateFunction* create_ = nullptr;
  DestroyFunction* destroy_ = nullptr;
  const TfLiteStableDelegate* stable_ = nullptr;
};

// Loads `path` and makes a delegate, which DeleteExternalDelegate, the same as
// TfLiteExternalDelegateDelete, frees.
StatusOr<TfLiteDelegate*> CreateExternalDelegate(const std::string& path,
                                                 const PluginOptions& options);
// False, and nothing done, for a pointer that is no delegate of the function
// above.
bool DeleteExternalDelegate(TfLiteDelegate* delegate);

}  // namespace tflite::external

#endif  // DELEGATES_EXTERNAL_PLUGIN_LIBRARY_H_
