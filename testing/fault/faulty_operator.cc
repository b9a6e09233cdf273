#include "testing/fault/faulty_operator.h"

#include <cstdlib>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/c_api_opaque.h"

namespace tflite::fault {
namespace {

constexpr int kMaxInt = 0x7fffffff;
// 4 TiB of floats.
constexpr int kHuge = 1 << 20;

FaultyOperator* classic = nullptr;

TfLiteTensor* At(TfLiteContext* context, const TfLiteIntArray* list, int i) {
  return &context->tensors[list->data[i]];
}

TfLiteIntArray* NewShape(const std::vector<int>& dims) {
  TfLiteIntArray* shape = TfLiteIntArrayCreate(static_cast<int>(dims.size()));
  for (size_t i = 0; i < dims.size(); ++i) shape->data[i] = dims[i];
  return shape;
}

// The invalid or huge shape of a fault; empty for the shape of the inputs.
std::vector<int> FaultyShape(Fault fault) {
  switch (fault) {
    case Fault::kHugeOutput:
      return {kHuge, kHuge};
    case Fault::kNegativeShape:
    case Fault::kIgnoresRefusedShape:
      return {2, -3};
    case Fault::kOverflowingShape:
      return {kMaxInt, kMaxInt, kMaxInt, kMaxInt};
    default:
      return {};
  }
}

void SetTemporaries(TfLiteNode* node, const std::vector<int>& tensors) {
  TfLiteIntArrayFree(node->temporaries);
  node->temporaries = NewShape(tensors);
}

// A temporary tensor of 4 TiB.
TfLiteStatus AddHugeTemporary(TfLiteContext* context, TfLiteNode* node) {
  int index = -1;
  TF_LITE_ENSURE_STATUS(context->AddTensors(context, 1, &index));
  SetTemporaries(node, {index});
  TfLiteTensor* tensor = &context->tensors[index];
  tensor->type = kTfLiteFloat32;
  tensor->allocation_type = kTfLiteArenaRw;
  return context->ResizeTensor(context, tensor, NewShape({kHuge, kHuge}));
}

TfLiteStatus AddHugeTemporary(TfLiteOpaqueContext* context,
                              TfLiteOpaqueNode* node) {
  TfLiteOpaqueTensorBuilder* builder = TfLiteOpaqueTensorBuilderCreate();
  TfLiteOpaqueTensorBuilderSetType(builder, kTfLiteFloat32);
  TfLiteOpaqueTensorBuilderSetAllocationType(builder, kTfLiteArenaRw);
  int index = -1;
  const TfLiteStatus added =
      TfLiteOpaqueContextAddTensor(context, builder, &index);
  TfLiteOpaqueTensorBuilderDelete(builder);
  TF_LITE_ENSURE_STATUS(added);
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueNodeSetTemporaries(node, &index, 1));
  return TfLiteOpaqueContextResizeTensor(
      context, TfLiteOpaqueContextGetOpaqueTensor(context, index),
      NewShape({kHuge, kHuge}));
}

// Faults in Prepare that need direct access to the structs.
TfLiteStatus MeddleWhilePreparing(Fault fault, TfLiteContext* context,
                                  TfLiteNode* node) {
  TfLiteTensor* output = At(context, node->outputs, 0);
  int index = -1;
  switch (fault) {
    case Fault::kManyTensors:
      return context->AddTensors(context, kMaxInt, &index);
    case Fault::kUnknownTemporary:
      SetTemporaries(node, {12345});
      break;
    case Fault::kHugePersistentBuffer: {
      constexpr size_t kBytes = size_t{1} << 46;
      if (context->AllocatePersistentBuffer(context, kBytes) == nullptr) {
        return kTfLiteError;
      }
      break;
    }
    case Fault::kWritesNegativeShape:
      output->dims->data[0] = -1;
      break;
    case Fault::kWritesLargerShape:
      output->dims->data[0] = kHuge;
      break;
    case Fault::kTypeOfLargerElements:
      output->type = kTfLiteComplex128;
      break;
    case Fault::kFreesInputs:
      TfLiteTensorFree(At(context, node->inputs, 0));
      break;
    default:
      break;
  }
  return kTfLiteOk;
}

void MeddleWhileRunning(Fault fault, TfLiteContext* context, TfLiteNode* node) {
  TfLiteTensor* output = At(context, node->outputs, 0);
  switch (fault) {
    case Fault::kNullOutputData:
      output->data.raw = nullptr;
      break;
    case Fault::kFreesOutput:
      TfLiteTensorFree(output);
      break;
    case Fault::kFreesInput:
      TfLiteTensorFree(At(context, node->inputs, 0));
      break;
    case Fault::kOutputBecomesDynamic:
      output->allocation_type = kTfLiteDynamic;
      output->data.raw = static_cast<char*>(std::malloc(output->bytes));
      break;
    case Fault::kOtherOutputType:
      output->type = kTfLiteString;
      break;
    case Fault::kDropsItsLists:
      TfLiteIntArrayFree(node->inputs);
      TfLiteIntArrayFree(node->outputs);
      node->inputs = node->outputs = nullptr;
      break;
    default:
      break;
  }
}

TfLiteRegistration ClassicRegistration() {
  TfLiteRegistration r{};
  r.init = [](TfLiteContext*, const char*, size_t) { return classic->Init(); };
  r.free = [](TfLiteContext*, void* state) { classic->Free(state); };
  r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    return classic->Prepare(context, node);
  };
  r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    return classic->Invoke(context, node);
  };
  return r;
}

FaultyOperator* Of(void* user_data) {
  return static_cast<FaultyOperator*>(user_data);
}

