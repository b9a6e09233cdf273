#ifndef DELEGATES_DSP_WIRE_PIECES_H_
#define DELEGATES_DSP_WIRE_PIECES_H_

#include "delegates/dsp/wire/ops.h"

// Calls f(Piece&) for every piece of a step's params, in any order, including
// absent ones.
namespace tflite::dsp {

template <typename Params, typename F>
void ForEachSumPiece(Params& p, F f) {
  f(p.input);
  f(p.weights);
  f(p.finish.planes);
  f(p.output);
}
template <typename F>
void ForEachPiece(Conv2dParams& p, F f) {
  ForEachSumPiece(p, f);
}
template <typename F>
void ForEachPiece(DepthwiseConv2dParams& p, F f) {
  ForEachSumPiece(p, f);
}
template <typename F>
void ForEachPiece(FullyConnectedParams& p, F f) {
  ForEachSumPiece(p, f);
}
template <typename F>
void ForEachPiece(TransposeConvParams& p, F f) {
  ForEachSumPiece(p, f);
}
template <typename F>
void ForEachPiece(PoolParams& p, F f) {
  f(p.input);
  f(p.output);
}
template <typename F>
void ForEachPiece(BinaryParams& p, F f) {
  f(p.x);
  f(p.y);
  f(p.table);
  f(p.output);
}
template <typename F>
void ForEachPiece(MapParams& p, F f) {
  f(p.input);
  f(p.table);
  f(p.output);
}
template <typename F>
void ForEachPiece(CopyParams& p, F f) {
  f(p.input);
  f(p.output);
}
template <typename F>
void ForEachPiece(FillParams& p, F f) {
  f(p.output);
}
template <typename F>
void ForEachPiece(TakeParams& p, F f) {
  f(p.input);
  f(p.tables);
  f(p.output);
}
template <typename F>
void ForEachPiece(ResizeBilinearParams& p, F f) {
  f(p.input);
  f(p.taps);
  f(p.output);
}
template <typename F>
void ForEachPiece(ReduceParams& p, F f) {
  f(p.input);
  f(p.output);
}
template <typename F>
void ForEachPiece(SoftmaxParams& p, F f) {
  f(p.input);
  f(p.exps);
  f(p.output);
}
template <typename F>
void ForEachPiece(L2NormalizationParams& p, F f) {
  f(p.input);
  f(p.output);
}
template <typename F>
void ForEachPiece(ArgMinMaxParams& p, F f) {
  f(p.input);
  f(p.output);
}
template <typename F>
void ForEachPiece(LstmParams& p, F f) {
  f(p.input);
  f(p.projection);
  f(p.projection_bias);
  for (LstmGateParams& gate : p.gates) {
    f(gate.weights);
    f(gate.recurrent);
    f(gate.peephole);
    f(gate.bias);
    f(gate.norm);
    f(gate.input_bias);
    f(gate.recurrent_bias);
  }
  f(p.hidden_state);
  f(p.cell_state);
  f(p.output);
}
template <typename F>
void ForEachPiece(SvdfParams& p, F f) {
  f(p.input);
  f(p.features);
  f(p.time);
  f(p.bias);
  f(p.state);
  f(p.output);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_PIECES_H_
