// Models whose weights and operator options are stored in the file after the
// flatbuffer, as in files of 2 GiB and more.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// y = x * factor; the options contain the factor, a float that may be
// unaligned.
void* InitScale(TfLiteContext*, const char* options, size_t size) {
  auto* factor = new float(0);
  if (size == sizeof(*factor)) std::memcpy(factor, options, size);
  return factor;
}
void FreeScale(TfLiteContext*, void* factor) {
  delete static_cast<float*>(factor);
}
TfLiteStatus PrepareScale(TfLiteContext* context, TfLiteNode* node) {
  return context->ResizeTensor(
      context, &context->tensors[node->outputs->data[0]],
      TfLiteIntArrayCopy(context->tensors[node->inputs->data[0]].dims));
}
TfLiteStatus InvokeScale(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor& input = context->tensors[node->inputs->data[0]];
  const TfLiteTensor& output = context->tensors[node->outputs->data[0]];
  const float factor = *static_cast<float*>(node->user_data);
  for (size_t i = 0; i < input.bytes / sizeof(float); ++i) {
    output.data.f[i] = factor * input.data.f[i];
  }
  return kTfLiteOk;
}

constexpr uint64_t kWeightsSize = 6 * sizeof(float);
constexpr uint64_t kOptionsSize = sizeof(float);

// Positions of the contents in the file. Files have space for them at the
// default positions.
struct Places {
  uint64_t weights_offset = 4096;
  uint64_t weights_size = kWeightsSize;
  uint64_t options_offset = 8192;
  uint64_t options_size = kOptionsSize;
};

// z = scale(x + c). The contents of c and the options of "Scale" are empty in
// the flatbuffer.
std::string Flatbuffer(const Places& places) {
  ModelT model = AddModel();
  BufferT& weights = *model.buffers[1];
  weights.data.clear();
  weights.offset = places.weights_offset;
  weights.size = places.weights_size;
  const int z = AddTensor(&model, 0, "z", TensorType_FLOAT32, {2, 3});
  OperatorT* node =
      AddNode(&model, 0, BuiltinOperator_CUSTOM, {2}, {z}, "Scale");
  node->large_custom_options_offset = places.options_offset;
  node->large_custom_options_size = places.options_size;
  model.subgraphs[0]->outputs = {z};
  model.signature_defs.clear();
  return Pack(model);
}

void Put(std::string* file, uint64_t offset, const std::vector<float>& values) {
  const std::vector<uint8_t> bytes = BytesOf(values);
  if (file->size() < offset + bytes.size()) {
    file->resize(offset + bytes.size());
  }
  std::memcpy(&(*file)[offset], bytes.data(), bytes.size());
}

class OutsideContents : public testing::Test {
 protected:
  OutsideContents() : path_(testing::TempDir() + "outside_contents.tflite") {
    TfLiteRegistration scale = {};
    scale.init = InitScale;
    scale.free = FreeScale;
    scale.prepare = PrepareScale;
    scale.invoke = InvokeScale;
    resolver_.AddCustom("Scale", &scale);
  }
  ~OutsideContents() override { std::remove(path_.c_str()); }

  std::string File(const Places& places) {
    std::string file = Flatbuffer(places);
    EXPECT_LT(file.size(), 4096u);
    Put(&file, places.weights_offset, {1, 2, 3, 4, 5, 6});
    Put(&file, places.options_offset, {10});
    return file;
  }

  void Write(const std::string& file) {
    std::ofstream(path_, std::ios::binary) << file;
  }

  // Returns z for x = 0; empty on failure.
  std::vector<float> Run(const FlatBufferModel* model) {
    if (model == nullptr ||
        InterpreterBuilder(*model, resolver_)(&interpreter_) != kTfLiteOk ||
        interpreter_->AllocateTensors() != kTfLiteOk) {
      return {};
    }
    std::memset(interpreter_->typed_input_tensor<float>(0), 0, kWeightsSize);
    if (interpreter_->Invoke() != kTfLiteOk) return {};
    const float* z = interpreter_->typed_output_tensor<float>(0);
    return std::vector<float>(z, z + 6);
  }

  // Returns the errors for a file that must not run.
  std::string Problem(const Places& places) {
    // The file is as long as one with the contents at their default positions.
    std::string file = Flatbuffer(places);
    Put(&file, Places().options_offset, {10});
    Write(file);
    const auto model =
        FlatBufferModel::BuildFromFile(path_.c_str(), &reporter_);
    EXPECT_NE(model, nullptr);
    EXPECT_EQ(Run(model.get()), std::vector<float>());
    EXPECT_EQ(FlatBufferModel::VerifyAndBuildFromFile(path_.c_str(), nullptr,
                                                      &reporter_),
              nullptr);
    return reporter_.error_messages();
  }

