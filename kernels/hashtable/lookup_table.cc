#include <cstring>
#include <string>
#include <vector>

#include "kernels/hashtable/hashtable.h"
#include "kernels/math/cells.h"
#include "tensorflow_lite_lite/string_util.h"

namespace tflite::kernels {
namespace {

StatusOr<std::vector<std::string>> ReadEntries(const TensorView& tensor) {
  std::vector<std::string> entries;
  if (tensor.type() == kTfLiteString) {
    TFLL_ASSIGN_OR_RETURN(const auto strings, ReadStrings(tensor));
    for (const StringRef& s : strings) entries.emplace_back(s.str, s.len);
    return entries;
  }
  const char* from = tensor.data<char>();
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    entries.emplace_back(from + i * sizeof(int64_t), sizeof(int64_t));
  }
  return entries;
}

// To be read only.
TensorView View(const TfLiteTensor* tensor) {
  return TensorView(const_cast<TfLiteTensor*>(tensor));
}

TfLiteStatus Reported(const Status& status, TfLiteContext* context) {
  if (status.ok()) return kTfLiteOk;
  TF_LITE_MAYBE_KERNEL_LOG(context, "%s",
                           std::string(status.message()).c_str());
  return kTfLiteError;
}

}  // namespace

size_t LookupTable::MemoryBytes() const {
  size_t bytes = 0;
  for (const auto& [key, value] : entries_) bytes += key.size() + value.size();
  return bytes;
}

Status LookupTable::CheckTypes(const TensorView& keys,
                               const TensorView& values) const {
  if (key_ == keys.type() && value_ == values.type()) return OkStatus();
  return Invalid("C2: the table maps ", TfLiteTypeGetName(key_), " to ",
                 TfLiteTypeGetName(value_), ", is used with ", keys.ToString(),
                 " and ", values.ToString());
}

Status LookupTable::ImportEntries(const TensorView& keys,
                                  const TensorView& values) {
  TFLL_RETURN_IF_ERROR(CheckTypes(keys, values));
  TFLL_ASSIGN_OR_RETURN(const auto from, ReadEntries(keys));
  TFLL_ASSIGN_OR_RETURN(const auto to, ReadEntries(values));
  if (from.size() != to.size()) {
    return Invalid("C3: ", from.size(), " keys, ", to.size(), " values");
  }
  if (imported_) return OkStatus();
  for (size_t i = 0; i < from.size(); ++i) entries_.emplace(from[i], to[i]);
  imported_ = true;
  return OkStatus();
}

Status LookupTable::FindEntries(const TensorView& keys,
                                const TensorView& missing,
                                const TensorView& values) const {
  TFLL_RETURN_IF_ERROR(CheckTypes(keys, values));
  if (!imported_) return Invalid("C1: the table has not been filled");
  TFLL_ASSIGN_OR_RETURN(const auto fallback, ReadEntries(missing));
  if (fallback.size() != 1) {
    return Invalid("C3: the default is ", missing.ToString());
  }
  TFLL_ASSIGN_OR_RETURN(const auto wanted, ReadEntries(keys));
  const bool string = value_ == kTfLiteString;
  DynamicBuffer strings;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto found = entries_.find(wanted[i]);
    const std::string& value =
        found == entries_.end() ? fallback[0] : found->second;
    if (!string) {
      std::memcpy(values.mutable_data<char>() + i * value.size(), value.data(),
                  value.size());
    } else if (strings.AddString(value.data(), value.size()) != kTfLiteOk) {
      return Internal("the values are too long");
    }
  }
  return string ? WriteStrings(strings, keys.shape(), values) : OkStatus();
}

TfLiteStatus LookupTable::Lookup(TfLiteContext* context,
                                 const TfLiteTensor* keys, TfLiteTensor* values,
                                 const TfLiteTensor* default_value) {
  const TensorView missing = View(default_value), out = View(values);
  if (missing.type() != value_) {
    return Reported(CheckTypes(View(keys), missing), context);
  }
  if (value_ != kTfLiteString &&
      out.num_elements() < View(keys).num_elements()) {
    return Reported(Invalid("the values are ", out.ToString()), context);
  }
  return Reported(FindEntries(View(keys), missing, out), context);
}

TfLiteStatus LookupTable::Import(TfLiteContext* context,
                                 const TfLiteTensor* keys,
                                 const TfLiteTensor* values) {
  return Reported(ImportEntries(View(keys), View(values)), context);
}

TfLiteStatus LookupTable::CheckKeyAndValueTypes(TfLiteContext* context,
                                                const TfLiteTensor* key,
                                                const TfLiteTensor* value) {
  return Reported(CheckTypes(View(key), View(value)), context);
}

}  // namespace tflite::kernels
