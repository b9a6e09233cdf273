#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/embedding_lookup/embedding_lookup.h"
#include "kernels/math/packed.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

Status CheckId(int64_t id, int64_t rows, const char* constraint) {
  if (id >= 0 && id < rows) return OkStatus();
  return Invalid(constraint, ": index out of bounds. Got ", id,
                 ", and bounds are [0, ", rows - 1, "]");
}

// Copies `count` packed elements of 2 or 4 bits.
void CopyPacked(int bits, const uint8_t* in, int64_t from, int64_t count,
                uint8_t* out, int64_t to) {
  const int per_byte = 8 / bits;
  const int mask = (1 << bits) - 1;
  for (int64_t i = 0; i < count; ++i) {
    const int value =
        (in[(from + i) / per_byte] >> ((from + i) % per_byte * bits)) & mask;
    uint8_t& byte = out[(to + i) / per_byte];
    const int shift = static_cast<int>((to + i) % per_byte) * bits;
    byte = static_cast<uint8_t>((byte & ~(mask << shift)) | (value << shift));
  }
}

// Row `id` of the table becomes row i of the output.
void CopyRow(const EmbeddingLookup& op, EvalContext& context, int64_t id,
             int64_t i) {
  const int bits = ElementBits(op.table_type);
  if (bits < 8) {
    CopyPacked(bits, context.in<uint8_t>(1), id * op.row_size, op.row_size,
               context.out<uint8_t>(0), i * op.row_size);
    return;
  }
  const int64_t bytes = op.row_size * (bits / 8);
  std::memcpy(context.out<char>(0) + i * bytes,
              context.in<char>(1) + id * bytes, bytes);
}

// The stored integer of a table of quantized numbers. UINT8 with zero point 0
// holds two's complement bytes, as early converters wrote symmetric tables.
int32_t StoredAt(const EmbeddingLookup& op, const uint8_t* table, int64_t i,
                 int32_t zero_point) {
  switch (op.table_type) {
    case kTfLiteInt4:
      return PackedInt4At(table, i);
    case kTfLiteInt2:
      return PackedInt2At(table, i);
    case kTfLiteUInt8:
      return zero_point == 0 ? static_cast<int8_t>(table[i]) : table[i];
    default:
      return static_cast<int8_t>(table[i]);
  }
}

void DequantizeRow(const EmbeddingLookup& op, EvalContext& context,
                   const std::vector<float>& block_scales, int64_t id,
                   int64_t i) {
  const TensorView table = context.input(1);
  const bool by_row = !op.row_scales.empty();
  const int32_t zero_point = op.blocks ? 0
                             : by_row  ? op.row_zero_points[id]
                                       : table.zero_point();
  const float scale = by_row ? op.row_scales[id] : table.scale();
  const uint8_t* stored = table.data<uint8_t>();
  void* out = context.out<void>(0);
  for (int64_t k = 0; k < op.row_size; ++k) {
    const int64_t at = id * op.row_size + k;
    const float s = op.blocks ? block_scales[at / op.blocks.size] : scale;
    const int64_t q =
        int64_t{StoredAt(op, stored, at, zero_point)} - zero_point;
    const float value = s * static_cast<float>(q);
    if (op.output_type == kTfLiteFloat16) {
      static_cast<uint16_t*>(out)[i * op.row_size + k] = half(value).to_bits();
    } else {
      static_cast<float*>(out)[i * op.row_size + k] = value;
    }
  }
}

// Where an entry's sum is in the output.
StatusOr<int64_t> OutputRow(const EmbeddingLookupSparse& op,
                            const int32_t* index, const int32_t* dense_shape) {
  int64_t row = 0;
  for (int32_t d = 0; d < op.rank; ++d) {
    if (index[d] < 0 || index[d] >= dense_shape[d]) {
      return Invalid("S6: index ", index[d], " in dimension ", d, " of ",
                     dense_shape[d]);
    }
    if (d + 1 < op.rank) row = row * dense_shape[d] + index[d];
  }
  return row;
}

}  // namespace

