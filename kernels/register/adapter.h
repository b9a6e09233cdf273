#ifndef KERNELS_REGISTER_ADAPTER_H_
#define KERNELS_REGISTER_ADAPTER_H_

#include "kernels/register/output_types.h"
#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::kernels {

// The bodies of a TfLiteRegistration, for any operator: user data holds the
// bound operator, its kernel state and its scratch tensors.
void* InitOp(TfLiteContext* context, const char* buffer, size_t length);
void FreeOp(TfLiteContext* context, void* buffer);
// Binds, gives the outputs their shapes or makes them dynamic, and lets the
// kernel prepare. Errors are reported to the context, prefixed with `name`.
TfLiteStatus PrepareOp(TfLiteContext* context, TfLiteNode* node,
                       const OpFunctions& functions, const char* name);
// An error when a constant input is sparse and its bit not set in `decoded`: it
// holds fewer bytes than its shape says, which only operators that decode it
// may see.
TfLiteStatus RefuseSparseInputs(TfLiteContext* context, TfLiteNode* node,
                                const char* name, uint32_t decoded);
// Binds again where a shape was not known before, then evaluates. An error when
// a tensor lacks memory, except inputs whose bits are set in `shapes_only`.
TfLiteStatus InvokeOp(TfLiteContext* context, TfLiteNode* node,
                      const OpFunctions& functions, const char* name,
                      uint32_t shapes_only = 0);

// An operator's functions and the name errors carry, as a type.
//   struct AddRow { static constexpr OpFunctions kFunctions = ...;
//                   static constexpr char kName[] = "ADD";
//                   // Bits of inputs that may be sparse constants.
//                   static constexpr uint32_t kDecodesSparse = 0;
//                   // TfLiteInPlaceOp flags.
//                   static constexpr uint64_t kInPlace = 0;
//                   // Null where the model's types are checked, not set.
//                   static constexpr output_types::Rule kOutputType = nullptr;
//                   // Bits of inputs of which a run needs no more than shapes.
//                   static constexpr uint32_t kShapesOnly = 0;
//                 };
template <typename Row>
TfLiteRegistration MakeRegistration() {
  TfLiteRegistration r{};
  r.init = InitOp;
  r.free = FreeOp;
  r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    TF_LITE_ENSURE_STATUS(
        RefuseSparseInputs(context, node, Row::kName, Row::kDecodesSparse));
    if (Row::kOutputType != nullptr) {
      output_types::Apply(Row::kOutputType,
                          NodeView(context, node, NodeView::Phase::kPrepare),
                          Row::kName);
    }
    return PrepareOp(context, node, Row::kFunctions, Row::kName);
  };
  r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    return InvokeOp(context, node, Row::kFunctions, Row::kName,
                    Row::kShapesOnly);
  };
  r.inplace_operator = Row::kInPlace;
  return r;
}

// The same with what a resolver looks for.
template <typename Row>
TfLiteRegistration MakeBuiltinRegistration(int32_t code) {
  TfLiteRegistration r = MakeRegistration<Row>();
  r.builtin_code = code;
  r.version = 1;
  return r;
}
template <typename Row>
TfLiteRegistration MakeCustomRegistration() {
  TfLiteRegistration r = MakeBuiltinRegistration<Row>(kTfLiteBuiltinCustom);
  r.custom_name = Row::kName;
  return r;
}

}  // namespace tflite::kernels

#endif  // KERNELS_REGISTER_ADAPTER_H_
