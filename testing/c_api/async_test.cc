// Asynchronous runs with a delegate that has an asynchronous kernel.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "testing/c_api/session.h"
#include "tflite/c/c_api_opaque.h"
#include "tflite/core/async/c/async_kernel.h"
#include "tflite/core/async/c/async_signature_runner.h"
#include "tflite/core/async/c/task.h"
#include "tflite/core/async/interop/c/attribute_map.h"
#include "tflite/core/async/interop/c/types.h"

namespace {

// A delegate that takes the whole graph of kAddModel and adds asynchronously:
// eval only records the task, wait does the work on the registered buffers.
class AsyncAdder {
 public:
  AsyncAdder() : kernel_(TfLiteAsyncKernelCreate(this)) {
    TfLiteOpaqueDelegateBuilder builder{};
    builder.data = this;
    builder.Prepare = PrepareDelegate;
    delegate_.reset(TfLiteOpaqueDelegateCreate(&builder));
    TfLiteAsyncKernelSetRegisterBuffer(kernel_, RegisterBuffer);
    TfLiteAsyncKernelSetUnregisterBuffer(kernel_, UnregisterBuffer);
    TfLiteAsyncKernelSetSupportedBufferTypes(kernel_, SupportedBufferTypes);
    TfLiteAsyncKernelSetReconcileRestrictions(kernel_, Reconcile);
    TfLiteAsyncKernelSetSetAttributes(kernel_, SetAttributes);
    TfLiteAsyncKernelSetPrepare(kernel_, Prepare);
    TfLiteAsyncKernelSetEval(kernel_, Eval);
    TfLiteAsyncKernelSetWait(kernel_, Wait);
    TfLiteAsyncKernelSetFinish(kernel_, Finish);
  }
  ~AsyncAdder() { TfLiteAsyncKernelDelete(kernel_); }

  TfLiteOpaqueDelegate* delegate() { return delegate_.get(); }

  bool offers_kernel = true;
  std::map<TfLiteBufferHandle, float*> buffers;
  std::map<int, size_t> alignment;  // by tensor index
  int prepared = 0;
  int waits = 0;
  int finished = 0;

 private:
  static AsyncAdder* Self(const TfLiteAsyncKernel* kernel) {
    return static_cast<AsyncAdder*>(TfLiteAsyncKernelGetKernelData(kernel));
  }