Status EvalEmbeddingLookupReference(const EmbeddingLookup& op,
                                    EvalContext& context) {
  std::vector<float> block_scales;
  if (op.blocks) block_scales = ReadBlockScales(context.context(), op.blocks);
  const TensorView output = context.output(0);
  // A last byte that is not full ends in zeros.
  if (ElementBits(op.output_type) < 8 && output.bytes() > 0) {
    std::memset(output.mutable_data<char>(), 0, output.bytes());
  }
  const auto id_at = [&](int64_t i) -> int64_t {
    return op.ids_are_64_bit ? context.in<int64_t>(0)[i]
                             : context.in<int32_t>(0)[i];
  };
  for (int64_t i = 0; i < op.count; ++i) {
    TFLL_RETURN_IF_ERROR(CheckId(id_at(i), op.rows, "C6"));
  }
  if (op.row_size == 0) return OkStatus();
  const auto run = [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      if (op.dequantize) {
        DequantizeRow(op, context, block_scales, id_at(i), i);
      } else {
        CopyRow(op, context, id_at(i), i);
      }
    }
  };
  // The least number of elements for a thread. Two of them must not write to
  // the same byte.
  constexpr int64_t kGrain = 16384;
  const bool shares = op.row_size * ElementBits(op.output_type) % 8 != 0;
  context.threads().ParallelFor(
      op.count, shares ? op.count : LeastItems(kGrain, {op.row_size}), run);
  return OkStatus();
}

Status EvalEmbeddingLookupSparseReference(const EmbeddingLookupSparse& op,
                                          EvalContext& context) {
  const int32_t* ids = context.in<int32_t>(0);
  const int32_t* indices = context.in<int32_t>(1);
  const int32_t* dense_shape = context.in<int32_t>(2);
  const float* weights = context.in<float>(3);
  const float* table = context.in<float>(4);
  float* out = context.out<float>(0);
  const int64_t elements = context.output(0).num_elements();
  std::fill_n(out, elements, 0.0f);
  // What each output row is divided by: the sum of weights or of their squares.
  const int64_t out_rows = op.row_size == 0 ? 0 : elements / op.row_size;
  std::vector<float> divisors(out_rows);
  std::vector<bool> used(out_rows);
  std::vector<int64_t> out_row(op.count);
  for (int64_t i = 0; i < op.count; ++i) {
    TFLL_RETURN_IF_ERROR(CheckId(ids[i], op.rows, "S6"));
    TFLL_ASSIGN_OR_RETURN(const int64_t row,
                          OutputRow(op, indices + i * op.rank, dense_shape));
    if (op.row_size == 0) continue;
    const float w = weights[i];
    out_row[i] = row;
    used[row] = true;
    divisors[row] += op.combiner == kTfLiteCombinerTypeSqrtn ? w * w : w;
  }
  // Columns of all rows: the entries of a row are added in order.
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t i = 0; i < op.count; ++i) {
      float* to = out + out_row[i] * op.row_size;
      const float* from = table + ids[i] * op.row_size;
      for (int64_t k = begin; k < end; ++k) to[k] += weights[i] * from[k];
    }
    for (int64_t row = 0; row < out_rows; ++row) {
      if (op.combiner == kTfLiteCombinerTypeSum || !used[row]) continue;
      const float divisor = op.combiner == kTfLiteCombinerTypeSqrtn
                                ? std::sqrt(divisors[row])
                                : divisors[row];
      float* to = out + row * op.row_size;
      for (int64_t k = begin; k < end; ++k) to[k] /= divisor;
    }
  };
  // The least number of products for a thread.
  constexpr int64_t kGrain = 16384;
  context.threads().ParallelFor(op.row_size, LeastItems(kGrain, {op.count}),
                                run);
  return OkStatus();
}

}  // namespace tflite::kernels
