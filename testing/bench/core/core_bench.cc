// Prints the overhead of the interpreter: the time per node of a long chain of
// tiny nodes, the time to apply a delegate to 10,000 nodes, and the time to
// invoke an empty delegate kernel. For each model file given as an argument,
// prints the time to load and allocate it, and the size of its arena next to
// the minimum that any plan needs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

namespace tflite {
namespace {

double NowMicros() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The minimum time of several runs, in microseconds.
template <typename F>
double Least(int runs, const F& f) {
  double least = 1e30;
  for (int i = 0; i < runs; ++i) {
    const double start = NowMicros();
    f();
    least = std::min(least, NowMicros() - start);
  }
  return least;
}

TfLiteStatus PrepareNothing(TfLiteContext* context, TfLiteNode* node) {
  return context->ResizeTensor(
      context, &context->tensors[node->outputs->data[0]],
      TfLiteIntArrayCopy(context->tensors[node->inputs->data[0]].dims));
}

TfLiteStatus AddOneElement(TfLiteContext* context, TfLiteNode* node) {
  TfLiteTensor* tensors = context->tensors;
  const int* in = node->inputs->data;
  tensors[node->outputs->data[0]].data.f[0] =
      tensors[in[0]].data.f[0] + tensors[in[1]].data.f[0];
  return kTfLiteOk;
}

TfLiteRegistration TinyAdd() {
  TfLiteRegistration r{};
  r.prepare = PrepareNothing;
  r.invoke = AddOneElement;
  return r;
}

// t[i+1] = t[i] + t[i], with one element each, computed by `op`.
std::unique_ptr<Interpreter> Chain(int length, const TfLiteRegistration& op) {
  auto interpreter = std::make_unique<Interpreter>();
  interpreter->AddTensors(length + 1);
  for (int i = 0; i <= length; ++i) {
    interpreter->SetTensorParametersReadWrite(i, kTfLiteFloat32, "t", {1},
                                              TfLiteQuantization{});
  }
  interpreter->SetInputs({0});
  interpreter->SetOutputs({length});
  for (int i = 0; i < length; ++i) {
    auto* params =
        static_cast<TfLiteAddParams*>(calloc(1, sizeof(TfLiteAddParams)));
    interpreter->AddNodeWithParameters({i, i}, {i + 1}, nullptr, 0, params,
                                       &op);
  }
  return interpreter;
}

void PrintChain(const char* name, const TfLiteRegistration& op) {
  constexpr int kNodes = 1000;
  auto interpreter = Chain(kNodes, op);
  if (interpreter->AllocateTensors() != kTfLiteOk) return;
  interpreter->typed_input_tensor<float>(0)[0] = 0.0f;
  const double micros = Least(200, [&] { interpreter->Invoke(); });
  std::printf("invoke, %-28s %8.1f ns a node\n", name, micros * 1000 / kNodes);
}

// Takes all nodes except every tenth, with kernels that do nothing.
TfLiteStatus TakeMost(TfLiteContext* context, TfLiteDelegate* delegate) {
  TfLiteIntArray* plan = nullptr;
  if (context->GetExecutionPlan(context, &plan) != kTfLiteOk)
    return kTfLiteError;
  TfLiteIntArray* take = TfLiteIntArrayCreate(plan->size);
  take->size = 0;
  for (int i = 0; i < plan->size; ++i) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    context->GetNodeAndRegistration(context, plan->data[i], &node,
                                    &registration);
    if (i % 10 != 9) take->data[take->size++] = plan->data[i];
  }
  TfLiteRegistration kernel{};
  kernel.prepare = PrepareNothing;
  kernel.invoke = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
  const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
      context, kernel, take, delegate);
  TfLiteIntArrayFree(take);
  return status;
}

TfLiteDelegate BareDelegate() {
  TfLiteDelegate delegate = TfLiteDelegateCreate();
  delegate.Prepare = TakeMost;
  delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  return delegate;
}

// The same through SimpleDelegateInterface, which checks each node. The kernels
// do nothing.
class EmptyKernel : public SimpleDelegateKernelInterface {
 public:
  TfLiteStatus Init(TfLiteContext*, const TfLiteDelegateParams*) override {
    return kTfLiteOk;
  }
  TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) override {
    return PrepareNothing(context, node);
  }
  TfLiteStatus Eval(TfLiteContext*, TfLiteNode*) override { return kTfLiteOk; }
};

class EmptyDelegate : public SimpleDelegateInterface {
 public:
  // Rejects each node whose output index is a multiple of `left`; 0: rejects
  // none.
  explicit EmptyDelegate(int left) : left_(left) {}
  bool IsNodeSupportedByDelegate(const TfLiteRegistration*,
                                 const TfLiteNode* node,
                                 TfLiteContext*) const override {
    return left_ == 0 || node->outputs->data[0] % left_ != 0;
  }
  TfLiteStatus Initialize(TfLiteContext*) override { return kTfLiteOk; }
  const char* Name() const override { return "EmptyDelegate"; }
  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    return std::make_unique<EmptyKernel>();
  }

 private:
  const int left_;
};

