#include "tensorflow_lite_lite/string_util.h"

#include <cstdlib>
#include <cstring>
#include <string>

#include "gtest/gtest.h"

namespace tflite {
namespace {

std::string Text(StringRef s) { return std::string(s.str, s.len); }

// A tensor over a buffer of 32-bit integers followed by characters.
class Tensor {
 public:
  Tensor(const std::vector<int32_t>& head, const std::string& characters)
      : buffer_(head.size() * sizeof(int32_t) + characters.size()) {
    std::memcpy(buffer_.data(), head.data(), head.size() * sizeof(int32_t));
    std::memcpy(buffer_.data() + head.size() * sizeof(int32_t),
                characters.data(), characters.size());
    tensor_.type = kTfLiteString;
    tensor_.allocation_type = kTfLiteMmapRo;
    tensor_.data.raw = buffer_.data();
    tensor_.bytes = buffer_.size();
  }
  const TfLiteTensor* get() const { return &tensor_; }

 private:
  std::vector<char> buffer_;
  TfLiteTensor tensor_{};
};

TEST(DynamicBuffer, WritesCountOffsetsAndCharacters) {
  DynamicBuffer strings;
  EXPECT_EQ(strings.AddString("ab", 2), kTfLiteOk);
  EXPECT_EQ(strings.AddString({"", 0}), kTfLiteOk);
  EXPECT_EQ(strings.AddString("cde", 3), kTfLiteOk);
  char* buffer;
  ASSERT_EQ(strings.WriteToBuffer(&buffer), 25);
  const int32_t head[] = {3, 20, 22, 22, 25};
  EXPECT_EQ(std::memcmp(buffer, head, sizeof(head)), 0);
  EXPECT_EQ(std::string(buffer + 20, 5), "abcde");
  EXPECT_EQ(GetStringCount(static_cast<const void*>(buffer)), 3);
  EXPECT_EQ(Text(GetString(static_cast<const void*>(buffer), 2)), "cde");
  std::free(buffer);
}

TEST(DynamicBuffer, EmptyBufferHasOneOffset) {
  DynamicBuffer strings;
  char* buffer;
  ASSERT_EQ(strings.WriteToBuffer(&buffer), 8);
  const int32_t head[] = {0, 8};
  EXPECT_EQ(std::memcmp(buffer, head, sizeof(head)), 0);
  std::free(buffer);
}

TEST(DynamicBuffer, RefusesMoreThanItsMaximum) {
  DynamicBuffer strings(4);
  EXPECT_EQ(strings.AddString("abc", 3), kTfLiteOk);
  EXPECT_EQ(strings.AddString("de", 2), kTfLiteError);
  EXPECT_EQ(strings.AddString("d", 1), kTfLiteOk);
}

TEST(DynamicBuffer, JoinsWithSeparator) {
  DynamicBuffer strings;
  strings.AddJoinedString({{"a", 1}, {"bc", 2}, {"", 0}}, ' ');
  strings.AddJoinedString({{"a", 1}, {"b", 1}}, StringRef{"--", 2});
  strings.AddJoinedString({}, ',');
  TfLiteTensor tensor{};
  tensor.type = kTfLiteString;
  strings.WriteToTensorAsVector(&tensor);
  ASSERT_EQ(GetStringCount(&tensor), 3);
  EXPECT_EQ(Text(GetString(&tensor, 0)), "a bc ");
  EXPECT_EQ(Text(GetString(&tensor, 1)), "a--b");
  EXPECT_EQ(Text(GetString(&tensor, 2)), "");
  ASSERT_EQ(tensor.dims->size, 1);
  EXPECT_EQ(tensor.dims->data[0], 3);
  EXPECT_EQ(tensor.allocation_type, kTfLiteDynamic);
  TfLiteTensorFree(&tensor);
}

TEST(DynamicBuffer, ReplacesDataAndKeepsShapeWithoutNewOne) {
  TfLiteTensor tensor{};
  tensor.type = kTfLiteString;
  tensor.dims = TfLiteIntArrayCreate(2);
  tensor.dims->data[0] = tensor.dims->data[1] = 1;
  for (const char* text : {"first", "second"}) {
    DynamicBuffer strings;
    strings.AddString(text, std::strlen(text));
    strings.WriteToTensor(&tensor, nullptr);
    EXPECT_EQ(Text(GetString(&tensor, 0)), text);
    EXPECT_EQ(tensor.dims->size, 2);
  }
  TfLiteTensorFree(&tensor);
}

TEST(GetString, GivesNothingForUnsoundTensors) {
  EXPECT_EQ(GetStringCount(Tensor({}, "").get()), 0);
  EXPECT_EQ(GetStringCount(Tensor({5, 12}, "").get()), 0);
  EXPECT_EQ(GetStringCount(Tensor({-1, 8}, "").get()), 0);
  const Tensor past_end({1, 12, 99}, "abc");
  ASSERT_EQ(GetStringCount(past_end.get()), 1);
  EXPECT_EQ(GetString(past_end.get(), 0).str, nullptr);
  const Tensor backwards({1, 14, 13}, "abc");
  EXPECT_EQ(GetString(backwards.get(), 0).str, nullptr);
  const Tensor inside_header({1, 4, 13}, "abc");
  EXPECT_EQ(GetString(inside_header.get(), 0).str, nullptr);
  const Tensor sound({1, 12, 15}, "abc");
  EXPECT_EQ(Text(GetString(sound.get(), 0)), "abc");
  EXPECT_EQ(GetString(sound.get(), 1).str, nullptr);
  EXPECT_EQ(GetString(sound.get(), -1).str, nullptr);
}

}  // namespace
}  // namespace tflite
