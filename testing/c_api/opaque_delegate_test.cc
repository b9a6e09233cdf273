// Delegates that use the opaque API: access to a graph while they prepare and
// run, buffer handles, and asynchronous kernels.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "testing/c_api/session.h"
#include "tflite/c/c_api_opaque.h"

namespace {

const std::vector<std::vector<float>> kInputs = {{1, 2, 3}, {5, 7, 9}};

// A delegate that takes every node and computes a + b + 1000.
class Marker {
 public:
  Marker() {
    TfLiteOpaqueDelegateBuilder builder{};
    builder.data = this;
    builder.Prepare = Prepare;
    builder.CopyFromBufferHandle = CopyFrom;
    builder.FreeBufferHandle = Free;
    delegate_.reset(TfLiteOpaqueDelegateCreate(&builder));
  }

  TfLiteOpaqueDelegate* delegate() { return delegate_.get(); }

  bool fails_to_prepare = false;
  bool deletes_kernel = false;  // although the graph owns it
  // The nodes that Prepare and init received.
  std::vector<int> plan;
  std::string names;
  std::vector<int> partition_inputs;
  int freed_handles = 0;

 private:
  static TfLiteStatus Prepare(TfLiteOpaqueContext* context,
                              TfLiteOpaqueDelegate* delegate, void* data) {
    auto* self = static_cast<Marker*>(data);
    EXPECT_EQ(TfLiteOpaqueDelegateGetData(delegate), data);
    if (self->fails_to_prepare) {
      TfLiteOpaqueContextReportError(context, "marker %d is out of order", 7);
      return kTfLiteError;
    }
    TfLiteIntArray* plan = nullptr;
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetExecutionPlan(context, &plan));
    for (int i = 0; i < plan->size; ++i) {
      self->plan.push_back(plan->data[i]);
      TfLiteOpaqueNode* node = nullptr;
      TfLiteOperator* op = nullptr;
      TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetNodeAndRegistration(
          context, plan->data[i], &node, &op));
      if (TfLiteOperatorGetBuiltInCode(op) == kTfLiteBuiltinAdd) {
        self->names += "ADD v" + std::to_string(TfLiteOperatorGetVersion(op));
      }
      EXPECT_NE(TfLiteOpaqueNodeGetBuiltinData(node), nullptr);
    }
    TfLiteOperator* kernel =
        TfLiteOperatorCreate(kTfLiteBuiltinDelegate, "Marker", 1, self);
    TfLiteOperatorSetInitWithData(kernel, Init);
    TfLiteOperatorSetInvoke(kernel, Invoke);
    const TfLiteStatus status =
        TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
            context, kernel, plan, delegate);
    if (self->deletes_kernel) TfLiteOperatorDelete(kernel);
    return status;
  }

  static void* Init(void* user_data, TfLiteOpaqueContext*, const char* buffer,
                    size_t) {
    auto* self = static_cast<Marker*>(user_data);
    const auto* params =
        reinterpret_cast<const TfLiteOpaqueDelegateParams*>(buffer);
    EXPECT_EQ(params->delegate, self->delegate());
    EXPECT_EQ(params->delegate_data, self);
    const TfLiteIntArray* in = params->input_tensors;
    self->partition_inputs.assign(in->data, in->data + in->size);
    return self;
  }

  static TfLiteStatus Invoke(TfLiteOpaqueContext* context,
                             TfLiteOpaqueNode* node) {
    const auto data = [&](const TfLiteOpaqueTensor* t) {
      return static_cast<float*>(TfLiteOpaqueTensorData(t));
    };
    const float* a = data(TfLiteOpaqueNodeGetInput(context, node, 0));
    const float* b = data(TfLiteOpaqueNodeGetInput(context, node, 1));
    float* out = data(TfLiteOpaqueNodeGetOutput(context, node, 0));
    for (int i = 0; i < 3; ++i) out[i] = a[i] + b[i] + 1000;
    return kTfLiteOk;
  }

  static TfLiteStatus CopyFrom(TfLiteOpaqueContext*, TfLiteOpaqueDelegate*,
                               void*, TfLiteBufferHandle handle,
                               TfLiteOpaqueTensor* tensor) {
    const float values[] = {1.0f * handle, 2.0f * handle, 3.0f * handle};
    return TfLiteOpaqueTensorCopyFromBuffer(tensor, values, sizeof(values));
  }

  static void Free(TfLiteOpaqueContext*, TfLiteOpaqueDelegate*, void* data,
                   TfLiteBufferHandle* handle) {
    ++static_cast<Marker*>(data)->freed_handles;
    *handle = kTfLiteNullBufferHandle;
  }

  Handle<TfLiteOpaqueDelegate> delegate_;
};

