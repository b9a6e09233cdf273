#include "tensorflow_lite_lite/delegate/serialization.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gtest/gtest.h"

namespace tflite {
namespace delegates {
namespace {

// A graph of one tensor, and a folder.
class SerializationTest : public ::testing::Test {
 protected:
  SerializationTest() {
    std::string path = ::testing::TempDir() + "/serialization_XXXXXX";
    folder_ = mkdtemp(&path[0]);
    tensor_.dims = TfLiteIntArrayCreate(1);
    tensor_.dims->data[0] = 4;
    context_.tensors = &tensor_;
    context_.tensors_size = 1;
    context_.ReportError = CountError;
    errors = 0;
  }
  ~SerializationTest() override { TfLiteIntArrayFree(tensor_.dims); }

  Serialization Cache(const char* token) {
    return Serialization(SerializationParams{token, folder_.c_str()});
  }

  static void CountError(TfLiteContext*, const char*, ...) { ++errors; }

  static int errors;
  std::string folder_;
  TfLiteTensor tensor_ = {};
  TfLiteContext context_ = {};
};
int SerializationTest::errors = 0;

TEST_F(SerializationTest, KeepsData) {
  Serialization cache = Cache("model");
  const SerializationEntry entry = cache.GetEntryForDelegate("key", &context_);
  std::string read = "before";
  EXPECT_EQ(entry.GetData(&context_, &read), kTfLiteDelegateDataNotFound);
  EXPECT_EQ(errors, 0);
  const std::string data("a\0b", 3);
  EXPECT_EQ(entry.SetData(&context_, data.data(), data.size()), kTfLiteOk);
  EXPECT_EQ(entry.GetData(&context_, &read), kTfLiteOk);
  EXPECT_EQ(read, data);
  EXPECT_EQ(entry.SetData(&context_, "", 0), kTfLiteOk);
  EXPECT_EQ(entry.GetData(&context_, &read), kTfLiteOk);
  EXPECT_EQ(read, "");
}

TEST_F(SerializationTest, TellsEntriesApart) {
  const auto print = [&](const char* token, const char* key) {
    return Cache(token).GetEntryForDelegate(key, &context_).GetFingerprint();
  };
  const uint64_t first = print("model", "key");
  EXPECT_EQ(print("model", "key"), first);
  EXPECT_NE(print("model2", "key"), first);
  EXPECT_NE(print("model", "key2"), first);
  EXPECT_NE(print("modelk", "ey"), first);
  tensor_.dims->data[0] = 5;
  EXPECT_NE(print("model", "key"), first);
  tensor_.dims->data[0] = 4;

  TfLiteIntArray* nodes = TfLiteIntArrayCreate(1);
  nodes->data[0] = 0;
  const TfLiteDelegateParams partition = {nullptr, nodes, nodes, nodes};
  Serialization cache = Cache("model");
  const uint64_t kernel =
      cache.GetEntryForKernel("key", &context_, &partition).GetFingerprint();
  EXPECT_NE(kernel, first);
  nodes->data[0] = 1;
  EXPECT_NE(
      cache.GetEntryForKernel("key", &context_, &partition).GetFingerprint(),
      kernel);
  TfLiteIntArrayFree(nodes);
}

TEST_F(SerializationTest, KeepsNodes) {
  Serialization cache = Cache("model");
  TfLiteIntArray* read = nullptr;
  EXPECT_EQ(GetDelegatedNodes(&context_, &cache, "npu", &read),
            kTfLiteDelegateDataNotFound);
  TfLiteIntArray* nodes = TfLiteIntArrayCreate(2);
  nodes->data[0] = 3;
  nodes->data[1] = 1;
  EXPECT_EQ(SaveDelegatedNodes(&context_, &cache, "npu", nodes), kTfLiteOk);
  ASSERT_EQ(GetDelegatedNodes(&context_, &cache, "npu", &read), kTfLiteOk);
  EXPECT_TRUE(TfLiteIntArrayEqual(read, nodes));
  EXPECT_EQ(GetDelegatedNodes(&context_, &cache, "gpu", &read),
            kTfLiteDelegateDataNotFound);
  TfLiteIntArrayFree(read);
  TfLiteIntArrayFree(nodes);
}

TEST_F(SerializationTest, ReportsWhatCannotBeWritten) {
  Serialization cache(SerializationParams{"model", "/no/such/folder"});
  const SerializationEntry entry = cache.GetEntryForDelegate("key", &context_);
  EXPECT_EQ(entry.SetData(&context_, "x", 1), kTfLiteDelegateDataWriteError);
  EXPECT_EQ(errors, 1);
}

TEST_F(SerializationTest, ReportsWhatCannotBeRead) {
  const SerializationEntry entry =
      Cache("model").GetEntryForDelegate("key", &context_);
  ASSERT_EQ(entry.SetData(&context_, "data", 4), kTfLiteOk);
  const std::filesystem::path file =
      std::filesystem::directory_iterator(folder_)->path();
  ASSERT_TRUE(std::filesystem::remove(file));
  ASSERT_TRUE(std::filesystem::create_directory(file));
  std::string read = "before";
  EXPECT_EQ(entry.GetData(&context_, &read), kTfLiteDelegateDataReadError);
  EXPECT_EQ(errors, 1);
  EXPECT_EQ(read, "");
}

TEST(Fingerprints, AreTheSameEverywhere) {
  EXPECT_EQ(StrFingerprint("", 0), 14695981039346656037u);
  EXPECT_EQ(StrFingerprint("a", 1), 0xaf63dc4c8601ec8cu);
}

}  // namespace
}  // namespace delegates
}  // namespace tflite
