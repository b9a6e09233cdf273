#include "kernels/where/nonzero.h"
#include "kernels/where/where.h"

namespace tflite::kernels {

Status EvalWhereReference(const Where& op, EvalContext& context) {
  const int rank = op.input.rank();
  int64_t* out = context.out<int64_t>(0);
  VisitNonZero(op.type, context.in<char>(0), op.input.num_elements(),
               [&](int64_t i) {
                 for (int d = rank - 1; d >= 0; --d) {
                   out[d] = i % op.input[d];
                   i /= op.input[d];
                 }
                 out += rank;
               });
  return OkStatus();
}

}  // namespace tflite::kernels
