// The headers that applications and vendors use most must not define common
// short names in `tflite`: this file defines types with such names.
#include <type_traits>

#include "delegates/common/delegate_options.h"
#include "delegates/common/partition_kernel.h"
#include "gtest/gtest.h"
#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/core/subgraph.h"
#include "tensorflow/lite/delegates/external/external_delegate.h"
#include "tensorflow/lite/delegates/utils/simple_delegate.h"
#include "tensorflow/lite/delegates/utils/simple_opaque_delegate.h"
#include "tensorflow/lite/interpreter.h"
#include "tensorflow/lite/interpreter_builder.h"
#include "tensorflow/lite/kernels/kernel_util.h"
#include "tensorflow/lite/kernels/register.h"
#include "tensorflow/lite/model.h"
#include "tensorflow/lite/optional_debug_tools.h"
#include "tensorflow/lite/profiling/buffered_profiler.h"
#include "tensorflow/lite/signature_runner.h"
#include "tensorflow/lite/tools/delegates/delegate_provider.h"
#include "tensorflow/lite/util.h"

namespace tflite {

struct Annotate {};
struct Binary {};
struct Conv2d {};
struct Delegation {};
struct Describe {};
struct Graph {};
struct GraphMemory {};
struct GraphNode {};
struct Host {};
struct Indices {};
struct Internal {};
struct Invalid {};
struct Log {};
struct LogLevel {};
struct ModelFile {};
struct NodeFilter {};
struct NodeView {};
struct Partition {};
struct PartitionKernel {};
struct PlanStep {};
struct Resource {};
struct Row {};
struct Runtime {};
struct Shape {};
struct Status {};
struct StatusOr {};
struct TensorView {};
struct ThreadPool {};
struct Unsupported {};

namespace acme {
namespace {

TEST(VendorNamesTest, OwnNamesAreFound) {
  EXPECT_FALSE((std::is_same_v<Status, base::Status>));
  EXPECT_FALSE((std::is_same_v<Shape, base::Shape>));
  EXPECT_EQ(sizeof(Invalid), 1u);
}

}  // namespace
}  // namespace acme

namespace acme_npu {
using namespace delegates;
namespace {

// Names that a back-end of this tree uses without qualification; no other name
// in `tflite` may hide them.
TEST(VendorNamesTest, NamesOfTheFrameAreFound) {
  EXPECT_TRUE((std::is_same_v<BoundOp, base::BoundOp>));
  EXPECT_TRUE((std::is_same_v<PartitionProgram, delegates::PartitionProgram>));
}

}  // namespace
}  // namespace acme_npu
}  // namespace tflite
