// Pipelines of small models whose operators are the test's.
#include "delegates/edgetpu/pipeline/pipelined_model_runner.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "testing/fault/small_model.h"

namespace tflite::edgetpu {
namespace {

using ::edgetpu::NamedTensors;
using ::edgetpu::PipelinedModelRunner;

constexpr uint8_t kFails = 99;

// What the operators wait for, and what they do.
struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  bool closed = false;
  int inside = 0;  // operators that are at the gate
  int passed_by = 0;

  void Set(bool is_closed) {
    const std::lock_guard<std::mutex> lock(mutex);
    closed = is_closed;
    changed.notify_all();
  }
  void Pass() {
    std::unique_lock<std::mutex> lock(mutex);
    ++inside;
    changed.notify_all();
    changed.wait(lock, [&] { return !closed; });
    --inside;
    changed.notify_all();
  }
  void PassBy() {
    const std::lock_guard<std::mutex> lock(mutex);
    ++passed_by;
    changed.notify_all();
  }
  void Await(int in_gate, int others) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock,
                 [&] { return inside == in_gate && passed_by >= others; });
  }
};

Gate& TheGate() {
  static auto* const gate = new Gate;
  return *gate;
}

// Each output byte is the sum of those of the inputs and 1. "Picky" fails if
// the sum is kFails, "Gated" passes the gate.
template <bool kPicky, bool kGated>
TfLiteStatus Sum(TfLiteContext* context, TfLiteNode* node) {
  kGated ? TheGate().Pass() : TheGate().PassBy();
  TfLiteTensor& out = context->tensors[node->outputs->data[0]];
  for (size_t i = 0; i < out.bytes; ++i) {
    unsigned sum = 1;
    for (int input = 0; input < node->inputs->size; ++input) {
      sum += context->tensors[node->inputs->data[input]].data.uint8[i];
    }
    if (kPicky && sum == kFails) return kTfLiteError;
    out.data.uint8[i] = static_cast<uint8_t>(sum);
  }
  return kTfLiteOk;
}

TfLiteRegistration Operator(TfLiteStatus (*invoke)(TfLiteContext*,
                                                   TfLiteNode*)) {
  TfLiteRegistration registration = {};
  registration.prepare = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
  registration.invoke = invoke;
  return registration;
}

// A model with one operator on UINT8 tensors of the given sizes.
struct Tensor {
  std::string name;
  int bytes = 2;
};
class Segment {
 public:
  // The last input may be a constant.
  Segment(const std::string& operator_name, const std::vector<Tensor>& inputs,
          const std::vector<Tensor>& outputs, bool returns_inputs = false,
          const std::vector<uint8_t>& constant = {}) {
    ModelT model;
    model.version = 3;
    model.buffers.push_back(std::make_unique<BufferT>());
    model.subgraphs.push_back(std::make_unique<SubGraphT>());
    SubGraphT& graph = *model.subgraphs[0];
    const auto add = [&](const Tensor& t, std::vector<int>* to) {
      to->push_back(
          fault::AddTensor(&model, 0, t.name, TensorType_UINT8, {t.bytes}));
    };
    for (const Tensor& t : inputs) add(t, &graph.inputs);
    if (!constant.empty()) {
      model.buffers.push_back(std::make_unique<BufferT>());
      model.buffers[1]->data = constant;
      graph.tensors.back()->buffer = 1;
    }
    for (const Tensor& t : outputs) {
      add(t, &graph.outputs);
      fault::AddNode(&model, 0, BuiltinOperator_CUSTOM, graph.inputs,
                     {graph.outputs.back()}, operator_name);
    }
    if (returns_inputs) {
      graph.outputs.insert(graph.outputs.end(), graph.inputs.begin(),
                           graph.inputs.end());
    }
    file_ = fault::Pack(model);
    model_ =
        FlatBufferModel::VerifyAndBuildFromBuffer(file_.data(), file_.size());
    MutableOpResolver resolver;
    for (const auto& [name, invoke] : {std::pair("Plain", Sum<false, false>),
                                       std::pair("Picky", Sum<true, false>),
                                       std::pair("Gated", Sum<false, true>)}) {
      const TfLiteRegistration registration = Operator(invoke);
      resolver.AddCustom(name, &registration);
    }
    InterpreterBuilder(*model_, resolver)(&interpreter_);
    EXPECT_NE(interpreter_, nullptr);
    EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  }

  Interpreter* interpreter() const { return interpreter_.get(); }

 private:
  std::string file_;
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<Interpreter> interpreter_;
};

auto Pipeline(const std::vector<const Segment*>& segments, size_t queue = 2) {
  std::vector<Interpreter*> interpreters;
  for (const Segment* s : segments) interpreters.push_back(s->interpreter());
  return PipelinedModelRunner::Create(interpreters, queue);
}

NamedTensors Same(const std::string& name, uint8_t value) {
  return {{name, {value, value}}};
}

