#include "tools/edgetpu_compiler/compile_model.h"

#include <algorithm>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/edgetpu/executable/executable.h"
#include "delegates/edgetpu/testing/model_run.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "tensorflow_lite_lite/base/log.h"
#include "testing/fault/small_model.h"
#include "testing/golden/shared_model.h"
#include "tools/edgetpu_compiler/model_editing.h"

namespace tflite::edgetpu_compiler {
namespace {

using edgetpu::DelegateOn;
using edgetpu::DelegatePtr;
using edgetpu::DelegateWithoutDevice;
using edgetpu::ModelRun;

std::unique_ptr<FlatBufferModel> Opened(const std::string& file) {
  return FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
}

// The models that run in little time on the simulator.
class CompiledGolden : public ::testing::TestWithParam<const char*> {};

TEST_P(CompiledGolden, RunsOnDeviceAndCpuAsTheSource) {
  TFLL_OPEN_SHARED_MODEL(source, GetParam());
  const auto compiled = CompileModel(source, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_EQ(compiled->subgraphs.size(), 1u);
  std::printf("%d of %d operations\n",
              static_cast<int>(compiled->subgraphs[0].nodes.size()),
              static_cast<int>(compiled->operations.size()));
  const auto model = Opened(compiled->file);
  ASSERT_NE(model, nullptr);
  const DelegatePtr on_device = DelegateOn(), on_cpu = DelegateWithoutDevice();
  ModelRun expected(source, nullptr);
  ModelRun device(*model, on_device.get());
  ModelRun cpu(*model, on_cpu.get());
  ASSERT_EQ(device.applied(), kTfLiteOk);
  ASSERT_EQ(cpu.applied(), kTfLiteOk);
  // The second run depends on the state that the first one has left, the third
  // one does not.
  for (const uint32_t seed : {1u, 2u, 1u}) {
    const auto outputs = expected.Outputs(seed);
    ASSERT_FALSE(outputs.empty());
    EXPECT_EQ(device.Outputs(seed), outputs);
    EXPECT_EQ(cpu.Outputs(seed), outputs);
    if (seed == 1) continue;
    for (ModelRun* run : {&expected, &device, &cpu}) {
      EXPECT_EQ(run->interpreter()->ResetVariableTensors(), kTfLiteOk);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CompiledGolden,
                         ::testing::Values("ad01_int8", "keras_lstm_mnist_ptq",
                                           "kws_int8", "mnist_lstm_int8",
                                           "mobilenet_v1_0.25_128_quant",
                                           "resnet8_int8", "str_ww_ref_model",
                                           "vww_96_int8"),
                         golden::SharedModelTestName);

// What `call` logs.
template <typename Call>
std::string ErrorOf(Call call) {
  std::string text;
  base::SetLogSink([&](base::LogLevel, const char* message) {
    text += std::string(message) + "\n";
  });
  call();
  base::SetLogSink({});
  return text;
}

int Quantize(ModelT* model, int tensor) {
  auto quantization = std::make_unique<QuantizationParametersT>();
  quantization->scale = {0.1f};
  quantization->zero_point = {0};
  model->subgraphs[0]->tensors[static_cast<size_t>(tensor)]->quantization =
      std::move(quantization);
  return tensor;
}

// The outputs of the model, checked to be those of the compiled model, on a
// device and without.
void ExpectSameOutputs(const ModelT& source) {
  const std::string file = fault::Pack(source);
  const auto source_model = Opened(file);
  ASSERT_NE(source_model, nullptr);
  const auto compiled = CompileModel(*source_model, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const auto model = Opened(compiled->file);
  ASSERT_NE(model, nullptr);
  ModelRun expected(*source_model, nullptr);
  const auto outputs = expected.Outputs(3);
  ASSERT_FALSE(outputs.empty());
  for (const bool has_device : {true, false}) {
    const DelegatePtr delegate =
        has_device ? DelegateOn() : DelegateWithoutDevice();
    ModelRun run(*model, delegate.get());
    EXPECT_EQ(run.Outputs(3), outputs) << has_device;
  }
}

// relu6(x + x), then relu: INT8 [1, 8], scale 0.1.
ModelT Chain(TensorType type = TensorType_INT8) {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  model.subgraphs.push_back(std::make_unique<SubGraphT>());
  for (const char* name : {"x", "sum", "six", "y"}) {
    Quantize(&model, fault::AddTensor(&model, 0, name, type, {1, 8}));
  }
  fault::AddNode(&model, 0, BuiltinOperator_ADD, {0, 0}, {1})
      ->builtin_options.Set(AddOptionsT());
  fault::AddNode(&model, 0, BuiltinOperator_RELU6, {1}, {2});
  fault::AddNode(&model, 0, BuiltinOperator_RELU, {2}, {3});
  model.subgraphs[0]->inputs = {0};
  model.subgraphs[0]->outputs = {3};
  return model;
}

TEST(CompileModel, KeepsWhatFollowsIntermediateTensors) {
  const std::string file = fault::Pack(Chain());
  CompileOptions options;
  options.intermediate_tensors = {"six"};
  const auto compiled = CompileModel(*Opened(file), options);
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  ASSERT_EQ(compiled->subgraphs.size(), 1u);
  EXPECT_EQ(compiled->subgraphs[0].nodes, (std::vector<int>{0, 1}));
  EXPECT_FALSE(compiled->operations[2].mapped);
  const auto model = Opened(compiled->file);
  const auto& graph = *model->GetModel()->subgraphs()->Get(0);
  ASSERT_EQ(graph.operators()->size(), 2u);
  // x, six and y; that between ADD and RELU6 is gone.
  EXPECT_EQ(graph.tensors()->size(), 3u);
  options.intermediate_tensors = {"seven"};
  EXPECT_FALSE(CompileModel(*Opened(file), options).ok());
}

TEST(CompileModel, MapsSeveralSubgraphsIfAllowed) {
  ModelT source = Chain();
  // The device has no ABS: a part on each side of it stays.
  auto& codes = source.operator_codes;
  codes[1]->builtin_code = BuiltinOperator_ABS;
  codes[1]->deprecated_builtin_code = BuiltinOperator_ABS;
  const std::string file = fault::Pack(source);
  CompileOptions options;
  const auto one = CompileModel(*Opened(file), options);
  ASSERT_TRUE(one.ok()) << one.status();
  EXPECT_EQ(one->subgraphs.size(), 1u);
  EXPECT_TRUE(std::any_of(
      one->operations.begin(), one->operations.end(), [](const Operation& o) {
        return o.status == "More than one subgraph is not supported";
      }));
  EXPECT_EQ(one->operations[1].status, "Operation not supported");
  options.search_delegate = true;
  const auto two = CompileModel(*Opened(file), options);
  ASSERT_TRUE(two.ok()) << two.status();
  EXPECT_EQ(two->subgraphs.size(), 2u);
  const auto source_model = Opened(file), model = Opened(two->file);
  const DelegatePtr delegate = DelegateOn();
  ModelRun expected(*source_model, nullptr), device(*model, delegate.get());
  EXPECT_EQ(device.Outputs(5), expected.Outputs(5));
}

uint64_t CachedBytes(const CompiledModel& model) {
  uint64_t bytes = 0;
  for (const MappedSubgraph& part : model.subgraphs) bytes += part.cached_bytes;
  return bytes;
}

// Both models on one device, in turn.
TEST(CompileTogether, ModelsKeepTheirParametersOnTheDevice) {
  TFLL_OPEN_SHARED_MODEL(a, "resnet8_int8");
  TFLL_OPEN_SHARED_MODEL(b, "vww_96_int8");
  const auto together = CompileTogether({&a, &b}, {});
  ASSERT_TRUE(together.ok()) << together.status();
  const MappedSubgraph& first = (*together)[0].subgraphs[0];
  const MappedSubgraph& second = (*together)[1].subgraphs[0];
  EXPECT_EQ(second.store_bytes, first.store_bytes + second.cached_bytes);
  const auto model_a = Opened((*together)[0].file);
  const auto model_b = Opened((*together)[1].file);
  const DelegatePtr device = DelegateOn();
  ModelRun expected_a(a, nullptr), expected_b(b, nullptr);
  ModelRun run_a(*model_a, device.get()), run_b(*model_b, device.get());
  for (const uint32_t seed : {1u, 2u, 3u}) {
    EXPECT_EQ(run_a.Outputs(seed), expected_a.Outputs(seed));
    EXPECT_EQ(run_b.Outputs(seed), expected_b.Outputs(seed));
  }
}

TEST(CompileTogether, TheFirstModelHasPriority) {
  TFLL_OPEN_SHARED_MODEL(model, "mobilenet_v1_0.25_128_quant");
  CompileOptions options;
  options.target.parameter_store_bytes = 700'000;
  const auto alone = CompileModel(model, options);
  ASSERT_TRUE(alone.ok()) << alone.status();
  const auto together = CompileTogether({&model, &model}, options);
  ASSERT_TRUE(together.ok()) << together.status();
  EXPECT_EQ(CachedBytes((*together)[0]), CachedBytes(*alone));
  const MappedSubgraph& second = (*together)[1].subgraphs[0];
  EXPECT_LT(second.cached_bytes, CachedBytes(*alone));
  EXPECT_GT(second.streamed_bytes, 0u);
  EXPECT_LE(second.store_bytes, 700'000u);
  // The same parameters, elsewhere.
  EXPECT_EQ(second.cached_bytes + second.streamed_bytes,
            CachedBytes(*alone) + alone->subgraphs[0].streamed_bytes);
}

// Parameters that do not fit are streamed; values that do not, in the host.
TEST(CompileTogether, ModelsRunWithoutRoomInTheStore) {
  TFLL_OPEN_SHARED_MODEL(a, "resnet8_int8");
  TFLL_OPEN_SHARED_MODEL(b, "kws_int8");
  ModelRun expected_a(a, nullptr), expected_b(b, nullptr);
  for (const int64_t store : {0, 1000, 60'000}) {
    SCOPED_TRACE(store);
    edgetpu::EdgeTpuOptions on;
    on.device->target.name = "small store";
    on.device->target.parameter_store_bytes = store;
    CompileOptions options;
    options.target = on.device->target;
    const auto together = CompileTogether({&a, &b, &a}, options);
    ASSERT_TRUE(together.ok()) << together.status();
    uint64_t cached = 0;
    for (const CompiledModel& model : *together) {
      EXPECT_LE(model.subgraphs[0].store_bytes, static_cast<uint64_t>(store));
      cached += CachedBytes(model);
    }
    EXPECT_LE(cached, static_cast<uint64_t>(store));
    const auto delegate = edgetpu::CreateEdgeTpuDelegate(on);
    ASSERT_TRUE(delegate.ok()) << delegate.status();
    {
      const auto model_a = Opened((*together)[0].file);
      const auto model_b = Opened((*together)[1].file);
      const auto again = Opened((*together)[2].file);
      ModelRun run_a(*model_a, *delegate), run_b(*model_b, *delegate);
      ModelRun run_again(*again, *delegate);
      for (const uint32_t seed : {1u, 2u}) {
        EXPECT_EQ(run_a.Outputs(seed), expected_a.Outputs(seed));
        EXPECT_EQ(run_b.Outputs(seed), expected_b.Outputs(seed));
        EXPECT_EQ(run_again.Outputs(seed), expected_a.Outputs(seed));
      }
    }
    edgetpu::DeleteEdgeTpuDelegate(*delegate);
  }
}

TEST(CompileTogether, AnErrorNamesTheModel) {
  const std::string file = fault::Pack(Chain());
  const std::string floats = fault::Pack(Chain(TensorType_FLOAT32));
  const auto good = Opened(file), bad = Opened(floats);
  const auto compiled = CompileTogether({good.get(), bad.get()}, {});
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.status().message().rfind("model 2: ", 0), 0u)
      << compiled.status();
}

TEST(CompileModel, SaysWhyNothingIsMapped) {
  const std::string file = fault::Pack(Chain(TensorType_FLOAT32));
  const auto compiled = CompileModel(*Opened(file), {});
  ASSERT_FALSE(compiled.ok());
  const std::string message(compiled.status().message());
  EXPECT_NE(message.find("Operation is working on an unsupported data type"),
            std::string::npos)
      << message;
}

TEST(CompileModel, TensorsWithoutElementsStayOnTheCpu) {
  ModelT none = Chain();
  for (const auto& tensor : none.subgraphs[0]->tensors) tensor->shape = {0, 8};
  const std::string file = fault::Pack(none);
  const auto compiled = CompileModel(*Opened(file), {});
  ASSERT_FALSE(compiled.ok());
  EXPECT_NE(compiled.status().message().find("no operation can be mapped"),
            std::string_view::npos)
      << compiled.status();
  // y = relu([x + x, nothing])
  ModelT some = Chain();
  SubGraphT& graph = *some.subgraphs[0];
  graph.operators.resize(1);
  const int nothing = Quantize(
      &some, fault::AddTensor(&some, 0, "nothing", TensorType_INT8, {1, 0}));
  ConcatenationOptionsT along;
  along.axis = 1;
  fault::AddNode(&some, 0, BuiltinOperator_CONCATENATION, {1, nothing}, {2})
      ->builtin_options.Set(along);
  fault::AddNode(&some, 0, BuiltinOperator_RELU, {2}, {3});
  graph.inputs = {0, nothing};
  ExpectSameOutputs(some);
}

// y = READ(h) after ASSIGN(h, x + x + |x|). The sums are one part of the model,
// which ABS must precede and ASSIGN must follow.
TEST(CompileModel, KeepsTheOrderOfOperatorsWithState) {
  ModelT source = Chain();
  SubGraphT& graph = *source.subgraphs[0];
  graph.operators.resize(1);  // sum = x + x
  fault::AddNode(&source, 0, BuiltinOperator_ABS, {0}, {2});
  fault::AddNode(&source, 0, BuiltinOperator_ADD, {1, 2}, {3})
      ->builtin_options.Set(AddOptionsT());
  const int handle = fault::AddTensor(&source, 0, "h", TensorType_RESOURCE, {});
  const int out = fault::AddTensor(&source, 0, "z", TensorType_INT8, {1, 8});
  VarHandleOptionsT variable;
  variable.shared_name = "v";
  fault::AddNode(&source, 0, BuiltinOperator_VAR_HANDLE, {}, {handle})
      ->builtin_options.Set(variable);
  fault::AddNode(&source, 0, BuiltinOperator_ASSIGN_VARIABLE, {handle, 3}, {});
  fault::AddNode(&source, 0, BuiltinOperator_READ_VARIABLE, {handle}, {out});
  graph.outputs = {out};
  const std::string file = fault::Pack(source);
  const auto compiled = CompileModel(*Opened(file), {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_EQ(compiled->subgraphs[0].nodes, (std::vector<int>{0, 2}));
  ExpectSameOutputs(source);
}

// Two layers with the same weights and biases; outputs of the model that the
// model reads, and one that is an input.
TEST(CompileModel, SharesWeightsAndReturnsWhatIsReadToo) {
  ModelT source = Chain();
  SubGraphT& graph = *source.subgraphs[0];
  graph.operators.clear();
  std::vector<uint8_t> weights(64), bias(32);
  for (size_t i = 0; i < weights.size(); ++i) {
    weights[i] = static_cast<uint8_t>(i * 37);
  }
  for (size_t i = 0; i < bias.size(); i += 4) {
    bias[i] = static_cast<uint8_t>(i);
  }
  const int w = Quantize(
      &source,
      fault::AddConstant(&source, 0, "w", TensorType_INT8, {8, 8}, weights));
  const int b =
      fault::AddConstant(&source, 0, "b", TensorType_INT32, {8}, bias);
  const int again = Quantize(
      &source, fault::AddTensor(&source, 0, "v", TensorType_INT8, {8, 8}));
  graph.tensors[static_cast<size_t>(again)]->buffer =
      graph.tensors[static_cast<size_t>(w)]->buffer;
  fault::AddNode(&source, 0, BuiltinOperator_FULLY_CONNECTED, {0, w, b}, {1})
      ->builtin_options.Set(FullyConnectedOptionsT());
  fault::AddNode(&source, 0, BuiltinOperator_FULLY_CONNECTED, {1, again, b},
                 {2})
      ->builtin_options.Set(FullyConnectedOptionsT());
  fault::AddNode(&source, 0, BuiltinOperator_ABS, {1}, {3});
  graph.outputs = {2, 1, 3, 0};
  ExpectSameOutputs(source);
}

// A transposed convolution, 3x3, 16 to 24 channels.
ModelT Transposed(TensorType type, int stride) {
  ModelT model = Chain(type);
  SubGraphT& graph = *model.subgraphs[0];
  graph.tensors.clear();
  graph.operators.clear();
  const int extent = 6 * stride;
  std::mt19937 random(4);
  std::vector<uint8_t> weights(24 * 9 * 16), bias;
  for (uint8_t& w : weights) w = static_cast<uint8_t>(1 + random() % 250);
  for (int i = 0; i < 24; ++i) {
    for (const int byte : {11 * i, i, 0, 0}) {
      bias.push_back(static_cast<uint8_t>(byte));
    }
  }
  const int shape = fault::AddConstant(
      &model, 0, "shape", TensorType_INT32, {4},
      fault::BytesOf(std::vector<int32_t>{1, extent, extent, 24}));
  const int w = Quantize(&model, fault::AddConstant(&model, 0, "w", type,
                                                    {24, 3, 3, 16}, weights));
  const int x =
      Quantize(&model, fault::AddTensor(&model, 0, "x", type, {1, 6, 6, 16}));
  const int b =
      fault::AddConstant(&model, 0, "b", TensorType_INT32, {24}, bias);
  const int y = fault::AddTensor(&model, 0, "y", type, {1, extent, extent, 24});
  Quantize(&model, y);
  graph.tensors[static_cast<size_t>(y)]->quantization->scale = {4};
  TransposeConvOptionsT options;
  options.padding = Padding_SAME;
  options.stride_h = options.stride_w = stride;
  fault::AddNode(&model, 0, BuiltinOperator_TRANSPOSE_CONV, {shape, w, x, b},
                 {y})
      ->builtin_options.Set(options);
  graph.inputs = {x};
  graph.outputs = {y};
  return model;
}

// The device has the taps of its weights reversed.
TEST(CompileModel, StoresWeightsOfTransposedConvolutionsOnce) {
  for (const TensorType type : {TensorType_INT8, TensorType_UINT8}) {
    for (const int stride : {1, 2}) {
      const ModelT source = Transposed(type, stride);
      ExpectSameOutputs(source);
      const std::string file = fault::Pack(source);
      const auto compiled = CompileModel(*Opened(file), {});
      ASSERT_TRUE(compiled.ok()) << compiled.status();
      const auto model = UnpackWhole(*Opened(compiled->file));
      ASSERT_TRUE(model.ok()) << model.status();
      const auto executable = edgetpu::ParseExecutable(
          (*model)->subgraphs[0]->operators[0]->custom_options);
      ASSERT_TRUE(executable.ok()) << executable.status();
      ASSERT_EQ(executable->packed_layers.size(), 1u);
      const edgetpu::PackedLayer& layer = executable->packed_layers[0];
      EXPECT_TRUE(layer.reversed);
      const auto* nodes = GetModel(executable->original_nodes.data());
      for (const uint32_t buffer : {layer.weights_buffer, layer.bias_buffer}) {
        ASSERT_GT(buffer, 0u);
        const auto* data = nodes->buffers()->Get(buffer)->data();
        EXPECT_TRUE(data == nullptr || data->size() == 0);
      }
      // They are random numbers, which cannot be compressed.
      EXPECT_LT(compiled->file.size(), 2u * 24 * 9 * 16);
    }
  }
}

TEST(CompileModel, KeepsOtherSubgraphs) {
  ModelT source = fault::WhileModel();
  const int x = Quantize(
      &source, fault::AddTensor(&source, 0, "x", TensorType_INT8, {1, 8}));
  const int y = Quantize(
      &source, fault::AddTensor(&source, 0, "y", TensorType_INT8, {1, 8}));
  fault::AddNode(&source, 0, BuiltinOperator_ADD, {x, x}, {y})
      ->builtin_options.Set(AddOptionsT());
  SubGraphT& graph = *source.subgraphs[0];
  // Counts from a constant: a random number would take long.
  source.buffers.push_back(std::make_unique<BufferT>());
  source.buffers.back()->data = fault::BytesOf(std::vector<int32_t>{0});
  graph.tensors[0]->buffer = static_cast<uint32_t>(source.buffers.size() - 1);
  graph.inputs = {x};
  graph.outputs.push_back(y);
  ExpectSameOutputs(source);
}

TEST(CompiledModel, RunsInThreadsThatShareADelegate) {
  const std::string file = fault::Pack(Chain());
  const auto compiled = CompileModel(*Opened(file), {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const auto source_model = Opened(file), model = Opened(compiled->file);
  const DelegatePtr delegate = DelegateOn();
  std::vector<std::thread> threads;
  std::vector<int> right(2);
  for (size_t n = 0; n < right.size(); ++n) {
    threads.emplace_back([&, n] {
      ModelRun expected(*source_model, nullptr), run(*model, delegate.get());
      for (uint32_t seed = 1; seed <= 50; ++seed) {
        const auto outputs = run.Outputs(seed);
        right[n] += !outputs.empty() && outputs == expected.Outputs(seed);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, (std::vector<int>{50, 50}));
}

TEST(CompileModel, KeepsSignaturesAndMetadata) {
  ModelT source = Chain();
  // x + c in place of x + x: the compiled model has no tensor and no buffer c.
  const int c = fault::AddConstant(&source, 0, "c", TensorType_INT8, {1, 8},
                                   {1, 2, 3, 4, 5, 6, 7, 8});
  Quantize(&source, c);
  source.subgraphs[0]->operators[0]->inputs = {0, c};
  source.buffers.push_back(std::make_unique<BufferT>());
  source.buffers.back()->data = {'n', 'o', 't', 'e'};
  source.metadata.push_back(std::make_unique<MetadataT>());
  source.metadata[0]->name = "about";
  source.metadata[0]->buffer = static_cast<uint32_t>(source.buffers.size() - 1);
  source.signature_defs.push_back(std::make_unique<SignatureDefT>());
  SignatureDefT& signature = *source.signature_defs[0];
  signature.signature_key = "serve";
  signature.inputs.push_back(std::make_unique<TensorMapT>());
  signature.inputs[0]->name = "from";
  signature.outputs.push_back(std::make_unique<TensorMapT>());
  signature.outputs[0]->name = "to";
  signature.outputs[0]->tensor_index = 3;
  const std::string file = fault::Pack(source);
  const auto compiled = CompileModel(*Opened(file), {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const auto model = Opened(compiled->file);
  EXPECT_EQ(model->GetModel()->subgraphs()->Get(0)->tensors()->size(), 2u);
  EXPECT_EQ(model->ReadAllMetadata().at("about"), "note");
  const DelegatePtr delegate = DelegateOn();
  ModelRun run(*model, delegate.get());
  ASSERT_FALSE(run.Outputs(1).empty());
  Interpreter& interpreter = *run.interpreter();
  EXPECT_EQ(interpreter.input_tensor_by_signature("from", "serve"),
            interpreter.input_tensor(0));
  EXPECT_EQ(interpreter.output_tensor_by_signature("to", "serve"),
            interpreter.output_tensor(0));
}

TEST(CompileModel, RefusesAModelWithoutSubgraphs) {
  ModelT source = Chain();
  source.subgraphs.clear();
  const std::string file = fault::Pack(source);
  const auto model = Opened(file);
  if (model == nullptr) return;  // refused earlier
  EXPECT_FALSE(CompileModel(*model, {}).ok());
}

// Whether the CPU runs the original nodes or not.
TEST(CompiledModel, RefusesAnotherInputShapeAndStaysUsable) {
  const std::string file = fault::Pack(Chain());
  const auto compiled = CompileModel(*Opened(file), {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const auto model = Opened(compiled->file);
  for (const bool has_device : {true, false}) {
    const DelegatePtr delegate =
        has_device ? DelegateOn() : DelegateWithoutDevice();
    ModelRun run(*model, delegate.get());
    const auto outputs = run.Outputs(1);
    ASSERT_FALSE(outputs.empty());
    // [2,4] has as many bytes as [1,8].
    for (const std::vector<int>& shape :
         {std::vector<int>{1, 9}, {2, 4}, {0, 8}, {8}, {2, 8}}) {
      ASSERT_EQ(run.interpreter()->ResizeInputTensor(0, shape), kTfLiteOk);
      EXPECT_NE(run.interpreter()->AllocateTensors(), kTfLiteOk);
      EXPECT_NE(run.interpreter()->Invoke(), kTfLiteOk);
      ASSERT_EQ(run.interpreter()->ResizeInputTensor(0, {1, 8}), kTfLiteOk);
      ASSERT_EQ(run.interpreter()->AllocateTensors(), kTfLiteOk);
      EXPECT_EQ(run.Outputs(1), outputs);
    }
  }
}

// In one partition; the host has no memory for the tensor between them.
TEST(CompiledModel, RunsNodesOneAfterTheOther) {
  const std::string file = fault::Pack(Chain());
  const auto compiled = CompileModel(*Opened(file), {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  auto twice = UnpackWhole(*Opened(compiled->file));
  ASSERT_TRUE(twice.ok()) << twice.status();
  SubGraphT& graph = *(*twice)->subgraphs[0];
  const int x = graph.inputs[0], between = graph.outputs[0];
  const int y = Quantize(
      twice->get(),
      fault::AddTensor(twice->get(), 0, "twice", TensorType_INT8, {1, 8}));
  fault::AddNode(twice->get(), 0, BuiltinOperator_CUSTOM, {between}, {y},
                 edgetpu::kCustomOpName)
      ->custom_options = graph.operators[0]->custom_options;
  graph.outputs = {y};
  // relu6(x + x) has no negative numbers: twice is relu6(4 * x).
  ModelT source = Chain();
  const int sum = Quantize(
      &source, fault::AddTensor(&source, 0, "s", TensorType_INT8, {1, 8}));
  const int z = Quantize(
      &source, fault::AddTensor(&source, 0, "z", TensorType_INT8, {1, 8}));
  fault::AddNode(&source, 0, BuiltinOperator_ADD, {3, 3}, {sum})
      ->builtin_options.Set(AddOptionsT());
  fault::AddNode(&source, 0, BuiltinOperator_RELU6, {sum}, {z});
  source.subgraphs[0]->outputs = {z};
  const std::string files[] = {fault::Pack(source), fault::Pack(**twice)};
  const auto expected_model = Opened(files[0]), model = Opened(files[1]);
  ModelRun expected(*expected_model, nullptr);
  ASSERT_FALSE(expected.Outputs(1).empty());
  for (const bool has_device : {true, false}) {
    const DelegatePtr delegate =
        has_device ? DelegateOn() : DelegateWithoutDevice();
    ModelRun run(*model, delegate.get());
    EXPECT_EQ(run.Outputs(1), expected.Outputs(1)) << has_device;
    EXPECT_EQ(run.interpreter()->ResizeInputTensor(x, {1, 9}), kTfLiteOk);
    EXPECT_NE(ErrorOf([&] {
                run.interpreter()->AllocateTensors();
              }).find("node 0 (to 'y')"),
              std::string::npos);
  }
}

// An executable of another model, whose tensors have as many bytes.
TEST(CompiledModel, WithTheExecutableOfAnotherOneIsRefused) {
  const std::string file = fault::Pack(Chain());
  const auto compiled = CompileModel(*Opened(file), {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const auto change = [&](TensorType type, std::vector<int32_t> shape) {
    auto model = UnpackWhole(*Opened(compiled->file));
    TensorT& input = *(*model)->subgraphs[0]->tensors[0];
    input.type = type;
    input.shape = std::move(shape);
    return fault::Pack(**model);
  };
  for (const std::string& changed :
       {change(TensorType_UINT8, {1, 8}), change(TensorType_INT8, {8, 1})}) {
    const auto model = Opened(changed);
    ASSERT_NE(model, nullptr);
    const DelegatePtr delegate = DelegateOn();
    ModelRun run(*model, delegate.get());
    EXPECT_TRUE(run.Outputs(1).empty());
  }
}

}  // namespace
}  // namespace tflite::edgetpu_compiler