TEST(OpaqueDelegate, TakesTheGraphThroughOptions) {
  Marker marker;
  Session session(kAddModel);
  TfLiteInterpreterOptionsAddDelegate(session.options(), marker.delegate());
  ASSERT_TRUE(session.Start()) << session.messages();
  EXPECT_EQ(marker.plan, (std::vector<int>{0}));
  EXPECT_EQ(marker.names, "ADD v1");
  EXPECT_EQ(marker.partition_inputs, (std::vector<int>{0, 1}));
  EXPECT_EQ(session.Run(kInputs), (std::vector<float>{1006, 1009, 1012}));
}

TEST(OpaqueDelegate, OperatorThatItDeletesStaysWithTheGraph) {
  Marker marker;
  marker.deletes_kernel = true;
  Session session(kAddModel);
  TfLiteInterpreterOptionsAddDelegate(session.options(), marker.delegate());
  ASSERT_TRUE(session.Start()) << session.messages();
  EXPECT_EQ(session.Run(kInputs), (std::vector<float>{1006, 1009, 1012}));
}

TEST(OpaqueDelegate, TakesTheGraphLater) {
  Marker marker;
  Session session(kAddModel);
  ASSERT_TRUE(session.Start());
  ASSERT_EQ(session.Run(kInputs), (std::vector<float>{6, 9, 12}));
  ASSERT_EQ(TfLiteInterpreterModifyGraphWithDelegate(session.interpreter(),
                                                     marker.delegate()),
            kTfLiteOk);
  ASSERT_EQ(TfLiteInterpreterAllocateTensors(session.interpreter()), kTfLiteOk);
  EXPECT_EQ(session.Run(kInputs), (std::vector<float>{1006, 1009, 1012}));
}

TEST(OpaqueDelegate, ReportsItsFailure) {
  Marker marker;
  marker.fails_to_prepare = true;
  Session session(kAddModel);
  ASSERT_TRUE(session.Start());
  EXPECT_NE(TfLiteInterpreterModifyGraphWithDelegate(session.interpreter(),
                                                     marker.delegate()),
            kTfLiteOk);
  EXPECT_NE(session.messages().find("marker 7 is out of order"),
            std::string::npos);
  // The graph still runs on the CPU.
  ASSERT_EQ(TfLiteInterpreterAllocateTensors(session.interpreter()), kTfLiteOk);
  EXPECT_EQ(session.Run(kInputs), (std::vector<float>{6, 9, 12}));
}

TEST(OpaqueDelegate, BufferHandlesReachTheTensor) {
  Marker marker;
  Session session(kAddModel);
  TfLiteInterpreterOptionsAddDelegate(session.options(), marker.delegate());
  ASSERT_TRUE(session.Start());
  TfLiteInterpreter* interpreter = session.interpreter();
  TfLiteTensor* out = TfLiteInterpreterGetTensor(interpreter, 2);
  ASSERT_EQ(
      TfLiteInterpreterSetBufferHandle(interpreter, out, 4, marker.delegate()),
      kTfLiteOk);
  TfLiteBufferHandle handle = kTfLiteNullBufferHandle;
  TfLiteOpaqueDelegate* delegate = nullptr;
  ASSERT_EQ(
      TfLiteInterpreterGetBufferHandle(interpreter, 2, &handle, &delegate),
      kTfLiteOk);
  EXPECT_EQ(handle, 4);
  EXPECT_EQ(delegate, marker.delegate());
  out->data_is_stale = true;
  ASSERT_EQ(TfLiteInterpreterEnsureTensorDataIsReadable(interpreter, 2),
            kTfLiteOk);
  EXPECT_EQ(static_cast<float*>(TfLiteTensorData(out))[2], 12.0f);
  session.Stop();
  EXPECT_EQ(marker.freed_handles, 1);
}

