// Without XNNPACK on the system, nothing fails, and the reason is reported.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "delegates/xnnpack/xnnpack_default.h"
#include "delegates/xnnpack/xnnpack_delegate.h"
#include "delegates/xnnpack/xnnpack_functions.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "testing/fault/small_model.h"

namespace tflite::xnnpack {
namespace {

class XnnpackMissingTest : public ::testing::Test {
 protected:
  // Must be set before the library is opened, which happens once per process.
  XnnpackMissingTest() {
    setenv("TFLL_XNNPACK_LIBRARY", "/nonexistent/libXNNPACK.so", 1);
  }
};

TEST_F(XnnpackMissingTest, KernelsRunAndTheReportHasTheReason) {
  const std::string bytes = fault::Pack(fault::AddChain(3));
  const auto model =
      FlatBufferModel::BuildFromBuffer(bytes.data(), bytes.size());
  std::unique_ptr<Interpreter> interpreter;
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  const auto delegate = CreateDefaultXnnpackDelegate({});
  ASSERT_EQ(InterpreterBuilder(*model, resolver)(&interpreter), kTfLiteOk);
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter->Invoke(), kTfLiteOk);
  const auto graph = interpreter->GetDelegationReport().graphs[0];
  EXPECT_EQ(graph.NodesDelegated(), 0);
  for (const auto& node : graph.nodes) {
    ASSERT_EQ(node.refusals.size(), 1u);
    EXPECT_NE(node.refusals[0].reason.find("/nonexistent/libXNNPACK.so"),
              std::string::npos)
        << node.refusals[0].reason;
  }
}

TEST_F(XnnpackMissingTest, TheCApiMakesNoDelegate) {
  const TfLiteXNNPackDelegateOptions options =
      TfLiteXNNPackDelegateOptionsDefault();
  EXPECT_EQ(TfLiteXNNPackDelegateCreate(&options), nullptr);
  TfLiteXNNPackDelegateDelete(nullptr);
}

// Prints why a file cannot be opened, and exits.
[[noreturn]] void Open(const char* file) {
  setenv("TFLL_XNNPACK_LIBRARY", file, 1);
  const std::string error(LoadXnnpack().message());
  std::fprintf(stderr, "%s\n", error.c_str());
  std::exit(0);
}

// Of a newer release, functions with the same names mean something else.
TEST(XnnpackReleaseDeathTest, ANewerOneIsNotUsed) {
  // Runs in a process of its own.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
#if TFLL_HAS_xnn_define_tanh
  const char* const reason = "newer_release.so lacks ";
#else
  const char* const reason =
      "newer_release.so is a newer release .* xnn_define_tanh";
#endif
  EXPECT_EXIT(Open("delegates/xnnpack/newer_release.so"),
              ::testing::ExitedWithCode(0), reason);
}

TEST(XnnpackReleaseDeathTest, NoFileIsNotTheProgramItself) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(Open(""), ::testing::ExitedWithCode(0),
              "XNNPACK cannot be opened: TFLL_XNNPACK_LIBRARY names no file");
}

}  // namespace
}  // namespace tflite::xnnpack
