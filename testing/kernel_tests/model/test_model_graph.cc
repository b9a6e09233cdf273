#include "testing/kernel_tests/model/test_model_graph.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <tuple>

#include "tensorflow_lite_lite/string_util.h"
#include "testing/kernel_tests/model/fatal.h"
#include "testing/kernel_tests/model/sparse_encoder.h"

namespace tflite {
namespace kernel_tests {
namespace {

constexpr int kSchemaVersion = 3;
// The largest code that fits the file's first operator field; larger codes are
// in the second field.
constexpr int kLastNarrowCode = 127;

struct FreeDeleter {
  void operator()(char* p) { std::free(p); }
};

int PackedBitsOf(TensorType type) {
  switch (type) {
    case TensorType_INT4:
    case TensorType_UINT4:
      return 4;
    case TensorType_INT2:
      return 2;
    default:
      return 0;
  }
}

size_t NumElements(const std::vector<int>& shape) {
  size_t count = 1;
  for (const int extent : shape) count *= extent;
  return count;
}

StoredRange RangeOf(TensorType type) {
  switch (type) {
    case TensorType_UINT8:
      return StoredRangeOf<uint8_t>();
    case TensorType_INT8:
      return StoredRangeOf<int8_t>();
    case TensorType_INT16:
      return StoredRangeOf<int16_t>();
    case TensorType_UINT16:
      return StoredRangeOf<uint16_t>();
    case TensorType_INT32:
      return StoredRangeOf<int32_t>();
    case TensorType_INT4:
      return StoredRangeOf<int8_t>(kTfLiteInt4);
    case TensorType_INT2:
      return StoredRangeOf<int8_t>(kTfLiteInt2);
    default:
      Fatal("a tensor of type %s has no quantized range",
            EnumNameTensorType(type));
  }
}

}  // namespace

TestModelGraph::TestModelGraph() {
  // Buffer 0 is for tensors without contents.
  buffers_.push_back(CreateBuffer(builder_));
}

int TestModelGraph::AddInputTensor(int id) {
  inputs_.push_back(id);
  return id;
}

int TestModelGraph::AddInput(const TensorData& t) {
  return AddInputTensor(AddStored(t, nullptr, 0, false));
}

int TestModelGraph::AddVariableInput(const TensorData& t) {
  return AddInputTensor(AddStored(t, nullptr, 0, true));
}

int TestModelGraph::AddNullInput() {
  return AddInputTensor(kTfLiteOptionalTensor);
}

int TestModelGraph::AddOutput(const TensorData& t) {
  const int id = AddStored(t, nullptr, 0, false);
  outputs_.push_back(id);
  return id;
}

int TestModelGraph::AddIntermediate(TensorType type,
                                    const std::vector<float>& scale,
                                    const std::vector<int64_t>& zero_point) {
  const auto quantization =
      CreateQuantizationParameters(builder_, 0, 0, builder_.CreateVector(scale),
                                   builder_.CreateVector(zero_point));
  const int id = static_cast<int>(tensors_.size());
  tensors_.push_back(CreateTensor(builder_,
                                  builder_.CreateVector(std::vector<int>()),
                                  type, 0, 0, quantization));
  constant_.push_back(false);
  tensor_data_[id] = TensorData(type);
  intermediates_.push_back(id);
  return id;
}

std::vector<uint8_t> TestModelGraph::StringBytes(const std::string* data,
                                                 size_t size) {
  SimpleDynamicBuffer strings;
  for (size_t i = 0; i < size; ++i) {
    if (!strings.AddString(data[i].data(), data[i].size())) {
      Fatal("string %zu is too long", i);
    }
  }
  char* buffer = nullptr;
  const int bytes = strings.WriteToBuffer(&buffer);
  const std::unique_ptr<char, FreeDeleter> owner(buffer);
  if (bytes < 0) Fatal("no memory for %zu strings", size);
  return std::vector<uint8_t>(buffer, buffer + bytes);
}

int TestModelGraph::AddElements(TensorData t, const uint8_t* data, size_t count,
                                size_t element_bytes, bool is_variable) {
  const int bits = PackedBitsOf(t.type);
  if (bits != 0 && element_bytes == 1 && count == NumElements(t.shape)) {
    const std::vector<uint8_t> packed =
        PackBits(reinterpret_cast<const int8_t*>(data), count, bits);
    return AddStored(std::move(t), packed.data(), packed.size(), is_variable);
  }
  return AddStored(std::move(t), data, count * element_bytes, is_variable);
}

int TestModelGraph::AddStored(
    TensorData t, const uint8_t* data, size_t bytes, bool is_variable,
    flatbuffers::Offset<SparsityParameters> sparsity) {
  const auto quantization = WriteQuantization(&t);
  uint32_t buffer = 0;
  if (bytes != 0) {
    buffer = static_cast<uint32_t>(buffers_.size());
    builder_.ForceVectorAlignment(bytes, 1, 16);
    buffers_.push_back(
        CreateBuffer(builder_, builder_.CreateVector(data, bytes)));
  }
  const auto shape = builder_.CreateVector(t.shape);
  const auto signature =
      t.shape_signature.empty() ? 0 : builder_.CreateVector(t.shape_signature);
  const int id = static_cast<int>(tensors_.size());
  tensors_.push_back(CreateTensor(builder_, shape, t.type, buffer, 0,
                                  quantization, is_variable, sparsity,
                                  signature));
  constant_.push_back(bytes != 0);
  if (t.per_block_quantization != 0) AddBlockScales(t);
  tensor_data_[id] = std::move(t);
  return id;
}

flatbuffers::Offset<QuantizationParameters> TestModelGraph::WriteQuantization(
    TensorData* t) {
  std::vector<float> scales;
  std::vector<int64_t> zero_points;
  if (t->per_block_quantization != 0) {
    // The scales are in the tensor that AddStored adds next.
    const auto blocks = CreateBlockwiseQuantization(
        builder_, static_cast<int>(tensors_.size()) + 1, -1,
        t->per_block_quantization);
    const int last = static_cast<int>(t->shape.size()) - 1;
    return CreateQuantizationParameters(
        builder_, 0, 0, 0, 0, QuantizationDetails_BlockwiseQuantization,
        blocks.Union(), std::max(last, 0));
  }
  if (t->per_channel_quantization) {
    scales = t->per_channel_quantization_scales;
    zero_points = t->per_channel_quantization_offsets;
    zero_points.resize(scales.size(), 0);
  } else {
    if (t->min != 0 || t->max != 0) {
      std::tie(t->scale, t->zero_point) =
          ChooseQuantization(t->min, t->max, RangeOf(t->type));
      t->min = t->max = 0;
    } else if (t->scale == 0) {
      return 0;
    }
    scales = {t->scale};
    zero_points = {t->zero_point};
  }
  return CreateQuantizationParameters(
      builder_, 0, 0, builder_.CreateVector(scales),
      builder_.CreateVector(zero_points), QuantizationDetails_NONE, 0,
      t->per_channel_quantization ? t->channel_index : 0);
}

void TestModelGraph::AddBlockScales(const TensorData& t) {
  const std::vector<float>& scales = t.per_channel_quantization_scales;
  TensorData data(TensorType_FLOAT32, t.shape);
  if (data.shape.empty() || t.per_block_quantization <= 0) {
    Fatal("a tensor of rank %zu has no blocks of %d", data.shape.size(),
          t.per_block_quantization);
  }
  data.shape.back() /= t.per_block_quantization;
  if (NumElements(data.shape) != scales.size()) {
    Fatal("%zu scales do not fit blocks of %d", scales.size(),
          t.per_block_quantization);
  }
  AddTensor(data, scales.data(), scales.size());
}

namespace {

// Quantizes the values as `t` specifies, if it specifies a quantization. With
// `symmetric`, uses a single scale derived from the values instead, and changes
// t's type to INT8 and its scale accordingly.
void QuantizeSparse(const std::vector<float>& values,
                    const SparseEncoding& encoding, bool symmetric,
                    TensorData* t, std::vector<uint8_t>* stored) {
  std::vector<int8_t> q;
  if (symmetric) {
    SymmetricValues made = QuantizeSymmetric(values);
    t->type = TensorType_INT8;
    t->min = t->max = 0;
    t->scale = made.scale;
    t->zero_point = 0;
    t->per_channel_quantization = false;
    q = std::move(made.stored);
  } else if (t->min == 0 && t->max == 0 && t->scale == 0 &&
             !t->per_channel_quantization) {
    return;
  } else if (t->type != TensorType_INT8) {
    Fatal("sparse values are quantized as INT8, not %s",
          EnumNameTensorType(t->type));
  } else if (t->per_channel_quantization) {
    const ChannelScales scales(t->shape, t->channel_index,
                               t->per_channel_quantization_scales);
    for (size_t i = 0; i < values.size(); ++i) {
      q.push_back(static_cast<int8_t>(
          QuantizeOne(values[i], scales.At(encoding.stored[i]), {-127, 127})));
    }
  } else {
    if (t->min != 0 || t->max != 0) {
      std::tie(t->scale, t->zero_point) =
          ChooseQuantization(t->min, t->max, RangeOf(t->type));
      t->min = t->max = 0;
    }
    q = Quantize<int8_t>(values, t->scale, t->zero_point);
  }
  stored->assign(q.begin(), q.end());
}

}  // namespace

int TestModelGraph::AddConstSparseInput(const TensorData& t,
                                        const std::vector<int8_t>& data) {
  return AddSparse(t, reinterpret_cast<const uint8_t*>(data.data()),
                   data.size(), 1, {}, false);
}

int TestModelGraph::AddSparse(TensorData t, const uint8_t* data, size_t count,
                              size_t element_bytes,
                              const std::vector<float>& values,
                              bool symmetric_quantize) {
  std::vector<bool> is_zero(count);
  for (size_t i = 0; i < count; ++i) {
    const uint8_t* element = data + i * element_bytes;
    // -0.0 has a bit set, but counts as zero.
    is_zero[i] = values.empty()
                     ? std::all_of(element, element + element_bytes,
                                   [](uint8_t byte) { return byte == 0; })
                     : values[i] == 0;
  }
  const SparseEncoding encoding = EncodeSparse(t, is_zero);
  std::vector<flatbuffers::Offset<DimensionMetadata>> levels;
  for (const SparseLevelData& level : encoding.levels) {
    if (!level.csr) {
      levels.push_back(CreateDimensionMetadata(builder_, DimensionType_DENSE,
                                               level.dense_size));
      continue;
    }
    const auto segments =
        CreateInt32VectorDirect(builder_, &level.segments).Union();
    const auto indices =
        CreateInt32VectorDirect(builder_, &level.indices).Union();
    levels.push_back(CreateDimensionMetadata(
        builder_, DimensionType_SPARSE_CSR, 0, SparseIndexVector_Int32Vector,
        segments, SparseIndexVector_Int32Vector, indices));
  }
  const auto sparsity = CreateSparsityParametersDirect(
      builder_, &t.traversal_order, &t.block_map, &levels);

  std::vector<uint8_t> stored;
  std::vector<float> kept;
  for (const int64_t i : encoding.stored) {
    stored.insert(stored.end(), data + i * element_bytes,
                  data + (i + 1) * element_bytes);
    if (!values.empty()) kept.push_back(values[i]);
  }
  if (!values.empty())
    QuantizeSparse(kept, encoding, symmetric_quantize, &t, &stored);
  return AddInputTensor(
      AddStored(std::move(t), stored.data(), stored.size(), false, sparsity));
}

int TestModelGraph::AddOperatorCode(BuiltinOperator type) {
  opcodes_.push_back(CreateOperatorCode(
      builder_, static_cast<int8_t>(std::min<int>(type, kLastNarrowCode)), 0,
      /*version=*/0, type));
  return static_cast<int>(opcodes_.size()) - 1;
}

int TestModelGraph::AddCustomOperatorCode(
    const string& name,
    const std::function<TfLiteRegistration*()>& registration) {
  custom_registrations_[name] = registration;
  opcodes_.push_back(CreateOperatorCodeDirect(builder_, BuiltinOperator_CUSTOM,
                                              name.c_str(), 1,
                                              BuiltinOperator_CUSTOM));
  return static_cast<int>(opcodes_.size()) - 1;
}

void TestModelGraph::SetBuiltinOp(BuiltinOperator type,
                                  BuiltinOptions builtin_options_type,
                                  flatbuffers::Offset<void> builtin_options) {
  const int code = AddOperatorCode(type);
  operators_.push_back(
      CreateOperator(builder_, code, builder_.CreateVector(inputs_),
                     builder_.CreateVector(outputs_), builtin_options_type,
                     builtin_options, 0, CustomOptionsFormat_FLEXBUFFERS, 0,
                     builder_.CreateVector(intermediates_)));
}

void TestModelGraph::SetBuiltinOp(BuiltinOperator type,
                                  BuiltinOptions2 builtin_options_2_type,
                                  flatbuffers::Offset<void> builtin_options_2) {
  const int code = AddOperatorCode(type);
  operators_.push_back(CreateOperator(
      builder_, code, builder_.CreateVector(inputs_),
      builder_.CreateVector(outputs_), BuiltinOptions_NONE, 0, 0,
      CustomOptionsFormat_FLEXBUFFERS, 0, builder_.CreateVector(intermediates_),
      0, 0, builtin_options_2_type, builtin_options_2));
}

void TestModelGraph::SetCustomOp(
    const string& name, const std::vector<uint8_t>& custom_option,
    const std::function<TfLiteRegistration*()>& registration) {
  const int code = AddCustomOperatorCode(name, registration);
  operators_.push_back(CreateOperator(
      builder_, code, builder_.CreateVector(inputs_),
      builder_.CreateVector(outputs_), BuiltinOptions_NONE, 0,
      builder_.CreateVector(custom_option), CustomOptionsFormat_FLEXBUFFERS, 0,
      builder_.CreateVector(intermediates_)));
}

void TestModelGraph::FinishModel() {
  // Constants and omitted tensors are inputs of the node only, since in the
  // file format they are not inputs of the graph.
  std::vector<int32_t> graph_inputs;
  for (const int32_t t : inputs_) {
    if (t >= 0 && !constant_[t]) graph_inputs.push_back(t);
  }
  const auto subgraph = CreateSubGraphDirect(builder_, &tensors_, &graph_inputs,
                                             &outputs_, &operators_);
  const auto subgraphs = builder_.CreateVector(&subgraph, 1);
  const auto opcodes = builder_.CreateVector(opcodes_);
  const auto buffers = builder_.CreateVector(buffers_);
  FinishModelBuffer(builder_, CreateModel(builder_, kSchemaVersion, opcodes,
                                          subgraphs, 0, buffers));
}

}  // namespace kernel_tests
}  // namespace tflite
