#include "tensorflow_lite_lite/string_util.h"

#include <cstdlib>
#include <cstring>

namespace tflite {
namespace {

// Buffers in a model file may be unaligned.
int32_t LoadInt(const void* buffer, size_t index) {
  int32_t value;
  std::memcpy(&value, static_cast<const char*>(buffer) + index * sizeof(value),
              sizeof(value));
  return value;
}

void StoreInt(char* buffer, size_t index, size_t value) {
  const int32_t v = static_cast<int32_t>(value);
  std::memcpy(buffer + index * sizeof(v), &v, sizeof(v));
}

}  // namespace

bool SimpleDynamicBuffer::AddString(const char* str, size_t len) {
  if (len > max_length_ || data_.size() > max_length_ - len) return false;
  if (len != 0) data_.insert(data_.end(), str, str + len);
  offset_.push_back(data_.size());
  return true;
}

int SimpleDynamicBuffer::WriteToBuffer(char** buffer) {
  *buffer = nullptr;
  const size_t count = offset_.size() - 1;
  const size_t limit = static_cast<size_t>(std::numeric_limits<int32_t>::max());
  if (count > limit / sizeof(int32_t) - 2) return -1;
  const size_t header = sizeof(int32_t) * (count + 2);
  if (data_.size() > limit - header) return -1;
  const size_t bytes = header + data_.size();
  char* out = static_cast<char*>(std::malloc(bytes));
  if (out == nullptr) return -1;
  StoreInt(out, 0, count);
  for (size_t i = 0; i <= count; ++i) StoreInt(out, i + 1, header + offset_[i]);
  if (!data_.empty()) std::memcpy(out + header, data_.data(), data_.size());
  *buffer = out;
  return static_cast<int>(bytes);
}

TfLiteStatus DynamicBuffer::AddString(const StringRef& string) {
  return AddString(string.str, string.len);
}

TfLiteStatus DynamicBuffer::AddString(const char* str, size_t len) {
  return SimpleDynamicBuffer::AddString(str, len) ? kTfLiteOk : kTfLiteError;
}

void DynamicBuffer::AddJoinedString(const std::vector<StringRef>& strings,
                                    char separator) {
  AddJoinedString(strings, StringRef{&separator, 1});
}

void DynamicBuffer::AddJoinedString(const std::vector<StringRef>& strings,
                                    StringRef separator) {
  std::vector<char> joined;
  for (size_t i = 0; i < strings.size(); ++i) {
    if (i != 0 && separator.len != 0) {
      joined.insert(joined.end(), separator.str, separator.str + separator.len);
    }
    if (strings[i].len != 0) {
      joined.insert(joined.end(), strings[i].str,
                    strings[i].str + strings[i].len);
    }
  }
  SimpleDynamicBuffer::AddString(joined.data(), joined.size());
}

void DynamicBuffer::WriteToTensor(TfLiteTensor* tensor,
                                  TfLiteIntArray* new_shape) {
  char* buffer;
  const int bytes = WriteToBuffer(&buffer);
  TfLiteTensorDataFree(tensor);
  tensor->data.raw = buffer;
  tensor->bytes = bytes < 0 ? 0 : static_cast<size_t>(bytes);
  tensor->allocation_type = kTfLiteDynamic;
  if (new_shape != nullptr && new_shape != tensor->dims) {
    TfLiteIntArrayFree(tensor->dims);
    tensor->dims = new_shape;
  }
}

void DynamicBuffer::WriteToTensorAsVector(TfLiteTensor* tensor) {
  TfLiteIntArray* shape = TfLiteIntArrayCreate(1);
  if (shape != nullptr) {
    shape->data[0] = static_cast<int>(offset_.size()) - 1;
  }
  WriteToTensor(tensor, shape);
}

int GetStringCount(const void* raw_buffer) {
  return raw_buffer == nullptr ? 0 : LoadInt(raw_buffer, 0);
}

StringRef GetString(const void* raw_buffer, int string_index) {
  const size_t i = static_cast<size_t>(string_index);
  const int32_t begin = LoadInt(raw_buffer, i + 1);
  const int32_t end = LoadInt(raw_buffer, i + 2);
  return {static_cast<const char*>(raw_buffer) + begin,
          static_cast<size_t>(end - begin)};
}

int GetStringCount(const TfLiteTensor* tensor) {
  if (tensor->data.raw == nullptr || tensor->bytes < sizeof(int32_t)) return 0;
  const int32_t count = LoadInt(tensor->data.raw, 0);
  const size_t room = tensor->bytes / sizeof(int32_t);
  if (count < 0 || room < 2 || static_cast<size_t>(count) > room - 2) return 0;
  return count;
}

StringRef GetString(const TfLiteTensor* tensor, int string_index) {
  const int count = GetStringCount(tensor);
  if (string_index < 0 || string_index >= count) return {nullptr, 0};
  const size_t i = static_cast<size_t>(string_index);
  const int64_t header = sizeof(int32_t) * (int64_t{count} + 2);
  const int64_t begin = LoadInt(tensor->data.raw, i + 1);
  const int64_t end = LoadInt(tensor->data.raw, i + 2);
  if (begin < header || end < begin ||
      end > static_cast<int64_t>(tensor->bytes)) {
    return {nullptr, 0};
  }
  return {tensor->data.raw + begin, static_cast<size_t>(end - begin)};
}

}  // namespace tflite