  static TfLiteStatus PrepareDelegate(TfLiteOpaqueContext* context,
                                      TfLiteOpaqueDelegate* delegate,
                                      void* data) {
    TfLiteIntArray* plan = nullptr;
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetExecutionPlan(context, &plan));
    TfLiteOperator* op =
        TfLiteOperatorCreate(kTfLiteBuiltinDelegate, "Adder", 1, data);
    TfLiteOperatorSetInvoke(
        op, [](TfLiteOpaqueContext*, TfLiteOpaqueNode*) { return kTfLiteOk; });
    if (static_cast<AsyncAdder*>(data)->offers_kernel) {
      TfLiteOperatorSetAsyncKernelWithData(
          op, [](void* self, TfLiteOpaqueContext*, TfLiteOpaqueNode*) {
            return static_cast<AsyncAdder*>(self)->kernel_;
          });
    }
    return TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
        context, op, plan, delegate);
  }

  static TfLiteStatus RegisterBuffer(TfLiteAsyncKernel* kernel,
                                     TfLiteOpaqueContext*, TfLiteIoType,
                                     const TfLiteBackendBuffer* buffer,
                                     const TfLiteAttributeMap*,
                                     TfLiteBufferHandle handle) {
    Self(kernel)->buffers[handle] =
        static_cast<float*>(TfLiteBackendBufferGetPtr(buffer));
    return kTfLiteOk;
  }
  static TfLiteStatus UnregisterBuffer(TfLiteAsyncKernel* kernel,
                                       TfLiteOpaqueContext*,
                                       TfLiteBufferHandle handle) {
    return Self(kernel)->buffers.erase(handle) == 1 ? kTfLiteOk : kTfLiteError;
  }
  static void SupportedBufferTypes(const TfLiteAsyncKernel*, TfLiteIoType,
                                   const char* const** types, size_t* count) {
    static const char* const kTypes[] = {"host memory"};
    *types = kTypes;
    *count = 1;
  }
  // Requires 64-byte alignment, and rejects less.
  static bool Reconcile(const TfLiteAsyncKernel*, const TfLiteOpaqueContext*,
                        const TfLiteOpaqueNode*, int,
                        const TfLiteAttributeMap* user,
                        TfLiteAttributeMap* merged,
                        TfLiteAttributeMap* conflict) {
    size_t asked = 64;
    TfLiteAttributeMapGetSizeTBufferAttr(user, kTfLiteBufferAttrKeyAlignment,
                                         &asked);
    TfLiteAttributeMap* out = asked % 64 == 0 ? merged : conflict;
    if (out != nullptr) {
      TfLiteAttributeMapSetSizeTBufferAttr(out, kTfLiteBufferAttrKeyAlignment,
                                           asked);
    }
    return asked % 64 == 0;
  }
  static TfLiteStatus SetAttributes(TfLiteAsyncKernel* kernel,
                                    TfLiteOpaqueContext*, TfLiteOpaqueNode*,
                                    int tensor_index,
                                    const TfLiteAttributeMap* attrs) {
    return TfLiteAttributeMapGetSizeTBufferAttr(
               attrs, kTfLiteBufferAttrKeyAlignment,
               &Self(kernel)->alignment[tensor_index])
               ? kTfLiteOk
               : kTfLiteError;
  }
  static TfLiteStatus Prepare(TfLiteAsyncKernel* kernel, TfLiteOpaqueContext*,
                              TfLiteOpaqueNode*) {
    ++Self(kernel)->prepared;
    return kTfLiteOk;
  }
  static TfLiteStatus Eval(TfLiteAsyncKernel* kernel, TfLiteOpaqueContext*,
                           TfLiteOpaqueNode*, TfLiteExecutionTask* task) {
    static int started = 0;
    TfLiteExecutionTaskSetDelegateExecutionData(task, kernel, &started);
    return kTfLiteOk;
  }
  static TfLiteStatus Wait(TfLiteAsyncKernel* kernel, TfLiteOpaqueContext*,
                           TfLiteExecutionTask* task) {
    AsyncAdder* self = Self(kernel);
    ++self->waits;
    EXPECT_NE(TfLiteExecutionTaskGetDelegateExecutionData(task, kernel),
              nullptr);
    float* data[3];
    for (int i = 0; i < 3; ++i) {
      const auto found =
          self->buffers.find(TfLiteExecutionTaskGetBufferByIndex(task, i));
      if (found == self->buffers.end()) return kTfLiteError;
      data[i] = found->second;
    }
    for (int i = 0; i < 3; ++i) data[2][i] = data[0][i] + data[1][i];
    return kTfLiteOk;
  }
  static TfLiteStatus Finish(TfLiteAsyncKernel* kernel, TfLiteOpaqueContext*,
                             TfLiteExecutionTask*) {
    ++Self(kernel)->finished;
    return kTfLiteOk;
  }

  TfLiteAsyncKernel* kernel_;
  Handle<TfLiteOpaqueDelegate> delegate_;
};

class Async : public ::testing::Test {
 protected:
  Async() : session_(kAddModel) {}
  ~Async() override { TfLiteAsyncSignatureRunnerDelete(runner_); }

  // Gets the runner of the primary subgraph, delegated to adder_.
  void GetRunner() {
    TfLiteInterpreterOptionsAddDelegate(session_.options(), adder_.delegate());
    ASSERT_TRUE(session_.Start()) << session_.messages();
    runner_ = TfLiteInterpreterGetAsyncSignatureRunner(session_.interpreter(),
                                                       nullptr);
  }

