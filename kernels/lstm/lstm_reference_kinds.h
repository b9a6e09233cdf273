#ifndef KERNELS_LSTM_LSTM_REFERENCE_KINDS_H_
#define KERNELS_LSTM_LSTM_REFERENCE_KINDS_H_

#include "kernels/lstm/lstm.h"

namespace tflite::kernels {

// kFloat and kHybrid.
void RunFloatLstmReference(const Lstm& op, const LstmLayer& layer,
                           EvalContext& context);
// kInteger.
void RunIntegerLstmReference(const Lstm& op, const LstmLayer& layer,
                             EvalContext& context);
// kBasicFloat and kBasicUInt8.
void RunBasicFloatLstmReference(const Lstm& op, EvalContext& context);
void RunBasicUInt8LstmReference(const Lstm& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_LSTM_LSTM_REFERENCE_KINDS_H_
