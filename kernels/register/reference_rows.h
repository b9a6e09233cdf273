#ifndef KERNELS_REGISTER_REFERENCE_ROWS_H_
#define KERNELS_REGISTER_REFERENCE_ROWS_H_

#include "kernels/register/adapter.h"
#include "kernels/register/op_headers.inc"

// The same with the reference kernels, for every operator.
namespace tflite {
namespace reference_rows {

#define TFLL_CUSTOM_OP(id, name, first, last, bind, reference_prepare, \
                       reference, prepare, cpu, sparse, in_place)      \
  struct id {                                                          \
    static constexpr OpFunctions kFunctions =                          \
        MakeOpFunctions<&bind, &reference, reference_prepare>();       \
    static constexpr char kName[] = name;                              \
    static constexpr bool kDecodesSparse = sparse;                     \
    static constexpr uint64_t kInPlace = in_place;                     \
  };
#define TFLL_OP(id, name, code, ...) TFLL_CUSTOM_OP(id, name, __VA_ARGS__)
#include "kernels/register/extra_op_table.inc"
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

}  // namespace reference_rows
}  // namespace tflite

#endif  // KERNELS_REGISTER_REFERENCE_ROWS_H_
