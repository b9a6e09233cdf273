// The tools' flags of the delegate set its options.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "delegates/xnnpack/xnnpack_delegate.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite::xnnpack {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::NodesLeft;
using tools::ToolParam;
using tools::ToolParams;

const tools::DelegateProvider& Provider() {
  for (const auto& provider : tools::GetRegisteredDelegateProviders()) {
    if (provider->GetName() == "XNNPACK") return *provider;
  }
  ADD_FAILURE() << "there is no provider";
  std::abort();
}

class XnnpackProvider : public ::testing::Test {
 protected:
  XnnpackProvider() {
    params_.Merge(Provider().DefaultParams());
    params_.Set<bool>("use_xnnpack", true);
  }

  tools::TfLiteDelegatePtr Make() const {
    return Provider().CreateTfLiteDelegate(params_);
  }
  TfLiteXNNPackDelegateOptions Options() const {
    const tools::TfLiteDelegatePtr delegate = Make();
    const auto* options = TfLiteXNNPackDelegateGetOptions(delegate.get());
    EXPECT_NE(options, nullptr);
    return options != nullptr ? *options : TfLiteXNNPackDelegateOptions{};
  }
  // What is logged meanwhile.
  std::string Logged() const {
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    Make();
    return ::testing::internal::GetCapturedStdout() +
           ::testing::internal::GetCapturedStderr();
  }

  ToolParams params_;
};

TEST(XnnpackFlags, HaveDefaults) {
  const ToolParams& params = Provider().DefaultParams();
  EXPECT_FALSE(params.Get<bool>("use_xnnpack"));
  EXPECT_FALSE(params.Get<bool>("xnnpack_force_fp16"));
  EXPECT_EQ(params.Get<std::string>("xnnpack_weight_cache_file_path"), "");
  EXPECT_EQ(params.Get<int32_t>("xnnpack_runtime_flags"), 0);
}

TEST_F(XnnpackProvider, SetsTheDelegatesOptions) {
  constexpr uint32_t kBytes =
      TFLITE_XNNPACK_DELEGATE_FLAG_QS8 | TFLITE_XNNPACK_DELEGATE_FLAG_QU8;
  EXPECT_EQ(Options().flags, kBytes);
  EXPECT_EQ(Options().runtime_flags, 0u);
  EXPECT_EQ(Options().num_threads, 0);
  params_.Set<bool>("xnnpack_force_fp16", true);
  params_.Set<int32_t>("xnnpack_runtime_flags", 5);
  EXPECT_EQ(Options().flags, kBytes | TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16);
  EXPECT_EQ(Options().runtime_flags, 5u);
}

// Of tools that have the flag; a negative number leaves it to the runtime.
TEST_F(XnnpackProvider, TakesTheNumberOfThreads) {
  params_.AddParam("num_threads", ToolParam::Create<int32_t>(3));
  EXPECT_EQ(Options().num_threads, 3);
  params_.Set<int32_t>("num_threads", 1);
  EXPECT_EQ(Options().num_threads, 1);
  params_.Set<int32_t>("num_threads", -1);
  EXPECT_EQ(Options().num_threads, 0);
}

TEST_F(XnnpackProvider, TakesTheNodesThatFlagsAllow) {
  const Case c = Case("Abs", "float32")
                     .Op(kTfLiteBuiltinAbs)
                     .In(kFloat32, {3})
                     .Out(kFloat32);
  const auto left = [this, &c] {
    const tools::TfLiteDelegatePtr delegate = Make();
    return NodesLeft(conformance::Prepared(c, delegate.get())->interpreter());
  };
  EXPECT_EQ(left(), 0);
  params_.AddParam("delegate_deny_nodes",
                   ToolParam::Create<std::string>("ABS"));
  EXPECT_EQ(left(), 1);
}

TEST_F(XnnpackProvider, TellsThatWeightsAreNotKept) {
  EXPECT_EQ(Logged().find("weight_cache"), std::string::npos);
  params_.Set<std::string>("xnnpack_weight_cache_file_path", "file");
  EXPECT_NE(Logged().find("weight_cache"), std::string::npos);
}

}  // namespace
}  // namespace tflite::xnnpack
