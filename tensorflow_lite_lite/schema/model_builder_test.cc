#include "tensorflow_lite_lite/schema/model_builder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"
#include "testing/util.h"

namespace tflite {
namespace {

using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

class ModelBuilderTest : public testing::Test {
 protected:
  std::unique_ptr<FlatBufferModel> Build(const std::string& file) {
    return FlatBufferModel::BuildFromBuffer(file.data(), file.size(),
                                            &reporter_);
  }
  std::unique_ptr<FlatBufferModel> VerifyAndBuild(
      const std::string& file, TfLiteVerifier* verifier = nullptr) {
    return FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size(),
                                                     verifier, &reporter_);
  }
  // Writes `contents` to a file that is deleted after the test.
  std::string WriteFile(const std::string& contents) {
    path_ = testing::TempDir() + "/model_builder_test.tflite";
    FILE* file = std::fopen(path_.c_str(), "wb");
    EXPECT_NE(file, nullptr);
    EXPECT_EQ(std::fwrite(contents.data(), 1, contents.size(), file),
              contents.size());
    std::fclose(file);
    return path_;
  }
  void TearDown() override {
    if (!path_.empty()) std::remove(path_.c_str());
  }

  const std::string file_ = fault::Pack(fault::AddModel());
  TestErrorReporter reporter_;
  std::string path_;
};

// A model whose graph violates a rule that only VerifyModel checks.
std::string FileOfABadIndex() {
  ModelT model = fault::AddModel();
  model.subgraphs[0]->operators[0]->inputs = {9, 2};
  return fault::Pack(model);
}

TEST_F(ModelBuilderTest, ReadsBufferInPlace) {
  const auto model = Build(file_);
  ASSERT_NE(model, nullptr);
  EXPECT_TRUE(model->initialized());
  EXPECT_EQ(model->GetModel(), GetModel(file_.data()));
  EXPECT_EQ((*model)->version(), 3u);
  EXPECT_EQ(model->allocation()->base(), file_.data());
  EXPECT_EQ(model->error_reporter(), &reporter_);
  EXPECT_TRUE(model->CheckModelIdentifier());
  EXPECT_EQ(reporter_.error_messages(), "");
}

TEST_F(ModelBuilderTest, ReadsFilesAndDescriptors) {
  const std::string path = WriteFile(file_);
  EXPECT_NE(FlatBufferModel::BuildFromFile(path.c_str(), &reporter_), nullptr);
  EXPECT_NE(FlatBufferModel::VerifyAndBuildFromFile(path.c_str(), nullptr,
                                                    &reporter_),
            nullptr);
  const int fd = open(path.c_str(), O_RDONLY);
  const auto built = FlatBufferModel::BuildFromFileDescriptor(fd, &reporter_);
  const auto verified = FlatBufferModel::VerifyAndBuildFromFileDescriptor(
      fd, nullptr, &reporter_);
  close(fd);
  ASSERT_NE(built, nullptr);
  ASSERT_NE(verified, nullptr);
  EXPECT_EQ((*built)->subgraphs()->size(), 1u);
  EXPECT_EQ(built->allocation()->type(), Allocation::Type::kMMap);
  EXPECT_EQ(reporter_.error_messages(), "");
}

TEST_F(ModelBuilderTest, ReportsMissingFile) {
  EXPECT_EQ(FlatBufferModel::BuildFromFile("x", &reporter_), nullptr);
  EXPECT_EQ(reporter_.error_messages(),
            "Could not open 'x'.The model allocation is null/empty");
}

TEST_F(ModelBuilderTest, ReportsNullBufferAndAllocation) {
  EXPECT_EQ(FlatBufferModel::BuildFromBuffer(nullptr, 8, &reporter_), nullptr);
  EXPECT_EQ(FlatBufferModel::VerifyAndBuildFromAllocation(nullptr, nullptr,
                                                          &reporter_),
            nullptr);
  EXPECT_EQ(reporter_.error_messages(),
            "The model allocation is null/emptyThe model allocation is "
            "null/empty");
}

TEST_F(ModelBuilderTest, ReportsBrokenStructure) {
  const std::string half = file_.substr(0, file_.size() / 2);
  EXPECT_EQ(Build(half), nullptr);
  EXPECT_EQ(reporter_.error_messages(),
            "The model is not a valid Flatbuffer buffer");
  reporter_.Reset();
  EXPECT_EQ(VerifyAndBuild("not a model"), nullptr);
  EXPECT_EQ(reporter_.error_messages(),
            "The model is not a valid Flatbuffer buffer");
}

TEST_F(ModelBuilderTest, ReportsOtherIdentifier) {
  std::string file = file_;
  file.replace(4, 4, "TFL\x01");
  EXPECT_EQ(Build(file), nullptr);
  EXPECT_EQ(reporter_.error_messages(),
            "Model provided has model identifier 'TFL\\x01', should be 'TFL3'");
  reporter_.Reset();
  EXPECT_EQ(Build("TFL"), nullptr);
  EXPECT_EQ(reporter_.error_messages(), "The model is too short: 3 bytes");
}

TEST_F(ModelBuilderTest, VerifyAndBuildChecksMeaning) {
  const std::string bad = FileOfABadIndex();
  EXPECT_NE(Build(bad), nullptr);
  EXPECT_EQ(reporter_.error_messages(), "");
  EXPECT_EQ(VerifyAndBuild(bad), nullptr);
  EXPECT_THAT(reporter_.error_messages(),
              HasSubstr("node 0 (ADD): input 0 is tensor 9"));
}

class FixedVerifier : public TfLiteVerifier {
 public:
  explicit FixedVerifier(bool answer) : answer_(answer) {}
  bool Verify(const char* data, int length, ErrorReporter* reporter) override {
    seen = std::string(data, length);
    if (!answer_) reporter->Report("I do not like it");
    return answer_;
  }
  std::string seen;

