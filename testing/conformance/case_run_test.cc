#include "testing/conformance/case_run.h"

#include "gtest/gtest.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

Case Negation() {
  return Case("Test", "float32")
      .Op(kTfLiteBuiltinNeg)
      .In(kFloat32, {2, 3})
      .Out(kFloat32);
}

class CaseRunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_.Build(ReferenceKernels(), nullptr), base::OkStatus());
  }
  const TfLiteTensor& input() { return *run_.interpreter().input_tensor(0); }
  const TfLiteTensor& output() { return *run_.interpreter().output_tensor(0); }

  const Case case_ = Negation();
  CaseRun run_{case_, /*seed=*/1};
};

TEST_F(CaseRunTest, AllocatingAgainTakesBackLentMemory) {
  ASSERT_EQ(run_.Allocate(), base::OkStatus());
  EXPECT_EQ(input().allocation_type, kTfLiteCustom);
  ASSERT_EQ(run_.Allocate(CaseRun::Memory::kPlanned), base::OkStatus());
  EXPECT_EQ(input().allocation_type, kTfLiteArenaRw);
  EXPECT_EQ(output().allocation_type, kTfLiteArenaRw);
  EXPECT_TRUE(run_.Invoke().ok());
}

TEST_F(CaseRunTest, AllocatingAgainLendsMemoryWithGuardBands) {
  ASSERT_EQ(run_.Allocate(), base::OkStatus());
  ASSERT_EQ(run_.Allocate(), base::OkStatus());
  ASSERT_EQ(output().allocation_type, kTfLiteCustom);
  EXPECT_TRUE(run_.Invoke().ok());
  output().data.raw[output().bytes] ^= 1;
  const auto results = run_.Invoke();
  EXPECT_NE(results.status().message().find("something wrote outside of"),
            std::string_view::npos)
      << results.status();
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
