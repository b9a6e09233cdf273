// Partitions that the runtime does not offer and that the library would abort
// on, and errors of the library.
#include "delegates/xnnpack/xnnpack_builder.h"

#include <memory>
#include <string>

#include "delegates/common/testing/add_node.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite::xnnpack {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A partition of two nodes, 0 -> 1 and 0 -> 2, whose tensors have two FLOAT32
// elements each. Tests change what the second node writes.
class XnnBuilderTest : public ::testing::Test {
 protected:
  XnnBuilderTest() {
    constexpr const char* kNames[] = {"in", "first", "second"};
    for (int t = 0; t < 3; ++t) {
      tensors_[t].type = kTfLiteFloat32;
      tensors_[t].allocation_type = kTfLiteArenaRw;
      tensors_[t].name = kNames[t];
      tensors_[t].dims = ToIntArray({2});
      tensors_[t].data.f = elements_[t];
      tensors_[t].bytes = sizeof(elements_[t]);
    }
    context_.tensors = tensors_;
    context_.tensors_size = 3;
    context_.recommended_num_threads = 1;
    partition_.inputs = {0};
    partition_.outputs = {1, 2};
  }
  ~XnnBuilderTest() override {
    for (TfLiteTensor& t : tensors_) TfLiteIntArrayFree(t.dims);
  }

  std::unique_ptr<XnnBuilder> Builder() {
    auto builder = XnnBuilder::Create(&context_, partition_, {});
    EXPECT_TRUE(builder.ok()) << builder.status();
    return builder.ok() ? *std::move(builder) : nullptr;
  }

  // Adds each node as the absolute value of its input.
  void AddNodesTo(XnnBuilder& builder) {
    for (const auto& owned : partition_.nodes) {
      const NodeView node(&context_, owned->get().node,
                          NodeView::Phase::kPrepare);
      const uint32_t in = builder.Input(node, 0);
      const uint32_t out = builder.Output(node, 0);
      builder.Check(xnn_define_abs(builder.graph(), in, out, 0), "an abs");
    }
  }

  StatusOr<std::unique_ptr<PartitionProgram>> Finish(XnnBuilder& builder) {
    return builder.Finish(&threads_, 1, nullptr, 0);
  }

  static constexpr size_t kFloats = 2 + XNN_EXTRA_BYTES / sizeof(float);
  float elements_[3][kFloats] = {{-1, 2}};
  TfLiteTensor tensors_[3] = {};
  TfLiteContext context_{};
  DelegatedPartition partition_;
  XnnThreads threads_;
};

TEST_F(XnnBuilderTest, BuildsAProgramThatRuns) {
  AddNode({0}, {1}, &partition_);
  AddNode({1}, {2}, &partition_);
  const auto builder = Builder();
  ASSERT_NE(builder, nullptr);
  AddNodesTo(*builder);
  const auto program = Finish(*builder);
  ASSERT_TRUE(program.ok()) << program.status();
  ASSERT_TRUE((*program)->Prepare(&context_).ok());
  ASSERT_TRUE((*program)->Run(&context_).ok());
  EXPECT_EQ(elements_[2][0], 1);
  EXPECT_EQ(elements_[2][1], 2);
}

TEST_F(XnnBuilderTest, RefusesATensorThatIsWrittenTwice) {
  AddNode({0}, {1}, &partition_);
  AddNode({0}, {1}, &partition_);
  const auto builder = Builder();
  ASSERT_NE(builder, nullptr);
  AddNodesTo(*builder);
  EXPECT_THAT(Finish(*builder).status().ToString(), HasSubstr("write first"));
}

TEST_F(XnnBuilderTest, RefusesToWriteAnInput) {
  AddNode({1}, {0}, &partition_);
  const auto builder = Builder();
  ASSERT_NE(builder, nullptr);
  AddNodesTo(*builder);
  EXPECT_THAT(Finish(*builder).status().ToString(), HasSubstr("write in"));
}

TEST_F(XnnBuilderTest, ReportsTheFirstErrorOfTheLibrary) {
  AddNode({0}, {1}, &partition_);
  const auto builder = Builder();
  ASSERT_NE(builder, nullptr);
  builder->Check(xnn_status_success, "a wall");
  builder->Check(xnn_status_invalid_parameter, "a roof");
  builder->Check(xnn_status_out_of_memory, "a door");
  const std::string error = Finish(*builder).status().ToString();
  EXPECT_THAT(error, HasSubstr("a roof: "));
  EXPECT_THAT(error, HasSubstr(StatusName(xnn_status_invalid_parameter)));
  EXPECT_THAT(error, Not(HasSubstr("a door")));
}

// Puts a function in the place of the library's, and itself back.
template <typename Function>
class Replaced {
 public:
  Replaced(Function* place, Function by) : place_(*place), before_(*place) {
    place_ = by;
  }
  ~Replaced() { place_ = before_; }

