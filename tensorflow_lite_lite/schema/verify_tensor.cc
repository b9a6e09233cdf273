#include "tensorflow_lite_lite/schema/verify_tensor.h"

#include <cstring>
#include <limits>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"
#include "tensorflow_lite_lite/schema/sparsity.h"

namespace tflite::schema {
namespace {

// Leaves room for arithmetic on sizes in 64 bits.
constexpr int64_t kMaxElements = int64_t{1} << 60;

// The number of elements. Even if a dimension is 0, no product of other
// dimensions may overflow.
StatusOr<int64_t> CountElements(absl::Span<const int32_t> shape) {
  int64_t product = 1;
  bool empty = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 0) {
      return Invalid("dimension ", i, " is negative: ", shape[i]);
    }
    if (shape[i] == 0) {
      empty = true;
    } else if (!CheckedMul<int64_t>(product, shape[i], &product)) {
      return Invalid("the shape has too many elements");
    }
  }
  if (empty) return 0;
  if (product > kMaxElements) {
    return Invalid("the shape has too many elements");
  }
  return product;
}

StatusOr<int64_t> CountBytes(int64_t elements, int bits) {
  int64_t total = 0;
  if (!CheckedMul<int64_t>(elements, bits, &total) ||
      total / 8 > kMaxElements) {
    return Invalid("the shape has too many bytes");
  }
  return total / 8 + (total % 8 != 0);
}

Status CheckTensorIndex(const char* what, int32_t index, int64_t tensors) {
  if (index >= 0 && index < tensors) return OkStatus();
  return Invalid(what, " is tensor ", index, ": the subgraph has ", tensors);
}

// Checks scales, zero points and their dimension.
Status CheckAffine(const QuantizationParameters& q,
                   absl::Span<const int32_t> shape) {
  const int64_t scales = SizeOf(q.scale());
  if (scales == 0) return OkStatus();
  if (SizeOf(q.zero_point()) != scales) {
    return Invalid("quantization has ", SizeOf(q.zero_point()),
                   " zero points and ", scales, " scales");
  }
  // One combined check, which is fast; the loop below only finds the bad one.
  int64_t wide = 0;
  for (int64_t i = 0; i < scales; ++i) {
    const int64_t zero_point = Int64At(q.zero_point(), i);
    wide |= zero_point ^ static_cast<int32_t>(zero_point);
  }
  for (int64_t i = 0; wide != 0 && i < scales; ++i) {
    int32_t narrow;
    const int64_t zero_point = Int64At(q.zero_point(), i);
    if (!CheckedCast(zero_point, &narrow)) {
      return Invalid("zero point ", i, " does not fit 32 bits: ", zero_point);
    }
  }
  const int32_t dim = q.quantized_dimension();
  if (scales == 1 || shape.empty()) return OkStatus();
  if (dim < 0 || static_cast<size_t>(dim) >= shape.size()) {
    return Invalid("quantized_dimension is ", dim, " in a tensor of rank ",
                   shape.size());
  }
  if (scales != shape[dim]) {
    return Invalid("quantization has ", scales, " scales for the ", shape[dim],
                   " slices of dimension ", dim);
  }
  return OkStatus();
}

Status CheckBlockwise(const BlockwiseQuantization& q, int64_t tensors) {
  TFLL_RETURN_IF_ERROR(CheckTensorIndex("scales", q.scales(), tensors));
  if (q.zero_points() != -1) {
    TFLL_RETURN_IF_ERROR(
        CheckTensorIndex("zero_points", q.zero_points(), tensors));
  }
  if (q.block_size() < 0) {
    return Invalid("block_size is negative: ", q.block_size());
  }
  for (const int32_t extent : Ints(q.block_shape())) {
    if (extent < 0) return Invalid("block_shape has the extent ", extent);
  }
  return OkStatus();
}

Status CheckMultiAxis(const MultiAxisQuantization& q, int64_t rank,
                      int64_t tensors) {
  TFLL_RETURN_IF_ERROR(CheckTensorIndex("scales", q.scales(), tensors));
  if (q.zero_points() != -1) {
    TFLL_RETURN_IF_ERROR(
        CheckTensorIndex("zero_points", q.zero_points(), tensors));
  }
  if (q.block_size() < 0) {
    return Invalid("block_size is negative: ", q.block_size());
  }
  for (const int32_t dim : Ints(q.quantized_dimensions())) {
    if (dim < 0 || dim >= rank) {
      return Invalid("quantized dimension ", dim, " in a tensor of rank ",
                     rank);
    }
  }
  return OkStatus();
}

