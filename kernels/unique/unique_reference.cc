#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels/math/cells.h"
#include "kernels/unique/unique.h"

namespace tflite::kernels {
namespace {

// Which of the different elements each element is, and where each of them
// occurs first.
struct Found {
  std::vector<int64_t> index;
  std::vector<int64_t> first;
};

template <typename Key>
void Note(std::unordered_map<Key, int64_t>* seen, const Key& key,
          Found* found) {
  const int64_t next = static_cast<int64_t>(found->first.size());
  const auto [it, inserted] = seen->emplace(key, next);
  if (inserted)
    found->first.push_back(static_cast<int64_t>(found->index.size()));
  found->index.push_back(it->second);
}

// Bits of a floating-point type: those of infinity; 0 for other types.
uint64_t InfinityBits(TfLiteType type) {
  switch (type) {
    case kTfLiteFloat16:
      return 0x7c00;
    case kTfLiteBFloat16:
      return 0x7f80;
    case kTfLiteFloat32:
      return 0x7f800000;
    case kTfLiteFloat64:
      return 0x7ff0000000000000;
    default:
      return 0;
  }
}

Found FindNumbers(const Unique& op, const char* data) {
  const size_t bytes = static_cast<size_t>(ElementBits(op.type)) / 8;
  const uint64_t infinity = InfinityBits(op.type);
  const uint64_t sign = uint64_t{1} << (8 * bytes - 1);
  std::unordered_map<uint64_t, int64_t> seen;
  Found found;
  for (int32_t i = 0; i < op.count; ++i) {
    uint64_t key = 0;
    std::memcpy(&key, data + i * bytes, bytes);
    if (infinity != 0 && key == sign) key = 0;
    if (infinity != 0 && (key & ~sign) > infinity) {
      found.index.push_back(static_cast<int64_t>(found.first.size()));
      found.first.push_back(i);
      continue;
    }
    Note(&seen, key, &found);
  }
  return found;
}

Found FindStrings(const std::vector<StringRef>& strings) {
  std::unordered_map<std::string_view, int64_t> seen;
  Found found;
  for (const StringRef& s : strings) Note(&seen, {s.str, s.len}, &found);
  return found;
}

template <typename T>
void WriteIndices(const Found& found, T* out) {
  for (const int64_t index : found.index) *out++ = static_cast<T>(index);
}

}  // namespace

Status EvalUniqueReference(const Unique& op, EvalContext& context) {
  Found found;
  if (op.type == kTfLiteString) {
    TFLL_ASSIGN_OR_RETURN(const auto strings, ReadStrings(context.input(0)));
    found = FindStrings(strings);
    DynamicBuffer buffer;
    for (const int64_t i : found.first) buffer.AddString(strings[i]);
    TFLL_RETURN_IF_ERROR(WriteStrings(
        buffer, {static_cast<int32_t>(found.first.size())}, context.output(0)));
  } else {
    const char* in = context.in<char>(0);
    found = FindNumbers(op, in);
    TFLL_RETURN_IF_ERROR(
        context.ResizeOutput(0, {static_cast<int32_t>(found.first.size())}));
    const size_t bytes = static_cast<size_t>(ElementBits(op.type)) / 8;
    char* out = context.out<char>(0);
    for (const int64_t i : found.first) {
      std::memcpy(out, in + i * bytes, bytes);
      out += bytes;
    }
  }
  if (op.index_type == kTfLiteInt32) {
    WriteIndices(found, context.out<int32_t>(1));
  } else {
    WriteIndices(found, context.out<int64_t>(1));
  }
  return OkStatus();
}

}  // namespace tflite::kernels
