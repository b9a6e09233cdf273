#include "tools/benchmark/output_writer.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tensorflow_lite_lite/string_util.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"
#include "tools/benchmark/proto/example.pb.h"
#include "tools/write_output.h"

namespace tflite {
namespace benchmark {
namespace {

// Appends every element of the tensor, converted, to a list of values.
template <typename T, typename List>
void AddAll(const TfLiteTensor& tensor, List* list) {
  for (size_t at = 0; at + sizeof(T) <= tensor.bytes; at += sizeof(T)) {
    T value;
    std::memcpy(&value, tensor.data.raw + at, sizeof(T));
    if constexpr (std::is_integral_v<T>) {
      list->add_value(static_cast<int64_t>(value));
    } else {
      list->add_value(static_cast<float>(value));
    }
  }
}

base::Status FillFeature(const TfLiteTensor& t, tensorflow::Feature* feature) {
  const auto floats = [feature] { return feature->mutable_float_list(); };
  const auto integers = [feature] { return feature->mutable_int64_list(); };
  switch (t.type) {
    case kTfLiteFloat32:
      AddAll<float>(t, floats());
      break;
    case kTfLiteFloat64:
      AddAll<double>(t, floats());
      break;
    case kTfLiteFloat16:
      AddAll<half>(t, floats());
      break;
    case kTfLiteBFloat16:
      AddAll<bfloat16>(t, floats());
      break;
    case kTfLiteInt8:
      AddAll<int8_t>(t, integers());
      break;
    case kTfLiteUInt8:
    case kTfLiteBool:
      AddAll<uint8_t>(t, integers());
      break;
    case kTfLiteInt16:
      AddAll<int16_t>(t, integers());
      break;
    case kTfLiteUInt16:
      AddAll<uint16_t>(t, integers());
      break;
    case kTfLiteInt32:
      AddAll<int32_t>(t, integers());
      break;
    case kTfLiteUInt32:
      AddAll<uint32_t>(t, integers());
      break;
    case kTfLiteInt64:
    case kTfLiteUInt64:
      AddAll<int64_t>(t, integers());
      break;
    case kTfLiteString:
      for (int i = 0; i < GetStringCount(&t); ++i) {
        const StringRef s = GetString(&t, i);
        feature->mutable_bytes_list()->add_value(s.str, s.len);
      }
      break;
    default:
      return base::Invalid("output '", t.name == nullptr ? "" : t.name, "' is ",
                           TfLiteTypeGetName(t.type),
                           ", which a tensorflow.Example does not support");
  }
  return base::OkStatus();
}

}  // namespace

base::Status WriteTensors(const std::vector<const TfLiteTensor*>& tensors,
                          const std::string& path) {
  std::string bytes;
  for (const TfLiteTensor* t : tensors) {
    if (t->data.raw != nullptr) bytes.append(t->data.raw, t->bytes);
  }
  return tools::WriteOutput(path, bytes);
}

base::Status WriteTensorsAsExample(
    const std::vector<const TfLiteTensor*>& tensors, const std::string& path) {
  tensorflow::Example example;
  auto* features = example.mutable_features()->mutable_feature();
  for (const TfLiteTensor* t : tensors) {
    tensorflow::Feature feature;
    TFLL_RETURN_IF_ERROR(FillFeature(*t, &feature));
    (*features)[t->name == nullptr ? "" : t->name] = feature;
  }
  return tools::WriteOutput(path, example.SerializeAsString());
}

}  // namespace benchmark
}  // namespace tflite
