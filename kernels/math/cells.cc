#include "kernels/math/cells.h"

#include <cstring>

namespace tflite::kernels {
namespace {

using Buffers = std::vector<std::vector<char>>;

// Calls `move` with cells that lie in buffers of our own.
Status MoveBuffers(int bytes, const Buffers& in, Buffers& out,
                   absl::FunctionRef<Status(const Cells&)> move) {
  std::vector<const char*> from;
  std::vector<char*> to;
  for (const auto& buffer : in) from.push_back(buffer.data());
  for (auto& buffer : out) to.push_back(buffer.data());
  return move({bytes, from, to});
}

Status MovePacked(int bits, EvalContext& context, absl::Span<const int> inputs,
                  absl::FunctionRef<Status(const Cells&)> move) {
  Buffers in, out;
  for (const int i : inputs) {
    const TensorView tensor = context.input(i);
    in.emplace_back(tensor.num_elements());
    UnpackBits(tensor.data<char>(), bits, tensor.num_elements(),
               in.back().data());
  }
  for (int i = 0; i < context.num_outputs(); ++i) {
    out.emplace_back(context.output(i).num_elements());
  }
  TFLL_RETURN_IF_ERROR(MoveBuffers(1, in, out, move));
  for (int i = 0; i < context.num_outputs(); ++i) {
    PackBits(out[i].data(), bits, static_cast<int64_t>(out[i].size()),
             context.out<char>(i));
  }
  return OkStatus();
}

// Numbers the strings of all inputs from 1 on; 0 is the empty string.
Status MoveStrings(const BoundOp& op, EvalContext& context,
                   absl::Span<const int> inputs,
                   absl::FunctionRef<Status(const Cells&)> move) {
  Buffers in, out;
  std::vector<StringRef> all = {{"", 0}};
  for (const int i : inputs) {
    TFLL_ASSIGN_OR_RETURN(const auto strings, ReadStrings(context.input(i)));
    std::vector<int32_t> cells;
    for (size_t k = 0; k < strings.size(); ++k) {
      cells.push_back(static_cast<int32_t>(all.size() + k));
    }
    all.insert(all.end(), strings.begin(), strings.end());
    in.emplace_back(cells.size() * sizeof(int32_t));
    if (!cells.empty()) {
      std::memcpy(in.back().data(), cells.data(), in.back().size());
    }
  }
  for (const OutputSpec& spec : op.outputs) {
    TFLL_ASSIGN_OR_RETURN(const int64_t count, spec.shape.CheckedNumElements());
    out.emplace_back(static_cast<size_t>(count) * sizeof(int32_t));
  }
  TFLL_RETURN_IF_ERROR(MoveBuffers(sizeof(int32_t), in, out, move));
  for (size_t i = 0; i < out.size(); ++i) {
    DynamicBuffer strings;
    for (size_t k = 0; k < out[i].size(); k += sizeof(int32_t)) {
      int32_t cell;
      std::memcpy(&cell, out[i].data() + k, sizeof(cell));
      if (strings.AddString(all[cell]) != kTfLiteOk) {
        return Internal("the strings of an output are too long");
      }
    }
    TFLL_RETURN_IF_ERROR(WriteStrings(strings, op.outputs[i].shape,
                                      context.output(static_cast<int>(i))));
  }
  return OkStatus();
}

}  // namespace

Status MoveCells(const BoundOp& op, EvalContext& context,
                 absl::Span<const int> inputs,
                 absl::FunctionRef<Status(const Cells&)> move) {
  const TfLiteType type = context.input(inputs[0]).type();
  const int bits = ElementBits(type);
  if (type == kTfLiteString) return MoveStrings(op, context, inputs, move);
  if (bits == 0) {
    return Invalid("type ", TfLiteTypeGetName(type), " cannot be moved");
  }
  if (bits < 8) return MovePacked(bits, context, inputs, move);
  absl::InlinedVector<const char*, 8> in;
  absl::InlinedVector<char*, 8> out;
  for (const int i : inputs) in.push_back(context.in<char>(i));
  for (int i = 0; i < context.num_outputs(); ++i) {
    out.push_back(context.out<char>(i));
  }
  return move({bits / 8, in, out});
}

StatusOr<std::vector<StringRef>> ReadStrings(const TensorView& tensor) {
  if (tensor.type() != kTfLiteString) {
    return Invalid(tensor.ToString(), " must be STRING");
  }
  const int count = GetStringCount(tensor.raw());
  if (count != tensor.num_elements()) {
    return Invalid(tensor.ToString(), " holds ", count, " strings");
  }
  std::vector<StringRef> strings;
  strings.reserve(count);
  for (int i = 0; i < count; ++i) {
    strings.push_back(GetString(tensor.raw(), i));
    if (strings.back().str == nullptr) {
      return Invalid(tensor.ToString(), ": the offsets of string ", i,
                     " are out of range");
    }
  }
  return strings;
}

Status WriteStrings(DynamicBuffer& strings, const Shape& shape,
                    const TensorView& output) {
  strings.WriteToTensor(output.raw(), ToIntArray(shape));
  if (output.raw()->data.raw == nullptr) {
    return Internal("no memory for ", output.ToString());
  }
  return OkStatus();
}

void UnpackBits(const void* packed, int bits, int64_t count, char* out) {
  const auto* in = static_cast<const uint8_t*>(packed);
  const int per_byte = 8 / bits;
  const int mask = (1 << bits) - 1;
  for (int64_t i = 0; i < count; ++i) {
    out[i] =
        static_cast<char>((in[i / per_byte] >> (i % per_byte * bits)) & mask);
  }
}

void PackBits(const char* in, int bits, int64_t count, void* packed) {
  auto* out = static_cast<uint8_t*>(packed);
  const int per_byte = 8 / bits;
  const int mask = (1 << bits) - 1;
  for (int64_t i = 0; i < count; i += per_byte) {
    int byte = 0;
    for (int64_t k = i; k < i + per_byte && k < count; ++k) {
      byte |= (in[k] & mask) << ((k - i) * bits);
    }
    out[i / per_byte] = static_cast<uint8_t>(byte);
  }
}

}  // namespace tflite::kernels
