#include "delegates/gpu/self_check/windows.h"

#include "absl/types/span.h"
#include "delegates/gpu/self_check/recorded.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {

std::vector<float> Quarters(int count, int seed) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) {
    values[i] = 0.25f * static_cast<float>((i * 7 + seed) % 13 - 6);
  }
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

std::string ByteWindow::Name() const {
  return base::StrCat("bytes_", in_channels, "_", out_channels, "_",
                      filter_height, "_", filter_width, "_", stride_height, "_",
                      stride_width, "_", pad, transposed ? "_transposed" : "",
                      depthwise ? "_depthwise" : "", "_", weights_zero);
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
    }
    for (const int channels : {6, 8}) {
      all.push_back({true, channels, zero});
      ByteWindow point{false, channels, zero};
      point.filter_height = point.filter_width = point.stride_height = 1;
      point.pad = 0;
      all.push_back(point);
    }
  }
  for (const int channels : {8, 16, 24, 32}) {
    ByteWindow wide{false, 50, 0};
    wide.out_channels = channels;
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
