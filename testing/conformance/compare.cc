#include "testing/conformance/compare.h"

#include <cmath>

#include "testing/golden/compare.h"

namespace tflite {
namespace conformance {
namespace {

// The distance between 1 and the next larger number.
double Epsilon(TfLiteType type) {
  switch (type) {
    case kTfLiteFloat16:
      return std::ldexp(1, -10);
    case kTfLiteBFloat16:
      return std::ldexp(1, -7);
    case kTfLiteFloat64:
    case kTfLiteComplex128:
      return std::ldexp(1, -52);
    default:
      return std::ldexp(1, -23);
  }
}

// A unit in the last place is between half an epsilon and one epsilon of the
// number; for subnormal numbers, it is the smallest number.
golden::Tolerance ToGolden(const Tolerance& t, TfLiteType type) {
  constexpr double kSmallest = 1.4e-45;
  golden::Tolerance out;
  out.steps = t.steps;
  out.absolute = t.absolute + t.ulps * kSmallest;
  out.relative = t.relative + t.ulps * Epsilon(type);
  return out;
}

base::Status CompareOne(const Case& c, const Result& got, const Result& want) {
  if (got.type != want.type) {
    return base::Invalid("type ", TfLiteTypeGetName(got.type), ", want ",
                         TfLiteTypeGetName(want.type));
  }
  if (got.shape != want.shape) {
    return base::Invalid("shape ", got.shape.ToString(), ", want ",
                         want.shape.ToString());
  }
  if (c.only_shapes()) return base::OkStatus();
  return golden::Compare({got.type, got.bytes, want.bytes},
                         ToGolden(c.tolerance(), got.type));
}

}  // namespace

base::Status CompareResults(const Case& c, const std::vector<Result>& got,
                            const std::vector<Result>& want) {
  if (got.size() != want.size()) {
    return base::Invalid(got.size(), " results, want ", want.size());
  }
  for (size_t i = 0; i < got.size(); ++i) {
    TFLL_RETURN_IF_ERROR(
        base::Annotate(CompareOne(c, got[i], want[i]), want[i].what));
  }
  return base::OkStatus();
}

}  // namespace conformance
}  // namespace tflite
