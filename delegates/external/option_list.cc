#include "delegates/external/option_list.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace tflite::external {
namespace {

constexpr int kLast = kExternalDelegateMaxOptions - 1;

// The key of the last array entry if that entry refers to options beyond the
// arrays.
constexpr char kMore[] = "(more)";

// One option beyond the arrays. Immutable, so that copies of the options can
// share it. `previous` is the option inserted before it.
struct MoreOptions {
  const char text[8] = "";  // the value for code that reads the arrays
  const MoreOptions* previous;
  const char* key;
  const char* value;
};

// Options have no destructor: these live as long as the process.
const MoreOptions* Keep(const MoreOptions* previous, const char* key,
                        const char* value) {
  static std::mutex* const mutex = new std::mutex;
  static auto* const kept = new std::deque<MoreOptions>;
  std::lock_guard<std::mutex> lock(*mutex);
  kept->push_back({"", previous, key, value});
  return &kept->back();
}

bool HasMore(const TfLiteExternalDelegateOptions& options) {
  return options.count == kExternalDelegateMaxOptions &&
         options.keys[kLast] == kMore;
}

const MoreOptions* LastOf(const TfLiteExternalDelegateOptions& options) {
  return reinterpret_cast<const MoreOptions*>(options.values[kLast]);
}

// Inserts an option when the arrays are full. First moves the last array entry
// to a MoreOptions, unless that was done before.
void InsertBeyondArrays(const char* key, const char* value,
                        TfLiteExternalDelegateOptions* options) {
  const MoreOptions* previous =
      HasMore(*options)
          ? LastOf(*options)
          : Keep(nullptr, options->keys[kLast], options->values[kLast]);
  options->keys[kLast] = kMore;
  options->values[kLast] =
      reinterpret_cast<const char*>(Keep(previous, key, value));
}

Status AddItem(const std::string& item, PluginOptions* options) {
  if (item.empty()) return OkStatus();
  const size_t colon = item.find(':');
  if (colon == std::string::npos || colon == 0) {
    return Invalid("option \"", item, "\" is not of the form key:value");
  }
  options->emplace_back(item.substr(0, colon), item.substr(colon + 1));
  return OkStatus();
}

}  // namespace

StatusOr<PluginOptions> AllOptions(
    const TfLiteExternalDelegateOptions& options) {
  if (options.count < 0 || options.count > kExternalDelegateMaxOptions) {
    return Invalid("options with a count of ", options.count);
  }
  PluginOptions all;
  const int in_arrays = HasMore(options) ? kLast : options.count;
  for (int i = 0; i < in_arrays; ++i) {
    if (options.keys[i] == nullptr || options.values[i] == nullptr) {
      return Invalid("option ", i, " is a null pointer");
    }
    all.emplace_back(options.keys[i], options.values[i]);
  }
  if (!HasMore(options)) return all;
  for (const MoreOptions* m = LastOf(options); m; m = m->previous) {
    all.emplace_back(m->key, m->value);
  }
  std::reverse(all.begin() + in_arrays, all.end());
  return all;
}

StatusOr<PluginOptions> ParsePluginOptions(const std::string& text) {
  PluginOptions options;
  std::string item;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ';') {
      TFLL_RETURN_IF_ERROR(AddItem(item, &options));
      item.clear();
      continue;
    }
    if (text.compare(i, 2, "\\;") == 0) ++i;
    item += text[i];
  }
  TFLL_RETURN_IF_ERROR(AddItem(item, &options));
  return options;
}

}  // namespace tflite::external

TfLiteStatus TfLiteExternalDelegateOptionsInsert(
    TfLiteExternalDelegateOptions* options, const char* key,
    const char* value) {
  if (options == nullptr || key == nullptr || value == nullptr ||
      options->count < 0) {
    return kTfLiteError;
  }
  if (options->count < kExternalDelegateMaxOptions) {
    options->keys[options->count] = key;
    options->values[options->count] = value;
    ++options->count;
  } else {
    tflite::external::InsertBeyondArrays(key, value, options);
  }
  return kTfLiteOk;
}

TfLiteExternalDelegateOptions TfLiteExternalDelegateOptionsDefault(
    const char* lib_path) {
  TfLiteExternalDelegateOptions options{};
  options.lib_path = lib_path;
  options.insert = TfLiteExternalDelegateOptionsInsert;
  return options;
}
