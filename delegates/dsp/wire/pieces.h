#ifndef DELEGATES_DSP_WIRE_PIECES_H_
#define DELEGATES_DSP_WIRE_PIECES_H_

#include "delegates/dsp/wire/ops.h"

// Calls f(Piece&, bool is_written) for every piece of a step's params, in any
// order, including absent ones.
namespace tflite::dsp {

template <typename Params, typename F>
void ForEachSumPiece(Params& p, F f) {
  f(p.input, false);
  f(p.weights, false);
  f(p.finish.planes, false);
  f(p.output, true);
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
  f(p.input, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(BinaryParams& p, F f) {
  f(p.x, false);
  f(p.y, false);
  f(p.table, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(MapParams& p, F f) {
  f(p.input, false);
  f(p.table, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(CopyParams& p, F f) {
  f(p.input, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(FillParams& p, F f) {
  f(p.output, true);
}
template <typename F>
void ForEachPiece(TakeParams& p, F f) {
  f(p.input, false);
  f(p.tables, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(ResizeBilinearParams& p, F f) {
  f(p.input, false);
  f(p.taps, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(ReduceParams& p, F f) {
  f(p.input, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(SoftmaxParams& p, F f) {
  f(p.input, false);
  f(p.exps, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(L2NormalizationParams& p, F f) {
  f(p.input, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(ArgMinMaxParams& p, F f) {
  f(p.input, false);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(LstmParams& p, F f) {
  f(p.input, false);
  f(p.projection, false);
  f(p.projection_bias, false);
  for (LstmGateParams& gate : p.gates) {
    f(gate.weights, false);
    f(gate.recurrent, false);
    f(gate.peephole, false);
    f(gate.bias, false);
    f(gate.norm, false);
    f(gate.input_bias, false);
    f(gate.recurrent_bias, false);
  }
  f(p.hidden_state, true);
  f(p.cell_state, true);
  f(p.output, true);
}
template <typename F>
void ForEachPiece(SvdfParams& p, F f) {
  f(p.input, false);
  f(p.features, false);
  f(p.time, false);
  f(p.bias, false);
  f(p.state, true);
  f(p.output, true);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_PIECES_H_
