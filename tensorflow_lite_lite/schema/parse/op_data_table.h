#ifndef TENSORFLOW_LITE_LITE_SCHEMA_PARSE_OP_DATA_TABLE_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_PARSE_OP_DATA_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/schema/parse/tensor_type.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

// Defines ParseOpData's table: one row per operator, made from a function
// `Status Fill(const SomeOptions& options, TfLiteSomeParams* params)` that
// receives zeroed params.
namespace tflite::schema {

struct OpDataRow {
  BuiltinOperator op;
  // The tag of the options in Operator.builtin_options or in builtin_options_2;
  // the other one is NONE.
  BuiltinOptions tag;
  BuiltinOptions2 tag_2;
  size_t size;
  size_t alignment;
  Status (*fill)(const void* options, void* params);
};

template <auto Fill>
struct FillTraits;
template <typename Options, typename Params,
          Status (*Fill)(const Options&, Params*)>
struct FillTraits<Fill> {
  static Status Call(const void* options, void* params) {
    return Fill(*static_cast<const Options*>(options),
                static_cast<Params*>(params));
  }
  static constexpr OpDataRow Row(BuiltinOperator op) {
    return {op,
            BuiltinOptionsTraits<Options>::enum_value,
            BuiltinOptions2Traits<Options>::enum_value,
            sizeof(Params),
            alignof(Params),
            &Call};
  }
};

template <auto Fill>
constexpr OpDataRow Row(BuiltinOperator op) {
  return FillTraits<Fill>::Row(op);
}

// The rows by family, one file per family.
absl::Span<const OpDataRow> ConvRows();
absl::Span<const OpDataRow> ElementwiseRows();
absl::Span<const OpDataRow> ShapeRows();
absl::Span<const OpDataRow> RecurrentRows();
absl::Span<const OpDataRow> ControlFlowRows();
absl::Span<const OpDataRow> StablehloRows();

// Conversions of enums; errors name the bad value.
Status ToC(ActivationFunctionType activation, TfLiteFusedActivation* out);
Status ToC(Padding padding, TfLitePadding* out);
Status ToC(TensorType type, TfLiteType* out);

// Whether a Fill function received defaults because the node has no options.
bool IsAbsent(const void* options);

// A type from `options`; kTfLiteNoType if there are no options, unless the
// schema's default is not the first type.
template <typename Options>
Status TypeToC(const Options& options, TensorType type, TfLiteType* out) {
  if (type != TensorType_FLOAT32 || !IsAbsent(&options)) return ToC(type, out);
  *out = kTfLiteNoType;
  return OkStatus();
}

// Copies a list to an array of fixed capacity; an absent list is empty. `what`
// is its name in errors.
template <typename T, size_t kCapacity, typename Count>
Status CopyList(const char* what, const flatbuffers::Vector<T>* list,
                T (&out)[kCapacity], Count* count) {
  const size_t size = list == nullptr ? 0 : list->size();
  if (size > kCapacity) {
    return Invalid("Found too many dimensions: ", what, " has ", size,
                   " elements, at most ", kCapacity, " are supported");
  }
  // Not with Get(): 8-byte elements may be unaligned in a malformed file.
  if (size > 0) std::memcpy(out, list->Data(), size * sizeof(T));
  *count = static_cast<Count>(size);
  return OkStatus();
}

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_PARSE_OP_DATA_TABLE_H_
