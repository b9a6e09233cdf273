#include <cstdlib>

#include "gtest/gtest.h"
#include "kernels/control_flow/control_flow.h"
#include "kernels/register/adapter.h"
#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite::kernels {
namespace {

struct CallOnceRow {
  static constexpr OpFunctions kFunctions =
      MakeOpFunctions<&BindCallOnce, &EvalCallOnceReference>();
  static constexpr char kName[] = "CALL_ONCE";
  static constexpr uint32_t kDecodesSparse = 0;
  static constexpr uint64_t kInPlace = 0;
  static constexpr output_types::Rule kOutputType = nullptr;
  static constexpr uint32_t kShapesOnly = 0;
};

// The only node of the graph that is called once.
struct Initializer {
  static inline int runs;
  static inline TfLiteStatus result;

  static TfLiteRegistration Op() {
    TfLiteRegistration op{};
    op.prepare = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
    op.invoke = [](TfLiteContext*, TfLiteNode*) {
      ++runs;
      return result;
    };
    op.builtin_code = kTfLiteBuiltinCustom;
    op.custom_name = "Initializer";
    op.version = 1;
    return op;
  }
};

// Two CALL_ONCE of one graph.
class CallOnceTest : public ::testing::Test {
 protected:
  CallOnceTest() {
    Initializer::runs = 0;
    Initializer::result = kTfLiteOk;
    interpreter_.AddSubgraphs(1);
    Subgraph& called = *interpreter_.subgraph(1);
    called.SetName("init");
    int index = 0;
    called.AddTensors(1, &index);
    called.SetTensorParametersReadWrite(index, kTfLiteFloat32, "t", {4},
                                        TfLiteQuantization{});
    const TfLiteRegistration initializer = Initializer::Op();
    called.AddNodeWithParameters({}, {index}, {}, nullptr, 0, nullptr,
                                 &initializer);
    const TfLiteRegistration op =
        MakeBuiltinRegistration<CallOnceRow>(kTfLiteBuiltinCallOnce);
    for (int i = 0; i < 2; ++i) {
      auto* params = static_cast<TfLiteCallOnceParams*>(
          std::malloc(sizeof(TfLiteCallOnceParams)));
      *params = {1};
      interpreter_.primary_subgraph().AddNodeWithParameters({}, {}, {}, nullptr,
                                                            0, params, &op);
    }
  }

  bool IsPrepared() {
    return Host::Of(interpreter_.subgraph(1)->context())->IsPrepared();
  }

  tflite::testing::CollectingReporter errors_;
  Interpreter interpreter_{&errors_};
};

TEST_F(CallOnceTest, RunsItsGraphOnceAndReleasesItsMemory) {
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  for (int run = 0; run < 2; ++run) {
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
    EXPECT_EQ(Initializer::runs, 1);
    EXPECT_FALSE(IsPrepared());
  }
}

TEST_F(CallOnceTest, RunsItsGraphAgainAfterAFailure) {
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk) << errors_.text;
  Initializer::result = kTfLiteError;
  for (const int runs : {1, 2}) {
    errors_.text.clear();
    EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
    EXPECT_TRUE(errors_.Has("CALL_ONCE: graph 'init' failed")) << errors_.text;
    EXPECT_EQ(Initializer::runs, runs);
  }
  Initializer::result = kTfLiteOk;
  for (int run = 0; run < 2; ++run) {
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk) << errors_.text;
    EXPECT_EQ(Initializer::runs, 3);
  }
}

}  // namespace
}  // namespace tflite::kernels
