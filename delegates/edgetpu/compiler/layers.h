#ifndef DELEGATES_EDGETPU_COMPILER_LAYERS_H_
#define DELEGATES_EDGETPU_COMPILER_LAYERS_H_

#include <cstdint>
#include <variant>
#include <vector>

#include "delegates/common/value_graph.h"
#include "delegates/edgetpu/compiler/image.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "kernels/math/fixed_point.h"
#include "kernels/math/strided_copy.h"

// What lies between bound operators and instructions: a partition as a list of
// layers on images. Operators become layers in lowering/; compile.h makes a
// program of them.
namespace tflite::edgetpu {

// A filter that slides over an image; as kernels/math/conv_window.h.
struct Filter {
  int32_t height = 1, width = 1;
  int32_t stride_y = 1, stride_x = 1;
  int32_t dilation_y = 1, dilation_x = 1;
  int32_t pad_top = 0, pad_left = 0;
  int32_t taps() const { return height * width; }
};

// Sums of products with constant weights, requantized: convolutions and fully
// connected layers. Operand 0 is the input, operand 1 the output.
struct WeightedLayer {
  int32_t batch = 1;
  Image in, out;  // of one of the batch
  Filter filter;
  // Each output channel reads the input channel of the same index only.
  bool lanewise = false;
  // Otherwise, channels of in- and output are divided into that many groups,
  // and each group of the output reads the input's of the same index.
  int32_t groups = 1;
  // Stored bytes: [out.channels][taps][filter_channels()]; lanewise
  // [taps][out.channels].
  std::vector<uint8_t> weights;
  std::vector<int32_t> bias, factors, shifts;  // per output channel
  uint32_t flags = 0;                          // kSigned, kSignedWeights
  int32_t input_zero_point = 0, weights_zero_point = 0;
  int32_t zero_point = 0, min = 0, max = 0;  // of the output
  kernels::Halves halves = kernels::Halves::kAwayFromZero;
  // Inputs of the node that hold weights and bias as they are here; -1: none.
  int weights_input = -1, bias_input = -1;
  bool reversed = false;  // there, the taps of each channel are in reverse

  int32_t filter_channels() const { return in.channels / groups; }
};

// Operand 0 is the input, operand 1 the output.
struct PooledLayer {
  int32_t batch = 1;
  Image in, out;  // of one of the batch
  Filter filter;
  uint32_t flags = 0;  // kSigned, kAverage
  int32_t min = 0, max = 0;
};

// Operands 0 and 1 are combined element by element, operand 2 is the output;
// all have one shape.
struct CombinedLayer {
  Image image;
  std::variant<Add, Product, Extreme> operation;  // without addresses and count
};

// Operand 0 is the input, operand 1 the output.
struct MappedLayer {
  Image image;
  std::vector<uint8_t> table;  // 256 bytes
};

// Operand 0 becomes a part of operand 1, the part that begins at (y, x, c).
// Several layers may write one value.
struct MovedLayer {
  Image in, out;
  int32_t y = 0, x = 0, c = 0;
  // The same bytes under another shape: both values are dense, outside of the
  // tiles.
  bool reshapes = false;
};

// A box of operand 0 becomes a box of operand 1, both dense. Several layers may
// write one value.
struct CopiedLayer {
  kernels::StridedCopy copy;  // no negative strides
};

// All of operand 0, the output, becomes one byte.
struct FilledLayer {
  Image image;
  uint8_t value = 0;
};

// Operand 0 is the input, operand 1 the output; rows are the channels of each
// position.
struct NormalizedLayer {
  Image image;
  std::vector<uint8_t> reals;  // 256 binary32 numbers, for Normalize
  std::variant<Normalize, Unitize> operation;  // without addresses and counts
};

// Operand 0 is the input, operand 1 the output.
struct BlendedLayer {
  int32_t batch = 1;
  Image in, out;  // of one of the batch
  struct Tap {
    int32_t lower, upper, weight;  // lower <= upper
  };
  std::vector<Tap> rows, columns;  // by position of the output, in order
  uint32_t flags = 0;              // kSigned, kReal
};

// Cells with a state that gates change, over the steps of a sequence. Operands
// are the sequence, the last output and the cell state before, then the
// outputs, the last output and the cell state after, all dense: rows of bytes,
// but for the cells, which have 16 bits.
struct RecurrentLayer {
  int32_t steps = 1, batch = 1;
  bool time_major = true;  // rows are ordered by step, else by batch
  // A gate's products with a row of the sequence and with the last output.
  struct Gate {
    WeightedLayer input, state;
  };
  // Input, forget, cell, output; without the first one it is 1 - forget.
  std::vector<Gate> gates;
  std::vector<WeightedLayer> projection;  // of the outputs; one or none
  int32_t inputs = 1, cells = 1, outputs = 1;
  uint32_t cell_bits = 0;      // integer bits of the cell state
  int32_t cell_limit = 32768;  // clips it
  Finish finish;               // without addresses and counts
};

using Layer = std::variant<WeightedLayer, PooledLayer, CombinedLayer,
                           MappedLayer, MovedLayer, CopiedLayer, FilledLayer,
                           NormalizedLayer, BlendedLayer, RecurrentLayer>;

struct LayerCall : delegates::PartitionCall {
  Layer layer;
};

using LayerGraph = delegates::ValueGraph<LayerCall>;

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LAYERS_H_
