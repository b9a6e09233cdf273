#ifndef KERNELS_LSTM_LSTM_INTEGER_H_
#define KERNELS_LSTM_LSTM_INTEGER_H_

#include <cstdint>

#include "kernels/lstm/lstm.h"
#include "kernels/lstm/lstm_functions.h"
#include "kernels/lstm/lstm_normalize.h"
#include "kernels/math/fixed_transcendental.h"

// The arithmetic of kInteger, element by element, for all evaluations. Opened
// gates are in units of 2^-15, cell states in units of 2^(cell_bits - 15).

namespace tflite::kernels {

inline int32_t WrappingAdd(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) +
                              static_cast<uint32_t>(b));
}

// A gate's sum so far, and a sum of products in other units.
inline int16_t AddLstmProducts(int16_t sum, int32_t products,
                               QuantizedMultiplier factor) {
  return SaturateToInt16(
      WrappingAdd(MultiplyByQuantizedMultiplier(products, factor), sum));
}

// The index of the peephole weight for cell `c` of row `row` of the batch; -1:
// none. With fewer outputs than cells, the runtime for which models are
// calibrated concatenates the cells of all rows that it runs together (the
// batch if time-major, otherwise one row), and repeats the first `outputs`
// weights along them, once per row.
inline int64_t LstmPeepholeWeight(const Lstm& op, const LstmLayer& layer,
                                  int64_t row, int64_t c) {
  if (layer.outputs >= layer.cells) return c;
  if (!op.time_major) return c < layer.outputs ? c : -1;
  const int64_t at = row * layer.cells + c;
  return at < int64_t{op.batch} * layer.outputs ? at % layer.outputs : -1;
}

inline int16_t NextLstmCell(const LstmLayer& layer, int16_t forget, int16_t in,
                            int16_t update, int16_t cell) {
  const int32_t kept = SaturateToInt16(RoundingDivideByPOT(forget * cell, 15));
  const int32_t added =
      SaturateToInt16(RoundingDivideByPOT(in * update, 15 + layer.cell_bits));
  return static_cast<int16_t>(
      LstmClip(int32_t{SaturateToInt16(kept + added)}, layer.cell_clip));
}

inline int8_t SaturateToInt8(int32_t x) {
  return static_cast<int8_t>(x < -128 ? -128 : x > 127 ? 127 : x);
}

inline int8_t HiddenLstmState(const LstmLayer& layer, int16_t gate,
                              int16_t cell) {
  const int32_t product = gate * FixedTanh(cell, layer.cell_bits);
  return SaturateToInt8(
      WrappingAdd(MultiplyByQuantizedMultiplier(product, layer.hidden_factor),
                  layer.hidden_zero_point));
}

inline int8_t ProjectedLstmState(const LstmLayer& layer, int32_t products) {
  const int32_t state = SaturateToInt8(WrappingAdd(
      MultiplyByQuantizedMultiplier(products, layer.projection_factor),
      layer.state_zero_point));
  return static_cast<int8_t>(LstmClip(state, layer.projection_clip));
}

// See NormalizeFixedPointSums.
inline void NormalizeLstmSums(const LstmGate& gate, const int16_t* coefficients,
                              const int32_t* bias, int32_t n, int16_t* sums) {
  NormalizeFixedPointSums(coefficients, bias, n, gate.variance_guard,
                          gate.norm_factor, sums);
}

}  // namespace tflite::kernels

#endif  // KERNELS_LSTM_LSTM_INTEGER_H_