 private:
  bool answer_;
};

TEST_F(ModelBuilderTest, AsksExtraVerifier) {
  FixedVerifier yes(true);
  EXPECT_NE(VerifyAndBuild(file_, &yes), nullptr);
  EXPECT_EQ(yes.seen, file_);
  FixedVerifier no(false);
  EXPECT_EQ(VerifyAndBuild(file_, &no), nullptr);
  EXPECT_EQ(reporter_.error_messages(), "I do not like it");
}

TEST_F(ModelBuilderTest, CopiesUnalignedBuffer) {
  const std::string shifted = "1" + file_;
  const auto model = FlatBufferModel::VerifyAndBuildFromBuffer(
      shifted.data() + 1, file_.size(), nullptr, &reporter_);
  ASSERT_NE(model, nullptr) << reporter_.error_messages();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(model->allocation()->base()) % 8, 0u);
  EXPECT_EQ(model->allocation()->bytes(), file_.size());
  EXPECT_EQ((*model)->subgraphs()->Get(0)->name()->str(), "main");
}

TEST_F(ModelBuilderTest, NullReporterMeansDefault) {
  const auto model = FlatBufferModel::BuildFromBuffer(
      file_.data(), file_.size(), /*error_reporter=*/nullptr);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->error_reporter(), DefaultErrorReporter());
}

TEST_F(ModelBuilderTest, BuildsFromModel) {
  const auto model =
      FlatBufferModel::BuildFromModel(GetModel(file_.data()), &reporter_);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->allocation(), nullptr);
  EXPECT_FALSE(model->CheckModelIdentifier());
  EXPECT_EQ(FlatBufferModel::BuildFromModel(nullptr, &reporter_), nullptr);
}

TEST_F(ModelBuilderTest, ReadsMetadata) {
  ModelT packed = fault::AddModel();
  const auto add = [&packed](const std::string& name,
                             const std::string& contents) {
    packed.buffers.push_back(std::make_unique<BufferT>());
    packed.buffers.back()->data.assign(contents.begin(), contents.end());
    packed.metadata.push_back(std::make_unique<MetadataT>());
    packed.metadata.back()->name = name;
    packed.metadata.back()->buffer = packed.buffers.size() - 1;
  };
  add("min_runtime_version", std::string("2.3.0\0\0\0", 8));
  add("note", "text");
  add("broken", "");
  packed.metadata.back()->buffer = 99;
  const std::string file = fault::Pack(packed);
  const auto model = Build(file);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->GetMinimumRuntime(), "2.3.0");
  const auto expected = UnorderedElementsAre(
      Pair("min_runtime_version", std::string("2.3.0\0\0\0", 8)),
      Pair("note", "text"));
  EXPECT_THAT(model->ReadAllMetadata(), expected);
  EXPECT_THAT(FlatBufferModel::ReadAllMetadata(model->GetModel()), expected);
}

