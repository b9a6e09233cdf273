#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

TfLiteReshapeParams ReshapeTo(const std::vector<int>& shape) {
  TfLiteReshapeParams p{};
  for (const int extent : shape) p.shape[p.num_dimensions++] = extent;
  return p;
}

TfLiteSqueezeParams Squeezing(const std::vector<int>& dims) {
  TfLiteSqueezeParams p{};
  for (const int d : dims) p.squeeze_dims[p.num_squeeze_dims++] = d;
  return p;
}

struct Form {
  const char* id;
  std::vector<int> from, to;
};

void AddCases(CaseTable& table) {
  const Form kForms[] = {
      {"Flatten", {2, 3, 4, 5}, {120}},
      {"Rows", {2, 3, 4, 5}, {2, -1}},
      {"ToRank5", {24, 5}, {2, 3, 4, 5, 1}},
      {"Same", {3, 4}, {3, 4}},
      {"ToScalar", {1, 1}, {}},
      {"Empty", {0, 4}, {2, 0}},
  };
  for (const Elements& e :
       {kFloat32, kInt8, kUInt8, kInt16, kInt32, kInt64, kBool, kFloat16,
        kBFloat16, kPlainUInt16, kUInt32, kComplex64}) {
    for (const Form& f : kForms) {
      const std::vector<double> to(f.to.begin(), f.to.end());
      table.Add(Case(f.id, e.name)
                    .Op(kTfLiteBuiltinReshape, ReshapeTo(f.to))
                    .In(e, f.from)
                    .List(to)
                    .Out(e));
    }
    table.Add(Case("OnlyOptions", e.name)
                  .Op(kTfLiteBuiltinReshape, ReshapeTo({6, 4}))
                  .In(e, {2, 3, 4})
                  .Out(e));
    table.Add(Case("ShapeIsInput", e.name)
                  .Op(kTfLiteBuiltinReshape, ReshapeTo({}))
                  .In(e, {2, 3, 4})
                  .In(kInt32, {2}, {4, 6})
                  .Out(e));
    table.Add(Case("All", e.name)
                  .Op(kTfLiteBuiltinSqueeze, Squeezing({}))
                  .In(e, {1, 3, 1, 4})
                  .Out(e));
    table.Add(Case("Listed", e.name)
                  .Op(kTfLiteBuiltinSqueeze, Squeezing({0, 2, -2}))
                  .In(e, {1, 3, 1, 1, 4, 1, 2})
                  .Out(e));
    for (const int axis : {0, 2, -1}) {
      table.Add(Case(axis < 0    ? "Last"
                     : axis == 0 ? "First"
                                 : "Middle",
                     e.name)
                    .Op(kTfLiteBuiltinExpandDims)
                    .In(e, {3, 4, 5})
                    .Const(kInt32, {1}, {static_cast<double>(axis)})
                    .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
