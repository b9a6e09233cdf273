#include "tools/benchmark/input_layers.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <string_view>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/string_util.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite {
namespace benchmark {
namespace {

base::StatusOr<InputLayerInfo*> FindLayer(std::vector<InputLayerInfo>* layers,
                                          const std::string& name,
                                          const char* flag) {
  for (InputLayerInfo& layer : *layers) {
    if (layer.name == name) return &layer;
  }
  return base::Invalid("--", flag, " names '", name,
                       "', which --input_layer does not");
}

base::Status ParseShapes(const std::string& text,
                         std::vector<InputLayerInfo>* layers) {
  const std::vector<std::string> shapes = base::StrSplitToStrings(text, ':');
  if (shapes.size() != layers->size()) {
    return base::Invalid("--input_layer_shape has ", shapes.size(),
                         " shapes for ", layers->size(),
                         " inputs of --input_layer");
  }
  for (size_t i = 0; i < shapes.size(); ++i) {
    for (const std::string_view extent :
         base::StrSplitNonEmpty(shapes[i], ',')) {
      int value = 0;
      if (!base::ParseNumber(extent, &value) || value < 0) {
        return base::Invalid("--input_layer_shape: '", extent,
                             "' is not a dimension");
      }
      (*layers)[i].shape.push_back(value);
    }
  }
  return base::OkStatus();
}

base::Status ParseRanges(const std::string& text,
                         std::vector<InputLayerInfo>* layers) {
  for (const std::string_view range : base::StrSplit(text, ':')) {
    const std::vector<std::string> parts = base::StrSplitToStrings(range, ',');
    if (parts.size() != 3) {
      return base::Invalid("--input_layer_value_range: '", range,
                           "' is not of the form name,low,high");
    }
    TFLL_ASSIGN_OR_RETURN(
        InputLayerInfo * layer,
        FindLayer(layers, parts[0], "input_layer_value_range"));
    layer->has_value_range = base::ParseNumber(parts[1], &layer->low) &&
                             base::ParseNumber(parts[2], &layer->high);
    if (!layer->has_value_range || layer->low > layer->high) {
      return base::Invalid("--input_layer_value_range: '", range,
                           "' is not a range");
    }
  }
  return base::OkStatus();
}

base::Status ParseFiles(const std::string& text,
                        std::vector<InputLayerInfo>* layers) {
  for (const std::string_view entry : base::StrSplit(text, ',')) {
    std::pair<std::string, std::string> pair;
    if (SplitInputLayerNameAndValueFile(std::string(entry), pair) !=
        kTfLiteOk) {
      return base::Invalid("--input_layer_value_files: '", entry,
                           "' is not of the form name:path");
    }
    TFLL_ASSIGN_OR_RETURN(
        InputLayerInfo * layer,
        FindLayer(layers, pair.first, "input_layer_value_files"));
    if (layer->has_value_range) {
      return base::Invalid("input '", layer->name,
                           "' has both --input_layer_value_range and "
                           "--input_layer_value_files");
    }
    layer->input_file_path = pair.second;
  }
  return base::OkStatus();
}

template <typename T>
std::string Integers(int64_t count, int64_t low, int64_t high,
                     std::mt19937* random) {
  std::uniform_int_distribution<int64_t> draw(low, high);
  std::string out(count * sizeof(T), '\0');
  for (int64_t i = 0; i < count; ++i) {
    const T value = static_cast<T>(draw(*random));
    std::memcpy(&out[i * sizeof(T)], &value, sizeof(T));
  }
  return out;
}

template <typename T>
std::string Reals(int64_t count, double low, double high,
                  std::mt19937* random) {
  std::uniform_real_distribution<double> draw(low, high);
  std::string out(count * sizeof(T), '\0');
  for (int64_t i = 0; i < count; ++i) {
    const T value = static_cast<T>(static_cast<float>(draw(*random)));
    std::memcpy(&out[i * sizeof(T)], &value, sizeof(T));
  }
  return out;
}

std::string Strings(int64_t count) {
  SimpleDynamicBuffer buffer;
  for (int64_t i = 0; i < count; ++i) buffer.AddString("benchmark", 9);
  char* data = nullptr;
  const int bytes = buffer.WriteToBuffer(&data);
  std::string out(data, bytes < 0 ? 0 : bytes);
  std::free(data);
  return out;
}

base::StatusOr<std::string> FromFile(const TfLiteTensor& tensor,
                                     const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string data;
  char block[4096];
  while (in) {
    in.read(block, sizeof(block));
    data.append(block, static_cast<size_t>(in.gcount()));
  }
  if (!in.is_open() || in.bad()) return base::Invalid("cannot read ", path);
  if (tensor.type == kTfLiteString) {
    SimpleDynamicBuffer buffer;
    buffer.AddString(data.data(), data.size());
    char* raw = nullptr;
    const int bytes = buffer.WriteToBuffer(&raw);
    data.assign(raw, bytes < 0 ? 0 : bytes);
    std::free(raw);
  } else if (data.size() != tensor.bytes) {
    return base::Invalid(path, " has ", data.size(), " bytes, input '",
                         tensor.name, "' takes ", tensor.bytes);
  }
  return data;
}

// A graph input that is a constant keeps its contents.
base::StatusOr<std::string> OfConstant(const TfLiteTensor& tensor,
                                       const InputLayerInfo& layer) {
  if (layer.has_value_range || !layer.input_file_path.empty()) {
    return base::Invalid("input '", layer.name,
                         "' is a constant of the model, which cannot be set");
  }
  return std::string(tensor.data.raw, tensor.bytes);
}

}  // namespace

TfLiteStatus SplitInputLayerNameAndValueFile(
    const std::string& name_and_value_file,
    std::pair<std::string, std::string>& name_file_pair) {
  std::string parts[2];
  int part = 0;
  for (size_t i = 0; i < name_and_value_file.size(); ++i) {
    const char c = name_and_value_file[i];
    if (c != ':') {
      parts[part] += c;
    } else if (i + 1 < name_and_value_file.size() &&
               name_and_value_file[i + 1] == ':') {
      parts[part] += ':';
      ++i;
    } else if (++part > 1) {
      return kTfLiteError;
    }
  }
  if (part != 1) return kTfLiteError;
  name_file_pair = {parts[0], parts[1]};
  return kTfLiteOk;
}

base::StatusOr<std::vector<InputLayerInfo>> ParseInputLayers(
    const std::string& names, const std::string& shapes,
    const std::string& ranges, const std::string& files) {
  std::vector<InputLayerInfo> layers;
  for (const std::string_view name : base::StrSplitNonEmpty(names, ',')) {
    layers.emplace_back();
    layers.back().name = std::string(name);
  }
  if (!shapes.empty()) TFLL_RETURN_IF_ERROR(ParseShapes(shapes, &layers));
  if (!ranges.empty()) TFLL_RETURN_IF_ERROR(ParseRanges(ranges, &layers));
  if (!files.empty()) TFLL_RETURN_IF_ERROR(ParseFiles(files, &layers));
  return layers;
}

base::StatusOr<std::string> MakeInputData(const TfLiteTensor& tensor,
                                          const InputLayerInfo& layer,
                                          std::mt19937* random) {
  if (tensor.allocation_type == kTfLiteMmapRo) return OfConstant(tensor, layer);
  if (!layer.input_file_path.empty())
    return FromFile(tensor, layer.input_file_path);
  const int64_t n = base::Shape(tensor.dims).num_elements();
  const auto integers = [&](auto zero, int64_t low, int64_t high) {
    if (layer.has_value_range) low = layer.low, high = layer.high;
    return Integers<decltype(zero)>(n, low, high, random);
  };
  const auto reals = [&](auto zero) {
    const double low = layer.has_value_range ? layer.low : -0.5;
    const double high = layer.has_value_range ? layer.high : 0.5;
    return Reals<decltype(zero)>(n, low, high, random);
  };
  switch (tensor.type) {
    case kTfLiteFloat32:
      return reals(float{});
    case kTfLiteFloat64:
      return reals(double{});
    case kTfLiteFloat16:
      return reals(half{});
    case kTfLiteInt8:
      return integers(int8_t{}, -127, 127);
    case kTfLiteUInt8:
      return integers(uint8_t{}, 0, 254);
    case kTfLiteInt16:
      return integers(int16_t{}, 0, 99);
    case kTfLiteUInt16:
      return integers(uint16_t{}, 0, 99);
    case kTfLiteInt32:
      return integers(int32_t{}, 0, 99);
    case kTfLiteUInt32:
      return integers(uint32_t{}, 0, 99);
    case kTfLiteInt64:
      return integers(int64_t{}, 0, 99);
    case kTfLiteUInt64:
      return integers(uint64_t{}, 0, 99);
    case kTfLiteBool:
      return integers(uint8_t{}, 0, 1);
    case kTfLiteString:
      return Strings(n);
    default:
      // Other types have no natural distribution; zero is valid for all of
      // them.
      return std::string(tensor.bytes, '\0');
  }
}

}  // namespace benchmark
}  // namespace tflite
