// Asynchronous kernels of classic delegates, and tasks when the graph changes.
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/async/async_kernel.h"
#include "tensorflow_lite_lite/c/async/interop/attribute_map.h"
#include "tensorflow_lite_lite/c/async/task.h"
#include "tensorflow_lite_lite/core/async/async_signature_runner.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

// Takes nodes 0 and 1. Its kernels support synchronous and asynchronous
// execution and are all created at the same address, one after another.
class AsyncDelegate {
 public:
  explicit AsyncDelegate(int64_t flags = kTfLiteDelegateFlagsNone) {
    delegate_ = TfLiteDelegateCreate();
    delegate_.data_ = this;
    delegate_.flags = flags;
    delegate_.Prepare = [](TfLiteContext* context, TfLiteDelegate* d) {
      return static_cast<AsyncDelegate*>(d->data_)->Replace(context, d);
    };
    registration = TestDelegate::Registration();
    registration.init = [](TfLiteContext*, const char* buffer,
                           size_t) -> void* {
      auto* params = reinterpret_cast<const TfLiteDelegateParams*>(buffer);
      return static_cast<AsyncDelegate*>(params->delegate->data_)->NewKernel();
    };
    registration.free = [](TfLiteContext*, void* data) {
      auto* self = static_cast<AsyncDelegate*>(data);
      EXPECT_EQ(self->evals, self->waits);
      EXPECT_EQ(self->evals, self->finishes);
      self->FreeKernel();
    };
    registration.prepare = nullptr;
    registration.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      for (int i = 0; i < 2; ++i) {
        context->tensors[node->outputs->data[0]].data.f[i] =
            context->tensors[node->inputs->data[0]].data.f[i] + 2;
      }
      return kTfLiteOk;
    };
    registration.async_kernel = [](TfLiteContext*, TfLiteNode* node) {
      return static_cast<AsyncDelegate*>(node->user_data)->async_;
    };
  }

  TfLiteStatus Replace(TfLiteContext* context, TfLiteDelegate* d) {
    TfLiteIntArray* list = TfLiteIntArrayCreate(2);
    list->data[0] = 0;
    list->data[1] = 1;
    const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
        context, registration, list, d);
    TfLiteIntArrayFree(list);
    return status;
  }
  AsyncDelegate* NewKernel() {
    ++kernels;
    async_ = NewAsyncKernel(this);
    return this;
  }
  void FreeKernel() {
    TfLiteAsyncKernelDelete(async_);
    async_ = nullptr;
  }

  TfLiteDelegate* get() { return &delegate_; }
  TfLiteAsyncKernel* async() { return async_; }

  TfLiteRegistration registration;
  int kernels = 0;
  int prepares = 0;
  int evals = 0;
  int waits = 0;
  int finishes = 0;

 private:
  static AsyncDelegate* Self(const TfLiteAsyncKernel* kernel) {
    return static_cast<AsyncDelegate*>(TfLiteAsyncKernelGetKernelData(kernel));
  }
  static TfLiteAsyncKernel* NewAsyncKernel(AsyncDelegate* self) {
    TfLiteAsyncKernel* kernel = TfLiteAsyncKernelCreate(self);
    TfLiteAsyncKernelSetPrepare(
        kernel,
        [](TfLiteAsyncKernel* k, TfLiteOpaqueContext*, TfLiteOpaqueNode*) {
          ++Self(k)->prepares;
          return kTfLiteOk;
        });
    TfLiteAsyncKernelSetEval(
        kernel, [](TfLiteAsyncKernel* k, TfLiteOpaqueContext*,
                   TfLiteOpaqueNode*, TfLiteExecutionTask* task) {
          ++Self(k)->evals;
          TfLiteExecutionTaskSetDelegateExecutionData(task, k, Self(k));
          return kTfLiteOk;
        });
    TfLiteAsyncKernelSetWait(kernel, [](TfLiteAsyncKernel* k,
                                        TfLiteOpaqueContext*,
                                        TfLiteExecutionTask* task) {
      ++Self(k)->waits;
      EXPECT_EQ(TfLiteExecutionTaskGetDelegateExecutionData(task, k), Self(k));
      return kTfLiteOk;
    });
    TfLiteAsyncKernelSetFinish(
        kernel,
        [](TfLiteAsyncKernel* k, TfLiteOpaqueContext*, TfLiteExecutionTask*) {
          ++Self(k)->finishes;
          return kTfLiteOk;
        });
    return kernel;
  }

  TfLiteDelegate delegate_;
  TfLiteAsyncKernel* async_ = nullptr;
};

