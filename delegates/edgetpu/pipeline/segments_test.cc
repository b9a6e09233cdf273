// Models in segments, each on a virtual device of its own.
#include "tools/edgetpu_compiler/segments.h"

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/edgetpu/pipeline/pipelined_model_runner.h"
#include "delegates/edgetpu/testing/model_run.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "testing/fault/small_model.h"
#include "testing/golden/shared_model.h"

namespace tflite::edgetpu {
namespace {

using namespace edgetpu_compiler;
using ::edgetpu::NamedTensors;
using ::edgetpu::PipelinedModelRunner;

// Compiled segments, each applied to a device of its own.
class CompiledSegments {
 public:
  CompiledSegments(const FlatBufferModel& source, int count) {
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

  size_t count() const { return compiled_.size(); }
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

// The outputs of a model that is in one piece.
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
  const CompiledSegments segments(source, GetParam().second);
  ASSERT_EQ(segments.count(), count);
  constexpr uint32_t kRequests = 5;
  std::vector<NamedTensors> expected;
  const auto runner = PipelinedModelRunner::Create(segments.interpreters());
  ASSERT_TRUE(runner.ok()) << runner.status();
  for (uint32_t i = 0; i < kRequests; ++i) {
    expected.push_back(
        Whole(whole.interpreter(), RandomInputs(whole.interpreter(), i)));
  }
  std::thread producer([&] {
    for (uint32_t i = 0; i < kRequests; ++i) {
      EXPECT_TRUE((*runner)->Push(RandomInputs(whole.interpreter(), i)).ok());
    }
    (*runner)->Close();
  });
  for (uint32_t i = 0; i < kRequests; ++i) {
    const auto outputs = (*runner)->Pop();
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ(*outputs, expected[i]) << i;
  }
  producer.join();
  EXPECT_EQ((*runner)->Pop().status().code(), base::StatusCode::kNotFound);
  EXPECT_FALSE((*runner)->Push({}).ok());
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

int AddInt8(ModelT* model, const std::string& name) {
  const int tensor =
      fault::AddTensor(model, 0, name, TensorType_INT8, {1, 2, 2, 3});
  auto quantization = std::make_unique<QuantizationParametersT>();
  quantization->scale = {0.1f};
  quantization->zero_point = {0};
  model->subgraphs[0]->tensors[static_cast<size_t>(tensor)]->quantization =
      std::move(quantization);
  return tensor;
}

ModelT EmptyModel() {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  model.subgraphs.push_back(std::make_unique<SubGraphT>());
  return model;
}

// `out` = `a` + `b`.
void AddSum(ModelT* model, int a, int b, int out) {
  fault::AddNode(model, 0, BuiltinOperator_ADD, {a, b}, {out})
      ->builtin_options.Set(AddOptionsT());
}

// Compares the outputs of the segments, together, with those of the whole.
void ExpectSameInSegments(const ModelT& source, int count) {
  const std::string file = fault::Pack(source);
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  ModelRun whole(*model, nullptr);
  const CompiledSegments segments(*model, count);
  ASSERT_EQ(segments.count(), static_cast<size_t>(count));
  const auto runner = PipelinedModelRunner::Create(segments.interpreters());
  ASSERT_TRUE(runner.ok()) << runner.status();
  for (uint32_t seed = 0; seed < 2; ++seed) {
    const NamedTensors inputs = RandomInputs(whole.interpreter(), seed);
    ASSERT_TRUE((*runner)->Push(inputs).ok());
    const auto outputs = (*runner)->Pop();
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ(*outputs, Whole(whole.interpreter(), inputs));
  }
}

// sum = a + b, twice = sum + sum, last = twice + b. `sum` is an output that is
// read, `b` an input of two segments and an output.
TEST(Segments, KeepOutputsThatOthersRead) {
  ModelT model = EmptyModel();
  const int a = AddInt8(&model, "a"), b = AddInt8(&model, "b");
  const int sum = AddInt8(&model, "sum"), twice = AddInt8(&model, "twice");
  const int last = AddInt8(&model, "last");
  AddSum(&model, a, b, sum);
  AddSum(&model, sum, sum, twice);
  AddSum(&model, twice, b, last);
  model.subgraphs[0]->inputs = {b, a};
  for (const std::vector<int>& outputs :
       {std::vector<int>{sum, last}, {last, twice, sum}, {last, b}}) {
    model.subgraphs[0]->outputs = outputs;
    for (const int count : {1, 2, 3}) ExpectSameInSegments(model, count);
  }
}

// An output that is a constant.
TEST(Segments, KeepConstantOutputs) {
  ModelT model = EmptyModel();
  const int a = AddInt8(&model, "a"), b = AddInt8(&model, "b");
  const int c = AddInt8(&model, "c"), constant = AddInt8(&model, "constant");
  AddSum(&model, a, a, b);
  AddSum(&model, b, a, c);
  model.buffers.push_back(std::make_unique<BufferT>());
  for (int i = 0; i < 12; ++i) {
    model.buffers.back()->data.push_back(static_cast<uint8_t>(i));
  }
  model.subgraphs[0]->tensors[static_cast<size_t>(constant)]->buffer =
      static_cast<uint32_t>(model.buffers.size() - 1);
  model.subgraphs[0]->inputs = {a};
  model.subgraphs[0]->outputs = {constant, c};
  ExpectSameInSegments(model, 2);
}

// Operators on any earlier tensors; many tensors have the same name.
TEST(Segments, OfRandomGraphsGiveTheResultsOfTheWhole) {
  for (uint32_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](size_t n) { return random() % n; };
    ModelT model = EmptyModel();
    SubGraphT& graph = *model.subgraphs[0];
    std::vector<int> known;
    for (const char* name : {"x", "y", "z"}) {
      known.push_back(AddInt8(&model, name));
    }
    graph.inputs = known;
    std::set<int> unread;
    for (int n = 0; n < 8; ++n) {
      const char* const names[] = {"x", "", "sum", "sum_5"};
      const int out = AddInt8(&model, names[below(4)]);
      const int a = known[below(known.size())], b = known[below(known.size())];
      AddSum(&model, a, b, out);
      unread.erase(a);
      unread.erase(b);
      unread.insert(out);
      known.push_back(out);
    }
    // Outputs have names of their own.
    unread.insert(known[3 + below(8)]);
    for (const int t : unread) {
      graph.tensors[static_cast<size_t>(t)]->name = "out" + std::to_string(t);
      graph.outputs.push_back(t);
    }
    ExpectSameInSegments(model, 2 + static_cast<int>(below(4)));
  }
}

std::string MessageOf(const ModelT& source, int count) {
  const std::string file = fault::Pack(source);
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  EXPECT_NE(model, nullptr);
  const auto segments = CompileSegments(*model, count, {});
  EXPECT_FALSE(segments.ok());
  return std::string(segments.status().message());
}

TEST(Segments, InputsAndOutputsOfOneNameAreRefused) {
  ModelT model = EmptyModel();
  const int a = AddInt8(&model, "a"), again = AddInt8(&model, "a");
  const int b = AddInt8(&model, "b"), c = AddInt8(&model, "c");
  AddSum(&model, a, again, b);
  AddSum(&model, b, b, c);
  model.subgraphs[0]->inputs = {a, again};
  model.subgraphs[0]->outputs = {c};
  EXPECT_NE(MessageOf(model, 2).find("are called 'a'"), std::string::npos)
      << MessageOf(model, 2);
  model.subgraphs[0]->tensors[static_cast<size_t>(again)]->name = "c";
  EXPECT_NE(MessageOf(model, 2).find("are called 'c'"), std::string::npos)
      << MessageOf(model, 2);
}

TEST(Segments, ModelsWithoutOperatorsAreRefused) {
  ModelT model = EmptyModel();
  const int a = AddInt8(&model, "a");
  model.subgraphs[0]->inputs = {a};
  model.subgraphs[0]->outputs = {a};
  for (const int count : {1, 2}) {
    EXPECT_FALSE(MessageOf(model, count).empty());
  }
  EXPECT_NE(MessageOf(model, 1).find("too few operations for 1 segments"),
            std::string::npos)
      << MessageOf(model, 1);
}

}  // namespace
}  // namespace tflite::edgetpu
