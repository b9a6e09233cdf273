#include "delegates/edgetpu/compiler/program_key.h"

#include <string_view>
#include <type_traits>
#include <variant>

#include "delegates/common/cache/sha256.h"
#include "delegates/edgetpu/isa/array_kind.h"
#include "delegates/edgetpu/isa/encoding.h"

namespace tflite::edgetpu {
namespace {

using kernels::StridedCopy;

// Structured bindings name all members of a struct: it fails to compile when
// one is added.
class KeyWriter {
 public:
  std::string Take() {
    const delegates::Sha256::Digest digest = hash_.Finish();
    return std::string(digest.begin(), digest.end());
  }

  template <typename... T>
  void PutAll(const T&... values) {
    (Put(values), ...);
  }

  template <
      typename T,
      std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>, int> = 0>
  void Put(T value) {
    const auto wide = static_cast<int64_t>(value);
    hash_.Add(&wide, sizeof(wide));
  }
  void Put(std::string_view text) {
    Put(text.size());
    hash_.Add(text.data(), text.size());
  }
  void Put(const std::string& text) { Put(std::string_view(text)); }
  void Put(const std::vector<uint8_t>& bytes) {
    Put(std::string_view(reinterpret_cast<const char*>(bytes.data()),
                         bytes.size()));
  }
  template <typename T>
  void Put(const std::vector<T>& list) {
    Put(list.size());
    for (const T& element : list) Put(element);
  }
  // Instructions have a code.
  template <typename... T>
  void Put(const std::variant<T...>& value) {
    Put(value.index());
    std::visit([this](const auto& v) { Put(v); }, value);
  }
  template <typename T,
            std::enable_if_t<std::is_constructible_v<Instruction, const T&> &&
                                 std::is_class_v<T>,
                             int> = 0>
  void Put(const T& instruction) {
    std::vector<uint8_t> code;
    AppendInstruction(instruction, &code);
    Put(code);
  }

  void Put(const Image& v) {
    const auto& [height, width, channels] = v;
    PutAll(height, width, channels);
  }
  void Put(const Filter& v) {
    const auto& [height, width, sy, sx, dy, dx, top, left] = v;
    PutAll(height, width, sy, sx, dy, dx, top, left);
  }
  void Put(const StridedCopy& v) {
    const auto& [dims, in, out] = v;
    PutAll(dims.size(), in, out);
    for (const auto& [extent, in_stride, out_stride] : dims) {
      PutAll(extent, in_stride, out_stride);
    }
  }
  void Put(const BlendedLayer::Tap& v) {
    const auto& [lower, upper, weight] = v;
    PutAll(lower, upper, weight);
  }

  void Put(const WeightedLayer& v) {
    const auto& [batch, in, out, filter, lanewise, groups, weights, bias,
                 factors, shifts, flags, in_zero, weights_zero, zero, min, max,
                 halves, weights_input, bias_input, reversed] = v;
    PutAll(batch, in, out, filter, lanewise, groups, weights, bias, factors,
           shifts, flags, in_zero, weights_zero, zero, min, max, halves,
           weights_input, bias_input, reversed);
  }
  void Put(const PooledLayer& v) {
    const auto& [batch, in, out, filter, flags, min, max] = v;
    PutAll(batch, in, out, filter, flags, min, max);
  }
  void Put(const CombinedLayer& v) {
    const auto& [image, operation] = v;
    PutAll(image, operation);
  }
  void Put(const MappedLayer& v) {
    const auto& [image, table] = v;
    PutAll(image, table);
  }
  void Put(const MovedLayer& v) {
    const auto& [in, out, y, x, c, reshapes] = v;
    PutAll(in, out, y, x, c, reshapes);
  }
  void Put(const CopiedLayer& v) {
    const auto& [copy] = v;
    Put(copy);
  }
  void Put(const FilledLayer& v) {
    const auto& [image, value] = v;
    PutAll(image, value);
  }
  void Put(const NormalizedLayer& v) {
    const auto& [image, reals, operation] = v;
    PutAll(image, reals, operation);
  }
  void Put(const BlendedLayer& v) {
    const auto& [batch, in, out, rows, columns, flags] = v;
    PutAll(batch, in, out, rows, columns, flags);
  }
  void Put(const RecurrentLayer::Gate& v) {
    const auto& [input, state] = v;
    PutAll(input, state);
  }
  void Put(const RecurrentLayer& v) {
    const auto& [steps, batch, time_major, gates, projection, inputs, cells,
                 outputs, cell_bits, cell_limit, finish] = v;
    PutAll(steps, batch, time_major, gates, projection, inputs, cells, outputs,
           cell_bits, cell_limit, finish);
  }

  // Member by member, because structured bindings do not include those of a
  // base.
  void Put(const LayerCall& v) {
    Put(v.label);
    Put(v.nodes);
    Put(v.operands);
    Put(v.layer);
  }
  void Put(const delegates::ValueUse& v) { PutAll(v.value, v.written); }
  void Put(const delegates::PartitionValue& v) {
    PutAll(v.kind, v.bytes, v.type, v.tensor, v.state);
    if (v.kind == delegates::PartitionValue::Kind::kConstant) {
      Put(delegates::ConstantBytes(v));
    }
  }

 private:
  delegates::Sha256 hash_;
};

}  // namespace

std::string ProgramKeyOf(const LayerGraph& graph,
                         const std::vector<Image>& images,
                         const Target& target) {
  KeyWriter writer;
  // The text does not contain what the kind of the array says.
  const ArrayKind* kind = FindArrayKind(target.dataflow);
  writer.PutAll(TargetText(target), target.depth_block(), target.lane_block(),
                kind != nullptr && kind->multiplies_matrices, images,
                graph.values, graph.calls);
  return writer.Take();
}

}  // namespace tflite::edgetpu
