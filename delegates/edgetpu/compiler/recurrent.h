#ifndef DELEGATES_EDGETPU_COMPILER_RECURRENT_H_
#define DELEGATES_EDGETPU_COMPILER_RECURRENT_H_

#include <vector>

#include "delegates/edgetpu/compiler/emitter.h"
#include "delegates/edgetpu/compiler/home.h"
#include "delegates/edgetpu/compiler/layers.h"
#include "delegates/edgetpu/compiler/pack.h"
#include "delegates/edgetpu/compiler/tiling.h"

// Recurrent layers. Each tile has the cells that TileBoxes gives it, in groups
// of lanes, and all tiles have the whole last output.
namespace tflite::edgetpu {

// In the order of the parameters: of each gate the input's, then the state's;
// then the projection's.
std::vector<const WeightedLayer*> MatricesOf(const RecurrentLayer& layer);

// Of the matrix with this index. All blocks of the depth are one step; those of
// gates have no scales, and those of the state no biases either.
WeightedTiling TileMatrix(const RecurrentLayer& layer, size_t matrix,
                          const Target& target);

// Places in the workspace of each tile.
struct RecurrentTiling {
  // Steps whose input is in the tiles at a time: products with it are computed
  // for all of them at once.
  int32_t chunk = 1;
  // All matrices are in the tiles; else there is room for one step of a matrix,
  // and each is loaded when it is needed.
  bool resident = true;
  uint32_t x_pitch = 0, h_pitch = 0, hidden_pitch = 0, fresh_pitch = 0;
  uint32_t x = 0, h = 0;           // rows: [chunk][batch], [batch]
  uint32_t hidden = 0, fresh = 0;  // rows before the projection; a tile's own
  uint32_t cells = 0;              // by group [batch][lanes], 16 bits
  uint32_t accumulators = 0;       // [chunk][batch][lanes], 32 bits
  uint32_t sums = 0;   // by group [chunk][gate][batch][lanes], 16 bits
  uint32_t gates = 0;  // [gate][batch][lanes], 16 bits
  uint32_t zeros = 0;  // biases
  // By matrix: where its first step is, and the distance of the next one.
  std::vector<uint32_t> matrices, step_bytes;
};

// Unsupported if not even one step fits.
StatusOr<RecurrentTiling> TileRecurrent(const RecurrentLayer& layer,
                                        const Target& target);

// A matrix in the parameters.
struct PlacedMatrix {
  std::vector<PackedStep> steps;
  Address at;
};

// Homes are those of the layer's operands, matrices in the order of MatricesOf.
void EmitRecurrent(const RecurrentLayer& layer, const RecurrentTiling& tiling,
                   const std::vector<PlacedMatrix>& matrices,
                   const std::vector<const Home*>& homes, Emitter* emitter);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_RECURRENT_H_
