// Models in segments, each on a virtual device of its own.
#include "delegates/edgetpu/pipeline/pipelined_model_runner.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/edgetpu/testing/model_run.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "testing/golden/shared_model.h"
#include "tools/edgetpu_compiler/segments.h"

namespace tflite::edgetpu {
namespace {

using namespace edgetpu_compiler;
using ::edgetpu::NamedTensors;
using ::edgetpu::PipelinedModelRunner;

// Compiled segments, each applied to a device of its own.
class Segments {
 public:
  Segments(const FlatBufferModel& source, int count) {
    auto compiled = CompileSegments(source, count, {});
    EXPECT_TRUE(compiled.ok()) << compiled.status();
    if (!compiled.ok()) return;
    compiled_ = *std::move(compiled);
    for (const CompiledModel& segment : compiled_) {
      models_.push_back(FlatBufferModel::VerifyAndBuildFromBuffer(
          segment.file.data(), segment.file.size()));
      delegates_.push_back(DelegateOn());
      runs_.push_back(
          std::make_unique<ModelRun>(*models_.back(), delegates_.back().get()));
      EXPECT_EQ(runs_.back()->applied(), kTfLiteOk);
      interpreters_.push_back(runs_.back()->interpreter());
    }
  }

  const std::vector<CompiledModel>& compiled() const { return compiled_; }
  const std::vector<Interpreter*>& interpreters() const {
    return interpreters_;
  }

 private:
  std::vector<CompiledModel> compiled_;
  std::vector<std::unique_ptr<FlatBufferModel>> models_;
  std::vector<DelegatePtr> delegates_;
  std::vector<std::unique_ptr<ModelRun>> runs_;
  std::vector<Interpreter*> interpreters_;
};

NamedTensors RandomInputs(Interpreter* interpreter, uint32_t seed) {
  std::mt19937 random(seed);
  NamedTensors inputs;
  for (size_t i = 0; i < interpreter->inputs().size(); ++i) {
    const TfLiteTensor* t = interpreter->input_tensor(i);
    std::vector<uint8_t>& bytes = inputs[t->name];
    bytes.resize(t->bytes);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
  }
  return inputs;
}

NamedTensors Whole(Interpreter* interpreter, const NamedTensors& inputs) {
  for (size_t i = 0; i < interpreter->inputs().size(); ++i) {
    TfLiteTensor* t = interpreter->input_tensor(i);
    std::copy_n(inputs.at(t->name).data(), t->bytes,
                reinterpret_cast<uint8_t*>(t->data.raw));
  }
  EXPECT_EQ(interpreter->Invoke(), kTfLiteOk);
  NamedTensors outputs;
  for (size_t i = 0; i < interpreter->outputs().size(); ++i) {
    const TfLiteTensor* t = interpreter->output_tensor(i);
    outputs[t->name].assign(t->data.raw, t->data.raw + t->bytes);
  }
  return outputs;
}

class PipelinedModel
    : public ::testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(PipelinedModel, GivesTheResultsOfTheWhole) {
  TFLL_OPEN_SHARED_MODEL(source, GetParam().first);
  const auto count = static_cast<size_t>(GetParam().second);
  ModelRun whole(source, nullptr);
  const Segments segments(source, GetParam().second);
  ASSERT_EQ(segments.compiled().size(), count);
  constexpr uint32_t kRequests = 5;
  std::vector<NamedTensors> expected;
  PipelinedModelRunner runner(segments.interpreters());
  for (uint32_t i = 0; i < kRequests; ++i) {
    expected.push_back(
        Whole(whole.interpreter(), RandomInputs(whole.interpreter(), i)));
  }
  std::thread producer([&] {
    for (uint32_t i = 0; i < kRequests; ++i) {
      EXPECT_TRUE(runner.Push(RandomInputs(whole.interpreter(), i)).ok());
    }
    runner.Close();
  });
  for (uint32_t i = 0; i < kRequests; ++i) {
    const auto outputs = runner.Pop();
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ(*outputs, expected[i]) << i;
  }
  producer.join();
  EXPECT_EQ(runner.Pop().status().code(), base::StatusCode::kNotFound);
  EXPECT_FALSE(runner.Push({}).ok());
}

INSTANTIATE_TEST_SUITE_P(
    Models, PipelinedModel,
    ::testing::Values(std::pair("resnet8_int8", 3),
                      std::pair("mobilenet_v1_0.25_128_quant", 2),
                      std::pair("vww_96_int8", 4)),
    [](const auto& param) {
      return golden::TestNameOfModel(param.param.first);
    });

TEST(Segments, AreShorterThanTheWhole) {
  TFLL_OPEN_SHARED_MODEL(source, "mobilenet_v1_0.25_128_quant");
  const auto whole = CompileModel(source, {});
  ASSERT_TRUE(whole.ok()) << whole.status();
  const auto segments = CompileSegments(source, 2, {});
  ASSERT_TRUE(segments.ok()) << segments.status();
  double longest = 0, sum = 0;
  for (const CompiledModel& segment : *segments) {
    longest = std::max(longest, EstimatedSeconds(segment));
    sum += EstimatedSeconds(segment);
  }
  std::printf("whole %.3f ms, longest segment %.3f ms, sum %.3f ms\n",
              EstimatedSeconds(*whole) * 1e3, longest * 1e3, sum * 1e3);
  EXPECT_LT(longest, EstimatedSeconds(*whole));
  EXPECT_LT(longest, 0.65 * sum);
}

TEST(Segments, TakeSimilarTimes) {
  TFLL_OPEN_SHARED_MODEL(source, "mobilenet_v2_1.0_224_quant");
  const auto segments = CompileSegments(source, 3, {});
  ASSERT_TRUE(segments.ok()) << segments.status();
  double longest = 0, sum = 0;
  for (const CompiledModel& segment : *segments) {
    longest = std::max(longest, EstimatedSeconds(segment));
    sum += EstimatedSeconds(segment);
  }
  EXPECT_LT(3 * longest, 1.2 * sum);
}

TEST(Segments, TooManyAreRefused) {
  TFLL_OPEN_SHARED_MODEL(source, "resnet8_int8");
  for (const int count : {1000, 1 << 30}) {
    const auto segments = CompileSegments(source, count, {});
    ASSERT_FALSE(segments.ok());
    EXPECT_NE(segments.status().message().find("too few operations"),
              std::string_view::npos)
        << segments.status();
  }
}

TEST(PipelinedModelRunner, ReportsFailedRequestsAndGoesOn) {
  const auto source =
      FlatBufferModel::BuildFromFile("examples/digits/digits_int8.tflite");
  ASSERT_NE(source, nullptr);
  ModelRun run(*source, nullptr);
  PipelinedModelRunner runner({run.interpreter()}, 1);
  const NamedTensors inputs = RandomInputs(run.interpreter(), 1);
  NamedTensors shorter = inputs;
  shorter.begin()->second.pop_back();
  for (const NamedTensors& request : {NamedTensors(), shorter}) {
    ASSERT_TRUE(runner.Push(request).ok());
    const auto failed = runner.Pop();
    ASSERT_FALSE(failed.ok());
    EXPECT_NE(failed.status().message().find("segment 0: "),
              std::string_view::npos)
        << failed.status();
  }
  NamedTensors more = inputs;
  more["of no model"] = {1};
  ASSERT_TRUE(runner.Push(more).ok());
  const auto outputs = runner.Pop();
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ(outputs->size(), run.interpreter()->outputs().size());
  // Its result is never popped.
  EXPECT_TRUE(runner.Push(inputs).ok());
}

}  // namespace
}  // namespace tflite::edgetpu