 private:
  Function& place_;
  const Function before_;
};

TEST_F(XnnBuilderTest, WritesWhereTensorsAreAtEachRun) {
  AddNode({0}, {1}, &partition_);
  AddNode({1}, {2}, &partition_);
  const auto builder = Builder();
  ASSERT_NE(builder, nullptr);
  AddNodesTo(*builder);
  const auto program = Finish(*builder);
  ASSERT_TRUE(program.ok()) << program.status();
  static int setups;
  static decltype(xnn_setup_runtime) real;
  setups = 0;
  real = xnn_setup_runtime;
  const Replaced counted(
      &xnn_setup_runtime,
      decltype(xnn_setup_runtime)([](xnn_runtime_t runtime, size_t count,
                                     const xnn_external_value* values) {
        ++setups;
        return real(runtime, count, values);
      }));
  ASSERT_TRUE((*program)->Run(&context_).ok());
  ASSERT_TRUE((*program)->Run(&context_).ok());
  EXPECT_EQ(setups, 1);
  float elsewhere[kFloats] = {-5, 6};
  tensors_[0].data.f = elsewhere;
  ASSERT_TRUE((*program)->Run(&context_).ok());
  EXPECT_EQ(setups, 2);
  EXPECT_EQ(elements_[2][0], 5);
  elements_[2][0] = 0;
  float last[kFloats] = {};
  tensors_[2].data.f = last;
  ASSERT_TRUE((*program)->Run(&context_).ok());
  EXPECT_EQ(setups, 3);
  EXPECT_EQ(last[0], 5);
  EXPECT_EQ(elements_[2][0], 0);
}

TEST_F(XnnBuilderTest, RunsAgainAfterTheLibraryHasFailed) {
  AddNode({0}, {1}, &partition_);
  AddNode({1}, {2}, &partition_);
  const auto builder = Builder();
  ASSERT_NE(builder, nullptr);
  AddNodesTo(*builder);
  const auto program = Finish(*builder);
  ASSERT_TRUE(program.ok()) << program.status();
  {
    const Replaced failing(
        &xnn_setup_runtime,
        decltype(xnn_setup_runtime)(
            [](xnn_runtime_t, size_t, const xnn_external_value*) {
              return xnn_status_invalid_state;
            }));
    EXPECT_THAT((*program)->Run(&context_).ToString(),
                HasSubstr("does not take the tensors: invalid state"));
  }
  {
    const Replaced failing(&xnn_invoke_runtime,
                           decltype(xnn_invoke_runtime)([](xnn_runtime_t) {
                             return xnn_status_out_of_memory;
                           }));
    EXPECT_THAT((*program)->Run(&context_).ToString(),
                HasSubstr("XNNPACK does not run: out of memory"));
  }
  ASSERT_TRUE((*program)->Run(&context_).ok());
  EXPECT_EQ(elements_[2][0], 1);
}

TEST_F(XnnBuilderTest, ReportsWhatTheLibraryDoesNotCreate) {
  AddNode({0}, {1}, &partition_);
  AddNode({1}, {2}, &partition_);
  {
    const auto builder = Builder();
    ASSERT_NE(builder, nullptr);
    AddNodesTo(*builder);
    const Replaced failing(
        &xnn_create_runtime_v2,
        decltype(xnn_create_runtime_v2)(
            [](xnn_subgraph_t, pthreadpool_t, uint32_t, xnn_runtime_t*) {
              return xnn_status_unsupported_hardware;
            }));
    EXPECT_THAT(
        Finish(*builder).status().ToString(),
        HasSubstr("does not compile the partition: unsupported hardware"));
  }
  const Replaced failing(
      &xnn_create_subgraph,
      decltype(xnn_create_subgraph)([](uint32_t, uint32_t, xnn_subgraph_t*) {
        return xnn_status_out_of_memory;
      }));
  EXPECT_THAT(XnnBuilder::Create(&context_, partition_, {}).status().ToString(),
              HasSubstr("XNNPACK refuses a graph: out of memory"));
}

#if TFLL_HAS_xnn_get_external_value_shape
TEST_F(XnnBuilderTest, RefusesToRunIfTheLibraryComputesAnotherShape) {
  TfLiteIntArrayFree(tensors_[2].dims);
  tensors_[2].dims = ToIntArray({2, 1});
  AddNode({0}, {1}, &partition_);
  AddNode({0}, {2}, &partition_);
  const auto builder = Builder();
  ASSERT_NE(builder, nullptr);
  AddNodesTo(*builder);
  const auto program = Finish(*builder);
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_THAT((*program)->Run(&context_).ToString(), HasSubstr("as [2]"));
}
#endif

}  // namespace
}  // namespace tflite::xnnpack
