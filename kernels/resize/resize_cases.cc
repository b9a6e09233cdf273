#include <iterator>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Size {
  const char* id;
  std::vector<int> input;      // NHWC
  std::vector<double> output;  // height, width
};

struct Mode {
  const char* id;
  bool align_corners, half_pixel_centers;
};

Case Make(int code, const Size& s, const Mode& m, const Elements& e) {
  Case c(s.id + std::string(m.id), e.name);
  if (code == kTfLiteBuiltinResizeBilinear) {
    c.Op(code,
         TfLiteResizeBilinearParams{m.align_corners, m.half_pixel_centers});
    c.Within({1, 4e-6, 4e-6, 0});
  } else {
    c.Op(code, TfLiteResizeNearestNeighborParams{m.align_corners,
                                                 m.half_pixel_centers});
  }
  return c.In(e, s.input).List(s.output).Out(e);
}

void AddCases(CaseTable& table) {
  const Size kSizes[] = {
      {"Double", {1, 4, 5, 3}, {8, 10}}, {"Half", {2, 8, 6, 5}, {4, 3}},
      {"Uneven", {1, 7, 5, 4}, {9, 13}}, {"Same", {1, 5, 4, 7}, {5, 4}},
      {"ToOne", {1, 5, 4, 3}, {1, 1}},   {"FromOne", {2, 1, 1, 9}, {3, 4}},
  };
  const Mode kModes[] = {{"", false, false},
                         {"AlignCorners", true, false},
                         {"HalfPixel", false, true}};
  for (const int code :
       {kTfLiteBuiltinResizeBilinear, kTfLiteBuiltinResizeNearestNeighbor}) {
    for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt16}) {
      for (const Size& s : kSizes) {
        for (const Mode& m : kModes) table.Add(Make(code, s, m, e));
      }
    }
  }
  const std::vector<Mode> modes(std::begin(kModes), std::end(kModes));
  table.AddRandom([modes](Random& random) {
    const auto extent = [&](int64_t most) {
      return static_cast<int>(random.Int(1, most));
    };
    const Size s = {
        "Size",
        {extent(2), extent(15), extent(15), extent(20)},
        {static_cast<double>(extent(30)), static_cast<double>(extent(30))}};
    // Positions of INT8 and INT16 images are in units of 2^-10, so that large
    // bilinear ones drift away from what others compute.
    if (random.Flip()) {
      return Make(kTfLiteBuiltinResizeBilinear, s, random.Pick(modes),
                  random.Pick<Elements>({kFloat32, kUInt8}));
    }
    return Make(kTfLiteBuiltinResizeNearestNeighbor, s, random.Pick(modes),
                random.Pick<Elements>({kFloat32, kInt8, kUInt8, kInt16}));
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