TEST_F(ModelBuilderTest, ModelWithoutMetadata) {
  const auto model = Build(file_);
  EXPECT_EQ(model->GetMinimumRuntime(), "");
  EXPECT_TRUE(model->ReadAllMetadata().empty());
}

TEST_F(ModelBuilderTest, FindsBuffersOutsideTheFlatbuffer) {
  ModelT packed = fault::AddModel();
  packed.buffers[1]->data.clear();
  packed.buffers[1]->offset = 4096;
  packed.buffers[1]->size = 24;
  std::string file = fault::Pack(packed);
  file.resize(4096);
  file += std::string(24, 'w');
  const auto model = VerifyAndBuild(file);
  ASSERT_NE(model, nullptr) << reporter_.error_messages();
  EXPECT_TRUE(FlatBufferModel::CheckBufferOutsideModel(model->GetModel()));
  const auto contents = schema::BufferContents(model->file(), 1);
  ASSERT_TRUE(contents.ok());
  EXPECT_EQ(contents->data(),
            reinterpret_cast<const uint8_t*>(file.data()) + 4096);
  EXPECT_EQ(contents->size(), 24u);
  model->ValidateModelBuffers(&reporter_);
  EXPECT_EQ(reporter_.error_messages(), "");

  EXPECT_FALSE(
      FlatBufferModel::CheckBufferOutsideModel(GetModel(file_.data())));
}

TEST_F(ModelBuilderTest, BufferZeroIsEmpty) {
  ModelT packed = fault::AddModel();
  packed.buffers[0]->data = {1, 2, 3};
  const std::string file = fault::Pack(packed);
  const auto model = VerifyAndBuild(file);
  ASSERT_NE(model, nullptr) << reporter_.error_messages();
  const auto contents = schema::BufferContents(model->file(), 0);
  ASSERT_TRUE(contents.ok());
  EXPECT_TRUE(contents->empty());
}

TEST_F(ModelBuilderTest, ReportsBuffersBeyondTheFile) {
  ModelT packed = fault::AddModel();
  packed.buffers[1]->data.clear();
  packed.buffers[1]->offset = 4096;
  packed.buffers[1]->size = 24;
  const std::string file = fault::Pack(packed);
  const auto model = Build(file);
  ASSERT_NE(model, nullptr);
  model->ValidateModelBuffers(&reporter_);
  EXPECT_THAT(reporter_.error_messages(),
              HasSubstr("buffer 1: 24 bytes at offset 4096"));
}

TEST_F(ModelBuilderTest, FindsCustomOptionsOutsideTheFlatbuffer) {
  ModelT packed = fault::AddModel();
  OperatorT& node = *packed.subgraphs[0]->operators[0];
  node.custom_options = {1, 2, 3};
  const std::string inside = fault::Pack(packed);
  const auto options_of = [](const FlatBufferModel& model) {
    const Operator* op = model->subgraphs()->Get(0)->operators()->Get(0);
    const auto options = schema::CustomOptions(model.file(), *op);
    return options.ok() ? std::vector<uint8_t>(options->begin(), options->end())
                        : std::vector<uint8_t>();
  };
  EXPECT_EQ(options_of(*Build(inside)), (std::vector<uint8_t>{1, 2, 3}));

  node.custom_options.clear();
  node.large_custom_options_offset = 4096;
  node.large_custom_options_size = 2;
  std::string outside = fault::Pack(packed);
  outside.resize(4096);
  outside += "ab";
  EXPECT_EQ(options_of(*Build(outside)), (std::vector<uint8_t>{'a', 'b'}));
}

}  // namespace
}  // namespace tflite