  const std::string path_;
  ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
  TestErrorReporter reporter_;
  std::unique_ptr<Interpreter> interpreter_;
};

TEST_F(OutsideContents, RunFromMappedFile) {
  Write(File(Places()));
  for (const bool verify : {false, true}) {
    const auto model =
        verify ? FlatBufferModel::VerifyAndBuildFromFile(path_.c_str(), nullptr,
                                                         &reporter_)
               : FlatBufferModel::BuildFromFile(path_.c_str(), &reporter_);
    EXPECT_THAT(Run(model.get()), ElementsAre(10, 20, 30, 40, 50, 60))
        << reporter_.error_messages();
    // The tensor points into the mapped file, without a copy.
    EXPECT_EQ(interpreter_->tensor(1)->data.raw_const,
              static_cast<const char*>(model->allocation()->base()) + 4096);
    interpreter_.reset();
  }
}

TEST_F(OutsideContents, RunFromBuffer) {
  const std::string file = File(Places());
  const auto model =
      FlatBufferModel::BuildFromBuffer(file.data(), file.size(), &reporter_);
  EXPECT_THAT(Run(model.get()), ElementsAre(10, 20, 30, 40, 50, 60))
      << reporter_.error_messages();
}

// Writers align contents, but the format does not require it.
TEST_F(OutsideContents, MayLieAtOddOffsets) {
  Places places;
  places.weights_offset = 4099;
  places.options_offset = 8193;
  Write(File(places));
  const auto model = FlatBufferModel::BuildFromFile(path_.c_str(), &reporter_);
  EXPECT_THAT(Run(model.get()), ElementsAre(10, 20, 30, 40, 50, 60))
      << reporter_.error_messages();
  const auto address =
      reinterpret_cast<uintptr_t>(interpreter_->tensor(1)->data.raw_const);
  EXPECT_EQ(address % alignof(float), 0u);
}

TEST_F(OutsideContents, WeightsBeyondTheFile) {
  Places places;
  places.weights_offset = 1 << 20;
  EXPECT_THAT(Problem(places),
              HasSubstr("buffer 1: 24 bytes at offset 1048576 exceed"));
}

TEST_F(OutsideContents, WeightsThatEndBehindTheFile) {
  Places places;
  places.weights_offset = 8192;
  EXPECT_THAT(Problem(places), HasSubstr("buffer 1: 24 bytes at offset 8192"));
}

TEST_F(OutsideContents, WeightsWhoseEndOverflows) {
  Places places;
  places.weights_size = ~uint64_t{0} - 100;
  EXPECT_THAT(Problem(places), HasSubstr("buffer 1: "));
}

TEST_F(OutsideContents, WeightsTooFew) {
  Places places;
  places.weights_size = 20;
  EXPECT_THAT(Problem(places), HasSubstr("tensor 1 'c': buffer 1 has 20 bytes, "
                                         "shape and type need 24"));
}

TEST_F(OutsideContents, OptionsBeyondTheFile) {
  Places places;
  places.options_offset = 1 << 20;
  EXPECT_THAT(Problem(places),
              HasSubstr("node 1 (CUSTOM 'Scale'): custom options: 4 bytes at "
                        "offset 1048576 exceed"));
}

TEST_F(OutsideContents, OptionsWhoseEndOverflows) {
  Places places;
  places.options_size = ~uint64_t{0};
  EXPECT_THAT(Problem(places),
              HasSubstr("node 1 (CUSTOM 'Scale'): custom options: "));
}

TEST_F(OutsideContents, CutFile) {
  const std::string file = File(Places());
  for (const size_t size : {size_t{4096}, size_t{4100}, file.size() - 1}) {
    Write(file.substr(0, size));
    const auto model =
        FlatBufferModel::BuildFromFile(path_.c_str(), &reporter_);
    EXPECT_EQ(Run(model.get()), std::vector<float>()) << size;
    EXPECT_THAT(reporter_.error_messages(), HasSubstr("exceed the file's"));
    reporter_.Reset();
  }
}

// A model without its file consists of the flatbuffer only.
TEST_F(OutsideContents, AreUnknownToBareModels) {
  const std::string file = File(Places());
  const auto model =
      FlatBufferModel::BuildFromModel(GetModel(file.data()), &reporter_);
  EXPECT_EQ(Run(model.get()), std::vector<float>());
  EXPECT_THAT(reporter_.error_messages(), HasSubstr("buffer 1: "));
}

}  // namespace
}  // namespace tflite::fault
