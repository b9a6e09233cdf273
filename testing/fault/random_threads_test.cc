// Interpreters of one model in several threads, which share its packed weights
// and a delegate: built, resized, run, cancelled from another thread and
// destroyed in random order. Also to be run with ThreadSanitizer.

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/conformance/mirror_delegate.h"
#include "testing/fault/small_model.h"

namespace tflite::fault {
namespace {

constexpr int kDepth = 256, kUnits = 192, kMaxRows = 6;

std::vector<float> Waves(int count, float step) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) {
    values[i] = std::sin(step * static_cast<float>(i)) / 8;
  }
  return values;
}

// x -> FULLY_CONNECTED -> RELU -> FULLY_CONNECTED -> y, whose weights are large
// enough to be shared.
std::string ModelFile() {
  ModelT model = AddModel();
  SubGraphT& graph = *model.subgraphs[0];
  graph.operators.clear();
  model.operator_codes.clear();
  model.signature_defs.clear();
  graph.tensors.clear();
  const auto tensor = [&](const char* name, const std::vector<int>& shape) {
    return AddTensor(&model, 0, name, TensorType_FLOAT32, shape);
  };
  const auto constant = [&](const char* name, const std::vector<int>& shape,
                            float step) {
    int count = 1;
    for (const int n : shape) count *= n;
    return AddConstant(&model, 0, name, TensorType_FLOAT32, shape,
                       BytesOf(Waves(count, step)));
  };
  const int x = tensor("x", {1, kDepth}), h = tensor("h", {1, kUnits}),
            r = tensor("r", {1, kUnits}), y = tensor("y", {1, kDepth});
  const int a = constant("a", {kUnits, kDepth}, 0.37f),
            b = constant("b", {kUnits}, 0.5f),
            c = constant("c", {kDepth, kUnits}, 0.21f);
  AddNode(&model, 0, BuiltinOperator_FULLY_CONNECTED, {x, a, b}, {h})
      ->builtin_options.Set(FullyConnectedOptionsT());
  AddNode(&model, 0, BuiltinOperator_RELU, {h}, {r});
  AddNode(&model, 0, BuiltinOperator_FULLY_CONNECTED, {r, c, -1}, {y})
      ->builtin_options.Set(FullyConnectedOptionsT());
  graph.inputs = {x};
  graph.outputs = {y};
  return Pack(model);
}

// Of each number of rows, the results of the reference kernels.
using Expected = std::vector<std::vector<float>>;

bool Run(Interpreter* interpreter, int rows, std::vector<float>* y) {
  if (interpreter->ResizeInputTensor(0, {rows, kDepth}) != kTfLiteOk ||
      interpreter->AllocateTensors() != kTfLiteOk) {
    return false;
  }
  const std::vector<float> x = Waves(rows * kDepth, 0.11f);
  std::memcpy(interpreter->typed_input_tensor<float>(0), x.data(),
              x.size() * sizeof(float));
  const TfLiteStatus status = interpreter->Invoke();
  if (status == kTfLiteCancelled) return true;
  if (status != kTfLiteOk) return false;
  const float* out = interpreter->typed_output_tensor<float>(0);
  y->assign(out, out + rows * kDepth);
  return true;
}

Expected Reference(const FlatBufferModel& model) {
  std::unique_ptr<Interpreter> interpreter;
  InterpreterBuilder(model, ops::builtin::BuiltinRefOpResolver())(&interpreter);
  Expected expected(kMaxRows + 1);
  for (int rows = 1; rows <= kMaxRows; ++rows) {
    EXPECT_TRUE(Run(interpreter.get(), rows, &expected[rows]));
  }
  return expected;
}

// What another thread cancels.
struct Slot {
  std::mutex mutex;  // held to cancel, and to replace the interpreter
  std::unique_ptr<Interpreter> interpreter;
};

class Worker {
 public:
  Worker(const FlatBufferModel& model, const Expected& expected,
         TfLiteDelegate* shared, Slot* slot, uint32_t seed)
      : model_(model),
        expected_(expected),
        shared_(shared),
        slot_(slot),
        random_(seed) {}

  // Returns what went wrong, if anything.
  std::string Work(int steps) {
    for (int i = 0; i < steps; ++i) {
      if (slot_->interpreter == nullptr || Below(6) == 0) Build();
      if (Below(5) == 0) slot_->interpreter->SetNumThreads(1 + Below(3));
      if (Below(8) == 0) slot_->interpreter->RemoveAllDelegates();
      const int rows = 1 + Below(kMaxRows);
      std::vector<float> y;
      if (!Run(slot_->interpreter.get(), rows, &y)) return "a run failed";
      if (y.empty()) continue;  // cancelled
      for (size_t k = 0; k < y.size(); ++k) {
        if (std::abs(y[k] - expected_[rows][k]) < 1e-4f) continue;
        return "element " + std::to_string(k) + " is wrong";
      }
    }
    Replace(nullptr);
    return "";
  }

 private:
  int Below(int n) { return static_cast<int>(random_() % n); }

  void Replace(std::unique_ptr<Interpreter> next) {
    const std::lock_guard<std::mutex> lock(slot_->mutex);
    slot_->interpreter = std::move(next);
  }

  void Build() {
    std::unique_ptr<Interpreter> next;
    if (Below(2) == 0) {
      InterpreterBuilder(model_, ops::builtin::BuiltinOpResolver())(&next);
    } else {
      InterpreterBuilder(
          model_,
          ops::builtin::BuiltinOpResolverWithoutDefaultDelegates())(&next);
    }
    next->EnableCancellation();
    if (Below(3) == 0) next->ModifyGraphWithDelegate(shared_);
    Replace(std::move(next));
  }

  const FlatBufferModel& model_;
  const Expected& expected_;
  TfLiteDelegate* const shared_;
  Slot* const slot_;
  std::mt19937 random_;
};

TEST(RandomThreads, InterpretersOfOneModel) {
  constexpr int kThreads = 3, kSteps = 60;
  const std::string file = ModelFile();
  const auto model = FlatBufferModel::BuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  const Expected expected = Reference(*model);
  conformance::MirrorOptions options;
  options.operators = {BuiltinOperator_RELU};
  auto shared = conformance::CreateMirrorDelegate(options);
  std::vector<Slot> slots(kThreads);
  std::vector<std::string> problems(kThreads);
  std::atomic<int> running{kThreads};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      problems[i] = Worker(*model, expected, shared.get(), &slots[i],
                           static_cast<uint32_t>(i))
                        .Work(kSteps);
      --running;
    });
  }
  std::mt19937 random(7);
  while (running > 0) {
    Slot& slot = slots[random() % kThreads];
    {
      const std::lock_guard<std::mutex> lock(slot.mutex);
      if (slot.interpreter != nullptr) slot.interpreter->Cancel();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (std::thread& t : threads) t.join();
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  shared.reset();
  EXPECT_EQ(conformance::LiveMirrorKernels(), 0);
}

}  // namespace
}  // namespace tflite::fault
