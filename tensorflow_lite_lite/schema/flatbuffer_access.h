#ifndef TENSORFLOW_LITE_LITE_SCHEMA_FLATBUFFER_ACCESS_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_FLATBUFFER_ACCESS_H_

#include <cstdint>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "flatbuffers/flatbuffers.h"

namespace tflite {

// Absent vectors count as empty ones.
template <typename T>
int64_t SizeOf(const flatbuffers::Vector<T>* v) {
  return v == nullptr ? 0 : v->size();
}

inline absl::Span<const int32_t> Ints(const flatbuffers::Vector<int32_t>* v) {
  if (v == nullptr) return {};
  return absl::MakeConstSpan(v->data(), v->size());
}

// " 'name'" for messages, cut and escaped; empty for an absent or empty name.
inline std::string Quoted(const flatbuffers::String* name) {
  constexpr size_t kLongest = 80;
  if (name == nullptr || name->size() == 0) return "";
  const absl::string_view text(name->data(), name->size());
  std::string quoted = " '" + absl::Utf8SafeCEscape(text.substr(0, kLongest));
  quoted += text.size() > kLongest ? "...'" : "'";
  return quoted;
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_FLATBUFFER_ACCESS_H_