TEST(OpaqueDelegate, BufferHandlesReachTensorsOfOtherGraphs) {
  Marker marker;
  Session session("add_two_signatures/model.tflite");
  TfLiteInterpreterOptionsAddDelegate(session.options(), marker.delegate());
  ASSERT_TRUE(session.Start()) << session.messages();
  TfLiteInterpreter* interpreter = session.interpreter();
  TfLiteSignatureRunner* runner =
      TfLiteInterpreterGetSignatureRunner(interpreter, "times");
  ASSERT_NE(runner, nullptr);
  TfLiteTensor* in = TfLiteSignatureRunnerGetInputTensor(runner, "a");
  ASSERT_NE(in, nullptr);
  EXPECT_EQ(
      TfLiteInterpreterSetBufferHandle(interpreter, in, 4, marker.delegate()),
      kTfLiteOk);
  EXPECT_EQ(in->buffer_handle, 4);
  TfLiteTensor foreign = *in;
  EXPECT_EQ(TfLiteInterpreterSetBufferHandle(interpreter, &foreign, 5,
                                             marker.delegate()),
            kTfLiteError);
  TfLiteSignatureRunnerDelete(runner);
  session.Stop();
  EXPECT_EQ(marker.freed_handles, 1);
}

// An operator that checks everything a context and a node provide while it is
// prepared, and adds a tensor.
struct Observer {
  static TfLiteStatus Prepare(void* user_data, TfLiteOpaqueContext* context,
                              TfLiteOpaqueNode* node) {
    auto* self = static_cast<Observer*>(user_data);
    EXPECT_EQ(TfLiteOpaqueContextGetNumNodes(context), 1u);
    const size_t tensors = TfLiteOpaqueContextGetNumTensors(context);
    const int* list = nullptr;
    int count = 0;
    EXPECT_EQ(TfLiteOpaqueContextGetInputs(context, &list, &count), kTfLiteOk);
    EXPECT_EQ(count, 2);
    EXPECT_EQ(TfLiteOpaqueContextGetOutputs(context, &list, &count), kTfLiteOk);
    EXPECT_EQ(list[0], 2);
    EXPECT_EQ(TfLiteOpaqueContextGetVariables(context, &list, &count),
              kTfLiteOk);
    EXPECT_EQ(count, 0);
    EXPECT_EQ(TfLiteOpaqueNodeInputs(node, &list, &count), kTfLiteOk);
    EXPECT_EQ(list[1], 1);
    EXPECT_EQ(TfLiteOpaqueNodeGetInputTensorIndex(node, 1), 1);
    EXPECT_EQ(TfLiteOpaqueNodeGetInputTensorIndex(node, 2), -1);
    EXPECT_EQ(TfLiteOpaqueNodeGetInput(context, node, 2), nullptr);
    EXPECT_EQ(TfLiteOpaqueContextGetOpaqueTensor(context, 99), nullptr);
    size_t bytes = 0;
    EXPECT_EQ(
        TfLiteOpaqueContextGetSizeOfType(context, kTfLiteComplex64, &bytes),
        kTfLiteOk);
    EXPECT_EQ(bytes, 8u);
    EXPECT_EQ(TfLiteOpaqueContextGetSizeOfType(context, kTfLiteString, &bytes),
              kTfLiteError);
    const char* metadata = nullptr;
    EXPECT_NE(
        TfLiteOpaqueContextGetMetadata(context, "none", &metadata, &bytes),
        kTfLiteOk);
    self->prepared = true;
    TfLiteIntArray* dims = TfLiteIntArrayCreate(2);
    dims->data[0] = 1;
    dims->data[1] = 3;
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextResizeTensor(
        context, TfLiteOpaqueNodeGetOutput(context, node, 0), dims));
    return self->AddScratch(context, node, tensors);
  }

  TfLiteStatus AddScratch(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node,
                          size_t tensors) {
    TfLiteOpaqueTensorBuilder* builder = TfLiteOpaqueTensorBuilderCreate();
    TfLiteOpaqueTensorBuilderSetType(builder, kTfLiteFloat32);
    // The caller must not provide memory for an arena tensor.
    int unused = 0;
    TfLiteOpaqueTensorBuilderSetAllocationType(builder, kTfLiteArenaRw);
    TfLiteOpaqueTensorBuilderSetData(builder, &unused);
    EXPECT_NE(TfLiteOpaqueContextAddTensor(context, builder, &scratch),
              kTfLiteOk);
    TfLiteOpaqueTensorBuilderSetData(builder, nullptr);
    const TfLiteStatus added =
        TfLiteOpaqueContextAddTensor(context, builder, &scratch);
    TfLiteOpaqueTensorBuilderDelete(builder);
    TF_LITE_ENSURE_STATUS(added);
    EXPECT_EQ(scratch, static_cast<int>(tensors));
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueNodeSetTemporaries(node, &scratch, 1));
    TfLiteIntArray* dims = TfLiteIntArrayCreate(1);
    dims->data[0] = 3;
    return TfLiteOpaqueContextResizeTensor(
        context, TfLiteOpaqueContextGetOpaqueTensor(context, scratch), dims);
  }

  static TfLiteStatus Invoke(void* user_data, TfLiteOpaqueContext* context,
                             TfLiteOpaqueNode* node) {
    auto* self = static_cast<Observer*>(user_data);
    const int* temporaries = nullptr;
    int count = 0;
    TF_LITE_ENSURE_STATUS(
        TfLiteOpaqueNodeTemporaries(node, &temporaries, &count));
    EXPECT_EQ(count, 1);
    const TfLiteOpaqueTensor* scratch =
        TfLiteOpaqueContextGetOpaqueTensor(context, temporaries[0]);
    self->scratch_bytes = TfLiteOpaqueTensorByteSize(scratch);
    self->scratch_has_memory = TfLiteOpaqueTensorData(scratch) != nullptr;
    const float zeros[3] = {};
    return TfLiteOpaqueTensorCopyFromBuffer(
        TfLiteOpaqueNodeGetOutput(context, node, 0), zeros, sizeof(zeros));
  }

  bool prepared = false;
  int scratch = -1;
  size_t scratch_bytes = 0;
  bool scratch_has_memory = false;
};

