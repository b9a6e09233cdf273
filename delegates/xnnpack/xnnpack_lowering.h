#ifndef DELEGATES_XNNPACK_XNNPACK_LOWERING_H_
#define DELEGATES_XNNPACK_XNNPACK_LOWERING_H_

#include "delegates/common/lowering.h"
#include "delegates/xnnpack/xnnpack_builder.h"
#include "delegates/xnnpack/xnnpack_caps.h"

namespace tflite::xnnpack {

using namespace delegates;

// One row for each operator that some release of XNNPACK supports.
const LoweringTable<XnnCaps, XnnBuilder>& XnnLowering();

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_LOWERING_H_