TEST(PipelinedModelRunner, ReturnsOutputsOfEverySegment) {
  const Segment first("Plain", {{"x"}}, {{"a"}, {"side"}});
  const Segment second("Plain", {{"a"}}, {{"y"}});
  const auto runner = Pipeline({&first, &second});
  ASSERT_TRUE(runner.ok()) << runner.status();
  ASSERT_TRUE((*runner)->Push(Same("x", 5)).ok());
  const auto outputs = (*runner)->Pop();
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ(*outputs, (NamedTensors{{"side", {6, 6}}, {"y", {7, 7}}}));
}

// As the compiler makes them of models whose outputs are read, too.
TEST(PipelinedModelRunner, TheLastSegmentReturnsWhatItGets) {
  const Segment first("Plain", {{"x"}}, {{"a"}});
  const Segment last("Plain", {{"a"}, {"x"}}, {{"y"}}, true);
  const auto runner = Pipeline({&first, &last});
  ASSERT_TRUE(runner.ok()) << runner.status();
  ASSERT_TRUE((*runner)->Push(Same("x", 5)).ok());
  const auto outputs = (*runner)->Pop();
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ(*outputs,
            (NamedTensors{{"a", {6, 6}}, {"x", {5, 5}}, {"y", {12, 12}}}));
}

TEST(PipelinedModelRunner, LaterSegmentsReadInputsOfTheModel) {
  const Segment first("Plain", {{"x"}}, {{"a"}});
  const Segment second("Plain", {{"a"}}, {{"b"}});
  const Segment third("Plain", {{"b"}, {"late"}, {"x"}}, {{"y"}});
  const auto runner = Pipeline({&first, &second, &third});
  ASSERT_TRUE(runner.ok()) << runner.status();
  for (uint8_t i = 0; i < 5; ++i) {
    NamedTensors inputs = Same("x", i);
    inputs["late"] = {20, static_cast<uint8_t>(20 + i)};
    ASSERT_TRUE((*runner)->Push(inputs).ok());
    const auto outputs = (*runner)->Pop();
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    const auto sum = static_cast<uint8_t>(i + 2 + 20 + i + 1);
    EXPECT_EQ(*outputs,
              (NamedTensors{{"y", {sum, static_cast<uint8_t>(sum + i)}}}));
  }
  ASSERT_TRUE((*runner)->Push(Same("x", 1)).ok());
  const auto failed = (*runner)->Pop();
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.status().message(), "segment 2: there is no tensor 'late'");
}

void ExpectRefused(const std::vector<const Segment*>& segments,
                   const std::string& message) {
  const auto runner = Pipeline(segments);
  ASSERT_FALSE(runner.ok()) << message;
  EXPECT_EQ(runner.status().message(), message);
}

TEST(PipelinedModelRunner, ConstantsAreNotSet) {
  const Segment first("Plain", {{"x"}, {"c"}}, {{"a"}}, false, {10, 20});
  const auto runner = Pipeline({&first});
  ASSERT_TRUE(runner.ok()) << runner.status();
  NamedTensors inputs = Same("x", 5);
  for (const bool given : {false, true}) {
    if (given) inputs["c"] = {10, 20};
    ASSERT_TRUE((*runner)->Push(inputs).ok());
    const auto outputs = (*runner)->Pop();
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ(*outputs, (NamedTensors{{"a", {16, 26}}}));
  }
  inputs["c"] = {10, 21};
  ASSERT_TRUE((*runner)->Push(inputs).ok());
  const auto failed = (*runner)->Pop();
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(std::string(failed.status().message())
                .find("tensor 'c' is a constant of the segment"),
            std::string::npos)
      << failed.status();
}

TEST(PipelinedModelRunner, SegmentsThatDoNotFitTogetherAreRefused) {
  const Segment first("Plain", {{"x"}}, {{"a"}});
  const Segment again("Plain", {{"a"}}, {{"a"}});
  const Segment input("Plain", {{"a"}}, {{"x"}});
  const Segment larger("Plain", {{"a", 3}}, {{"y", 3}});
  const Segment twins("Plain", {{"a"}, {"a"}}, {{"y"}});
  const Segment two("Plain", {{"a"}}, {{"y"}, {"y"}});
  ExpectRefused({&first, &again},
                "segment 1, output 'a': segment 0 writes another tensor of "
                "this name");
  ExpectRefused({&first, &input},
                "segment 1, output 'x': segment 0 reads another tensor of "
                "this name");
  ExpectRefused({&first, &larger},
                "segment 1, input 'a': it has 3 bytes of UINT8, but segment 0 "
                "writes 2 bytes of UINT8");
  ExpectRefused({&first, &twins},
                "segment 1, input 'a': another input has this name");
  ExpectRefused({&first, &two},
                "segment 1, output 'y': segment 1 writes another tensor of "
                "this name");
  ExpectRefused({&first, &first}, "segment 1 has no interpreter of its own");
  ExpectRefused({}, "a pipeline needs a segment");
  EXPECT_FALSE(PipelinedModelRunner::Create({nullptr}).ok());
}

