#include "tensorflow_lite_lite/core/upstream/optional_debug_tools.h"

#include <cstdio>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class DebugTools : public DelegateTest {
 protected:
  std::string State(int name_length = 25, int type_length = 15,
                    int alloc_length = 18) {
    ::testing::internal::CaptureStdout();
    PrintInterpreterState(interpreter_.get(), name_length, type_length,
                          alloc_length);
    std::fflush(stdout);
    return ::testing::internal::GetCapturedStdout();
  }
};

TEST(AllocTypeName, IsTheEnumerator) {
  EXPECT_STREQ(AllocTypeName(kTfLiteMmapRo), "kTfLiteMmapRo");
  EXPECT_STREQ(AllocTypeName(kTfLiteArenaRwPersistent),
               "kTfLiteArenaRwPersistent");
  EXPECT_STREQ(AllocTypeName(static_cast<TfLiteAllocationType>(99)),
               "(invalid)");
}

TEST_F(DebugTools, PrintsTensorsNodesAndPlan) {
  Make(2);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  const std::string state = State();
  EXPECT_THAT(state, HasSubstr("Subgraph 0 '': 3 tensors, 2 nodes"));
  EXPECT_THAT(state, HasSubstr("Inputs: 0\nOutputs: 2\nPlan: 0,1\n"));
  EXPECT_THAT(state, HasSubstr("Memory in bytes: arena "));
  EXPECT_THAT(state, HasSubstr("FLOAT32"));
  EXPECT_THAT(state, HasSubstr("kTfLiteArenaRw"));
  EXPECT_THAT(
      state,
      HasSubstr("Node 1 AddOne: inputs [1], outputs [2], temporaries []"));
}

TEST_F(DebugTools, CutsWhatIsLongerThanItsColumn) {
  Make(1);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  const std::string state = State(25, 15, 8);
  EXPECT_THAT(state, HasSubstr("kTfLi..."));
  EXPECT_EQ(state.find("kTfLiteArenaRw"), std::string::npos);
}

TEST_F(DebugTools, TellsWhatDelegatesHave) {
  Make(3);
  const SubgraphDelegationMetadata before =
      GetNodeDelegationMetadata(interpreter_->primary_subgraph());
  EXPECT_FALSE(before.has_delegate_applied);
  EXPECT_THAT(before.is_node_delegated, ElementsAre(false, false, false));

  TestDelegate d({0, 1});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  const SubgraphDelegationMetadata after =
      GetNodeDelegationMetadata(interpreter_->primary_subgraph());
  EXPECT_TRUE(after.has_delegate_applied);
  // The delegate's node has index 3.
  EXPECT_THAT(after.is_node_delegated, ElementsAre(true, true, false, false));
  EXPECT_THAT(after.replaced_by_node, ElementsAre(3, 3, -1, -1));
  const std::string state = State();
  EXPECT_THAT(state, HasSubstr("Node 0 AddOne: inputs [0], outputs [1], "
                               "temporaries [], in node 3"));
  EXPECT_THAT(state, HasSubstr("Node 3 TestDelegate: "));
  EXPECT_THAT(state, HasSubstr(", stands for [0,1]"));
}

}  // namespace
}  // namespace testing
}  // namespace tflite
