#include "testing/conformance/support_checks/node_forms.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <type_traits>

#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace conformance {
namespace {

constexpr size_t kMostContents = 1 << 16;  // bytes of a constant
constexpr int kLarge = 100000;
// Above most limits; some plans have a list with an entry per element.
constexpr int kLargest = 40000;
constexpr int kMostExponent = 400;  // of scales: beyond those of floats
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

constexpr TfLiteType kTypes[] = {
    kTfLiteFloat32, kTfLiteFloat16, kTfLiteInt4,  kTfLiteInt8, kTfLiteUInt8,
    kTfLiteInt16,   kTfLiteInt32,   kTfLiteInt64, kTfLiteBool, kTfLiteString};

// The fields of an operator's options, in order: p padding, a activation, e
// another enumeration, i integer, w stride or dilation, f float, b boolean.
struct OptionFields {
  int code;
  const char* fields;
};
constexpr OptionFields kOptionFields[] = {
    {kTfLiteBuiltinAdd, "ab"},
    {kTfLiteBuiltinSub, "ab"},
    {kTfLiteBuiltinMul, "a"},
    {kTfLiteBuiltinDiv, "a"},
    {kTfLiteBuiltinArgMax, "i"},
    {kTfLiteBuiltinArgMin, "i"},
    {kTfLiteBuiltinAveragePool2d, "pwwiia"},
    {kTfLiteBuiltinMaxPool2d, "pwwiia"},
    {kTfLiteBuiltinL2Pool2d, "pwwiia"},
    {kTfLiteBuiltinBatchMatmul, "bbb"},
    {kTfLiteBuiltinBidirectionalSequenceLstm, "affbbb"},
    {kTfLiteBuiltinBidirectionalSequenceRnn, "babb"},
    {kTfLiteBuiltinUnidirectionalSequenceLstm, "affbbb"},
    {kTfLiteBuiltinUnidirectionalSequenceRnn, "bab"},
    {kTfLiteBuiltinLstm, "affeb"},
    {kTfLiteBuiltinRnn, "ab"},
    {kTfLiteBuiltinSvdf, "iab"},
    {kTfLiteBuiltinConcatenation, "ia"},
    {kTfLiteBuiltinConv2d, "pwwawwi"},
    {kTfLiteBuiltinDepthwiseConv2d, "pwwiaww"},
    {kTfLiteBuiltinTransposeConv, "pwwai"},
    {kTfLiteBuiltinFullyConnected, "aebbi"},
    {kTfLiteBuiltinCumsum, "bb"},
    {kTfLiteBuiltinDepthToSpace, "i"},
    {kTfLiteBuiltinSpaceToDepth, "i"},
    {kTfLiteBuiltinGather, "ii"},
    {kTfLiteBuiltinGelu, "b"},
    {kTfLiteBuiltinL2Normalization, "a"},
    {kTfLiteBuiltinLeakyRelu, "f"},
    {kTfLiteBuiltinLocalResponseNormalization, "ifff"},
    {kTfLiteBuiltinMirrorPad, "e"},
    {kTfLiteBuiltinOneHot, "i"},
    {kTfLiteBuiltinPack, "ii"},
    {kTfLiteBuiltinUnpack, "ii"},
    {kTfLiteBuiltinMean, "b"},
    {kTfLiteBuiltinSum, "b"},
    {kTfLiteBuiltinReduceMax, "b"},
    {kTfLiteBuiltinReduceMin, "b"},
    {kTfLiteBuiltinReduceProd, "b"},
    {kTfLiteBuiltinResizeBilinear, "bb"},
    {kTfLiteBuiltinResizeNearestNeighbor, "bb"},
    {kTfLiteBuiltinReverseSequence, "ii"},
    {kTfLiteBuiltinSoftmax, "f"},
    {kTfLiteBuiltinSplit, "i"},
    {kTfLiteBuiltinSplitV, "i"},
    {kTfLiteBuiltinStridedSlice, "iiiiib"},
};

std::string FieldsOf(int code) {
  for (const OptionFields& row : kOptionFields) {
    if (row.code == code) return row.fields;
  }
  return "";
}

// Keeps the shapes of as many outputs as an operator has.
TfLiteStatus Resize(TfLiteContext*, TfLiteTensor* tensor,
                    TfLiteIntArray* shape) {
  static TfLiteIntArray* kept[64];
  static size_t next = 0;
  TfLiteIntArray*& place = kept[next++ % 64];
  if (place != nullptr) TfLiteIntArrayFree(place);
  tensor->dims = place = shape;
  return kTfLiteOk;
}

// The graph of PutBetweenLayers.
TfLiteNode g_graph[3];
TfLiteRegistration g_registrations[3];

TfLiteStatus GetPlan(TfLiteContext*, TfLiteIntArray** plan) {
  static int nodes[] = {3, 0, 1, 2};
  *plan = reinterpret_cast<TfLiteIntArray*>(nodes);
  return kTfLiteOk;
}
TfLiteStatus GetNode(TfLiteContext*, int index, TfLiteNode** node,
                     TfLiteRegistration** registration) {
  *node = &g_graph[index];
  *registration = &g_registrations[index];
  return kTfLiteOk;
}

}  // namespace

