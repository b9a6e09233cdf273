#include "delegates/external/plugin_library.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <vector>

#include "delegates/external/elf_symbols.h"
#include "tensorflow_lite_lite/base/loader_error.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::external {
namespace {

constexpr char kCreate[] = "tflite_plugin_create_delegate";
constexpr char kDestroy[] = "tflite_plugin_destroy_delegate";
constexpr char kStable[] = "TFL_TheStableDelegate";

// Collects the messages of a library while it creates a delegate on this
// thread. The callback for messages has no user data, so the current object is
// in a thread-local variable.
class Reports {
 public:
  Reports() : outer_(current_) { current_ = this; }
  ~Reports() { current_ = outer_; }

  static void Report(const char* message) {
    if (message == nullptr) return;
    if (current_ == nullptr) {
      Log(LogLevel::kError, "%s", message);
    } else {
      current_->messages_.push_back(message);
    }
  }

  const std::vector<std::string>& messages() const { return messages_; }

 private:
  static thread_local Reports* current_;
  Reports* const outer_;
  std::vector<std::string> messages_;
};
thread_local Reports* Reports::current_ = nullptr;

// Calls a library's function that creates a delegate. An exception, as from
// the parser of an option, counts as its last message.
template <typename Function>
TfLiteDelegate* CallCreate(const Function& create) {
  try {
    return create();
  } catch (const std::exception& error) {
    Reports::Report(error.what());
  } catch (...) {
    Reports::Report("an exception of an unknown type");
  }
  return nullptr;
}

Status MadeNone(const std::string& path, const Reports& reports) {
  return Invalid(path, " made no delegate: ",
                 reports.messages().empty()
                     ? "it gave no reason"
                     : base::StrJoin(reports.messages(), "; "));
}

// Makes the functions of this library visible to libraries loaded later. Needed
// if the program has loaded it with local scope, as Python does.
bool ExposeThisLibrary() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&ExposeThisLibrary), &info) == 0 ||
      info.dli_fname == nullptr) {
    return false;
  }
  return dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL) !=
         nullptr;
}

bool HasPrepare(const TfLiteDelegate& delegate) {
  return delegate.Prepare != nullptr ||
         (delegate.opaque_delegate_builder != nullptr &&
          delegate.opaque_delegate_builder->Prepare != nullptr);
}

Status LoadError(const std::string& path, const std::string& loader_error) {
  std::string text =
      base::StrCat("cannot load the delegate ", path, ": ", loader_error);
  if (path.find('/') == std::string::npos) return Invalid(text);
  const StatusOr<ElfSymbols> symbols = ReadElfSymbols(path);
  if (!symbols.ok()) return Invalid(text, "; ", symbols.status().message());
  const std::vector<std::string> missing = MissingSymbols(*symbols);
  if (missing.empty()) return Invalid(text);
  return Invalid(text, "; symbols that it needs and this program lacks: ",
                 base::StrJoin(missing, ", "));
}

// An empty TFLiteSettings table as a flatbuffer: the offset of the table, its
// list of fields, and the table.
struct alignas(4) EmptySettings {
  uint32_t root = 8;
  uint16_t fields_size = 4;
  uint16_t table_size = 4;
  int32_t table_to_fields = 4;
};
constexpr EmptySettings kEmptySettings;

}  // namespace

StatusOr<std::shared_ptr<PluginLibrary>> PluginLibrary::Open(
    const std::string& path) {
  if (path.empty())
    return Invalid("the path of the delegate's library is empty");
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const std::string error = base::LoaderError(path);
    if (ExposeThisLibrary()) {
      handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    if (handle == nullptr) return LoadError(path, error);
  }
  std::shared_ptr<PluginLibrary> library(new PluginLibrary(path, handle));
  TFLL_RETURN_IF_ERROR(library->FindFunctions());
  return library;
}

PluginLibrary::~PluginLibrary() {
  if (!in_use_) dlclose(handle_);
}

Status PluginLibrary::FindFunctions() {
  create_ = reinterpret_cast<CreateFunction*>(dlsym(handle_, kCreate));
  destroy_ = reinterpret_cast<DestroyFunction*>(dlsym(handle_, kDestroy));
  if (create_ != nullptr && destroy_ != nullptr) return OkStatus();
  stable_ = static_cast<const TfLiteStableDelegate*>(dlsym(handle_, kStable));
  if (stable_ != nullptr && create_ == nullptr) return OkStatus();
  std::vector<std::string> missing;
  if (create_ == nullptr) missing.push_back(kCreate);
  if (destroy_ == nullptr) missing.push_back(kDestroy);
  return Invalid(path_, " is no delegate library: it does not export ",
                 base::StrJoin(missing, " and "));
}

StatusOr<TfLiteDelegate*> PluginLibrary::Create(const PluginOptions& options) {
  if (stable_ != nullptr) return CreateStable(options);
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (const auto& [key, value] : options) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  in_use_ = true;
  const Reports reports;
  TfLiteDelegate* delegate = CallCreate([&] {
    return create_(keys.data(), values.data(), keys.size(), Reports::Report);
  });
  if (delegate == nullptr) return MadeNone(path_, reports);
  for (const std::string& message : reports.messages()) {
    Log(LogLevel::kWarning, "%s: %s", path_.c_str(), message.c_str());
  }
  if (HasPrepare(*delegate)) return delegate;
  destroy_(delegate);
  return Invalid(path_, " made a delegate without a Prepare function");
}

StatusOr<TfLiteDelegate*> PluginLibrary::CreateStable(
    const PluginOptions& options) {
  const char* version = stable_->delegate_abi_version;
  if (version == nullptr || std::strncmp(version, "1.", 2) != 0) {
    return Invalid(path_, " has a stable delegate of interface version ",
                   version == nullptr ? "(none)" : version,
                   "; this program knows 1.x");
  }
  const TfLiteOpaqueDelegatePlugin* plugin = stable_->delegate_plugin;
  if (plugin == nullptr || plugin->create == nullptr ||
      plugin->destroy == nullptr) {
    return Invalid(path_, " has a stable delegate without create or destroy");
  }
  if (!options.empty()) {
    return Invalid(path_, " has a stable delegate, which takes no options; \"",
                   options.front().first, "\" was given");
  }
  in_use_ = true;
  const Reports reports;
  TfLiteDelegate* delegate = CallCreate(
      [&] { return plugin->create(&kEmptySettings.table_to_fields); });
  if (delegate == nullptr) return MadeNone(path_, reports);
  if (HasPrepare(*delegate)) return delegate;
  plugin->destroy(delegate);
  return Invalid(path_, " made a delegate without a Prepare function");
}

void PluginLibrary::Destroy(TfLiteDelegate* delegate) const {
  if (stable_ != nullptr) {
    stable_->delegate_plugin->destroy(delegate);
  } else {
    destroy_(delegate);
  }
}

}  // namespace tflite::external
