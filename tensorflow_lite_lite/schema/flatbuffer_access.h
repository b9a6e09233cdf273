#ifndef TENSORFLOW_LITE_LITE_SCHEMA_FLATBUFFER_ACCESS_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_FLATBUFFER_ACCESS_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "flatbuffers/flatbuffers.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::schema {

// Absent vectors count as empty.
template <typename T>
int64_t SizeOf(const flatbuffers::Vector<T>* v) {
  return v == nullptr ? 0 : v->size();
}

inline absl::Span<const int32_t> Ints(const flatbuffers::Vector<int32_t>* v) {
  if (v == nullptr) return {};
  return absl::MakeConstSpan(v->data(), v->size());
}

// Element i. Vectors of 64-bit numbers may be unaligned in a malformed file, or
// in a valid one that was loaded to an unaligned address.
inline int64_t Int64At(const flatbuffers::Vector<int64_t>* v, int64_t i) {
  int64_t value;
  std::memcpy(&value, v->Data() + i * static_cast<int64_t>(sizeof(value)),
              sizeof(value));
  return flatbuffers::EndianScalar(value);
}

// " 'name'" for messages, truncated and escaped; empty for no name.
inline std::string Quoted(const flatbuffers::String* name) {
  // Keeps messages readable if a malformed file has a huge name.
  constexpr size_t kMaxLength = 80;
  if (name == nullptr || name->size() == 0) return "";
  const std::string_view text(name->data(), name->size());
  std::string quoted = " '" + EscapeText(text.substr(0, kMaxLength), true);
  quoted += text.size() > kMaxLength ? "...'" : "'";
  return quoted;
}

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_FLATBUFFER_ACCESS_H_