NodeForms::NodeForms(TfLiteContext* context, int index)
    : context_(*context),
      tensors_(context->tensors, context->tensors + context->tensors_size) {
  TfLiteNode* node = nullptr;
  TfLiteRegistration* registration = nullptr;
  context->GetNodeAndRegistration(context, index, &node, &registration);
  node_ = first_node_ = *node;
  registration_ = first_registration_ = *registration;
  first_tensors_ = tensors_;
  context_.tensors = tensors_.data();
  context_.ResizeTensor = Resize;
  for (const TfLiteIntArray* list : {node->inputs, node->outputs}) {
    for (int i = 0; i < list->size; ++i) {
      const int t = list->data[i];
      if (t >= 0 && std::count(operands_.begin(), operands_.end(), t) == 0) {
        operands_.push_back(t);
      }
    }
  }
}

void NodeForms::PutBetweenLayers() {
  for (TfLiteRegistration& registration : g_registrations) {
    registration.builtin_code = kTfLiteBuiltinConv2d;
  }
  g_registrations[1] = registration_;
  g_graph[0].inputs = g_graph[2].outputs = nullptr;
  g_graph[0].outputs = node_.inputs;
  g_graph[1] = node_;
  g_graph[2].inputs = node_.outputs;
  context_.GetExecutionPlan = GetPlan;
  context_.GetNodeAndRegistration = GetNode;
}

bool NodeForms::IsConstant(int t) {
  return base::TensorView(&At(t)).is_constant();
}

std::vector<int> NodeForms::ShapeOf(int t) {
  const TfLiteIntArray* dims = At(t).dims;
  return {dims->data, dims->data + dims->size};
}

TfLiteIntArray* NodeForms::Ints(const std::vector<int>& values) {
  TfLiteIntArray* array = TfLiteIntArrayCreate(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), array->data);
  arrays_.emplace_back(array);
  return array;
}

bool NodeForms::Try(bool fits) {
  const bool taken = fits && (*check_)(&context_, registration_, node_);
  node_ = first_node_;
  registration_ = first_registration_;
  tensors_ = first_tensors_;
  context_.tensors = tensors_.data();
  arrays_.clear();
  scales_.clear();
  quantizations_.clear();
  contents_.clear();
  return taken;
}

void NodeForms::Largest(int from, const std::function<bool(int)>& taken) {
  int most = from, more = kLargest;
  if (!taken(most) || taken(more)) return;
  while (more - most > 1) {
    const int middle = most + (more - most) / 2;
    (taken(middle) ? most : more) = middle;
  }
}

// Contents as large as the type and shape say: the original ones, repeated.
bool NodeForms::GiveContents(int t) {
  TfLiteTensor& tensor = At(t);
  const TfLiteTensor& first = first_tensors_[t];
  const int64_t elements = base::TensorView(&tensor).num_elements();
  const auto bytes = base::BytesFor(tensor.type, elements);
  if (!bytes.ok() || *bytes > kMostContents) return false;
  contents_.emplace_back(*bytes);
  const bool filled = first.data.raw != nullptr && first.bytes > 0;
  for (size_t i = 0; filled && i < *bytes; ++i) {
    contents_.back()[i] = first.data.raw[i % first.bytes];
  }
  tensor.bytes = *bytes;
  tensor.data.raw = contents_.back().data();
  return true;
}

bool NodeForms::SetType(int t, TfLiteType type) {
  At(t).type = type;
  return !IsConstant(t) || GiveContents(t);
}

bool NodeForms::SetShape(int t, const std::vector<int>& shape) {
  At(t).dims = Ints(shape);
  return !IsConstant(t) || GiveContents(t);
}

