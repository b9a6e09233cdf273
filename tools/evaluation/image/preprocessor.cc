#include "tools/evaluation/image/preprocessor.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <tuple>
#include <vector>

namespace tflite {
namespace evaluation {
namespace {

// A larger image would not fit into a tensor.
constexpr int kMaxSide = 1 << 15;

base::Status CheckSize(const ImageSize& size) {
  if (size.width() < 1 || size.height() < 1 || size.width() > kMaxSide ||
      size.height() > kMaxSide) {
    return base::Invalid("an image cannot have ", size.width(), "x",
                         size.height(), " pixels");
  }
  return base::OkStatus();
}

base::Status CheckStep(const ImagePreprocessingStepParams& step) {
  switch (step.params_case()) {
    case ImagePreprocessingStepParams::kCroppingParams: {
      const CroppingParams& crop = step.cropping_params();
      if (crop.has_target_size()) return CheckSize(crop.target_size());
      const float fraction = crop.cropping_fraction();
      if (crop.params_case() == CroppingParams::kCroppingFraction &&
          !(fraction > 0 && fraction <= 1)) {
        return base::Invalid("the fraction to crop is ", fraction,
                             ", not in (0, 1]");
      }
      return base::OkStatus();
    }
    case ImagePreprocessingStepParams::kResizingParams:
      return CheckSize(step.resizing_params().target_size());
    case ImagePreprocessingStepParams::kPaddingParams:
      if (!step.padding_params().has_target_size()) {
        return base::Invalid("padding needs a target size");
      }
      return CheckSize(step.padding_params().target_size());
    case ImagePreprocessingStepParams::kNormalizationParams:
      return base::OkStatus();
    default:
      return base::Invalid("a step has no parameters");
  }
}

float CropFraction(const CroppingParams& crop) {
  return crop.params_case() == CroppingParams::kCroppingFraction
             ? crop.cropping_fraction()
             : 0.875f;
}

base::StatusOr<Region> CropRegion(const CroppingParams& crop, int width,
                                  int height) {
  int w, h;
  if (crop.has_target_size()) {
    w = static_cast<int>(crop.target_size().width());
    h = static_cast<int>(crop.target_size().height());
  } else {
    const float fraction = CropFraction(crop);
    w = static_cast<int>(std::round(fraction * static_cast<float>(width)));
    h = static_cast<int>(std::round(fraction * static_cast<float>(height)));
    if (crop.square_cropping()) w = h = std::min(w, h);
  }
  if (w < 1 || h < 1 || w > width || h > height) {
    return base::Invalid("cannot crop ", w, "x", h, " pixels from ", width, "x",
                         height);
  }
  return CenterRegion(width, height, w, h);
}

base::StatusOr<std::pair<int, int>> ResizedTo(const ResizingParams& params,
                                              int width, int height) {
  int w = static_cast<int>(params.target_size().width());
  int h = static_cast<int>(params.target_size().height());
  if (!params.aspect_preserving()) return std::pair(w, h);
  const float by_width = static_cast<float>(w) / static_cast<float>(width);
  const float by_height = static_cast<float>(h) / static_cast<float>(height);
  // Of long and narrow images, one side may be any multiple of the other.
  const bool wide = by_width < by_height;
  const float longer = std::round(wide ? static_cast<float>(width) * by_height
                                       : static_cast<float>(height) * by_width);
  if (!(longer <= kMaxSide)) {
    return base::Invalid("cannot resize ", width, "x", height,
                         " pixels to at least ", w, "x", h,
                         ": the longer side would have ", longer);
  }
  (wide ? w : h) = static_cast<int>(longer);
  return std::pair(w, h);
}

void Normalize(const NormalizationParams& params, FloatImage* image) {
  float means[3];
  if (params.has_means()) {
    means[0] = params.means().r_mean();
    means[1] = params.means().g_mean();
    means[2] = params.means().b_mean();
  } else {
    std::fill_n(means, 3, params.channelwise_mean());
  }
  const float scale = params.scale();
  for (size_t i = 0; i < image->values.size(); ++i) {
    image->values[i] = (image->values[i] - means[i % 3]) * scale;
  }
}

template <typename T>
std::string Truncated(const std::vector<float>& values) {
  std::string bytes(values.size(), '\0');
  for (size_t i = 0; i < values.size(); ++i) {
    // Outside of the type's range, conversion would be undefined.
    const float limited = std::clamp(
        values[i], static_cast<float>(std::numeric_limits<T>::lowest()),
        static_cast<float>(std::numeric_limits<T>::max()));
    bytes[i] = static_cast<char>(static_cast<T>(limited));
  }
  return bytes;
}

}  // namespace

base::StatusOr<std::string> ReadFile(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  // A byte more, to see the end; what is no file of a disk has no size.
  std::string bytes(unknown ? size_t{1} << 16 : size + 1, '\0');
  size_t done = 0;
  while (file.read(&bytes[done], bytes.size() - done)) {
    done = bytes.size();
    bytes.resize(2 * done);
  }
  if (!file.is_open() || file.bad()) {
    return base::Invalid("cannot read ", path, ": ", std::strerror(errno));
  }
  bytes.resize(done + file.gcount());
  return bytes;
}

std::string FileName(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string LowerExtension(const std::string& path) {
  const size_t dot = path.rfind('.');
  const size_t slash = path.rfind('/');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) {
    return "";
  }
  std::string extension = path.substr(dot + 1);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

bool IsRawImage(const std::string& path) {
  return LowerExtension(path) == "rgb8";
}

base::StatusOr<Preprocessor> Preprocessor::Create(
    const ImagePreprocessingParams& params) {
  Preprocessor result;
  result.params_ = params;
  result.type_ = static_cast<TfLiteType>(params.output_type());
  if (result.type_ != kTfLiteFloat32 && result.type_ != kTfLiteUInt8 &&
      result.type_ != kTfLiteInt8) {
    return base::Invalid("images are converted to FLOAT32, UINT8 or INT8, not ",
                         TfLiteTypeGetName(result.type_));
  }
  for (int i = 0; i < params.steps_size(); ++i) {
    TFLL_RETURN_IF_ERROR(
        base::Annotate(CheckStep(params.steps(i)),
                       "step " + std::to_string(i) + " of the preprocessing"));
  }
  return result;
}

std::pair<int, int> Preprocessor::final_size() const {
  std::pair<int, int> size{0, 0};
  const auto set = [&size](const ImageSize& target) {
    size = {static_cast<int>(target.width()),
            static_cast<int>(target.height())};
  };
  for (const ImagePreprocessingStepParams& step : params_.steps()) {
    if (step.has_cropping_params() &&
        step.cropping_params().has_target_size()) {
      set(step.cropping_params().target_size());
    } else if (step.has_resizing_params() &&
               !step.resizing_params().aspect_preserving()) {
      set(step.resizing_params().target_size());
    } else if (step.has_padding_params()) {
      set(step.padding_params().target_size());
    }
  }
  return size;
}

base::StatusOr<FloatImage> Preprocessor::Raw(const std::string& bytes) const {
  FloatImage image;
  std::tie(image.width, image.height) = final_size();
  const size_t expected = static_cast<size_t>(image.width) * image.height * 3;
  if (bytes.size() % 3 != 0 || (expected != 0 && bytes.size() != expected)) {
    return base::Invalid("has ", bytes.size(), " bytes, not ", expected);
  }
  if (expected == 0) {
    image.width = static_cast<int>(bytes.size() / 3);
    image.height = 1;
  }
  const auto* values = reinterpret_cast<const uint8_t*>(bytes.data());
  image.values.assign(values, values + bytes.size());
  return image;
}

base::Status Preprocessor::Apply(const ImagePreprocessingStepParams& step,
                                 FloatImage* image) const {
  if (step.has_cropping_params()) {
    TFLL_ASSIGN_OR_RETURN(
        const Region region,
        CropRegion(step.cropping_params(), image->width, image->height));
    *image = Crop(*image, region);
  } else if (step.has_resizing_params()) {
    TFLL_ASSIGN_OR_RETURN(
        const auto size,
        ResizedTo(step.resizing_params(), image->width, image->height));
    *image = ResizeBilinear(*image, size.first, size.second);
  } else if (step.has_padding_params()) {
    const PaddingParams& pad = step.padding_params();
    const int width = static_cast<int>(pad.target_size().width());
    const int height = static_cast<int>(pad.target_size().height());
    if (width < image->width || height < image->height) {
      return base::Invalid("cannot pad ", image->width, "x", image->height,
                           " pixels to ", width, "x", height);
    }
    *image =
        Pad(*image, width, height, static_cast<float>(pad.padding_value()));
  } else {
    Normalize(step.normalization_params(), image);
  }
  return base::OkStatus();
}

base::StatusOr<FloatImage> Preprocessor::Decoded(const std::string& bytes,
                                                 int* next_step) const {
  TFLL_ASSIGN_OR_RETURN(JpegRows image, JpegRows::Open(bytes));
  Region region{0, 0, image.width(), image.height()};
  int& next = *next_step;
  // Crops and resizes the bytes, to copy as little as possible.
  while (next < params_.steps_size() &&
         params_.steps(next).has_cropping_params()) {
    TFLL_ASSIGN_OR_RETURN(Region inner,
                          CropRegion(params_.steps(next++).cropping_params(),
                                     region.width, region.height));
    region = {region.left + inner.left, region.top + inner.top, inner.width,
              inner.height};
  }
  int width = region.width, height = region.height;
  if (next < params_.steps_size() &&
      params_.steps(next).has_resizing_params()) {
    TFLL_ASSIGN_OR_RETURN(
        std::tie(width, height),
        ResizedTo(params_.steps(next++).resizing_params(), width, height));
  }
  return ResizeRegion(&image, region, width, height);
}

base::StatusOr<std::string> Preprocessor::Run(const std::string& path) const {
  const std::string extension = LowerExtension(path);
  const bool raw = IsRawImage(path);
  if (extension != "jpg" && extension != "jpeg" && !raw) {
    return base::Invalid(path, ": only .jpg, .jpeg and .rgb8 are images here");
  }
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  int next = 0;
  auto image = raw ? Raw(bytes) : Decoded(bytes, &next);
  if (!image.ok()) return base::Annotate(image.status(), path);
  for (; next < params_.steps_size(); ++next) {
    // Raw pixels have their final size already.
    if (raw && !params_.steps(next).has_normalization_params()) continue;
    TFLL_RETURN_IF_ERROR(
        base::Annotate(Apply(params_.steps(next), &*image), path));
  }
  const std::vector<float>& values = image->values;
  if (type_ == kTfLiteUInt8) return Truncated<uint8_t>(values);
  if (type_ == kTfLiteInt8) return Truncated<int8_t>(values);
  return std::string(reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(float));
}

}  // namespace evaluation
}  // namespace tflite
