#ifndef KERNELS_REGISTER_ROW_TYPE_H_
#define KERNELS_REGISTER_ROW_TYPE_H_

#include "kernels/register/adapter.h"

// A row of the table as a type for MakeRegistration, with the kernel and the
// preparation given.
#define TFLL_ROW_TYPE(id, name, bind, kernel, prepare, sparse, in_place, \
                      output_type, shapes_only)                          \
  struct id {                                                            \
    static constexpr OpFunctions kFunctions =                            \
        MakeOpFunctions<&bind, &kernel, prepare>();                      \
    static constexpr char kName[] = name;                                \
    static constexpr uint32_t kDecodesSparse = sparse;                   \
    static constexpr uint64_t kInPlace = in_place;                       \
    static constexpr output_types::Rule kOutputType = output_type;       \
    static constexpr uint32_t kShapesOnly = shapes_only;                 \
  };

#endif  // KERNELS_REGISTER_ROW_TYPE_H_
