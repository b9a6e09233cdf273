// An output whose declared type in the model differs from the operator's: the
// operator's type is used, with unchanged values, for operators whose row in
// the table has a rule.

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"
#include "testing/golden/golden_case.h"
#include "testing/kernels_by_name.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

using testing::HasSubstr;

constexpr char kCases[] = "testing/golden/ops/";

// The operators that have a rule.
std::vector<std::string> Operators() {
  std::vector<std::string> names;
  const auto add = [&](const char* name, const std::string& rule) {
    if (rule != "nullptr") names.push_back(name);
  };
#define TFLL_OP(id, name, code, first, last, bind, reference_prepare, \
                reference, prepare, cpu, sparse, in_place, rule, ...) \
  add(name, #rule);
#define TFLL_CUSTOM_OP(...)
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP
  return names;
}

// Returns the outputs of the first step, types before contents, or else the
// reason for a failure.
std::vector<std::string> RunCase(const std::string& file, const golden::Case& c,
                                 const OpResolver& resolver) {
  TestErrorReporter reporter;
  const auto model =
      FlatBufferModel::BuildFromBuffer(file.data(), file.size(), &reporter);
  std::unique_ptr<Interpreter> interpreter;
  if (model == nullptr ||
      InterpreterBuilder(*model, resolver)(&interpreter) != kTfLiteOk ||
      interpreter->AllocateTensors() != kTfLiteOk) {
    return {reporter.error_messages()};
  }
  for (const golden::TensorRecord& r : c.steps[0].inputs) {
    const TfLiteTensor* input = interpreter->tensor(r.index);
    if (input->bytes != r.bytes) return {"the case resizes"};
    if (r.bytes == 0) continue;
    std::memcpy(input->data.raw, c.inputs.data() + r.offset, r.bytes);
  }
  if (interpreter->Invoke() != kTfLiteOk) return {reporter.error_messages()};
  std::vector<std::string> results;
  for (const int t : interpreter->outputs()) {
    const TfLiteTensor* output = interpreter->tensor(t);
    results.push_back(std::string(TfLiteTypeGetName(output->type)) + " ");
    if (output->bytes > 0) {
      results.back().append(output->data.raw, output->bytes);
    }
  }
  return results;
}

bool IsPlain(const golden::Case& c, const ModelT& model) {
  for (const golden::TensorRecord& r : c.steps[0].inputs) {
    if (r.dtype == "string" || r.dtype == "STRING") return false;
  }
  return c.steps[0].signature.empty() && model.subgraphs.size() == 1 &&
         model.subgraphs[0]->operators.size() == 1;
}

class DeclaredTypes : public testing::TestWithParam<const char*> {
 protected:
  DeclaredTypes() {
    base::SetLogSink(
        [this](base::LogLevel, const char* message) { warnings_ += message; });
  }
  ~DeclaredTypes() override { base::SetLogSink(nullptr); }

  // Returns whether the case could be used.
  bool Check(const golden::Case& c) {
    ModelT model;
    GetModel(c.model.data())->UnPackTo(&model);
    if (!IsPlain(c, model)) return false;
    const std::vector<std::string> wanted = RunCase(c.model, c, *resolver_);
    if (wanted == std::vector<std::string>{"the case resizes"}) return false;
    for (const int t : model.subgraphs[0]->operators[0]->outputs) {
      TensorT& output = *model.subgraphs[0]->tensors[t];
      const TensorType given = output.type;
      for (const TensorType declared :
           {TensorType_INT8, TensorType_COMPLEX128, TensorType_STRING}) {
        if (declared == given) continue;
        output.type = declared;
        warnings_.clear();
        EXPECT_EQ(RunCase(Pack(model), c, *resolver_), wanted)
            << c.op << ' ' << c.name << " declared as "
            << EnumNameTensorType(declared);
        EXPECT_THAT(warnings_, HasSubstr("which the operator gives"));
      }
      output.type = given;
    }
    return true;
  }

  const std::unique_ptr<OpResolver> resolver_ = KernelsByName(GetParam());
  std::string warnings_;
};

INSTANTIATE_TEST_SUITE_P(Kernels, DeclaredTypes,
                         testing::Values("fast", "reference"));

TEST_P(DeclaredTypes, GiveWayToTheOperators) {
  constexpr int kCasesEach = 4;
  ASSERT_GT(Operators().size(), 50u);
  for (const std::string& op : Operators()) {
    SCOPED_TRACE(op);
    const auto cases = golden::ReadPacked(kCases + op + ".zip");
    ASSERT_TRUE(cases.ok()) << cases.status();
    std::map<std::string, bool> seen;  // by type
    for (const golden::Case& c : *cases) {
      if (seen.size() >= kCasesEach) break;
      if (!seen[c.dtype]) seen[c.dtype] = Check(c);
    }
    bool any = false;
    for (const auto& entry : seen) any |= entry.second;
    EXPECT_TRUE(any) << "no case of " << op << " is of use";
  }
}

// Nodes that read the output bind to the operator's type.
TEST_P(DeclaredTypes, OfAnIntermediate) {
  ModelT model = AddChain(3);
  model.subgraphs[0]->tensors[2]->type = TensorType_INT8;
  model.subgraphs[0]->tensors[3]->type = TensorType_STRING;
  const std::string file = Pack(model);
  TestErrorReporter reporter;
  const auto opened =
      FlatBufferModel::BuildFromBuffer(file.data(), file.size(), &reporter);
  std::unique_ptr<Interpreter> interpreter;
  ASSERT_EQ(InterpreterBuilder(*opened, *resolver_)(&interpreter), kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk)
      << reporter.error_messages();
  for (int i = 0; i < 6; ++i) interpreter->typed_input_tensor<float>(0)[i] = 1;
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(interpreter->typed_output_tensor<float>(0)[i], 3 * i + 4);
  }
  EXPECT_THAT(warnings_, HasSubstr("ADD: output 0 is declared as INT8[2,3] "
                                   "'y' and becomes FLOAT32"));
}

}  // namespace
}  // namespace tflite::fault
