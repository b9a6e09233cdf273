#include <malloc.h>

#include <filesystem>
#include <string>

#include "delegates/edgetpu/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/captured_log.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::edgetpu {
namespace {

namespace fs = std::filesystem;

void CreateAndDelete() { ASSERT_NE(DelegateOn(), nullptr); }

// Sanitizers count no memory here; there, leaks are errors anyway.
TEST(EdgeTpuDelegate, FreesItsMemory) {
  CreateAndDelete();  // what is allocated once and kept
  const size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 100; ++i) CreateAndDelete();
  EXPECT_LT(mallinfo2().uordblks, before + 1000);
}

TEST(EdgeTpuDelegate, IsNotMadeOfWrongOptions) {
  EdgeTpuOptions options;
  options.device->target.tile_rows = 0;
  EXPECT_EQ(CreateEdgeTpuDelegate(options).status().message(),
            "target: tile_rows is 0, not in [1, 5]");
  options = {};
  options.report_json = "/nowhere/report.json";
  const Status report = CreateEdgeTpuDelegate(options).status();
  EXPECT_EQ(report.message().rfind("report '/nowhere/report.json' cannot", 0),
            0u)
      << report;
}

// Before nodes are prepared, a graph has tensors without shapes.
TEST(EdgeTpuDelegate, TakesGraphsThatAreNotPreparedIfTold) {
  EdgeTpuOptions options;
  EXPECT_EQ(DelegateWith(options)->flags, kTfLiteDelegateFlagsNone);
  options.before_prepare = true;
  EXPECT_EQ(DelegateWith(options)->flags,
            kTfLiteDelegateFlagsAllowDynamicTensors);
}

// What is logged while an operator is compiled, after `change`.
template <typename Change>
std::string LogOf(const EdgeTpuOptions& options, const Change& change) {
  using namespace conformance;
  const Case c = Case("Relu", "int8")
                     .Op(kTfLiteBuiltinRelu)
                     .In(kInt8, {1, 5, 5, 3})
                     .Out(kInt8)
                     .Within(Exact());
  const DelegatePtr delegate = DelegateWith(options);
  change();
  const base::CapturedLog log;
  EXPECT_EQ(NodesLeft(Prepared(c, delegate.get())->interpreter()), 0);
  std::string all;
  for (const auto& [level, text] : log.lines()) {
    all += level == base::LogLevel::kWarning ? "warning: " : "";
    all += text + "\n";
  }
  return all;
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(EdgeTpuDelegate, LogsHowLongItsProgramsTake) {
  for (const bool report : {false, true}) {
    EdgeTpuOptions options;
    options.report = report;
    const std::string log = LogOf(options, [] {});
    EXPECT_TRUE(Contains(log,
                         "EdgeTpuDelegate: a run of a partition of 1 "
                         "nodes takes the device 0."))
        << log;
    EXPECT_TRUE(Contains(log, " ms, as estimated")) << log;
    EXPECT_EQ(Contains(log, "bound by"), report) << log;
  }
}

TEST(EdgeTpuDelegate, WarnsOfReportsThatItCannotWriteAnyMore) {
  const std::string folder = ::testing::TempDir() + "/removed";
  fs::create_directories(folder);
  EdgeTpuOptions options;
  options.report_json = folder + "/report.json";
  const std::string log = LogOf(options, [&folder] { fs::remove_all(folder); });
  EXPECT_TRUE(Contains(log, "warning: EdgeTpuDelegate: report '")) << log;
  EXPECT_TRUE(Contains(log, "report.json' cannot be written")) << log;
}

}  // namespace
}  // namespace tflite::edgetpu
