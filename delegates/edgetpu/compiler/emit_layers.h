#ifndef DELEGATES_EDGETPU_COMPILER_EMIT_LAYERS_H_
#define DELEGATES_EDGETPU_COMPILER_EMIT_LAYERS_H_

#include "delegates/edgetpu/compiler/emitter.h"
#include "delegates/edgetpu/compiler/home.h"
#include "delegates/edgetpu/compiler/layers.h"
#include "delegates/edgetpu/compiler/parameters.h"

namespace tflite::edgetpu {

// The instructions of a layer, after Emitter::StartLayer. Homes are those of
// the operands. Layers meet at barriers: a layer starts when the one before it
// has ended. Errors are those of tiling.h, which lowering has asked before.
Status EmitWeighted(const WeightedLayer& layer, const Home& in, const Home& out,
                    Parameters* parameters, Emitter* emitter);
Status EmitPooled(const PooledLayer& layer, const Home& in, const Home& out,
                  Emitter* emitter);
Status EmitAdded(const AddedLayer& layer, const Home& x, const Home& y,
                 const Home& out, Emitter* emitter);
Status EmitMapped(const MappedLayer& layer, const Home& in, const Home& out,
                  Parameters* parameters, Emitter* emitter);
void EmitMoved(const MovedLayer& layer, const Home& in, const Home& out,
               Emitter* emitter);

// The window of positions `band` over the input in `local`, which holds what
// ReadBox(band) says or more.
Window WindowOn(const HomePiece& local, const Box& band, const Filter& filter);

// The part of a tile's box in one band of rows; empty behind the last.
Box BandOf(const Box& box, int32_t band, int32_t rows);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_EMIT_LAYERS_H_
