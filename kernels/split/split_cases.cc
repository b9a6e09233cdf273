#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddSplit(CaseTable& table, const Elements& e) {
  const struct {
    const char* id;
    std::vector<int> shape;
    int axis, count;
  } kCases[] = {{"Channels", {1, 3, 4, 6}, 3, 2},
                {"Negative", {1, 3, 4, 6}, -1, 3},
                {"Height", {2, 4, 3, 5}, 1, 4},
                {"Outermost", {6, 5}, 0, 3},
                {"One", {4, 5}, 1, 1}};
  for (const auto& s : kCases) {
    Case c(s.id, e.name);
    c.Op(kTfLiteBuiltinSplit, TfLiteSplitParams{s.count})
        .Const(kInt32, {}, {static_cast<double>(s.axis)})
        .In(e, s.shape);
    for (int i = 0; i < s.count; ++i) c.Out(e);
    table.Add(c);
  }
}

void AddSplitV(CaseTable& table, const Elements& e) {
  const struct {
    const char* id;
    std::vector<int> shape;
    std::vector<double> sizes;
    int axis;
  } kCases[] = {{"Channels", {1, 3, 4, 6}, {1, 3, 2}, 3},
                {"Rest", {2, 7, 3}, {2, -1}, 1},
                {"WithEmpty", {5, 4}, {0, 5}, 0}};
  for (const auto& s : kCases) {
    const int count = static_cast<int>(s.sizes.size());
    Case c(s.id, e.name);
    c.Op(kTfLiteBuiltinSplitV, TfLiteSplitVParams{count})
        .In(e, s.shape)
        .List(s.sizes)
        .Const(kInt32, {}, {static_cast<double>(s.axis)});
    for (int i = 0; i < count; ++i) c.Out(e);
    table.Add(c);
  }
}

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt8, kUInt8, kInt32}) {
    AddSplit(table, e);
    AddSplitV(table, e);
    for (const int axis : {0, 1, -1}) {
      Case c(axis < 0    ? "Innermost"
             : axis == 0 ? "Outermost"
                         : "Middle",
             e.name);
      c.Op(kTfLiteBuiltinUnpack, TfLiteUnpackParams{3, axis}).In(e, {3, 3, 3});
      for (int i = 0; i < 3; ++i) c.Out(e);
      table.Add(c);
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
