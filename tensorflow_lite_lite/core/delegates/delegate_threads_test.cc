// Interpreters on several threads that share a model and a delegate. Run with
// ThreadSanitizer.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/delegation_log.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"
#include "testing/fault/small_model.h"

namespace tflite {
namespace testing {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 8;

// out = in + c for each node of the partition. Has no state.
TfLiteStatus Add(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor *constant = nullptr, *in = nullptr;
  for (int i = 0; i < node->inputs->size; ++i) {
    const TfLiteTensor& t = context->tensors[node->inputs->data[i]];
    (t.allocation_type == kTfLiteMmapRo ? constant : in) = &t;
  }
  const TfLiteTensor& out = context->tensors[node->outputs->data[0]];
  const int times = *static_cast<int*>(node->user_data);
  for (int i = 0; i < 6; ++i) {
    out.data.f[i] = in->data.f[i] + times * constant->data.f[i];
  }
  return kTfLiteOk;
}

TfLiteStatus TakeAllButTheLast(TfLiteContext* context, TfLiteDelegate* delegate,
                               const TfLiteRegistration& registration) {
  TfllDelegationLog* log = TfllGetDelegationLog(context);
  if (log == nullptr) return kTfLiteError;
  TfLiteIntArray* plan = nullptr;
  TF_LITE_ENSURE_STATUS(context->GetExecutionPlan(context, &plan));
  TfLiteIntArray* nodes = TfLiteIntArrayCopy(plan);
  --nodes->size;
  log->refuse(log, context, "shared", plan->data[nodes->size], "is the last");
  auto* count = static_cast<std::atomic<int>*>(
      delegate->opaque_delegate_builder == nullptr
          ? delegate->data_
          : delegate->opaque_delegate_builder->data);
  count->fetch_add(1);
  const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
      context, registration, nodes, delegate);
  TfLiteIntArrayFree(nodes);
  return status;
}

TfLiteStatus PrepareClassic(TfLiteContext* context, TfLiteDelegate* delegate) {
  TfLiteRegistration r{};
  r.custom_name = "shared";
  r.init = [](TfLiteContext*, const char* buffer, size_t) -> void* {
    auto* params = reinterpret_cast<const TfLiteDelegateParams*>(buffer);
    return new int(params->nodes_to_replace->size);
  };
  r.free = [](TfLiteContext*, void* data) { delete static_cast<int*>(data); };
  r.invoke = Add;
  return TakeAllButTheLast(context, delegate, r);
}

TfLiteStatus PrepareOpaque(TfLiteOpaqueContext* context,
                           TfLiteOpaqueDelegate* delegate, void*) {
  auto* op = new TfLiteOperator(kTfLiteBuiltinDelegate, "shared", 1, nullptr);
  op->init = [](TfLiteOpaqueContext*, const char* buffer, size_t) -> void* {
    auto* params = reinterpret_cast<const TfLiteOpaqueDelegateParams*>(buffer);
    return new int(params->nodes_to_replace->size);
  };
  op->free = [](TfLiteOpaqueContext*, void* data) {
    delete static_cast<int*>(data);
  };
  op->invoke = [](TfLiteOpaqueContext* c, TfLiteOpaqueNode* n) {
    return Add(reinterpret_cast<TfLiteContext*>(c),
               reinterpret_cast<TfLiteNode*>(n));
  };
  return TakeAllButTheLast(reinterpret_cast<TfLiteContext*>(context), delegate,
                           core::RegistrationFor(op));
}

// Builds, runs and resizes an interpreter. Returns an empty string on success.
std::string UseModel(const FlatBufferModel& model, const OpResolver& resolver,
                     TfLiteDelegate* delegate, float input) {
  InterpreterBuilder builder(model, resolver);
  builder.AddDelegate(delegate);
  std::unique_ptr<Interpreter> interpreter;
  if (builder(&interpreter) != kTfLiteOk) return "cannot build";
  for (int round = 0; round < kRounds; ++round) {
    if (round == kRounds / 2) {
      interpreter->ResizeInputTensor(0, {2, 3});
      interpreter->ResizeInputTensor(0, {3, 2});
      interpreter->ResizeInputTensor(0, {2, 3});
    }
    if (interpreter->AllocateTensors() != kTfLiteOk) return "cannot allocate";
    for (int i = 0; i < 6; ++i) {
      interpreter->typed_input_tensor<float>(0)[i] = input;
    }
    if (interpreter->Invoke() != kTfLiteOk) return "cannot run";
    const float* out = interpreter->typed_output_tensor<float>(0);
    const float* c = interpreter->typed_tensor<float>(1);
    for (int i = 0; i < 6; ++i) {
      if (out[i] != input + 3 * c[i]) return "wrong result";
    }
    const auto graph = interpreter->GetDelegationReport().graphs[0];
    if (graph.NodesDelegated() != 2 || graph.nodes[2].refusals.size() != 1 ||
        graph.nodes[2].refusals[0].reason != "is the last") {
      return "wrong report";
    }
  }
  return "";
}

void RunThreads(TfLiteDelegate* delegate, std::atomic<int>* prepares) {
  const std::string bytes = fault::Pack(fault::AddChain(3));
  const auto model =
      FlatBufferModel::BuildFromBuffer(bytes.data(), bytes.size());
  ASSERT_NE(model, nullptr);
  MutableOpResolver resolver;
  const TfLiteRegistration sum = SumOp();
  resolver.AddBuiltin(BuiltinOperator_ADD, &sum, 1, 2);
  std::vector<std::string> problems(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      problems[i] = UseModel(*model, resolver, delegate, i * 10.0f);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  EXPECT_GE(prepares->load(), kThreads);
}

TEST(SharedDelegate, ClassicOnSeveralThreads) {
  std::atomic<int> prepares{0};
  TfLiteDelegate delegate = TfLiteDelegateCreate();
  delegate.data_ = &prepares;
  delegate.Prepare = PrepareClassic;
  RunThreads(&delegate, &prepares);
}

TEST(SharedDelegate, OpaqueOnSeveralThreads) {
  std::atomic<int> prepares{0};
  TfLiteOpaqueDelegateBuilder builder{};
  builder.data = &prepares;
  builder.Prepare = PrepareOpaque;
  TfLiteOpaqueDelegate* delegate = TfLiteOpaqueDelegateCreate(&builder);
  RunThreads(delegate, &prepares);
  TfLiteOpaqueDelegateDelete(delegate);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