void NodeForms::SetScales(int t, const std::vector<float>& scales,
                          int zero_point, int dimension) {
  const int n = static_cast<int>(scales.size());
  TfLiteFloatArray* array = TfLiteFloatArrayCreate(n);
  std::copy(scales.begin(), scales.end(), array->data);
  scales_.emplace_back(array);
  quantizations_.push_back(std::make_unique<TfLiteAffineQuantization>());
  *quantizations_.back() = {array, Ints(std::vector<int>(n, zero_point)),
                            dimension};
  TfLiteTensor& tensor = At(t);
  tensor.quantization = {kTfLiteAffineQuantization,
                         quantizations_.back().get()};
  tensor.params = {n == 1 ? scales[0] : 0.0f, n == 1 ? zero_point : 0};
}

// Each tensor, and all tensors of one type.
void NodeForms::Types() {
  for (const TfLiteType type : kTypes) {
    std::set<TfLiteType> replaced = {type};
    for (const int t : operands_) {
      const TfLiteType before = At(t).type;
      if (before == type) continue;
      Try(SetType(t, type));
      if (!replaced.insert(before).second) continue;
      bool fit = true;
      for (const int other : operands_) {
        if (At(other).type == before) fit &= SetType(other, type);
      }
      Try(fit);
    }
  }
}

// Gives all of the tensors, which have the same shape, other ones.
void NodeForms::Shapes(const std::vector<int>& tensors) {
  const std::vector<int> now = ShapeOf(tensors[0]);
  std::vector<std::vector<int>> shapes = {{}};
  for (size_t a = 0; a < now.size(); ++a) {
    for (const int extent : {0, 1, now[a] + 1, 3 * now[a], kLarge}) {
      shapes.push_back(now);
      shapes.back()[a] = extent;
    }
  }
  for (const size_t rank : {now.size() + 1, size_t{6}, size_t{7}}) {
    if (rank <= now.size()) continue;
    shapes.push_back(now);
    shapes.back().insert(shapes.back().begin(), rank - now.size(), 1);
  }
  if (!now.empty()) shapes.emplace_back(now.begin() + 1, now.end());
  const auto taken = [&](const std::vector<int>& shape) {
    bool fit = true;
    for (const int t : tensors) fit &= SetShape(t, shape);
    return Try(fit);
  };
  for (const std::vector<int>& shape : shapes) taken(shape);
  for (size_t a = 0; a < now.size(); ++a) {
    std::vector<int> shape = now;
    Largest(now[a], [&](int extent) {
      shape[a] = extent;
      return taken(shape);
    });
  }
}

// The inputs that have the shape of the first one.
void NodeForms::Together() {
  std::vector<int> tensors;
  for (int i = 0; i < node_.inputs->size; ++i) {
    const int t = node_.inputs->data[i];
    if (t >= 0 && !IsConstant(t) &&
        (tensors.empty() || ShapeOf(t) == ShapeOf(tensors[0]))) {
      tensors.push_back(t);
    }
  }
  if (tensors.size() > 1) Shapes(tensors);
}

void NodeForms::Roles(int t) {
  if (IsConstant(t)) {
    At(t).allocation_type = kTfLiteArenaRw;
    At(t).data.raw = nullptr;
    Try(true);
  } else {
    At(t).allocation_type = kTfLiteMmapRo;
    Try(GiveContents(t));
  }
  At(t).allocation_type = kTfLiteDynamic;
  Try(true);
  At(t).is_variable = !At(t).is_variable;
  Try(true);
}

void NodeForms::Quantization(int t) {
  const base::TensorView tensor(&At(t));
  const bool quantized = tensor.is_quantized();
  const float scale = quantized ? tensor.scales()[0] : 0.5f;
  const int zero_point = quantized ? At(t).params.zero_point : 0;
  const int channels = tensor.rank() == 0 ? 1 : tensor.dim(-1);
  const int last = std::max(tensor.rank() - 1, 0);
  At(t).quantization = {kTfLiteNoQuantization, nullptr};
  At(t).params = {};
  Try(true);
  for (const float factor :
       {1.0f, 1.5f, 300.0f, 1e-4f, 1e-38f, 0.0f, -1.0f, kNan, kInf}) {
    SetScales(t, {factor * scale}, zero_point, 0);
    Try(true);
  }
  for (const int sign : {-1, 1}) {
    Largest(0, [&](int exponent) {
      SetScales(t,
                {std::ldexp(scale, sign * std::min(exponent, kMostExponent))},
                zero_point, 0);
      return Try(true);
    });
  }
  for (const int zero : {-32769, -129, -128, -1, 0, 1, 127, 128, 255, 256}) {
    SetScales(t, {scale}, zero, 0);
    Try(true);
  }
  for (const int n : {2, std::min(channels, 1000)}) {
    for (const int dimension : {0, last}) {
      SetScales(t, std::vector<float>(n, scale), 0, dimension);
      Try(true);
    }
  }
}