TEST(OpaqueContext, TellsWhatTheGraphIs) {
  Observer observer;
  Handle<TfLiteOperator> op(
      TfLiteOperatorCreate(kTfLiteBuiltinAdd, nullptr, 1, &observer));
  TfLiteOperatorSetPrepareWithData(op.get(), Observer::Prepare);
  TfLiteOperatorSetInvokeWithData(op.get(), Observer::Invoke);
  Session session(kAddModel);
  TfLiteInterpreterOptionsAddOperator(session.options(), op.get());
  ASSERT_TRUE(session.Start()) << session.messages();
  EXPECT_TRUE(observer.prepared);
  EXPECT_EQ(session.Run(kInputs), (std::vector<float>{0, 0, 0}))
      << session.messages();
  EXPECT_EQ(observer.scratch_bytes, 12u);
  EXPECT_TRUE(observer.scratch_has_memory);
}

// An operator that asks where in the model file its options are.
struct Locator {
  static TfLiteStatus Prepare(void* user_data, TfLiteOpaqueContext* context,
                              TfLiteOpaqueNode* node) {
    auto* self = static_cast<Locator*>(user_data);
    const auto ask = [&](const TfLiteOpaqueContext* of, TfLiteOpaqueNode* n,
                         int* fd, int64_t* offset, int64_t* size) {
      return TfLiteOpaqueContextGetNodeInitDataMmapInfo(of, n, fd, offset,
                                                        size);
    };
    self->status = ask(context, node, &self->fd, &self->offset, &self->size);
    int fd = 0;
    int64_t offset = 0, size = 0;
    EXPECT_EQ(ask(nullptr, node, &fd, &offset, &size), kTfLiteError);
    EXPECT_EQ(ask(context, nullptr, &fd, &offset, &size), kTfLiteError);
    EXPECT_EQ(ask(context, node, nullptr, &offset, &size), kTfLiteError);
    EXPECT_EQ(ask(context, node, &fd, nullptr, &size), kTfLiteError);
    EXPECT_EQ(ask(context, node, &fd, &offset, nullptr), kTfLiteError);
    char bytes[8] = {};
    EXPECT_EQ(pread(self->fd, bytes, 8, 0), self->fd < 0 ? -1 : 8);
    self->identifier.assign(bytes + 4, 4);
    return kTfLiteOk;
  }

  TfLiteStatus status = kTfLiteCancelled;
  int fd = -7;
  int64_t offset = -7, size = -7;
  std::string identifier;  // of the file
};

class OptionsInFile : public ::testing::Test {
 protected:
  OptionsInFile()
      : operator_(
            TfLiteOperatorCreate(kTfLiteBuiltinAdd, nullptr, 1, &locator_)) {
    TfLiteOperatorSetPrepareWithData(operator_.get(), Locator::Prepare);
  }
  Locator locator_;
  Handle<TfLiteOperator> operator_;
};

TEST_F(OptionsInFile, OperatorWithoutOptions) {
  Session session(kAddModel);
  TfLiteInterpreterOptionsAddOperator(session.options(), operator_.get());
  ASSERT_TRUE(session.Start()) << session.messages();
  EXPECT_EQ(locator_.status, kTfLiteOk);
  EXPECT_EQ(locator_.identifier, "TFL3");
  EXPECT_EQ(locator_.offset, -1);
  EXPECT_EQ(locator_.size, -1);
}

