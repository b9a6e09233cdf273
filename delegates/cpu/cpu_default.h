#ifndef DELEGATES_CPU_CPU_DEFAULT_H_
#define DELEGATES_CPU_CPU_DEFAULT_H_

#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::cpu {

// The delegate that is applied by default: it takes convolutions of floats from
// which fusion removes large results, products of bytes with functions of the
// same bytes, and operators on rows of floats beside a reduction, unless the
// application has replaced the operators. Null on processors on which another
// delegate takes floats by default.
TfLiteDelegateUniquePtr CreateDefaultCpuDelegate();

// Whether that delegate may take nodes of a model, of which `context` is one
// graph: false if no graph has an image of floats between its nodes, which is
// what fusion removes. Applying a delegate prepares all nodes twice. Only for
// interpreters of this library.
bool MayFuseFloats(TfLiteContext* context);
// The same of bytes: false if no MUL multiplies what a LOGISTIC or TANH reads
// by what that gives.
bool MayFuseTables(TfLiteContext* context);
// The same of operators on rows: false if no reduction is along the last axis
// of floats.
bool MayFuseRows(TfLiteContext* context);

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_DEFAULT_H_
