// The check of half precision, on libraries that the test makes up: few
// processors compute at half precision, and most libraries are right.
#include "delegates/xnnpack/xnnpack_half_precision.h"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "delegates/xnnpack/xnnpack_functions.h"
#include "gtest/gtest.h"

namespace tflite::xnnpack {
namespace {

// What the functions below have got.
struct Calls {
  size_t depth = 0, units = 0;
  const float* weights = nullptr;
  uint32_t flags = 0;
  float *in = nullptr, *out = nullptr;
  int graphs = 0, runtimes = 0;  // that exist
  std::set<float> operands;      // values of the weights
} g_calls;

// Which step fails, or which unit is wrong.
std::string g_fails;
int g_wrong_unit = -1;

xnn_status StatusOf(const char* step) {
  return g_fails == step ? xnn_status_unsupported_hardware : xnn_status_success;
}

// A library that multiplies a row by a matrix.
void MakeUpGraphs() {
  xnn_create_subgraph = [](uint32_t, uint32_t, xnn_subgraph_t* graph) {
    const xnn_status status = StatusOf("graph");
    if (status != xnn_status_success) return status;
    ++g_calls.graphs;
    *graph = reinterpret_cast<xnn_subgraph_t>(&g_calls);
    return status;
  };
  xnn_delete_subgraph = [](xnn_subgraph_t) {
    --g_calls.graphs;
    return xnn_status_success;
  };
  xnn_define_tensor_value = [](xnn_subgraph_t, xnn_datatype, size_t num_dims,
                               const size_t* dims, const void* data,
                               uint32_t external_id, uint32_t, uint32_t* id) {
    EXPECT_EQ(num_dims, 2u);
    if (data != nullptr) {
      g_calls.weights = static_cast<const float*>(data);
      g_calls.units = dims[0];
      g_calls.depth = dims[1];
    }
    *id = external_id == XNN_INVALID_VALUE_ID ? 2 : external_id;
    return xnn_status_success;
  };
  xnn_define_fully_connected = [](xnn_subgraph_t, float, float, uint32_t in,
                                  uint32_t filter, uint32_t, uint32_t out,
                                  uint32_t) {
    EXPECT_EQ(in, 0u);
    EXPECT_EQ(filter, 2u);
    EXPECT_EQ(out, 1u);
    return StatusOf("node");
  };
}

void MakeUpRuntimes() {
  xnn_create_runtime_v2 = [](xnn_subgraph_t, pthreadpool_t, uint32_t flags,
                             xnn_runtime_t* runtime) {
    g_calls.flags = flags;
    const xnn_status status = StatusOf("runtime");
    if (status != xnn_status_success) return status;
    ++g_calls.runtimes;
    *runtime = reinterpret_cast<xnn_runtime_t>(&g_calls);
    return status;
  };
  xnn_delete_runtime = [](xnn_runtime_t) {
    --g_calls.runtimes;
    return xnn_status_success;
  };
  xnn_setup_runtime = [](xnn_runtime_t, size_t count,
                         const xnn_external_value* values) {
    EXPECT_EQ(count, 2u);
    for (size_t i = 0; i < count; ++i) {
      (values[i].id == 0 ? g_calls.in : g_calls.out) =
          static_cast<float*>(values[i].data);
    }
    return StatusOf("setup");
  };
  xnn_invoke_runtime = [](xnn_runtime_t) {
    for (size_t unit = 0; unit < g_calls.units; ++unit) {
      float sum = 0;
      for (size_t i = 0; i < g_calls.depth; ++i) {
        const float weight = g_calls.weights[unit * g_calls.depth + i];
        sum += weight * g_calls.in[i];
        g_calls.operands.insert(weight);
      }
      const bool is_wrong = static_cast<int>(unit) == g_wrong_unit;
      g_calls.out[unit] = is_wrong ? sum + 1 : sum;
    }
    return StatusOf("run");
  };
}

void MakeUpLibrary() {
  MakeUpGraphs();
  MakeUpRuntimes();
}

// The answer is kept for the rest of a process, so that each has one of its
// own. Nothing but the answer is printed.
[[noreturn]] void PrintAnswer(const std::string& fails, int wrong_unit) {
  MakeUpLibrary();
  g_fails = fails;
  g_wrong_unit = wrong_unit;
  const base::Status status = CheckHalfPrecision();
  const bool kept = g_calls.graphs != 0 || g_calls.runtimes != 0;
  std::fprintf(stderr, "answer: %s, %s kept.\n",
               status.ok() ? "right" : std::string(status.message()).c_str(),
               kept ? "something" : "nothing");
  std::exit(::testing::Test::HasFailure() ? 1 : 0);
}

TEST(HalfPrecisionDeathTest, IsRightWhereAllUnitsAre) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto answers = ::testing::ExitedWithCode(0);
  EXPECT_EXIT(PrintAnswer("", -1), answers, "answer: right, nothing kept");
  for (const int unit : {0, 1, 60, 127}) {
    EXPECT_EXIT(PrintAnswer("", unit), answers,
                "answer: this release of XNNPACK multiplies wrongly at half "
                "precision on this processor, nothing kept");
  }
}

// What is not computed cannot be wrong.
TEST(HalfPrecisionDeathTest, IsRightWhereThereIsNone) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const char* step : {"graph", "node", "runtime", "setup", "run"}) {
    EXPECT_EXIT(PrintAnswer(step, 5), ::testing::ExitedWithCode(0),
                "answer: right, nothing kept");
  }
}

// Half precision has 11 bits, and any tile of a kernel may be the wrong one.
TEST(HalfPrecision, IsTriedWithManyUnitsOfSmallIntegers) {
  MakeUpLibrary();
  EXPECT_TRUE(CheckHalfPrecision().ok());
  EXPECT_EQ(g_calls.flags, uint32_t{XNN_FLAG_FORCE_FP16_INFERENCE});
  EXPECT_EQ(g_calls.units, 128u);
  EXPECT_EQ(g_calls.depth, 4u);
  EXPECT_EQ(g_calls.operands,
            (std::set<float>{-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(g_calls.graphs, 0);
  EXPECT_EQ(g_calls.runtimes, 0);
}

}  // namespace
}  // namespace tflite::xnnpack
