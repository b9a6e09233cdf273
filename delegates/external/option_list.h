#ifndef DELEGATES_EXTERNAL_OPTION_LIST_H_
#define DELEGATES_EXTERNAL_OPTION_LIST_H_

#include <string>
#include <utility>
#include <vector>

#include "delegates/external/external_delegate.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::external {

using namespace delegates;

// Keys and values for a plugin, in the order in which it gets them.
using PluginOptions = std::vector<std::pair<std::string, std::string>>;

// All options, those beyond the arrays included. Entries with a null key or
// value, and a count that is no count of entries, are errors.
StatusOr<PluginOptions> AllOptions(
    const TfLiteExternalDelegateOptions& options);

// "key1:value1;key2:value2". A value is what follows the first ':' and may hold
// more of them; "\;" stands for a ';' of a key or value. Empty items are
// skipped; an item without a ':' or without a key is an error.
StatusOr<PluginOptions> ParsePluginOptions(const std::string& text);

}  // namespace tflite::external

#endif  // DELEGATES_EXTERNAL_OPTION_LIST_H_