TEST_F(OptionsInFile, ModelInMemory) {
  std::ifstream file(std::string("testing/c_api/testdata/") + kAddModel,
                     std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)),
                          std::istreambuf_iterator<char>());
  Handle<TfLiteModel> model(TfLiteModelCreate(bytes.data(), bytes.size()));
  ASSERT_NE(model, nullptr);
  Handle<TfLiteInterpreterOptions> options(TfLiteInterpreterOptionsCreate());
  TfLiteInterpreterOptionsAddOperator(options.get(), operator_.get());
  Handle<TfLiteInterpreter> interpreter(
      TfLiteInterpreterCreate(model.get(), options.get()));
  ASSERT_NE(interpreter, nullptr);
  ASSERT_EQ(TfLiteInterpreterAllocateTensors(interpreter.get()), kTfLiteOk);
  EXPECT_EQ(locator_.status, kTfLiteError);
  EXPECT_EQ(locator_.fd, -7);
}

TEST(OpaqueTensor, WritesAndReadsStrings) {
  TfLiteTensor classic{};
  classic.type = kTfLiteString;
  auto* tensor = reinterpret_cast<TfLiteOpaqueTensor*>(&classic);
  EXPECT_EQ(TfLiteOpaqueTensorGetStringCount(tensor), 0);
  const char* strings[] = {"one", "", "three"};
  const int lengths[] = {3, 0, 5};
  ASSERT_EQ(TfLiteOpaqueTensorWriteStrings(tensor, strings, 3, lengths),
            kTfLiteOk);
  EXPECT_EQ(TfLiteOpaqueTensorGetStringCount(tensor), 3);
  EXPECT_EQ(TfLiteOpaqueTensorDim(tensor, 0), 3);
  EXPECT_EQ(TfLiteOpaqueTensorGetAllocationType(tensor), kTfLiteDynamic);
  const char* str = nullptr;
  int len = 0;
  ASSERT_EQ(TfLiteOpaqueTensorGetString(tensor, 2, &str, &len), kTfLiteOk);
  EXPECT_EQ(std::string(str, len), "three");
  ASSERT_EQ(TfLiteOpaqueTensorGetString(tensor, 1, &str, &len), kTfLiteOk);
  EXPECT_EQ(len, 0);
  EXPECT_EQ(TfLiteOpaqueTensorGetString(tensor, 3, &str, &len), kTfLiteError);
  ASSERT_EQ(TfLiteOpaqueTensorWriteString(tensor, "last", 4), kTfLiteOk);
  EXPECT_EQ(TfLiteOpaqueTensorGetStringCount(tensor), 1);
  TfLiteTensorFree(&classic);
}

TEST(OpaqueTensor, RefusesStringsWhereTheyCannotBe) {
  TfLiteTensor classic{};
  classic.type = kTfLiteFloat32;
  auto* tensor = reinterpret_cast<TfLiteOpaqueTensor*>(&classic);
  EXPECT_EQ(TfLiteOpaqueTensorGetStringCount(tensor), -1);
  EXPECT_EQ(TfLiteOpaqueTensorWriteString(tensor, "x", 1), kTfLiteError);
  classic.type = kTfLiteString;
  classic.allocation_type = kTfLiteMmapRo;
  EXPECT_EQ(TfLiteOpaqueTensorWriteString(tensor, "x", 1), kTfLiteError);
  classic.allocation_type = kTfLiteArenaRw;
  EXPECT_EQ(TfLiteOpaqueTensorWriteString(tensor, "x", -1), kTfLiteError);
}

TEST(OpaqueTensor, ShapeSignatureIsTheModels) {
  Session session(kAddModel);
  ASSERT_TRUE(session.Start());
  const auto* in = reinterpret_cast<const TfLiteOpaqueTensor*>(
      TfLiteInterpreterGetInputTensor(session.interpreter(), 0));
  int32_t rank = 0;
  ASSERT_EQ(TfLiteOpaqueTensorGetNumDimsSignature(in, &rank), kTfLiteOk);
  ASSERT_EQ(rank, 2);
  int32_t dim = 0;
  ASSERT_EQ(TfLiteOpaqueTensorGetDimSignature(in, 0, &dim), kTfLiteOk);
  EXPECT_EQ(dim, -1);
  EXPECT_EQ(TfLiteOpaqueTensorGetDimSignature(in, 2, &dim), kTfLiteError);
}

}  // namespace
