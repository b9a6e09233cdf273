#include "delegates/common/delegate_options.h"

#include <algorithm>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/delegate/node_filter.h"

namespace tflite::delegates {

using Order = SimpleDelegateInterface::PartitionOrder;

void DelegateOptionParser::Add(const char* key, bool* value) {
  options_.push_back({key, "true or false", [value](const std::string& text) {
                        return ParseBool(text, value);
                      }});
}

void DelegateOptionParser::Add(const char* key, int* value) {
  options_.push_back({key, "integer", [value](const std::string& text) {
                        int parsed;
                        if (!ParseNumber(text, &parsed)) return false;
                        *value = parsed;
                        return true;
                      }});
}

void DelegateOptionParser::Add(const char* key, int64_t* value) {
  options_.push_back({key, "integer", [value](const std::string& text) {
                        int64_t parsed;
                        if (!ParseNumber(text, &parsed)) return false;
                        *value = parsed;
                        return true;
                      }});
}

void DelegateOptionParser::Add(const char* key, float* value) {
  options_.push_back({key, "number", [value](const std::string& text) {
                        float parsed;
                        if (!ParseNumber(text, &parsed)) return false;
                        *value = parsed;
                        return true;
                      }});
}

void DelegateOptionParser::Add(const char* key, std::string* value) {
  options_.push_back({key, "text", [value](const std::string& text) {
                        *value = text;
                        return true;
                      }});
}

void DelegateOptionParser::AddChoice(const char* key,
                                     const std::vector<std::string>& names,
                                     int* value) {
  options_.push_back({key, "one of " + StrJoin(names, ", "),
                      [names, value](const std::string& text) {
                        const auto it =
                            std::find(names.begin(), names.end(), text);
                        if (it == names.end()) return false;
                        *value = static_cast<int>(it - names.begin());
                        return true;
                      }});
}

void DelegateOptionParser::AddCommon(
    SimpleDelegateInterface::Options* options) {
  Add("max_delegated_partitions", &options->max_delegated_partitions);
  Add("min_nodes_per_partition", &options->min_nodes_per_partition);
  Add("first_delegate_node_index", &options->first_delegate_node_index);
  Add("last_delegate_node_index", &options->last_delegate_node_index);
  const auto add_list = [this](const char* key, std::string* list) {
    options_.push_back({key, "list of operators, #indices and name:texts",
                        [list](const std::string& text) {
                          if (!NodeFilter::Parse(text, "").ok()) return false;
                          *list = text;
                          return true;
                        }});
  };
  add_list("allow_nodes", &options->allow);
  add_list("deny_nodes", &options->deny);
  options_.push_back(
      {"partition_order", "gain or size", [options](const std::string& text) {
         options->partition_order =
             text == "size" ? Order::kBySize : Order::kByGain;
         return text == "size" || text == "gain";
       }});
}

Status DelegateOptionParser::Parse(const char* const* keys,
                                   const char* const* values,
                                   size_t num_options) const {
  if (num_options > 0 && (keys == nullptr || values == nullptr)) {
    return Invalid("the delegate's options are a null pointer");
  }
  for (size_t i = 0; i < num_options; ++i) {
    if (keys[i] == nullptr || values[i] == nullptr) {
      return Invalid("option ", i, " of the delegate is a null pointer");
    }
    TFLL_RETURN_IF_ERROR(Set(keys[i], values[i]));
  }
  return OkStatus();
}

Status DelegateOptionParser::Set(const char* key, const char* value) const {
  for (const Option& option : options_) {
    if (key != std::string(option.key)) continue;
    if (option.set(value)) return OkStatus();
    return Invalid("option '", key, "' of the delegate is '", value,
                   "', which is not ", option.type);
  }
  return Invalid("the delegate has no option '", key, "' (given as '", value,
                 "'); it has ", Usage());
}

std::string DelegateOptionParser::Usage() const {
  return StrJoin(options_, ", ", [](std::string* out, const Option& option) {
    StrAppend(out, option.key, " (", option.type, ")");
  });
}

TfLiteDelegate* ReportedDelegate(const StatusOr<TfLiteDelegate*>& delegate,
                                 void (*report_error)(const char*)) {
  if (delegate.ok()) return *delegate;
  if (report_error != nullptr) {
    report_error(std::string(delegate.status().message()).c_str());
  }
  return nullptr;
}

}  // namespace tflite::delegates