template <typename T>
void NodeForms::Values(int t, const std::vector<T>& values) {
  const size_t count = std::min<size_t>(At(t).bytes / sizeof(T), 8);
  for (size_t i = 0; i < count; ++i) {
    T before;
    std::memcpy(&before, first_tensors_[t].data.raw + i * sizeof(T), sizeof(T));
    std::vector<T> all = values;
    for (const T by : {T{1}, static_cast<T>(-1)}) {
      all.push_back(static_cast<T>(before + by));
    }
    for (const T value : all) {
      const bool fits = GiveContents(t);
      if (fits) std::memcpy(At(t).data.raw + i * sizeof(T), &value, sizeof(T));
      Try(fits);
    }
  }
}

// Contents of short lists, and of one element of others.
void NodeForms::Contents(int t) {
  if (!IsConstant(t) || At(t).bytes == 0) return;
  switch (At(t).type) {
    case kTfLiteInt32:
      return Values<int32_t>(t, {-kLarge, 0, kLarge});
    case kTfLiteInt64:
      return Values<int64_t>(t, {-kLarge, 0, int64_t{1} << 40});
    case kTfLiteFloat32:
      return Values<float>(t, {-1.0f, 0.0f, 1e30f, kNan, kInf});
    case kTfLiteInt8:
    case kTfLiteUInt8:
      return Values<uint8_t>(t,
                             {static_cast<uint8_t>(At(t).params.zero_point)});
    default:
      return;
  }
}

// Without an input, with one more, with fewer outputs.
void NodeForms::Operands() {
  const std::vector<int> inputs(node_.inputs->data,
                                node_.inputs->data + node_.inputs->size);
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::vector<int> other = inputs;
    other[i] = -1;
    node_.inputs = Ints(other);
    Try(true);
  }
  if (inputs.empty() || node_.outputs->size == 0) return;
  node_.inputs = Ints({inputs.begin(), inputs.end() - 1});
  Try(true);
  std::vector<int> more = inputs;
  more.push_back(inputs[0]);
  node_.inputs = Ints(more);
  Try(true);
  node_.outputs = Ints(
      {node_.outputs->data, node_.outputs->data + node_.outputs->size - 1});
  Try(true);
}

template <typename T>
void NodeForms::Field(char* field, const std::vector<T>& values) {
  T before;
  std::memcpy(&before, field, sizeof(T));
  const auto taken = [&](T value) {
    std::memcpy(field, &value, sizeof(T));
    return Try(true);
  };
  for (const T value : values) taken(value);
  if constexpr (std::is_same_v<T, int32_t>) {
    if (values.size() > 1) Largest(before, taken);
  }
  std::memcpy(field, &before, sizeof(T));
}

void NodeForms::Options() {
  char* const options = static_cast<char*>(node_.builtin_data);
  if (options == nullptr) return;
  size_t at = 0;
  for (const char kind : FieldsOf(registration_.builtin_code)) {
    const size_t bytes = kind == 'b' ? 1 : 4;
    at = (at + bytes - 1) / bytes * bytes;
    switch (kind) {
      case 'i':
        Field<int32_t>(options + at, {-1, 0, 1, 2, 3, 8, 300, kLarge});
        break;
      case 'w':
        Field<int32_t>(options + at,
                       {-1, 0, 1, 2, 3, 8, 300, kLarge, 1 << 22, 1 << 24});
        break;
      case 'f':
        Field<float>(options + at, {-1.0f, 0.0f, 0.5f, 1.0f, 1e30f, kNan});
        break;
      case 'b':
        Field<bool>(options + at, {false, true});
        break;
      default:  // enumerations
        for (int32_t i = 0; i <= (kind == 'a' ? 6 : 2); ++i) {
          Field<int32_t>(options + at, {i});
        }
    }
    at += bytes;
  }
  node_.builtin_data = nullptr;
  Try(true);
}

void NodeForms::ForEach(const Check& check) {
  check_ = &check;
  Try(true);
  registration_.version = 1;
  Try(true);
  Operands();
  Types();
  for (const int t : operands_) {
    Roles(t);
    Shapes({t});
    Quantization(t);
    Contents(t);
  }
  Together();
  Options();
}

}  // namespace conformance
}  // namespace tflite
