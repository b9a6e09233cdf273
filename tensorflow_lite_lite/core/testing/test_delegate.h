#ifndef TENSORFLOW_LITE_LITE_CORE_TESTING_TEST_DELEGATE_H_
#define TENSORFLOW_LITE_LITE_CORE_TESTING_TEST_DELEGATE_H_

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {

// A delegate that takes the given nodes. Its kernel computes the result of a
// chain of AddOneOp: the first input plus the number of nodes.
struct TestDelegate {
  explicit TestDelegate(std::vector<int> take) : nodes(std::move(take)) {
    delegate = TfLiteDelegateCreate();
    delegate.data_ = this;
    delegate.Prepare = [](TfLiteContext* context, TfLiteDelegate* d) {
      return static_cast<TestDelegate*>(d->data_)->Replace(context, d);
    };
    delegate.CopyFromBufferHandle = [](TfLiteContext*, TfLiteDelegate* d,
                                       TfLiteBufferHandle handle,
                                       TfLiteTensor* tensor) {
      ++static_cast<TestDelegate*>(d->data_)->copies;
      for (size_t i = 0; i < tensor->bytes / sizeof(float); ++i) {
        tensor->data.f[i] = 1000.0f + handle;
      }
      return kTfLiteOk;
    };
    delegate.FreeBufferHandle = [](TfLiteContext*, TfLiteDelegate* d,
                                   TfLiteBufferHandle* handle) {
      ++static_cast<TestDelegate*>(d->data_)->freed_handles;
      *handle = kTfLiteNullBufferHandle;
    };
  }

  TfLiteStatus Replace(TfLiteContext* context, TfLiteDelegate* d) {
    ++prepares;
    if (on_prepare != nullptr) on_prepare(context);
    if (fail_prepare) return kTfLiteError;
    TfLiteIntArray* list = TfLiteIntArrayCreate(static_cast<int>(nodes.size()));
    std::copy(nodes.begin(), nodes.end(), list->data);
    const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
        context, Registration(), list, d);
    TfLiteIntArrayFree(list);
    return status;
  }

  // Outlives the delegate if the interpreter does.
  struct Kernel {
    ~Kernel() { --*live; }
    TestDelegate* owner;
    int nodes;
    int number;
    std::shared_ptr<int> live;
  };

  static TfLiteRegistration Registration() {
    TfLiteRegistration r{};
    r.custom_name = "TestDelegate";
    r.init = [](TfLiteContext*, const char* buffer, size_t) -> void* {
      auto* params = reinterpret_cast<const TfLiteDelegateParams*>(buffer);
      auto* owner = static_cast<TestDelegate*>(params->delegate->data_);
      const int number = owner->kernels++;
      const TfLiteIntArray& replaced = *params->nodes_to_replace;
      owner->replaced.assign(replaced.data, replaced.data + replaced.size);
      if (number == owner->fail_init) return TfLiteKernelInitFailed();
      ++*owner->live_kernels;
      return new Kernel{owner, params->nodes_to_replace->size, number,
                        owner->live_kernels};
    };
    r.free = [](TfLiteContext*, void* data) {
      delete static_cast<Kernel*>(data);
    };
    r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
      auto* kernel = static_cast<Kernel*>(node->user_data);
      if (kernel->number == kernel->owner->fail_kernel_prepare) {
        context->ReportError(context, "kernel says no");
        return kTfLiteError;
      }
      return context->ResizeTensor(
          context, &context->tensors[node->outputs->data[0]],
          TfLiteIntArrayCopy(context->tensors[node->inputs->data[0]].dims));
    };
    r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      auto* kernel = static_cast<Kernel*>(node->user_data);
      TestDelegate* owner = kernel->owner;
      TfLiteTensor& out = context->tensors[node->outputs->data[0]];
      if (kernel->number == owner->fail_kernel_invoke) return kTfLiteError;
      if (owner->leave_in_buffer) {
        out.buffer_handle = 7;
        out.data_is_stale = true;
        return kTfLiteOk;
      }
      const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
      for (size_t i = 0; i < in.bytes / sizeof(float); ++i) {
        out.data.f[i] = in.data.f[i] + kernel->nodes;
      }
      return kTfLiteOk;
    };
    return r;
  }

  TfLiteDelegate delegate;
  std::vector<int> nodes;
  std::function<void(TfLiteContext*)> on_prepare;
  bool fail_prepare = false;
  int fail_init = -1;  // index of the kernel that fails
  int fail_kernel_prepare = -1;
  int fail_kernel_invoke = -1;
  bool leave_in_buffer = false;
  int prepares = 0;
  int kernels = 0;
  std::vector<int> replaced;  // by the last kernel, in its order
  std::shared_ptr<int> live_kernels = std::make_shared<int>(0);
  int copies = 0;
  int freed_handles = 0;
};

class DelegateTest : public ::testing::Test {
 protected:
  void Make(int length) {
    interpreter_ = std::make_unique<Interpreter>(&errors_);
    GraphMaker(interpreter_.get()).Chain(length, {2});
  }
  // Adds a graph of one AddOneOp node.
  Subgraph& AddGraph() {
    interpreter_->AddSubgraphs(1);
    Subgraph& graph = *interpreter_->subgraph(
        static_cast<int>(interpreter_->subgraphs_size()) - 1);
    graph.AddTensors(2);
    for (const int t : {0, 1}) {
      graph.SetTensorParametersReadWrite(t, kTfLiteFloat32, "",
                                         std::vector<int>{2}, {});
    }
    graph.SetInputs({0});
    graph.SetOutputs({1});
    const TfLiteRegistration add = AddOneOp();
    graph.AddNodeWithParameters({0}, {1}, {}, nullptr, 0, nullptr, &add);
    return graph;
  }
  TfLiteStatus Apply(TestDelegate* d) {
    return interpreter_->ModifyGraphWithDelegate(&d->delegate);
  }
  const std::vector<int>& plan() { return interpreter_->execution_plan(); }
  // Reasons why delegates refused a node, one "name: reason" per line.
  std::string Refusals(int node_index) {
    std::string lines;
    const DelegationReport report = interpreter_->GetDelegationReport();
    for (const DelegationReport::Node& node : report.graphs[0].nodes) {
      if (node.index != node_index) continue;
      for (const auto& r : node.refusals) {
        lines += (lines.empty() ? "" : "\n") + r.delegate + ": " + r.reason;
      }
    }
    return lines;
  }
  // Runs the interpreter and checks that `added` was added to each element.
  void ExpectAdds(int added) {
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    float* in = interpreter_->typed_input_tensor<float>(0);
    in[0] = 1;
    in[1] = 2;
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    const float* out = interpreter_->typed_output_tensor<float>(0);
    EXPECT_EQ(out[0], 1.0f + added);
    EXPECT_EQ(out[1], 2.0f + added);
  }

  CollectingReporter errors_;
  std::unique_ptr<Interpreter> interpreter_;
};

}  // namespace testing
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_TESTING_TEST_DELEGATE_H_
