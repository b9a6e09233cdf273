#include "delegates/edgetpu/compiler/lower_moves.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::edgetpu {
namespace {

using base::Shape;
using base::StrCat;

// A node that joins two tensors.
class Join {
 public:
  Join(const Shape& first, const Shape& second, const Shape& out, int axis) {
    params_.axis = axis;
    const Shape* const shapes[] = {&first, &second, &out};
    for (int t = 0; t < 3; ++t) {
      tensors_[t].type = kTfLiteInt8;
      tensors_[t].params.scale = 1;
      tensors_[t].dims = base::ToIntArray(*shapes[t]);
    }
    context_.tensors = tensors_;
    context_.tensors_size = 3;
    node_.inputs = base::ToIntArray({0, 1});
    node_.outputs = base::ToIntArray({2});
    node_.builtin_data = &params_;
  }
  Join(const Join&) = delete;
  Join& operator=(const Join&) = delete;
  ~Join() {
    for (TfLiteTensor& t : tensors_) TfLiteIntArrayFree(t.dims);
    TfLiteIntArrayFree(node_.inputs);
    TfLiteIntArrayFree(node_.outputs);
  }

  // Where the inputs are moved to, "y x c" of each; "copies" if all bytes are
  // copied row by row.
  std::string Moves() {
    const NodeView node(&context_, &node_, NodeView::Phase::kPrepare);
    const auto op = kernels::BindConcatenation(node);
    EXPECT_TRUE(op.ok()) << op.status();
    const auto plan = PlanConcatenation(*op, node, EdgeTpuCaps());
    EXPECT_TRUE(plan.ok()) << plan.status();
    EXPECT_EQ(plan->movement.parts.size(), 2u);
    if (plan->moves.empty()) return "copies";
    std::string text;
    for (const MovedLayer& move : plan->moves) {
      EXPECT_TRUE(move.out == ImageOf(node.output(0)));
      text +=
          StrCat(text.empty() ? "" : ", ", move.y, " ", move.x, " ", move.c);
    }
    return text;
  }

 private:
  TfLiteConcatenationParams params_ = {};
  TfLiteTensor tensors_[3] = {};
  TfLiteContext context_ = {};
  TfLiteNode node_ = {};
};

// The second input begins where the first one ends.
TEST(PlanConcatenation, MovesImagesAlongTheirDimensions) {
  EXPECT_EQ(Join({2, 3, 4, 5}, {2, 3, 4, 6}, {2, 3, 4, 11}, 3).Moves(),
            "0 0 0, 0 0 5");
  EXPECT_EQ(Join({2, 3, 4, 5}, {2, 3, 6, 5}, {2, 3, 10, 5}, 2).Moves(),
            "0 0 0, 0 4 0");
  EXPECT_EQ(Join({1, 3, 4, 5}, {1, 6, 4, 5}, {1, 9, 4, 5}, 1).Moves(),
            "0 0 0, 3 0 0");
  EXPECT_EQ(Join({2, 3, 4, 5}, {1, 3, 4, 5}, {3, 3, 4, 5}, 0).Moves(),
            "0 0 0, 6 0 0");
  // Tensors of another rank are images without a width.
  EXPECT_EQ(Join({3, 4, 5}, {3, 4, 6}, {3, 4, 11}, 2).Moves(), "0 0 0, 0 0 5");
  EXPECT_EQ(Join({1, 4, 5}, {1, 6, 5}, {1, 10, 5}, 1).Moves(), "0 0 0, 4 0 0");
  EXPECT_EQ(Join({4}, {3}, {7}, 0).Moves(), "0 0 0, 0 0 4");
}

TEST(PlanConcatenation, CopiesWhatIsApartInTheOutput) {
  EXPECT_EQ(Join({2, 3, 4, 5}, {2, 6, 4, 5}, {2, 9, 4, 5}, 1).Moves(),
            "copies");
  EXPECT_EQ(Join({2, 4, 5}, {2, 6, 5}, {2, 10, 5}, 1).Moves(), "copies");
  EXPECT_EQ(Join({1, 2, 3, 4, 5}, {1, 2, 6, 4, 5}, {1, 2, 9, 4, 5}, 2).Moves(),
            "copies");
}

}  // namespace
}  // namespace tflite::edgetpu
