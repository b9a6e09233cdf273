// The headers of upstream_forms_test.cc, under the paths that older code uses.
#include "tensorflow/lite/builtin_op_data.h"
#include "tensorflow/lite/c/test_util.h"
#include "tensorflow/lite/converter/allocation.h"
#include "tensorflow/lite/core/macros.h"
#include "tensorflow/lite/delegates/delegate_test_util.h"
#include "tensorflow/lite/experimental/resource/lookup_interfaces.h"
#include "tensorflow/lite/experimental/resource/resource_base.h"
#include "tensorflow/lite/experimental/resource/resource_variable.h"
#include "tensorflow/lite/kernels/acceleration_test_util.h"
#include "tensorflow/lite/kernels/acceleration_test_util_internal.h"
#include "tensorflow/lite/kernels/cpu_backend_context.h"
#include "tensorflow/lite/kernels/cpu_backend_threadpool.h"
#include "tensorflow/lite/kernels/eigen_support.h"
#include "tensorflow/lite/kernels/fully_connected.h"
#include "tensorflow/lite/kernels/internal/common.h"
#include "tensorflow/lite/kernels/internal/cppmath.h"
#include "tensorflow/lite/kernels/internal/optimized/resize_bilinear.h"
#include "tensorflow/lite/kernels/internal/portable_tensor_utils.h"
#include "tensorflow/lite/kernels/internal/reference/log_softmax.h"
#include "tensorflow/lite/kernels/internal/reference/reference_ops.h"
#include "tensorflow/lite/kernels/internal/reference/softmax.h"
#include "tensorflow/lite/kernels/internal/reference/transpose.h"
#include "tensorflow/lite/kernels/internal/reshape_utils.h"
#include "tensorflow/lite/kernels/rng_util.h"
#include "tensorflow/lite/kernels/subgraph_test_util.h"
#include "tensorflow/lite/kernels/tensor_slice_util.h"
#include "tensorflow/lite/kernels/test_util.h"
#include "tensorflow/lite/logger.h"
#include "tensorflow/lite/minimal_logging.h"
#include "tensorflow/lite/profiling/memory_info.h"
#include "tensorflow/lite/test_util.h"
#include "tensorflow/lite/version.h"

namespace tflite {
namespace {

class SetUpTest : public testing::Test {};

TEST_F(SetUpTest, FindsTheCApi) {
  EXPECT_EQ(TfLiteInitializeShimsForTest(), 0);
}

}  // namespace
}  // namespace tflite
