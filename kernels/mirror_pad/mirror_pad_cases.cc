#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    TfLiteMirrorPaddingMode mode;
  } kModes[] = {{"Reflect", kTfLiteMirrorPaddingReflect},
                {"Symmetric", kTfLiteMirrorPaddingSymmetric}};
  for (const auto& m : kModes) {
    for (const Elements& e : {kFloat32, kInt8, kPlainUInt8, kInt32, kBool}) {
      table.Add(
          Case(m.id + std::string("Image"), e.name)
              .Op(kTfLiteBuiltinMirrorPad, TfLiteMirrorPaddingParams{m.mode})
              .In(e, {1, 4, 5, 3})
              .Const(kInt32, {4, 2}, {0, 0, 1, 2, 3, 1, 0, 0})
              .Out(e));
      table.Add(
          Case(m.id + std::string("Vector"), e.name)
              .Op(kTfLiteBuiltinMirrorPad, TfLiteMirrorPaddingParams{m.mode})
              .In(e, {6})
              .Const(kInt32, {1, 2}, {5, 4})
              .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
