#include "kernels/lstm/lstm_reference_kinds.h"

namespace tflite::kernels {

Status EvalLstmReference(const Lstm& op, EvalContext& context) {
  switch (op.kind) {
    case LstmKind::kFloat:
    case LstmKind::kHybrid:
      for (const LstmLayer& layer : op.layers) {
        RunFloatLstmReference(op, layer, context);
      }
      break;
    case LstmKind::kInteger:
      RunIntegerLstmReference(op, op.layers[0], context);
      break;
    case LstmKind::kBasicFloat:
      RunBasicFloatLstmReference(op, context);
      break;
    case LstmKind::kBasicUInt8:
      RunBasicUInt8LstmReference(op, context);
      break;
  }
  return OkStatus();
}

}  // namespace tflite::kernels
