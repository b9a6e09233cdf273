#include "tensorflow_lite_lite/schema/parse/flatbuffer_conversions.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "tensorflow_lite_lite/schema/parse/op_data_table.h"
#include "tensorflow_lite_lite/schema/parse/tensor_type.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite {
namespace {

// A table without fields: its accessors return the schema's defaults. The
// vtable (its own size and the table's, 4 bytes each) precedes the table, which
// contains the distance to it.
alignas(4) constexpr uint8_t kEmptyTable[] = {4, 0, 4, 0, 4, 0, 0, 0};
static_assert(FLATBUFFERS_LITTLEENDIAN, "kEmptyTable is little-endian");

const void* EmptyTable() { return kEmptyTable + 4; }

using RowByCode = std::array<const schema::OpDataRow*, BuiltinOperator_MAX + 1>;

RowByCode MakeTable() {
  RowByCode table{};
  for (const auto rows : {schema::ConvRows(), schema::ElementwiseRows(),
                          schema::ShapeRows(), schema::RecurrentRows(),
                          schema::ControlFlowRows(), schema::StablehloRows()}) {
    for (const schema::OpDataRow& row : rows) table[row.op] = &row;
  }
  return table;
}

// Null for an operator without options.
const schema::OpDataRow* FindRow(BuiltinOperator code) {
  static const RowByCode table = MakeTable();
  if (code < BuiltinOperator_MIN || code > BuiltinOperator_MAX) return nullptr;
  return table[code];
}

base::StatusOr<const void*> FindOptions(const Operator& op,
                                        const schema::OpDataRow& row) {
  const void* options;
  if (row.tag != BuiltinOptions_NONE) {
    const BuiltinOptions tag = op.builtin_options_type();
    if (tag == BuiltinOptions_NONE) return EmptyTable();
    if (tag != row.tag) {
      return base::Invalid(
          "its options are of type ", EnumNameBuiltinOptions(tag), " (",
          static_cast<int>(tag), "), not ", EnumNameBuiltinOptions(row.tag));
    }
    options = op.builtin_options();
  } else {
    const BuiltinOptions2 tag = op.builtin_options_2_type();
    if (tag == BuiltinOptions2_NONE) return EmptyTable();
    if (tag != row.tag_2) {
      return base::Invalid(
          "its options are of type ", EnumNameBuiltinOptions2(tag), " (",
          static_cast<int>(tag), "), not ", EnumNameBuiltinOptions2(row.tag_2));
    }
    options = op.builtin_options_2();
  }
  return options != nullptr ? options : EmptyTable();
}

base::Status Fill(const Operator& op, const schema::OpDataRow& row,
                  void* params) {
  TFLL_ASSIGN_OR_RETURN(const void* options, FindOptions(op, row));
  std::memset(params, 0, row.size);
  return row.fill(options, params);
}

}  // namespace

void* MallocDataAllocator::Allocate(size_t size, size_t alignment_hint) {
  return std::malloc(size);
}

void MallocDataAllocator::Deallocate(void* data) { std::free(data); }

base::Status ParseOpData(const Operator* op, BuiltinOperator code,
                         BuiltinDataAllocator* allocator, void** builtin_data) {
  *builtin_data = nullptr;
  const schema::OpDataRow* row = FindRow(code);
  if (row == nullptr) return base::OkStatus();
  void* params = allocator->Allocate(row->size, row->alignment);
  if (params == nullptr) {
    return base::Internal("no memory for the options of ",
                          BuiltinOperatorName(code));
  }
  if (base::Status status = Fill(*op, *row, params); !status.ok()) {
    allocator->Deallocate(params);
    return base::Annotate(status, BuiltinOperatorName(code));
  }
  *builtin_data = params;
  return base::OkStatus();
}

TfLiteStatus ParseOpData(const Operator* op, BuiltinOperator code,
                         ErrorReporter* error_reporter,
                         BuiltinDataAllocator* allocator, void** builtin_data) {
  const base::Status status = ParseOpData(op, code, allocator, builtin_data);
  if (status.ok()) return kTfLiteOk;
  error_reporter->Report("%s", std::string(status.message()).c_str());
  return kTfLiteError;
}

size_t BuiltinDataSize(BuiltinOperator code) {
  const schema::OpDataRow* row = FindRow(code);
  return row == nullptr ? 0 : row->size;
}

TfLiteStatus ConvertTensorType(TensorType tensor_type, TfLiteType* type,
                               ErrorReporter* error_reporter) {
  const base::StatusOr<TfLiteType> converted =
      schema::ToTfLiteType(tensor_type);
  *type = converted.ok() ? *converted : kTfLiteNoType;
  if (converted.ok()) return kTfLiteOk;
  error_reporter->Report("%s",
                         std::string(converted.status().message()).c_str());
  return kTfLiteError;
}

// Enums with equal values are converted by a cast.
static_assert(int{ActivationFunctionType_NONE} == int{kTfLiteActNone} &&
                  int{ActivationFunctionType_RELU} == int{kTfLiteActRelu} &&
                  int{ActivationFunctionType_RELU_N1_TO_1} ==
                      int{kTfLiteActReluN1To1} &&
                  int{ActivationFunctionType_RELU6} == int{kTfLiteActRelu6} &&
                  int{ActivationFunctionType_TANH} == int{kTfLiteActTanh} &&
                  int{ActivationFunctionType_SIGN_BIT} ==
                      int{kTfLiteActSignBit},
              "activations are converted by value");

}  // namespace tflite

namespace tflite::schema {

Status ToC(ActivationFunctionType activation, TfLiteFusedActivation* out) {
  if (activation < ActivationFunctionType_MIN ||
      activation > ActivationFunctionType_MAX) {
    return Invalid("unknown fused activation ", static_cast<int>(activation));
  }
  *out = static_cast<TfLiteFusedActivation>(activation);
  return OkStatus();
}

Status ToC(Padding padding, TfLitePadding* out) {
  switch (padding) {
    case Padding_SAME:
      *out = kTfLitePaddingSame;
      return OkStatus();
    case Padding_VALID:
      *out = kTfLitePaddingValid;
      return OkStatus();
  }
  return Invalid("unknown padding ", static_cast<int>(padding));
}

bool IsAbsent(const void* options) { return options == EmptyTable(); }

Status ToC(TensorType type, TfLiteType* out) {
  TFLL_ASSIGN_OR_RETURN(*out, ToTfLiteType(type));
  return OkStatus();
}

}  // namespace tflite::schema
