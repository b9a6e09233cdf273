#ifndef DELEGATES_EXTERNAL_OPTION_LIST_H_
#define DELEGATES_EXTERNAL_OPTION_LIST_H_

#include <string>
#include <utility>
#include <vector>

#include "delegates/external/external_delegate.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::external {

using namespace delegates;

// Keys and values for a plugin, in the order in which they are passed.
using PluginOptions = std::vector<std::pair<std::string, std::string>>;

// Returns all options, including those beyond the arrays. A null key or value,
// or an invalid count, is an error.
StatusOr<PluginOptions> AllOptions(
    const TfLiteExternalDelegateOptions& options);

// Parses "key1:value1;key2:value2". The value begins after the first ':' and
// may contain further colons. "\;" stands for a ';' in a key or value. Empty
// items are skipped; an item without a ':' or without a key is an error.
StatusOr<PluginOptions> ParsePluginOptions(const std::string& text);

}  // namespace tflite::external

#endif  // DELEGATES_EXTERNAL_OPTION_LIST_H_
