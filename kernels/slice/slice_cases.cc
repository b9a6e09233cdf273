#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Box {
  const char* id;
  std::vector<int> shape;
  std::vector<double> begin, size;
};

struct Strided {
  const char* id;
  std::vector<int> shape;
  std::vector<double> begin, end, strides;
  TfLiteStridedSliceParams masks = {};
};

const std::vector<Elements>& Types() {
  static const auto* types = new std::vector<Elements>{
      kFloat32, kInt8,    kUInt8,    kInt16,  kInt32,    kInt64,
      kBool,    kFloat16, kBFloat16, kUInt32, kComplex64};
  return *types;
}

void AddSlice(CaseTable& table) {
  const Box kBoxes[] = {
      {"Image", {1, 6, 7, 4}, {0, 1, 2, 1}, {1, 4, 3, 2}},
      {"Rest", {3, 5, 6}, {1, 0, 2}, {-1, -1, -1}},
      {"All", {3, 5}, {0, 0}, {3, 5}},
      {"Vector", {20}, {3}, {11}},
      {"Rank5", {2, 3, 4, 2, 3}, {0, 1, 1, 0, 1}, {2, 2, 2, 1, 2}},
      {"Nothing", {3, 5}, {1, 5}, {2, 0}},
  };
  for (const Elements& e : Types()) {
    for (const Box& b : kBoxes) {
      table.Add(Case(b.id, e.name)
                    .Op(kTfLiteBuiltinSlice)
                    .In(e, b.shape)
                    .List(b.begin)
                    .List(b.size)
                    .Out(e));
    }
    table.Add(Case("BoxIsInput", e.name)
                  .Op(kTfLiteBuiltinSlice)
                  .In(e, {4, 5})
                  .In(kInt32, {2}, {1, 2})
                  .In(kInt32, {2}, {2, 3})
                  .Out(e));
  }
}

void AddStridedSlice(CaseTable& table) {
  TfLiteStridedSliceParams begin{}, end{}, ellipsis{}, new_axis{}, shrink{};
  begin.begin_mask = 1;
  end.end_mask = 2;
  ellipsis.ellipsis_mask = 1;
  new_axis.new_axis_mask = 1;
  shrink.shrink_axis_mask = 2;
  const Strided kSlices[] = {
      {"Unit", {1, 6, 7, 4}, {0, 1, 2, 1}, {1, 5, 5, 3}, {1, 1, 1, 1}},
      {"Strides", {2, 7, 9, 3}, {0, 1, 0, 0}, {2, 7, 9, 3}, {1, 2, 3, 1}},
      {"Backwards", {9}, {-1}, {-10}, {-2}},
      {"NegativeEnds", {5, 6}, {-4, -5}, {-1, -1}, {1, 2}},
      {"BeginMask", {5, 6}, {3, 1}, {4, 5}, {1, 1}, begin},
      {"EndMask", {5, 6}, {1, 2}, {4, 3}, {1, 1}, end},
      {"Ellipsis", {2, 3, 4}, {0, 1}, {0, 3}, {1, 1}, ellipsis},
      {"NewAxis", {5, 6}, {0, 1}, {0, 4}, {1, 1}, new_axis},
      {"ShrinkAxis", {5, 6}, {1, 3}, {4, 4}, {1, 1}, shrink},
      {"Clamped", {4, 4}, {-9, 2}, {9, 99}, {1, 1}},
      {"Nothing", {4, 4}, {2, 0}, {2, 4}, {1, 1}},
  };
  for (const Elements& e : Types()) {
    for (const Strided& s : kSlices) {
      table.Add(Case(s.id, e.name)
                    .Op(kTfLiteBuiltinStridedSlice, s.masks)
                    .In(e, s.shape)
                    .List(s.begin)
                    .List(s.end)
                    .List(s.strides)
                    .Out(e));
    }
  }
}

void AddCases(CaseTable& table) {
  AddSlice(table);
  AddStridedSlice(table);
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