TEST(PipelinedModelRunner, AFailureInTheMiddleLeavesOtherRequestsAlone) {
  const Segment first("Plain", {{"x"}}, {{"a"}});
  const Segment second("Picky", {{"a"}}, {{"b"}});
  const Segment third("Plain", {{"b"}}, {{"y"}});
  const auto runner = Pipeline({&first, &second, &third}, 1);
  ASSERT_TRUE(runner.ok()) << runner.status();
  constexpr int kRequests = 30;
  const auto fails = [](int i) { return i % 3 == 1 || (i > 10 && i < 20); };
  std::thread producer([&] {
    for (int i = 0; i < kRequests; ++i) {
      const auto x = static_cast<uint8_t>(fails(i) ? kFails - 2 : i);
      EXPECT_TRUE((*runner)->Push(Same("x", x)).ok());
    }
    (*runner)->Close();
  });
  for (int i = 0; i < kRequests; ++i) {
    const auto outputs = (*runner)->Pop();
    ASSERT_EQ(outputs.ok(), !fails(i)) << i;
    if (fails(i)) {
      EXPECT_EQ(outputs.status().message(), "segment 1: it cannot be run");
    } else {
      EXPECT_EQ(*outputs, Same("y", static_cast<uint8_t>(i + 3))) << i;
    }
  }
  producer.join();
  EXPECT_EQ((*runner)->Pop().status().code(), base::StatusCode::kNotFound);
  EXPECT_EQ((*runner)->Push(Same("x", 1)).message(), "the pipeline is closed");
}

TEST(PipelinedModelRunner, InputsOfOtherSizesFailAlone) {
  const Segment segment("Plain", {{"x"}}, {{"y"}});
  const auto runner = Pipeline({&segment}, 0);
  ASSERT_TRUE(runner.ok()) << runner.status();
  const std::pair<NamedTensors, const char*> bad[] = {
      {{}, "segment 0: there is no tensor 'x'"},
      {{{"x", {1}}}, "segment 0: tensor 'x' has 1 bytes in place of 2"}};
  for (const auto& [inputs, message] : bad) {
    ASSERT_TRUE((*runner)->Push(inputs).ok());
    EXPECT_EQ((*runner)->Pop().status().message(), message);
  }
  NamedTensors more = Same("x", 1);
  more["of no model"] = {1};
  ASSERT_TRUE((*runner)->Push(more).ok());
  const auto outputs = (*runner)->Pop();
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ(*outputs, Same("y", 2));
}

// While the last segment works on one request, the others go on.
TEST(PipelinedModelRunner, SegmentsRunAtTheSameTime) {
  const Segment first("Plain", {{"x"}}, {{"a"}});
  const Segment second("Plain", {{"a"}}, {{"b"}});
  const Segment third("Gated", {{"b"}}, {{"y"}});
  const auto runner = Pipeline({&first, &second, &third}, 1);
  ASSERT_TRUE(runner.ok()) << runner.status();
  TheGate().Set(true);
  TheGate().passed_by = 0;
  for (uint8_t i = 0; i < 3; ++i) {
    ASSERT_TRUE((*runner)->Push(Same("x", i)).ok());
  }
  TheGate().Await(1, 6);
  TheGate().Set(false);
  for (uint8_t i = 0; i < 3; ++i) {
    const auto outputs = (*runner)->Pop();
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ(*outputs, Same("y", static_cast<uint8_t>(i + 3)));
  }
}

// Destroyed while a segment runs and requests wait: none starts afterwards, and
// the interpreters are free.
TEST(PipelinedModelRunner, MayBeDestroyedWhileRequestsRun) {
  const Segment first("Plain", {{"x"}}, {{"a"}});
  const Segment second("Gated", {{"a"}}, {{"y"}});
  auto runner = Pipeline({&first, &second});
  ASSERT_TRUE(runner.ok()) << runner.status();
  TheGate().Set(true);
  for (uint8_t i = 0; i < 4; ++i) {
    ASSERT_TRUE((*runner)->Push(Same("x", i)).ok());
  }
  TheGate().Await(1, 0);
  std::thread destroyer([&] { runner->reset(); });
  TheGate().Set(false);
  destroyer.join();
  {
    const std::lock_guard<std::mutex> lock(TheGate().mutex);
    EXPECT_EQ(TheGate().inside, 0);
  }
  for (const Segment* segment : {&first, &second}) {
    uint8_t* x = segment->interpreter()->typed_input_tensor<uint8_t>(0);
    x[0] = x[1] = 40;
    ASSERT_EQ(segment->interpreter()->Invoke(), kTfLiteOk);
    EXPECT_EQ(segment->interpreter()->typed_output_tensor<uint8_t>(0)[1], 41);
  }
}

TEST(PipelinedModelRunner, MayBeDestroyedWithoutRequests) {
  const Segment first("Plain", {{"x"}}, {{"a"}});
  const Segment second("Plain", {{"a"}}, {{"y"}});
  for (const bool closes : {false, true}) {
    const auto runner = Pipeline({&first, &second});
    ASSERT_TRUE(runner.ok()) << runner.status();
    if (closes) (*runner)->Close();
  }
}

}  // namespace
}  // namespace tflite::edgetpu