TfLiteOperator* NewOpaque(FaultyOperator* self) {
  TfLiteOperator* op = TfLiteOperatorCreate(kTfLiteBuiltinCustom,
                                            FaultyOperator::kName, 1, self);
  TfLiteOperatorSetInitWithData(
      op, [](void* data, TfLiteOpaqueContext*, const char*, size_t) {
        return Of(data)->Init();
      });
  TfLiteOperatorSetFreeWithData(op, [](void* data, TfLiteOpaqueContext*,
                                       void* state) { Of(data)->Free(state); });
  if (self->with_prepare) {
    TfLiteOperatorSetPrepareWithData(
        op,
        [](void* data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
          return Of(data)->Prepare(context, node);
        });
  }
  if (self->fault != Fault::kNoInvoke) {
    TfLiteOperatorSetInvokeWithData(
        op,
        [](void* data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
          return Of(data)->Invoke(context, node);
        });
  }
  return op;
}

}  // namespace

FaultyOperator::FaultyOperator(Api api) : api_(api) {
  if (api == Api::kClassic) classic = this;
}

FaultyOperator::~FaultyOperator() {
  if (api_ == Api::kClassic) classic = nullptr;
  TfLiteOperatorDelete(opaque_);
}

void FaultyOperator::AddTo(MutableOpResolver* resolver) {
  TfLiteRegistration r{};
  if (api_ == Api::kClassic) {
    r = ClassicRegistration();
    if (!with_prepare) r.prepare = nullptr;
    if (fault == Fault::kNoInvoke) r.invoke = nullptr;
  } else {
    TfLiteOperatorDelete(opaque_);
    opaque_ = NewOpaque(this);
    r.registration_external = opaque_;
  }
  resolver->AddCustom(kName, &r);
}

void* FaultyOperator::Init() {
  const int number = inits++;
  if (fault == Fault::kInit || number == failing_init) {
    return TfLiteKernelInitFailed();
  }
  if (null_state) return nullptr;
  ++states_made;
  void* state = std::malloc(1);
  states_.insert(state);
  return state;
}

void FaultyOperator::Free(void* state) {
  ++frees;
  if (states_.erase(state) == 0) {
    freed_others = true;
    return;
  }
  std::free(state);
}

TfLiteStatus FaultyOperator::Prepare(TfLiteContext* context, TfLiteNode* node) {
  if (fault == Fault::kPrepare) return kTfLiteError;
  SetTemporaries(node, {});
  if (fault == Fault::kHugeTemporary) {
    TF_LITE_ENSURE_STATUS(AddHugeTemporary(context, node));
  }
  const std::vector<int> shape = FaultyShape(fault);
  const TfLiteTensor* input = At(context, node->inputs, 0);
  const TfLiteStatus resized = context->ResizeTensor(
      context, At(context, node->outputs, 0),
      shape.empty() ? TfLiteIntArrayCopy(input->dims) : NewShape(shape));
  if (fault != Fault::kIgnoresRefusedShape) TF_LITE_ENSURE_STATUS(resized);
  return MeddleWhilePreparing(fault, context, node);
}

TfLiteStatus FaultyOperator::Prepare(TfLiteOpaqueContext* context,
                                     TfLiteOpaqueNode* node) {
  if (fault == Fault::kPrepare) return kTfLiteError;
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueNodeSetTemporaries(node, nullptr, 0));
  if (fault == Fault::kHugeTemporary) {
    TF_LITE_ENSURE_STATUS(AddHugeTemporary(context, node));
  }
  std::vector<int> shape = FaultyShape(fault);
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  if (shape.empty()) {
    for (int i = 0; i < TfLiteOpaqueTensorNumDims(input); ++i) {
      shape.push_back(TfLiteOpaqueTensorDim(input, i));
    }
  }
  const TfLiteStatus resized = TfLiteOpaqueContextResizeTensor(
      context, TfLiteOpaqueNodeGetOutput(context, node, 0), NewShape(shape));
  return fault == Fault::kIgnoresRefusedShape ? kTfLiteOk : resized;
}

TfLiteStatus FaultyOperator::Invoke(TfLiteContext* context, TfLiteNode* node) {
  if (fault == Fault::kInvoke) return kTfLiteError;
  TfLiteTensor* output = At(context, node->outputs, 0);
  if (fault == Fault::kResizesWhileRunning) {
    context->ResizeTensor(context, output, NewShape({100, 100}));
    return kTfLiteOk;
  }
  const float* a = At(context, node->inputs, 0)->data.f;
  const float* b = At(context, node->inputs, 1)->data.f;
  for (size_t i = 0; i < output->bytes / sizeof(float); ++i) {
    output->data.f[i] = a[i] + b[i];
  }
  MeddleWhileRunning(fault, context, node);
  return kTfLiteOk;
}

TfLiteStatus FaultyOperator::Invoke(TfLiteOpaqueContext* context,
                                    TfLiteOpaqueNode* node) {
  if (fault == Fault::kInvoke) return kTfLiteError;
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  if (fault == Fault::kResizesWhileRunning) {
    TfLiteOpaqueContextResizeTensor(context, output, NewShape({100, 100}));
    return kTfLiteOk;
  }
  const auto values = [&](int i) {
    return static_cast<const float*>(
        TfLiteOpaqueTensorData(TfLiteOpaqueNodeGetInput(context, node, i)));
  };
  auto* y = static_cast<float*>(TfLiteOpaqueTensorData(output));
  for (size_t i = 0; i < TfLiteOpaqueTensorByteSize(output) / sizeof(float);
       ++i) {
    y[i] = values(0)[i] + values(1)[i];
  }
  return kTfLiteOk;
}

}  // namespace tflite::fault
