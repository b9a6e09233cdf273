#ifndef DELEGATES_EDGETPU_COMPILER_EMIT_LAYERS_H_
#define DELEGATES_EDGETPU_COMPILER_EMIT_LAYERS_H_

#include "delegates/edgetpu/compiler/emitter.h"
#include "delegates/edgetpu/compiler/home.h"
#include "delegates/edgetpu/compiler/layers.h"
#include "delegates/edgetpu/compiler/parameters.h"

namespace tflite::edgetpu {

// The instructions of a layer, after Emitter::StartLayer. Homes are those of
// the operands. Layers are separated by barriers: a layer starts when the
// previous one has ended. Errors are those of tiling.h, which lowering has
// checked before.
Status EmitWeighted(const WeightedLayer& layer, const Home& in, const Home& out,
                    Parameters* parameters, Emitter* emitter);
Status EmitPooled(const PooledLayer& layer, const Home& in, const Home& out,
                  Emitter* emitter);
Status EmitCombined(const CombinedLayer& layer, const Home& x, const Home& y,
                    const Home& out, Emitter* emitter);
Status EmitMapped(const MappedLayer& layer, const Home& in, const Home& out,
                  Parameters* parameters, Emitter* emitter);
void EmitMoved(const MovedLayer& layer, const Home& in, const Home& out,
               Emitter* emitter);

// Both homes are dense.
void EmitCopied(const CopiedLayer& layer, const Home& in, const Home& out,
                Emitter* emitter);
void EmitFilled(const FilledLayer& layer, const Home& out, Emitter* emitter);
Status EmitNormalized(const NormalizedLayer& layer, const Home& in,
                      const Home& out, Parameters* parameters,
                      Emitter* emitter);
Status EmitBlended(const BlendedLayer& layer, const Home& in, const Home& out,
                   Parameters* parameters, Emitter* emitter);

// Transfers of a copy: one for each combination of its loops that are not a
// transfer's rows and planes.
uint64_t TransfersOf(const kernels::StridedCopy& copy);

// The window of positions `band` over the input in `local`, which holds what
// ReadBox(band) says or more.
Window WindowOn(const HomePiece& local, const Box& band, const Filter& filter);

// What a box of the output, which is not empty, is mixed from.
Box BoxToBlend(const BlendedLayer& layer, const Box& out);

// The part of a tile's box in one band of rows; empty behind the last.
Box BandOf(const Box& box, int32_t band, int32_t rows);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_EMIT_LAYERS_H_