class AsyncDelegateTest : public DelegateTest {
 protected:
  void Apply(AsyncDelegate* d) { Apply(d->get()); }
  void Apply(TfLiteDelegate* d) {
    Make(2);
    ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d), kTfLiteOk);
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    runner_ = interpreter_->GetAsyncSignatureRunner(nullptr);
    ASSERT_NE(runner_, nullptr) << errors_.text;
  }
  TfLiteExecutionTask* Start() {
    EXPECT_EQ(runner_->PrepareBackends(), kTfLiteOk);
    TfLiteExecutionTask* task = runner_->CreateTask();
    EXPECT_NE(task, nullptr);
    EXPECT_EQ(runner_->InvokeAsync(task), kTfLiteOk);
    return task;
  }

  async::AsyncSignatureRunner* runner_ = nullptr;
};

TEST_F(AsyncDelegateTest, ClassicKernelRunsEitherWay) {
  AsyncDelegate d;
  Apply(&d);
  TfLiteExecutionTask* task = Start();
  EXPECT_EQ(runner_->Finish(task), kTfLiteOk);
  EXPECT_EQ(d.evals, 1);
  ExpectAdds(2);
  interpreter_.reset();
}

TEST_F(AsyncDelegateTest, NoneOfAShorterRegistration) {
  AsyncDelegate d;
  d.registration.inplace_operator = 0x5a5a5a5a;  // arbitrary stack contents
  Make(2);
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  EXPECT_EQ(interpreter_->GetAsyncSignatureRunner(nullptr), nullptr);
  interpreter_.reset();
}

TEST_F(AsyncDelegateTest, ResizeEndsTheTasksOfKernelsThatGo) {
  AsyncDelegate d;
  Apply(&d);
  TfLiteExecutionTask* task = Start();
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  EXPECT_EQ(d.waits, 1);
  EXPECT_EQ(d.finishes, 1);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(d.kernels, 2);
  EXPECT_EQ(runner_->Wait(task), kTfLiteOk);
  EXPECT_EQ(runner_->Finish(task), kTfLiteOk);
  EXPECT_EQ(d.waits, 1);
  EXPECT_EQ(d.finishes, 1);
  interpreter_.reset();
}

// The new kernel has the same address as the old one.
TEST_F(AsyncDelegateTest, AnotherKernelIsNotTakenForTheOldOne) {
  AsyncDelegate d;
  Apply(&d);
  TfLiteExecutionTask* task = Start();
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  ASSERT_EQ(interpreter_->ModifyGraphWithDelegate(d.get()), kTfLiteOk);
  EXPECT_EQ(runner_->CreateTask(), nullptr);
  EXPECT_EQ(runner_->InvokeAsync(task), kTfLiteError);
  EXPECT_EQ(d.evals, 1);
  ASSERT_EQ(runner_->PrepareBackends(), kTfLiteOk);
  EXPECT_EQ(d.prepares, 2);
  ASSERT_EQ(runner_->InvokeAsync(task), kTfLiteOk);
  EXPECT_EQ(runner_->Finish(task), kTfLiteOk);
  EXPECT_EQ(d.evals, 2);
  interpreter_.reset();
}

// Tasks of a kernel that stays must end first, because shapes and memory
// change.
TEST_F(AsyncDelegateTest, ResizeWaitsForTasksOfKernelsThatStay) {
  AsyncDelegate d(kTfLiteDelegateFlagsAllowDynamicTensors);
  Apply(&d);
  TfLiteExecutionTask* task = Start();
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 1}), kTfLiteOk);
  EXPECT_EQ(d.kernels, 1);
  EXPECT_EQ(d.waits, 1);
  EXPECT_EQ(d.finishes, 0);
  EXPECT_EQ(runner_->Finish(task), kTfLiteOk);
  EXPECT_EQ(d.finishes, 1);
  interpreter_.reset();
}