  TfLiteBufferHandle Register(TfLiteIoType io_type, float* data) {
    TfLiteBackendBuffer* buffer = TfLiteBackendBufferCreate();
    TfLiteBackendBufferSetPtr(buffer, data);
    TfLiteAttributeMap* attrs =
        TfLiteAttributeMapCreate(kTfLiteAttrMapTypeBuffer);
    TfLiteBufferHandle handle = kTfLiteNullBufferHandle;
    EXPECT_EQ(TfLiteAsyncSignatureRunnerRegisterBuffer(runner_, io_type, buffer,
                                                       attrs, &handle),
              kTfLiteOk);
    TfLiteAttributeMapDelete(attrs);
    TfLiteBackendBufferDelete(buffer);
    return handle;
  }

  AsyncAdder adder_;
  Session session_;
  TfLiteAsyncSignatureRunner* runner_ = nullptr;
};

TEST_F(Async, RunsOnRegisteredBuffers) {
  GetRunner();
  ASSERT_NE(runner_, nullptr) << session_.messages();
  EXPECT_EQ(TfLiteAsyncSignatureRunnerGetInputCount(runner_), 2u);
  EXPECT_STREQ(TfLiteAsyncSignatureRunnerGetInputName(runner_, 1), "t1");
  EXPECT_EQ(TfLiteAsyncSignatureRunnerGetOutputName(runner_, 1), nullptr);
  EXPECT_EQ(TfLiteAsyncSignatureRunnerOutputTensorIndices(runner_)[0], 2);
  EXPECT_EQ(TfLiteOpaqueTensorType(
                TfLiteAsyncSignatureRunnerGetInputTensor(runner_, "t0")),
            kTfLiteFloat32);
  EXPECT_EQ(TfLiteAsyncSignatureRunnerCreateTask(runner_), nullptr);
  ASSERT_EQ(TfLiteAsyncSignatureRunnerPrepareBackends(runner_), kTfLiteOk);
  EXPECT_EQ(adder_.prepared, 1);

  float a[] = {1, 2, 3}, b[] = {10, 20, 30}, sum[3] = {};
  TfLiteExecutionTask* task = TfLiteAsyncSignatureRunnerCreateTask(runner_);
  ASSERT_NE(task, nullptr);
  const TfLiteBufferHandle in = Register(kTfLiteIoTypeInput, a);
  EXPECT_EQ(TfLiteExecutionTaskSetBuffer(task, kTfLiteIoTypeInput, "t0", in),
            kTfLiteOk);
  EXPECT_EQ(TfLiteExecutionTaskSetBuffer(task, kTfLiteIoTypeInput, "t1",
                                         Register(kTfLiteIoTypeInput, b)),
            kTfLiteOk);
  EXPECT_EQ(TfLiteExecutionTaskSetBufferByIndex(
                task, 2, Register(kTfLiteIoTypeOutput, sum)),
            kTfLiteOk);
  EXPECT_EQ(TfLiteExecutionTaskSetBuffer(task, kTfLiteIoTypeInput, "t2", in),
            kTfLiteError);
  EXPECT_EQ(TfLiteExecutionTaskGetBufferByName(task, kTfLiteIoTypeInput, "t0"),
            in);

  ASSERT_EQ(TfLiteAsyncSignatureRunnerInvokeAsync(runner_, task), kTfLiteOk);
  EXPECT_EQ(TfLiteAsyncSignatureRunnerInvokeAsync(runner_, task), kTfLiteError);
  EXPECT_EQ(sum[0], 0);
  ASSERT_EQ(TfLiteAsyncSignatureRunnerWait(runner_, task), kTfLiteOk);
  ASSERT_EQ(TfLiteAsyncSignatureRunnerWait(runner_, task), kTfLiteOk);
  EXPECT_EQ(adder_.waits, 1);
  EXPECT_EQ(sum[2], 33);
  EXPECT_EQ(TfLiteAsyncSignatureRunnerFinish(runner_, task), kTfLiteOk);
  EXPECT_EQ(TfLiteAsyncSignatureRunnerFinish(runner_, task), kTfLiteError);
  EXPECT_EQ(adder_.finished, 1);
  EXPECT_EQ(TfLiteAsyncSignatureRunnerUnregisterBuffer(runner_, in), kTfLiteOk);
  EXPECT_EQ(TfLiteAsyncSignatureRunnerUnregisterBuffer(runner_, in),
            kTfLiteError);
}