void PrintDelegation(const char* name, TfLiteDelegate* delegate) {
  constexpr int kNodes = 10000;
  double least = 1e30;
  std::unique_ptr<Interpreter> interpreter;
  for (int i = 0; i < 5; ++i) {
    interpreter = Chain(kNodes, TinyAdd());
    const double start = NowMicros();
    interpreter->ModifyGraphWithDelegate(delegate);
    least = std::min(least, NowMicros() - start);
  }
  std::printf("applying a %s delegate to %d nodes: %.2f ms\n", name, kNodes,
              least / 1000);
  if (interpreter->AllocateTensors() != kTfLiteOk) return;
  const double micros = Least(200, [&] { interpreter->Invoke(); });
  std::printf(
      "invoke of %zu nodes, half of them empty delegate kernels: %.1f ns "
      "a node\n",
      interpreter->execution_plan().size(),
      micros * 1000 / interpreter->execution_plan().size());
}

// Prints the time to invoke one empty kernel, and its difference to an empty
// execution plan.
void PrintEmptyKernel(const char* name, TfLiteDelegate* delegate) {
  constexpr int kInvokes = 1000;
  const auto measure = [&](Interpreter* interpreter) {
    return Least(200, [&] {
      for (int i = 0; i < kInvokes; ++i) interpreter->Invoke();
    });
  };
  auto empty = Chain(0, TinyAdd());
  auto delegated = Chain(10, TinyAdd());
  if (empty->AllocateTensors() != kTfLiteOk ||
      delegated->ModifyGraphWithDelegate(delegate) != kTfLiteOk ||
      delegated->AllocateTensors() != kTfLiteOk) {
    return;
  }
  const double without = measure(empty.get()), with = measure(delegated.get());
  std::printf(
      "an invoke of %zu empty kernel, %s delegate: %.1f ns, %.1f ns more than "
      "of no node\n",
      delegated->execution_plan().size(), name, with, with - without);
}

void PrintModel(const char* path) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  std::unique_ptr<FlatBufferModel> model;
  std::unique_ptr<Interpreter> interpreter;
  double load = 1e30, build = 1e30, allocate = 1e30;
  for (int i = 0; i < 5; ++i) {
    interpreter.reset();
    const double start = NowMicros();
    model = FlatBufferModel::BuildFromFile(path);
    if (model == nullptr) return;
    const double loaded = NowMicros();
    if (InterpreterBuilder(*model, resolver)(&interpreter) != kTfLiteOk) return;
    const double built = NowMicros();
    if (interpreter->AllocateTensors() != kTfLiteOk) return;
    const double done = NowMicros();
    load = std::min(load, loaded - start);
    build = std::min(build, built - loaded);
    allocate = std::min(allocate, done - built);
  }
  size_t arena = 0, bound = 0;
  for (size_t i = 0; i < interpreter->subgraphs_size(); ++i) {
    arena += interpreter->subgraph(static_cast<int>(i))->memory().arena_bytes();
    bound += interpreter->subgraph(static_cast<int>(i))->memory().LowerBound();
  }
  std::printf("%9.0f %9.0f %9.0f %12zu %12zu %6.3f  %s\n", load, build,
              allocate, arena, bound,
              bound == 0 ? 1.0 : static_cast<double>(arena) / bound, path);
}

}  // namespace
}  // namespace tflite

int main(int argc, char** argv) {
  tflite::PrintChain("1,000 bare additions", tflite::TinyAdd());
  const tflite::ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  const TfLiteRegistration* add =
      resolver.FindOp(tflite::BuiltinOperator_ADD, 1);
  if (add != nullptr) tflite::PrintChain("1,000 ADD of one element", *add);
  TfLiteDelegate bare = tflite::BareDelegate();
  tflite::PrintDelegation("bare", &bare);
  const auto most = tflite::TfLiteDelegateFactory::Create(
      std::make_unique<tflite::EmptyDelegate>(10));
  tflite::PrintDelegation("simple", most.get());
  const auto all = tflite::TfLiteDelegateFactory::Create(
      std::make_unique<tflite::EmptyDelegate>(0));
  tflite::PrintEmptyKernel("simple", all.get());
  if (argc > 1) {
    std::printf("%9s %9s %9s %12s %12s %6s\n", "load us", "build us",
                "alloc us", "arena", "bound", "ratio");
  }
  for (int i = 1; i < argc; ++i) tflite::PrintModel(argv[i]);
  return 0;
}
