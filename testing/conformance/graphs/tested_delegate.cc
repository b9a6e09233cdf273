#include "testing/conformance/graphs/tested_delegate.h"

#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/conformance/compare.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {

TestedDelegate* tested_delegate = nullptr;

tools::TfLiteDelegatePtr TestedDelegate::Make(const std::vector<int>& operators,
                                              int max_partitions) {
  std::vector<std::string> names;
  for (const int code : operators) {
    names.push_back(
        EnumNameBuiltinOperator(static_cast<BuiltinOperator>(code)));
  }
  tools::ToolParams& params = flags_->params();
  params.Set<std::string>("delegate_allow_nodes", base::StrJoin(names, ","));
  params.Set<int32_t>("max_delegated_partitions", max_partitions);
  auto made = flags_->Create();
  params.Set<std::string>("delegate_allow_nodes", "");
  params.Set<int32_t>("max_delegated_partitions", 0);
  if (made.empty()) return tools::CreateNullDelegate();
  return std::move(made.front().delegate);
}

bool TestedDelegate::Takes(int code, const Elements& e) {
  Case c("Takes", e.name);
  TensorHandle x;
  c.Op(code).In(e, {2, 3}).As(x);
  if (code == kTfLiteBuiltinMaximum || code == kTfLiteBuiltinMinimum) c.Same(x);
  c.Out(e);
  const auto delegate = Make({code});
  ComparedRun run(c);
  return run.Start(delegate.get()).ok() &&
         DelegatedPartitions(run.interpreter()) == 1;
}

std::vector<int> TestedDelegate::Taken(const std::vector<int>& codes,
                                       const Elements& e) {
  std::vector<int> taken;
  for (const int code : codes) {
    if (Takes(code, e)) taken.push_back(code);
  }
  return taken;
}

int OnTestedDelegate::started_ = 0;

void OnTestedDelegate::SetUp() {
  if (tested_delegate == nullptr) GTEST_SKIP() << "there is no delegate";
  const std::vector<int> floats = {kTfLiteBuiltinAbs, kTfLiteBuiltinNeg,
                                   kTfLiteBuiltinZerosLike};
  const std::vector<int> bytes = {kTfLiteBuiltinAbs, kTfLiteBuiltinRelu,
                                  kTfLiteBuiltinRelu6};
  e_ = kFloat32;
  std::vector<int> taken = tested_delegate->Taken(floats, e_);
  if (taken.empty()) {
    e_ = kInt8;
    taken = tested_delegate->Taken(bytes, e_);
  }
  if (taken.empty()) GTEST_SKIP() << "it takes none of the candidates";
  const std::vector<int>& others = e_.quantized() ? bytes : floats;
  first_ = taken.front();
  last_ = taken.back();
  other_ = first_ == others[1] ? others[0] : others[1];
  ++started_;
}

base::Status ComparedRun::Start(TfLiteOpaqueDelegate* delegate) {
  TFLL_RETURN_IF_ERROR(reference_.Build(ReferenceKernels(), nullptr));
  TFLL_RETURN_IF_ERROR(reference_.Allocate());
  const TensorShapes shapes = reference_.Shapes();
  TFLL_RETURN_IF_ERROR(run_.Build(FastKernels(), &shapes));
  const TfLiteStatus applied = interpreter().ModifyGraphWithDelegate(delegate);
  if (applied != kTfLiteOk) {
    return base::Invalid("the delegate is not applied: status ", applied);
  }
  return run_.Allocate();
}

base::Status ComparedRun::Invoke() {
  TFLL_ASSIGN_OR_RETURN(const auto want, reference_.Invoke());
  TFLL_ASSIGN_OR_RETURN(const auto got, run_.Invoke());
  return CompareResults(case_, got, want);
}

}  // namespace conformance
}  // namespace tflite
