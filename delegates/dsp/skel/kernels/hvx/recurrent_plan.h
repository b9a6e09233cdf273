#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_RECURRENT_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_RECURRENT_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/wire/ops.h"

// The parts of the scratch memory of the recurrent operators' vector kernels,
// in this order, in bytes. All are multiples of 128.
namespace tflite::dsp {

struct LstmScratch {
  uint64_t gates;   // of each of four: INT16 [cells], padded to whole vectors
  uint64_t input;   // INT8, padded with zeros
  uint64_t state;   // INT8, padded with zeros
  uint64_t hidden;  // INT8, padded with zeros

  uint64_t Bytes() const { return 4 * gates + input + state + hidden; }
};
inline LstmScratch PlaceLstm(const LstmParams& p) {
  const auto padded = [](uint64_t bytes) { return (bytes + 127) / 128 * 128; };
  LstmScratch scratch;
  scratch.gates = padded(sizeof(int16_t) * static_cast<uint64_t>(p.cells));
  scratch.input = padded(static_cast<uint64_t>(p.inputs));
  scratch.state = padded(static_cast<uint64_t>(p.outputs));
  scratch.hidden = padded(static_cast<uint64_t>(p.cells));
  return scratch;
}

struct SvdfScratch {
  uint64_t input;  // INT8, padded with zeros
  uint64_t ones;   // 1 for each element of the input, padded with zeros

  uint64_t Bytes() const { return input + ones; }
};
inline SvdfScratch PlaceSvdf(const SvdfParams& p) {
  const uint64_t padded = (static_cast<uint64_t>(p.inputs) + 127) / 128 * 128;
  return {padded, padded};
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_RECURRENT_PLAN_H_
