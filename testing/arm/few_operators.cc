// The resolvers of tests with the operators of a few folders, in place of all:
// what compiles for two more targets within the time of every run of the tests.

#include <memory>
#include <string>

#include "kernels/register/row_type.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "testing/arm/few_op_headers.inc"
#include "testing/conformance/suite.h"
#include "testing/kernels_by_name.h"

namespace tflite {
namespace kernels {
namespace {

namespace few_rows {
#define TFLL_OP(id, name, code, first, last, bind, reference_prepare,        \
                reference, prepare, cpu, sparse, in_place, output_type,      \
                shapes_only)                                                 \
  TFLL_ROW_TYPE(id, name, bind, cpu, prepare, sparse, in_place, output_type, \
                shapes_only)
#include "testing/arm/few_ops.inc"
#undef TFLL_OP
}  // namespace few_rows

namespace few_reference_rows {
#define TFLL_OP(id, name, code, first, last, bind, reference_prepare,   \
                reference, prepare, cpu, sparse, in_place, output_type, \
                shapes_only)                                            \
  TFLL_ROW_TYPE(id, name, bind, reference, reference_prepare, sparse,   \
                in_place, output_type, shapes_only)
#include "testing/arm/few_ops.inc"
#undef TFLL_OP
}  // namespace few_reference_rows

template <typename Fast, typename Reference>
void Add(bool reference, int code, int first, int last,
         MutableOpResolver& out) {
  const TfLiteRegistration r = reference
                                   ? MakeBuiltinRegistration<Reference>(code)
                                   : MakeBuiltinRegistration<Fast>(code);
  out.AddBuiltin(static_cast<BuiltinOperator>(code), &r, first, last);
}

std::unique_ptr<OpResolver> FewOperators(bool reference) {
  auto out = std::make_unique<MutableOpResolver>();
#define TFLL_OP(id, name, code, first, last, ...) \
  Add<few_rows::id, few_reference_rows::id>(reference, code, first, last, *out);
#include "testing/arm/few_ops.inc"
#undef TFLL_OP
  return out;
}

}  // namespace
}  // namespace kernels

std::unique_ptr<OpResolver> KernelsByName(const std::string& name) {
  return kernels::FewOperators(/*reference=*/name == "reference");
}

namespace conformance {

const OpResolver& ReferenceKernels() {
  static const auto* const all = KernelsByName("reference").release();
  return *all;
}

const OpResolver& FastKernels() {
  static const auto* const all = KernelsByName("fast").release();
  return *all;
}

}  // namespace conformance
}  // namespace tflite
