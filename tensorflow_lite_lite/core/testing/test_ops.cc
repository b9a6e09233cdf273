#include "tensorflow_lite_lite/core/testing/test_ops.h"

#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace testing {
namespace {

void* Init(TfLiteContext*, const char*, size_t) {
  ++Calls().inits;
  return new int(0);
}
void Free(TfLiteContext*, void* data) {
  ++Calls().frees;
  delete static_cast<int*>(data);
}

TfLiteTensor* In(TfLiteContext* context, TfLiteNode* node, int i) {
  return &context->tensors[node->inputs->data[i]];
}
TfLiteTensor* Out(TfLiteContext* context, TfLiteNode* node) {
  return &context->tensors[node->outputs->data[0]];
}
int Elements(const TfLiteTensor& t) {
  int n = 1;
  for (int i = 0; i < t.dims->size; ++i) n *= t.dims->data[i];
  return n;
}

TfLiteStatus SameShape(TfLiteContext* context, TfLiteNode* node) {
  ++Calls().prepares;
  return context->ResizeTensor(context, Out(context, node),
                               TfLiteIntArrayCopy(In(context, node, 0)->dims));
}

TfLiteRegistration Make(const char* name,
                        TfLiteStatus (*prepare)(TfLiteContext*, TfLiteNode*),
                        TfLiteStatus (*invoke)(TfLiteContext*, TfLiteNode*)) {
  TfLiteRegistration r{};
  r.init = Init;
  r.free = Free;
  r.prepare = prepare;
  r.invoke = invoke;
  r.builtin_code = kTfLiteBuiltinCustom;
  r.custom_name = name;
  r.version = 1;
  return r;
}

TfLiteStatus AddOne(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* in = In(context, node, 0);
  float* out = Out(context, node)->data.f;
  for (int i = 0; i < Elements(*in); ++i) out[i] = in->data.f[i] + 1.0f;
  return kTfLiteOk;
}

TfLiteStatus PrepareScratch(TfLiteContext* context, TfLiteNode* node) {
  if (node->temporaries->size == 0) {
    int index = 0;
    if (context->AddTensors(context, 1, &index) != kTfLiteOk)
      return kTfLiteError;
    TfLiteIntArrayFree(node->temporaries);
    node->temporaries = TfLiteIntArrayCreate(1);
    node->temporaries->data[0] = index;
  }
  TfLiteTensor* scratch = &context->tensors[node->temporaries->data[0]];
  scratch->type = kTfLiteFloat32;
  scratch->allocation_type = kTfLiteArenaRw;
  if (context->ResizeTensor(context, scratch,
                            TfLiteIntArrayCopy(In(context, node, 0)->dims)) !=
      kTfLiteOk) {
    return kTfLiteError;
  }
  return SameShape(context, node);
}

TfLiteStatus ScratchAddOne(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* in = In(context, node, 0);
  float* scratch = context->tensors[node->temporaries->data[0]].data.f;
  for (int i = 0; i < Elements(*in); ++i) scratch[i] = in->data.f[i];
  float* out = Out(context, node)->data.f;
  for (int i = 0; i < Elements(*in); ++i) out[i] = -1.0f;
  for (int i = 0; i < Elements(*in); ++i) out[i] = scratch[i] + 1.0f;
  return kTfLiteOk;
}

TfLiteStatus PrepareIota(TfLiteContext* context, TfLiteNode* node) {
  ++Calls().prepares;
  TfLiteTensor* out = Out(context, node);
  if (out->allocation_type != kTfLiteDynamic) {
    out->allocation_type = kTfLiteDynamic;
    out->data.raw = nullptr;
  }
  return kTfLiteOk;
}

}  // namespace

OpCalls& Calls() {
  static thread_local OpCalls calls;
  return calls;
}

TfLiteRegistration AddOneOp() { return Make("AddOne", SameShape, AddOne); }

TfLiteRegistration SumOp() {
  return Make("Sum", SameShape, [](TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor* a = In(context, node, 0);
    const TfLiteTensor* b = In(context, node, 1);
    float* out = Out(context, node)->data.f;
    for (int i = 0; i < Elements(*a); ++i) out[i] = a->data.f[i] + b->data.f[i];
    return kTfLiteOk;
  });
}

TfLiteRegistration IotaOp() {
  return Make(
      "Iota", PrepareIota, [](TfLiteContext* context, TfLiteNode* node) {
        TfLiteIntArray* shape = TfLiteIntArrayCreate(1);
        shape->data[0] = static_cast<int>(In(context, node, 0)->data.f[0]);
        TfLiteTensor* out = Out(context, node);
        if (context->ResizeTensor(context, out, shape) != kTfLiteOk) {
          return kTfLiteError;
        }
        for (int i = 0; i < Elements(*out); ++i) out->data.f[i] = i;
        return kTfLiteOk;
      });
}

TfLiteRegistration AccumulateOp() {
  return Make("Accumulate", SameShape,
              [](TfLiteContext* context, TfLiteNode* node) {
                const TfLiteTensor* in = In(context, node, 0);
                TfLiteTensor* state = In(context, node, 1);
                float* out = Out(context, node)->data.f;
                for (int i = 0; i < Elements(*in); ++i) {
                  state->data.f[i] += in->data.f[i];
                  out[i] = state->data.f[i];
                }
                return kTfLiteOk;
              });
}

TfLiteRegistration ScratchAddOneOp() {
  return Make("ScratchAddOne", PrepareScratch, ScratchAddOne);
}

TfLiteRegistration FailingPrepareOp() {
  return Make(
      "FailingPrepare",
      [](TfLiteContext* context, TfLiteNode*) {
        context->ReportError(context, "cannot prepare on purpose");
        return kTfLiteError;
      },
      AddOne);
}

TfLiteRegistration FailingInvokeOp() {
  return Make("FailingInvoke", SameShape,
              [](TfLiteContext* context, TfLiteNode*) {
                context->ReportError(context, "cannot invoke on purpose");
                return kTfLiteError;
              });
}

int GraphMaker::Tensor(const std::vector<int>& dims, bool is_variable) {
  int index = -1;
  interpreter_->AddTensors(1, &index);
  interpreter_->SetTensorParametersReadWrite(index, kTfLiteFloat32, "t", dims,
                                             TfLiteQuantization{}, is_variable);
  return index;
}

int GraphMaker::Constant(const std::vector<int>& dims, const float* data) {
  int index = -1;
  interpreter_->AddTensors(1, &index);
  size_t bytes = sizeof(float);
  for (const int d : dims) bytes *= d;
  interpreter_->SetTensorParametersReadOnly(
      index, kTfLiteFloat32, "c", dims, TfLiteQuantization{},
      reinterpret_cast<const char*>(data), bytes);
  return index;
}

int GraphMaker::Node(const std::vector<int>& inputs,
                     const std::vector<int>& outputs,
                     const TfLiteRegistration& registration) {
  int index = -1;
  interpreter_->AddNodeWithParameters(inputs, outputs, nullptr, 0, nullptr,
                                      &registration, &index);
  return index;
}

void GraphMaker::Chain(int length, const std::vector<int>& dims) {
  int last = Tensor(dims);
  interpreter_->SetInputs({last});
  for (int i = 0; i < length; ++i) {
    const int next = Tensor(dims);
    Node({last}, {next}, AddOneOp());
    last = next;
  }
  interpreter_->SetOutputs({last});
}

}  // namespace testing
}  // namespace tflite
