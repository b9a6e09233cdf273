#ifndef DELEGATES_XNNPACK_XNNPACK_LIBRARY_H_
#define DELEGATES_XNNPACK_XNNPACK_LIBRARY_H_

#include <bitset>

#include "delegates/xnnpack/xnnpack_caps.h"
#include "delegates/xnnpack/xnnpack_functions.h"

namespace tflite::xnnpack {

// Of xnn_define_global_average_pooling_2d. Newer releases drop the dimensions
// of height and width without it, and what reads the result would take other
// dimensions for them; older ones keep them and have no such flag.
#ifdef XNN_FLAG_KEEP_DIMS
constexpr uint32_t kKeepDimensions = XNN_FLAG_KEEP_DIMS;
#else
constexpr uint32_t kKeepDimensions = 0;
#endif

// The function that adds an operation with one input and no parameters to a
// graph; null for other operations.
using XnnUnary = xnn_status (*)(xnn_subgraph_t, uint32_t input, uint32_t output,
                                uint32_t flags);
XnnUnary UnaryFunction(XnnOp op);

// Adds an operation with two inputs of values; those without a range ignore
// `min` and `max`. xnn_status_unsupported_parameter for other operations.
xnn_status DefineBinary(XnnOp op, xnn_subgraph_t graph, float min, float max,
                        uint32_t a, uint32_t b, uint32_t output);

// The operations that the installed library supports. Determined by defining
// each operation for each type in a temporary graph, which takes less than a
// millisecond. Empty if the library is missing.
class LibraryOperations {
 public:
  LibraryOperations();

  bool Has(XnnOp op, XnnType type) const { return has_[Index(op, type)]; }

 private:
  static constexpr int kTypes = 3;
  static size_t Index(XnnOp op, XnnType type) {
    return static_cast<size_t>(op) * kTypes + static_cast<size_t>(type);
  }

  std::bitset<static_cast<size_t>(XnnOp::kCount) * kTypes> has_;
};

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_LIBRARY_H_
