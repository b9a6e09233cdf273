#include "delegates/gpu/self_check/windows.h"

#include "absl/types/span.h"
#include "delegates/gpu/self_check/recorded.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {

namespace {

float QuarterAt(int i) { return 0.25f * static_cast<float>(i % 13 - 6); }

}  // namespace

std::vector<float> Quarters(int count, int seed) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) values[i] = QuarterAt(i * 7 + seed);
  return values;
}

std::vector<int> Bytes(int count, int seed) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = (i * 89 + seed * 31) % 256 - 128;
  return values;
}

std::string FloatWindow::Name() const {
  return base::StrCat("float_", in_channels, "_", recorded_channels(), "_",
                      groups, point ? "_point" : "", "_", filter_width, "_",
                      stride_width);
}

std::vector<float> FloatWindow::Expected() const {
  const absl::Span<const int16_t> record = FindGpuRecord(Name());
  const int channels = recorded_channels();
  if (record.size() != static_cast<size_t>(kPixels * channels)) {
    return {};
  }
  std::vector<float> all;
  for (int p = 0; p < kPixels; ++p) {
    for (int o = 0; o < out_channels; ++o) {
      all.push_back(static_cast<float>(record[p * channels + o % channels]) /
                    16);
    }
  }
  return all;
}

std::vector<FloatWindow> AllFloatWindows() {
  constexpr int kChannels = FloatWindow::kPeriod;
  std::vector<FloatWindow> all = {{6, 10, 2}};
  for (const int depth : {5, 8, 20}) all.push_back({depth, kChannels});
  // The last three are a few more than four times the numbers of slices of
  // conv_2d_split_k.
  for (const int depth : {5, 131, 259, 515}) {
    all.push_back({depth, kChannels, 1, true});
  }
  // Depthwise windows.
  all.push_back({5, 10, 5});
  all.push_back({32, 32, 32});
  for (const int width : {2, 3, 4, 5}) {
    for (const int stride : {1, 2}) {
      all.push_back({8, 8, 8, false, width, stride});
    }
  }
  return all;
}

std::vector<float> MatrixProduct::Lhs() const {
  std::vector<float> values(size_t{1} * kMatrices * rows * depth);
  for (int m = 0; m < kMatrices; ++m) {
    for (int row = 0; row < rows; ++row) {
      for (int d = 0; d < depth; ++d) {
        values[m * rows * depth + row * a_row() + d * a_depth()] =
            QuarterAt(m * 5 + row * 3 + d * 7);
      }
    }
  }
  return values;
}

std::vector<float> MatrixProduct::Rhs() const {
  std::vector<float> values(size_t{1} * depth * columns);
  for (int d = 0; d < depth; ++d) {
    for (int column = 0; column < columns; ++column) {
      values[d * b_depth() + column * b_column()] =
          QuarterAt(d * d * 4 + column * 2 + d * column);
    }
  }
  return values;
}

std::string MatrixProduct::Name() const {
  return base::StrCat("product_", depth);
}

std::vector<float> MatrixProduct::Expected() const {
  const absl::Span<const int16_t> record = FindGpuRecord(Name());
  if (record.size() != size_t{1} * kMatrices * kPeriod * kPeriod) return {};
  std::vector<float> all;
  for (int i = 0; i < kMatrices * rows; ++i) {
    const int row = i / rows * kPeriod + i % rows % kPeriod;
    for (int column = 0; column < columns; ++column) {
      all.push_back(
          static_cast<float>(record[row * kPeriod + column % kPeriod]) / 16);
    }
  }
  return all;
}

std::vector<MatrixProduct> AllMatrixProducts() {
  std::vector<MatrixProduct> all;
  // A few for scalars, and some more than 4, 8 and 16 lanes.
  for (const int depth : {3, 7, 8, 11, 12, 19, 20, 37}) {
    all.push_back({MatrixProduct::kPeriod, MatrixProduct::kPeriod, depth});
  }
  return all;
}

std::string ByteWindow::Name() const {
  return base::StrCat("bytes_", in_channels, "_", out_channels, "_",
                      filter_height, "_", filter_width, "_", stride_height, "_",
                      stride_width, "_", pad, transposed ? "_transposed" : "",
                      depthwise ? "_depthwise" : "", halves_up ? "_up" : "",
                      "_", weights_zero);
}

std::vector<int> ByteWindow::Expected() const {
  const absl::Span<const int16_t> record = FindGpuRecord(Name());
  if (record.size() != static_cast<size_t>(pixels() * out_channels)) {
    return {};
  }
  return {record.begin(), record.end()};
}

std::vector<ByteWindow> AllByteWindows() {
  std::vector<ByteWindow> all;
  for (const int zero : {0, 11}) {
    // Channels for tiles of 4, 8 and 16 words, and some with fewer.
    for (const int channels : {6, 8, 24, 32, 56, 64, 120, 128}) {
      all.push_back({false, channels, zero});
      ByteWindow connected{false, channels, zero};
      connected.MakePoint();
      connected.halves_up = true;
      all.push_back(connected);
    }
    for (const int channels : {6, 8}) {
      all.push_back({true, channels, zero});
      ByteWindow point{false, channels, zero};
      point.MakePoint();
      all.push_back(point);
    }
  }
  for (const int channels : {8, 16, 24, 32}) {
    ByteWindow wide{false, 50, 0};
    wide.out_channels = channels;
    all.push_back(wide);
    wide.MakePoint();
    wide.halves_up = true;
    all.push_back(wide);
  }
  ByteWindow depthwise{false, 4, 0, true};
  all.push_back(depthwise);
  depthwise.in_channels = depthwise.out_channels = 16;
  all.push_back(depthwise);
  depthwise.in_channels = depthwise.out_channels = 8;
  for (const int width : {2, 3, 4, 5}) {
    for (const int stride : {1, 2}) {
      depthwise.filter_width = width;
      depthwise.stride_width = stride;
      all.push_back(depthwise);
    }
  }
  return all;
}

}  // namespace tflite::gpu
