#include "kernels/custom_options/custom_options.h"

#include <string_view>

#include "flatbuffers/flexbuffers.h"

namespace tflite::kernels {
namespace {

flexbuffers::Reference Find(const std::vector<uint8_t>& bytes,
                            std::string_view key) {
  const auto map = flexbuffers::GetRoot(bytes.data(), bytes.size() - 1).AsMap();
  return map[std::string(key)];
}

int64_t ToInt(const flexbuffers::Reference& value) {
  if (value.IsBool()) return value.AsBool() ? 1 : 0;
  if (value.IsFloat()) {
    // Converting a value out of range is undefined.
    const double x = value.AsDouble();
    return x > -9.2e18 && x < 9.2e18 ? static_cast<int64_t>(x) : 0;
  }
  return value.IsNumeric() ? value.AsInt64() : 0;
}

}  // namespace

CustomOptions::CustomOptions(absl::Span<const uint8_t> bytes)
    : bytes_(bytes.begin(), bytes.end()) {
  bytes_.push_back(0);
}

StatusOr<CustomOptions> CustomOptions::Parse(absl::Span<const uint8_t> bytes) {
  CustomOptions options(bytes);
  const uint8_t* data = options.bytes_.data();
  // The tracker bounds the time that shared parts can cost.
  std::vector<uint8_t> tracker;
  if (!flexbuffers::VerifyBuffer(data, bytes.size(), &tracker)) {
    return Invalid("the custom options are not a valid flexbuffer");
  }
  if (!flexbuffers::GetRoot(data, bytes.size()).IsMap()) {
    return Invalid("the custom options are not a map");
  }
  return options;
}

int64_t CustomOptions::Int(std::string_view key, int64_t missing) const {
  const auto value = Find(bytes_, key);
  return value.IsNull() ? missing : ToInt(value);
}

double CustomOptions::Float(std::string_view key, double missing) const {
  const auto value = Find(bytes_, key);
  if (value.IsNull()) return missing;
  if (value.IsFloat()) return value.AsDouble();
  return static_cast<double>(ToInt(value));
}

bool CustomOptions::Bool(std::string_view key) const { return Int(key) != 0; }

std::string CustomOptions::String(std::string_view key) const {
  const auto value = Find(bytes_, key);
  if (!value.IsString()) return "";
  const auto text = value.AsString();
  return std::string(text.c_str(), text.length());
}

std::vector<int64_t> CustomOptions::Ints(std::string_view key) const {
  const auto value = Find(bytes_, key);
  std::vector<int64_t> out;
  const auto read = [&out](const auto& vector) {
    for (size_t i = 0; i < vector.size(); ++i) out.push_back(ToInt(vector[i]));
  };
  if (value.IsBlob()) {
    const auto blob = value.AsBlob();
    out.assign(blob.data(), blob.data() + blob.size());
  } else if (value.IsTypedVector()) {
    read(value.AsTypedVector());
  } else if (value.IsFixedTypedVector()) {
    read(value.AsFixedTypedVector());
  } else if (value.IsVector()) {
    read(value.AsVector());
  }
  return out;
}

}  // namespace tflite::kernels
