#ifndef KERNELS_REGISTER_ROWS_H_
#define KERNELS_REGISTER_ROWS_H_

#include "kernels/register/op_headers.inc"
#include "kernels/register/row_type.h"

// One type per row of the table, for MakeRegistration: rows::ADD with the fast
// kernels.
namespace tflite::kernels {
namespace rows {

#define TFLL_CUSTOM_OP(id, name, first, last, bind, reference_prepare,         \
                       reference, prepare, cpu, sparse, in_place, output_type, \
                       shapes_only)                                            \
  TFLL_ROW_TYPE(id, name, bind, cpu, prepare, sparse, in_place, output_type,   \
                shapes_only)
#define TFLL_OP(id, name, code, ...) TFLL_CUSTOM_OP(id, name, __VA_ARGS__)
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

}  // namespace rows
}  // namespace tflite::kernels

#endif  // KERNELS_REGISTER_ROWS_H_