TEST_F(Async, ReconcilesAttributes) {
  GetRunner();
  ASSERT_NE(runner_, nullptr);
  const char* const* types = nullptr;
  size_t count = 0;
  ASSERT_EQ(TfLiteAsyncSignatureRunnerGetSupportedBufferTypes(
                runner_, kTfLiteIoTypeInput, &types, &count),
            kTfLiteOk);
  ASSERT_EQ(count, 1u);
  EXPECT_STREQ(types[0], "host memory");
  ASSERT_EQ(TfLiteAsyncSignatureRunnerGetSupportedSynchronizationTypes(
                runner_, kTfLiteIoTypeInput, &types, &count),
            kTfLiteOk);
  EXPECT_EQ(count, 0u);

  TfLiteAttributeMap* user = TfLiteAttributeMapCreate(kTfLiteAttrMapTypeBuffer);
  TfLiteAttributeMap* merged =
      TfLiteAttributeMapCreate(kTfLiteAttrMapTypeBuffer);
  EXPECT_TRUE(TfLiteAsyncSignatureRunnerReconcileRestrictions(
      runner_, kTfLiteIoTypeInput, "t1", user, merged, nullptr));
  ASSERT_EQ(TfLiteAsyncSignatureRunnerSetAttributes(runner_, kTfLiteIoTypeInput,
                                                    "t1", merged),
            kTfLiteOk);
  EXPECT_EQ(adder_.alignment[1], 64u);
  TfLiteAttributeMapSetSizeTBufferAttr(user, kTfLiteBufferAttrKeyAlignment, 8);
  EXPECT_FALSE(TfLiteAsyncSignatureRunnerReconcileRestrictionsByIndex(
      runner_, 0, user, merged, nullptr));
  EXPECT_FALSE(TfLiteAsyncSignatureRunnerReconcileRestrictions(
      runner_, kTfLiteIoTypeInput, "none", user, merged, nullptr));
  TfLiteAttributeMapDelete(user);
  TfLiteAttributeMapDelete(merged);
}

TEST_F(Async, FunctionsThatTheKernelLacksFail) {
  GetRunner();
  ASSERT_NE(runner_, nullptr);
  TfLiteAttributeMap* attrs =
      TfLiteAttributeMapCreate(kTfLiteAttrMapTypeBuffer);
  TfLiteBufferHandle handle = 0;
  EXPECT_EQ(
      TfLiteAsyncSignatureRunnerRegisterBufferSlice(runner_, 0, attrs, &handle),
      kTfLiteError);
  EXPECT_NE(session_.messages().find("parts of buffers"), std::string::npos);
  TfLiteAttributeMapDelete(attrs);
}

TEST_F(Async, InterpreterFinishesTasksLeftOver) {
  GetRunner();
  ASSERT_NE(runner_, nullptr);
  ASSERT_EQ(TfLiteAsyncSignatureRunnerPrepareBackends(runner_), kTfLiteOk);
  TfLiteExecutionTask* task = TfLiteAsyncSignatureRunnerCreateTask(runner_);
  ASSERT_EQ(TfLiteAsyncSignatureRunnerInvokeAsync(runner_, task), kTfLiteOk);
  TfLiteAsyncSignatureRunnerDelete(runner_);
  runner_ = nullptr;
  session_.Stop();
  EXPECT_EQ(adder_.waits, 1);
  EXPECT_EQ(adder_.finished, 1);
}

TEST_F(Async, NeedsAKernel) {
  adder_.offers_kernel = false;
  GetRunner();
  EXPECT_EQ(runner_, nullptr);
  EXPECT_NE(session_.messages().find("asynchronous kernel"), std::string::npos);
}