Status CheckQuantization(const Tensor& tensor, int64_t tensors,
                         VerifyBudget* budget) {
  const QuantizationParameters* q = tensor.quantization();
  if (q == nullptr) return OkStatus();
  TFLL_RETURN_IF_ERROR(
      budget->Charge(SizeOf(q->scale()) + SizeOf(q->zero_point())));
  TFLL_RETURN_IF_ERROR(CheckAffine(*q, Ints(tensor.shape())));
  if (const auto* blockwise = q->details_as_BlockwiseQuantization()) {
    TFLL_RETURN_IF_ERROR(budget->Charge(SizeOf(blockwise->block_shape())));
    return CheckBlockwise(*blockwise, tensors);
  }
  if (const auto* axes = q->details_as_MultiAxisQuantization()) {
    TFLL_RETURN_IF_ERROR(budget->Charge(SizeOf(axes->quantized_dimensions())));
    return CheckMultiAxis(*axes, SizeOf(tensor.shape()), tensors);
  }
  return OkStatus();
}

int32_t ReadInt32(const uint8_t* p) {
  int32_t value;
  std::memcpy(&value, p, sizeof(value));
  return value;
}

// The layout of string data: the number of strings n, n + 1 offsets from the
// start, of which the last is the end, then the characters.
Status CheckStrings(absl::Span<const uint8_t> bytes, int64_t elements) {
  constexpr int64_t kWord = sizeof(int32_t);
  const int64_t size = bytes.size();
  const int64_t count = size < kWord ? -1 : ReadInt32(bytes.data());
  if (count < 0 || size < (count + 2) * kWord) {
    return Invalid("its ", size, " bytes are not a valid string table");
  }
  if (count != elements) {
    return Invalid("it holds ", count, " strings, its shape has ", elements);
  }
  int64_t last = (count + 2) * kWord;
  for (int64_t i = 0; i <= count; ++i) {
    const int64_t offset = ReadInt32(bytes.data() + (i + 1) * kWord);
    if (offset < last || offset > size) {
      return Invalid("string ", i, " begins at ", offset, " of ", size,
                     " bytes, after ", last);
    }
    last = offset;
  }
  return OkStatus();
}

// The contents must be at least as large as type and shape require. More is
// harmless: some writers pad.
Status CheckContents(const Tensor& tensor, absl::Span<const uint8_t> contents,
                     int64_t elements, int64_t stored, VerifyBudget* budget) {
  if (tensor.type() == TensorType_STRING) {
    TFLL_RETURN_IF_ERROR(budget->Charge(elements));
    return CheckStrings(contents, elements);
  }
  const int bits = TensorTypeBits(tensor.type());
  if (bits == 0) {
    return Invalid("type ", TensorTypeName(tensor.type()),
                   " cannot have constant contents");
  }
  TFLL_ASSIGN_OR_RETURN(const int64_t needed, CountBytes(stored, bits));
  if (static_cast<uint64_t>(needed) > contents.size()) {
    return Invalid("buffer ", tensor.buffer(), " has ", contents.size(),
                   " bytes, shape and type need ", needed);
  }
  return OkStatus();
}

StatusOr<TensorFacts> Check(const ModelFile& model, const Tensor& tensor,
                            int64_t tensors, VerifyBudget* budget) {
  const int bits = TensorTypeBits(tensor.type());
  if (bits < 0) {
    return Invalid("its type ", static_cast<int>(tensor.type()), " is unknown");
  }
  const auto shape = Ints(tensor.shape());
  TFLL_RETURN_IF_ERROR(
      budget->Charge(shape.size() + SizeOf(tensor.shape_signature())));
  TFLL_ASSIGN_OR_RETURN(const int64_t elements, CountElements(shape));
  TFLL_RETURN_IF_ERROR(CountBytes(elements, bits).status());
  TFLL_RETURN_IF_ERROR(CheckQuantization(tensor, tensors, budget));

  int64_t stored = elements;
  if (tensor.sparsity() != nullptr) {
    auto extent = CheckSparsity(*tensor.sparsity(), shape);
    if (!extent.ok()) return Annotate(extent.status(), "sparsity");
    TFLL_RETURN_IF_ERROR(budget->Charge(extent->entries));
    stored = extent->values;
  }
  TensorFacts facts;
  TFLL_ASSIGN_OR_RETURN(const auto contents,
                        BufferContents(model, tensor.buffer()));
  facts.constant = !contents.empty();
  if (!facts.constant) return facts;
  TFLL_RETURN_IF_ERROR(
      CheckContents(tensor, contents, elements, stored, budget));
  const bool bools = tensor.type() == TensorType_BOOL;
  if (!model.file.empty() && (bools || !IsAligned(contents, tensor.type()))) {
    TFLL_RETURN_IF_ERROR(
        budget->ChargeCopy(contents.data(), contents.size(), bools));
  }
  return facts;
}

}  // namespace

std::string TensorLabel(const SubGraph& subgraph, int index) {
  return StrCat("tensor ", index,
                Quoted(subgraph.tensors()->Get(index)->name()));
}

StatusOr<TensorFacts> VerifyTensor(const ModelFile& model,
                                   const SubGraph& subgraph, int index,
                                   VerifyBudget* budget) {
  auto facts = Check(model, *subgraph.tensors()->Get(index),
                     subgraph.tensors()->size(), budget);
  if (!facts.ok())
    return Annotate(facts.status(), TensorLabel(subgraph, index));
  return facts;
}

}  // namespace tflite::schema
