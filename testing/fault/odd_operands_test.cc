// Runs every operator on operands that hardly any operator supports: few and
// many, of each type and rank. A node must either run, or be rejected with an
// error that names it.

#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/model_run.h"
#include "testing/fault/single_op_file.h"
#include "testing/fault/small_model.h"
#include "testing/kernels_by_name.h"

namespace tflite::fault {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr TensorType kTypes[] = {TensorType_FLOAT32,   TensorType_INT32,
                                 TensorType_INT64,     TensorType_BOOL,
                                 TensorType_STRING,    TensorType_INT8,
                                 TensorType_INT4,      TensorType_FLOAT16,
                                 TensorType_COMPLEX64, TensorType_RESOURCE};

using Shapes = std::vector<std::vector<int32_t>>;

const Shapes& SmallShapes() {
  static const Shapes shapes = {
      {}, {0}, {2}, {1, 3}, {2, 2, 3}, {1, 2, 2, 1}, {2, 0, 3, 1, 1, 2, 1}};
  return shapes;
}

// Shapes without elements, so that they need no memory, but with extents so
// large that a loop over them would not end.
const Shapes& EndlessShapes() {
  constexpr int32_t kMany = 1 << 28;
  static const Shapes shapes = {{kMany, 0},
                                {0, kMany},
                                {kMany, kMany, 0},
                                {kMany, 0, 5},
                                {kMany, 1 << 20, 0, 256},
                                {256, kMany, 16, 0},
                                {0, kMany, 1 << 20, 3},
                                {3, 0, kMany, 1 << 20},
                                {2, kMany, 0, 2, 2}};
  return shapes;
}

// With scale 0, not quantized.
Operand Scaled(TensorType type, const std::vector<int>& shape, float scale) {
  Operand operand(type, shape);
  operand.scale = scale;
  return operand;
}

class OddOperands : public testing::TestWithParam<const char*> {
 protected:
  // Runs a node of `op`; if it is rejected, expects its name in the error.
  RunStage Run(BuiltinOperator op, const std::vector<Operand>& inputs,
               const std::vector<Operand>& outputs, bool resize) {
    return Run(op, SingleOpFile(op, inputs, outputs), resize);
  }
  RunStage Run(BuiltinOperator op, const std::string& file, bool resize) {
    RunOptions options;
    options.resolver = resolver_.get();
    options.seed = ++seed_;
    options.resize = resize;
    const RunResult result = RunModel(file, options);
    if (result.stage != RunStage::kDone) {
      const char* name = op == BuiltinOperator_CUSTOM
                             ? "NoSuchOperator"
                             : EnumNameBuiltinOperator(op);
      // Errors before Prepare are about the model and need not name a node.
      if (result.stage > RunStage::kBuild) {
        // Memory is planned for all nodes together, so this error names none.
        EXPECT_THAT(result.message,
                    AnyOf(HasSubstr(name), HasSubstr("out of memory")));
      } else {
        EXPECT_NE(result.message, "") << name;
      }
    }
    return result.stage;
  }

  // Runs each operator on operands of each type; with `mixed`, operands differ
  // in type and shape.
  void RunAll(int inputs, int outputs, bool mixed,
              const Shapes& shapes = SmallShapes(), bool resize = true) {
    for (const BuiltinOperator op : EnumValuesBuiltinOperator()) {
      for (size_t type = 0; type < std::size(kTypes); ++type) {
        const size_t shape = (type * 3 + op) % shapes.size();
        const auto operand = [&](size_t i) {
          return Scaled(kTypes[(type + (mixed ? i : 0)) % std::size(kTypes)],
                        shapes[(shape + (mixed ? i : 0)) % shapes.size()],
                        i % 2 == 0 ? 0.5f : 0.0f);
        };
        std::vector<Operand> in, out;
        for (int i = 0; i < inputs; ++i) in.push_back(operand(i));
        for (int i = 0; i < outputs; ++i) out.push_back(operand(inputs + i));
        ++runs_[static_cast<int>(Run(op, in, out, resize))];
      }
    }
  }

  // Runs each operator on `inputs` operands of each type, of which those in the
  // set of bits `missing` are left out.
  void RunWithout(int inputs, unsigned missing) {
    for (const BuiltinOperator op : EnumValuesBuiltinOperator()) {
      for (size_t type = 0; type < std::size(kTypes); ++type) {
        const size_t shape = (type * 3 + op) % SmallShapes().size();
        const Operand operand =
            Scaled(kTypes[type], SmallShapes()[shape], 0.5f);
        const std::string whole =
            SingleOpFile(op, std::vector<Operand>(inputs, operand), {operand});
        ModelT model;
        GetModel(whole.data())->UnPackTo(&model);
        for (int i = 0; i < inputs; ++i) {
          int32_t& input = model.subgraphs[0]->operators[0]->inputs[i];
          if ((missing >> i & 1) != 0) input = kTfLiteOptionalTensor;
        }
        ++runs_[static_cast<int>(Run(op, Pack(model), false))];
      }
    }
  }

  const std::unique_ptr<OpResolver> resolver_ = KernelsByName(GetParam());
  uint64_t seed_ = 0;
  int runs_[static_cast<int>(RunStage::kDone) + 1] = {};
};

INSTANTIATE_TEST_SUITE_P(Kernels, OddOperands,
                         testing::Values("fast", "reference"));

TEST_P(OddOperands, NoneAtAll) {
  RunAll(0, 0, false);
  EXPECT_GT(runs_[static_cast<int>(RunStage::kAllocate)], 1000);
}

TEST_P(OddOperands, OneOfEach) {
  RunAll(1, 1, false);
  // Some operators accept a single operand of some type.
  EXPECT_GT(runs_[static_cast<int>(RunStage::kDone)], 100);
}

TEST_P(OddOperands, TwoAlike) {
  RunAll(2, 1, false);
  EXPECT_GT(runs_[static_cast<int>(RunStage::kDone)], 30);
}

TEST_P(OddOperands, Mixed) {
  for (int inputs = 1; inputs <= 6; ++inputs) RunAll(inputs, 1, true);
  RunAll(3, 3, true);
  RunAll(24, 5, true);
  EXPECT_GT(runs_[static_cast<int>(RunStage::kAllocate)], 10000);
}

// Any input may be left out, with index -1.
TEST_P(OddOperands, Missing) {
  for (int inputs = 1; inputs <= 3; ++inputs) {
    for (unsigned missing = 1; missing < 1u << inputs; ++missing)
      RunWithout(inputs, missing);
  }
  EXPECT_GT(runs_[static_cast<int>(RunStage::kAllocate)], 10000);
  EXPECT_GT(runs_[static_cast<int>(RunStage::kDone)], 10);
}

// A node must finish even if only some extents are 0.
TEST_P(OddOperands, EndlessLoopsOverNothing) {
  for (const std::vector<int32_t>& shape : EndlessShapes()) {
    for (int inputs = 1; inputs <= 3; ++inputs) {
      RunAll(inputs, 1, false, {shape}, /*resize=*/false);
    }
  }
  EXPECT_GT(runs_[static_cast<int>(RunStage::kDone)], 100);
}

}  // namespace
}  // namespace tflite::fault
