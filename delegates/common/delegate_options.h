#ifndef DELEGATES_COMMON_DELEGATE_OPTIONS_H_
#define DELEGATES_COMMON_DELEGATE_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::delegates {

// Reads a plugin's options, given as key and value strings, into variables:
//
//   DelegateOptionParser parser;
//   parser.Add("fast", &options.fast);
//   parser.AddCommon(&simple_options);
//   TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, num_options));
class DelegateOptionParser {
 public:
  // If a key is missing, *value is unchanged; if it is given twice, the last
  // one applies. A bool is true, false, 1 or 0 in upper or lower case; numbers
  // are decimal.
  void Add(const char* key, bool* value);
  void Add(const char* key, int* value);
  void Add(const char* key, int64_t* value);
  void Add(const char* key, float* value);
  void Add(const char* key, std::string* value);
  // The value must be one of `names`; *value becomes its index.
  void AddChoice(const char* key, const std::vector<std::string>& names,
                 int* value);

  // Adds the options that all delegates have: max_delegated_partitions,
  // min_nodes_per_partition, first_delegate_node_index,
  // last_delegate_node_index, allow_nodes, deny_nodes (lists of NodeFilter) and
  // partition_order (gain or size). `options` must outlive the parser.
  void AddCommon(SimpleDelegateInterface::Options* options);

  // InvalidArgument, naming key and value, if a key is unknown or its value
  // cannot be parsed.
  Status Parse(const char* const* keys, const char* const* values,
               size_t num_options) const;

  // "<key> (<type>)" of each option, separated by commas.
  std::string Usage() const;

 private:
  struct Option {
    const char* key;
    std::string type;  // for messages
    std::function<bool(const std::string& value)> set;
  };

  Status Set(const char* key, const char* value) const;

  std::vector<Option> options_;
};

// For TFLL_DELEGATE_PLUGIN: the delegate, or null after reporting the error.
TfLiteDelegate* ReportedDelegate(const StatusOr<TfLiteDelegate*>& delegate,
                                 void (*report_error)(const char*));

}  // namespace tflite::delegates

// Defines the two functions that a plugin exports. `create` is
//
//   StatusOr<TfLiteDelegate*> Create(const char* const* keys,
//                                    const char* const* values, size_t count)
//
// and `destroy` deletes what it returns.
#define TFLL_DELEGATE_PLUGIN(create, destroy)                                 \
  extern "C" TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(   \
      const char* const* keys, const char* const* values, size_t count,       \
      void (*report_error)(const char*)) {                                    \
    return ::tflite::delegates::ReportedDelegate(create(keys, values, count), \
                                                 report_error);               \
  }                                                                           \
  extern "C" TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(             \
      TfLiteDelegate* delegate) {                                             \
    destroy(delegate);                                                        \
  }

#endif  // DELEGATES_COMMON_DELEGATE_OPTIONS_H_
