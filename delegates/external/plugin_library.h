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

// A shared library that creates delegates, in one of two forms: the functions
// tflite_plugin_create_delegate and tflite_plugin_destroy_delegate, or a stable
// delegate. Thread-safe if the library is.
class PluginLibrary {
 public:
  // Loads the library at `path`, or finds it by that name with the system's
  // loader. Errors contain the loader's message and all missing symbols.
  static StatusOr<std::shared_ptr<PluginLibrary>> Open(const std::string& path);

  // A library that has created a delegate stays loaded, because its threads or
  // handlers may still exist.
  ~PluginLibrary();
  PluginLibrary(const PluginLibrary&) = delete;
  PluginLibrary& operator=(const PluginLibrary&) = delete;

  // Creates another delegate, classic or opaque, to be deleted with Destroy.
  // Errors contain the messages of the library. A stable delegate gets default
  // settings and accepts no options.
  StatusOr<TfLiteDelegate*> Create(const PluginOptions& options);
  void Destroy(TfLiteDelegate* delegate) const;

  const std::string& path() const { return path_; }
  // Null unless the library has only the stable form.
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

// Loads `path` and creates a delegate, to be deleted with
// DeleteExternalDelegate or TfLiteExternalDelegateDelete, which do the same.
StatusOr<TfLiteDelegate*> CreateExternalDelegate(const std::string& path,
                                                 const PluginOptions& options);
// Returns false and does nothing if the pointer is not a delegate created by
// the function above.
bool DeleteExternalDelegate(TfLiteDelegate* delegate);

}  // namespace tflite::external

#endif  // DELEGATES_EXTERNAL_PLUGIN_LIBRARY_H_