TEST_F(AsyncDelegateTest, LendingMemoryWaitsForTasks) {
  AsyncDelegate d;
  Apply(&d);
  alignas(64) float memory[16] = {};
  TfLiteExecutionTask* task = Start();
  ASSERT_EQ(
      interpreter_->SetCustomAllocationForTensor(0, {memory, sizeof(memory)}),
      kTfLiteOk);
  EXPECT_EQ(d.waits, 1);
  EXPECT_EQ(runner_->Finish(task), kTfLiteOk);
  task = Start();
  interpreter_->primary_subgraph().ClearCustomAllocations();
  EXPECT_EQ(d.waits, 2);
  EXPECT_EQ(runner_->Finish(task), kTfLiteOk);
  interpreter_.reset();
}

TEST_F(AsyncDelegateTest, OpaqueDelegateDeletedTooEarlyIsAnError) {
  AsyncDelegate d;
  d.registration.init = [](TfLiteContext*, const char* buffer,
                           size_t) -> void* {
    auto* params = reinterpret_cast<const TfLiteOpaqueDelegateParams*>(buffer);
    return static_cast<AsyncDelegate*>(params->delegate_data)->NewKernel();
  };
  d.registration.free = [](TfLiteContext*, void* data) {
    static_cast<AsyncDelegate*>(data)->FreeKernel();
  };
  TfLiteOpaqueDelegateBuilder builder{};
  builder.data = &d;
  builder.Prepare = [](TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* o,
                       void* data) {
    return static_cast<AsyncDelegate*>(data)->Replace(
        reinterpret_cast<TfLiteContext*>(context), o);
  };
  TfLiteOpaqueDelegate* const opaque = TfLiteOpaqueDelegateCreate(&builder);
  Apply(opaque);
  TfLiteExecutionTask* running = Start();
  TfLiteExecutionTask* waiting = runner_->CreateTask();
  TfLiteOpaqueDelegateDelete(opaque);
  EXPECT_EQ(runner_->PrepareBackends(), kTfLiteDelegateError);
  EXPECT_EQ(runner_->InvokeAsync(waiting), kTfLiteDelegateError);
  EXPECT_EQ(runner_->CreateTask(), nullptr);
  EXPECT_EQ(runner_->Wait(running), kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has("was deleted while subgraph 0")) << errors_.text;
  EXPECT_EQ(runner_->Finish(running), kTfLiteOk);
  EXPECT_EQ(d.prepares, 1);
  EXPECT_EQ(d.evals, 1);
  EXPECT_EQ(d.waits, 0);
  EXPECT_EQ(d.finishes, 0);
  interpreter_.reset();
}

TEST_F(AsyncDelegateTest, WrongArgumentsAreReportedOnce) {
  AsyncDelegate d;
  Apply(&d);
  TfLiteExecutionTask* const none = nullptr;
  const auto expect = [&](TfLiteStatus status, const std::string& message) {
    EXPECT_NE(status, kTfLiteOk);
    EXPECT_EQ(errors_.text,
              "Signature '<placeholder signature>': " + message + "\n");
    errors_.text.clear();
  };
  errors_.text.clear();
  expect(runner_->Wait(none), "this is no task of the runner");
  expect(runner_->Finish(none), "this is no task of the runner");
  expect(runner_->InvokeAsync(none), "this is no task of the runner");
  expect(runner_->UnregisterBuffer(1),
         "the delegate's kernel cannot unregister buffers");
  EXPECT_EQ(runner_->CreateTask(), nullptr);
  expect(kTfLiteError, "PrepareBackends comes before tasks");
  TfLiteAsyncKernelSetSetAttributes(
      d.async(), [](TfLiteAsyncKernel*, TfLiteOpaqueContext*, TfLiteOpaqueNode*,
                    int, const TfLiteAttributeMap*) { return kTfLiteOk; });
  TfLiteAttributeMap* const attributes =
      TfLiteAttributeMapCreate(kTfLiteAttrMapTypeSync);
  expect(runner_->SetAttributes(0, nullptr),
         "an argument is null: cannot take attributes");
  expect(runner_->SetAttributes(99, attributes),
         "it has no tensor of this name or index");
  expect(runner_->SetAttributes(kTfLiteIoTypeInput, "none", attributes),
         "it has no tensor of this name or index");
  EXPECT_EQ(runner_->SetAttributes(0, attributes), kTfLiteOk);
  EXPECT_EQ(errors_.text, "");
  TfLiteAttributeMapDelete(attributes);
  interpreter_.reset();
}

}  // namespace
}  // namespace testing
}  // namespace tflite
