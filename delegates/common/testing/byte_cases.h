#ifndef DELEGATES_COMMON_TESTING_BYTE_CASES_H_
#define DELEGATES_COMMON_TESTING_BYTE_CASES_H_

#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "testing/conformance/case.h"

namespace tflite::delegates {

// Single operators of INT8 or UINT8 with random shapes and quantizations, among
// them zero points at the ends of the type, scales of channels that differ by
// large factors, and batches. Results are compared bit by bit.
class ByteCases {
 public:
  using Case = conformance::Case;
  using Make = Case (ByteCases::*)();

  explicit ByteCases(uint64_t seed)
      : random_(seed), is_signed_(random_.Flip()) {}

  Case GroupedConv();
  Case Conv();
  Case Depthwise();
  Case TransposeConv();
  Case FullyConnected();
  Case Pool();
  Case ResizeBilinear();
  Case ResizeNearest();
  Case Mean();
  Case Extreme();  // REDUCE_MAX, REDUCE_MIN
  Case ArgMinMax();
  Case Softmax();
  Case L2Normalization();
  Case Add();
  Case Binary();  // operands of any ranks, broadcast to each other
  Case Prelu();
  Case Lstm();  // INT8
  Case Svdf();  // INT8
  Case MirrorPad();
  Case Pad();
  Case StridedSlice();
  Case Transpose();
  Case Tile();
  Case Concatenation();

 private:
  using Elements = conformance::Elements;

  int Int(int least, int most) {
    return static_cast<int>(random_.Int(least, most));
  }
  // Of an image; of few cases much more than of the others.
  int Extent(int least) {
    return Int(least, least + (random_.Int(0, 15) == 0 ? 60 : 11));
  }
  const Elements& Kind() const;
  Case Start(const char* name) const;
  // A zero point, often at one end of INT8.
  int End();
  Elements Bytes();
  // Of a small scale, so that many results saturate.
  Elements Narrow();
  Elements Weights(int channels, int dimension);
  std::vector<int> Shape(int least_rank, int most_rank, int most_extent);
  // The same shape with some extents of 1, perhaps without the first ones.
  std::vector<int> Stretched(const std::vector<int>& shape);
  // Some of its dimensions, counted from either end.
  std::vector<double> Axes(const std::vector<int>& shape);
  TfLitePadding Padding() {
    return random_.Flip() ? kTfLitePaddingSame : kTfLitePaddingValid;
  }

  conformance::Random random_;
  bool is_signed_;
};

// Runs `seeds` cases of each kind on the delegate, which must take all of them
// and give the bits of the reference. Ends with the first failure.
void ExpectBytesOfTheReference(TfLiteDelegate* delegate,
                               const std::vector<ByteCases::Make>& makes,
                               uint64_t seeds);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_TESTING_BYTE_CASES_H_