TEST_F(Async, NeedsADelegateAndAKnownKey) {
  ASSERT_TRUE(session_.Start());
  EXPECT_EQ(
      TfLiteInterpreterGetAsyncSignatureRunner(session_.interpreter(), nullptr),
      nullptr);
  EXPECT_EQ(TfLiteInterpreterGetAsyncSignatureRunner(session_.interpreter(),
                                                     "no such key"),
            nullptr);
  EXPECT_NE(session_.messages().find("no such key"), std::string::npos);
}

TEST(AttributeMap, KeysTakeOneTypeOfValueInOneTypeOfMap) {
  TfLiteAttributeMap* map = TfLiteAttributeMapCreate(kTfLiteAttrMapTypeBuffer);
  EXPECT_TRUE(TfLiteAttributeMapIsBufferAttributeMap(map));
  EXPECT_FALSE(TfLiteAttributeMapIsSyncAttributeMap(map));
  EXPECT_TRUE(
      TfLiteAttributeMapSetSizeTBufferAttr(map, kTfLiteBufferAttrKeySize, 12));
  EXPECT_FALSE(
      TfLiteAttributeMapSetBoolBufferAttr(map, kTfLiteBufferAttrKeySize, true));
  EXPECT_FALSE(TfLiteAttributeMapSetStringSyncAttr(
      map, kTfLiteSynchronizationAttrKeyObjectTypeName, "fence"));
  EXPECT_TRUE(TfLiteAttributeMapSetStringBufferAttr(
      map, kTfLiteBufferAttrKeyResourceTypeName, "heap"));
  const char* name = nullptr;
  ASSERT_TRUE(TfLiteAttributeMapGetStringBufferAttr(
      map, kTfLiteBufferAttrKeyResourceTypeName, &name));
  EXPECT_STREQ(name, "heap");
  size_t size = 0;
  EXPECT_FALSE(TfLiteAttributeMapGetSizeTBufferAttr(
      map, kTfLiteBufferAttrKeyOffset, &size));
  ASSERT_TRUE(TfLiteAttributeMapGetSizeTBufferAttr(
      map, kTfLiteBufferAttrKeySize, &size));
  EXPECT_EQ(size, 12u);
  TfLiteAttributeMapDelete(map);
}

TEST(AttributeMap, NumbersAndNamesAreApartAndCopied) {
  TfLiteAttributeMap* a = TfLiteAttributeMapCreate(kTfLiteAttrMapTypeSync);
  TfLiteAttributeMap* b = TfLiteAttributeMapCreate(kTfLiteAttrMapTypeBuffer);
  TfLiteAttributeMapSetIntAttr(a, 7, -3);
  TfLiteAttributeMapSetCustomStringAttr(a, "7", "seven");
  TfLiteAttributeMapSetCustomBoolAttr(a, "flag", true);
  TfLiteAttributeMapCopy(a, b);
  TfLiteAttributeMapDelete(a);
  EXPECT_TRUE(TfLiteAttributeMapIsSyncAttributeMap(b));
  int number = 0;
  ASSERT_TRUE(TfLiteAttributeMapGetIntAttr(b, 7, &number));
  EXPECT_EQ(number, -3);
  size_t size = 0;
  EXPECT_FALSE(TfLiteAttributeMapGetSizeTAttr(b, 7, &size));
  const char* text = nullptr;
  ASSERT_TRUE(TfLiteAttributeMapGetCustomStringAttr(b, "7", &text));
  EXPECT_STREQ(text, "seven");
  bool flag = false;
  EXPECT_TRUE(TfLiteAttributeMapGetCustomBoolAttr(b, "flag", &flag));
  EXPECT_TRUE(flag);
  EXPECT_FALSE(TfLiteAttributeMapGetCustomIntAttr(b, "none", &number));
  EXPECT_FALSE(TfLiteAttributeMapGetIntAttr(nullptr, 7, &number));
  TfLiteAttributeMapDelete(b);
}

}  // namespace
