#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_SCRATCH_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_SCRATCH_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/wire/ops.h"

// How much scratch memory the vector kernels need: wire/scratch.h, for the
// host, says the same.
namespace tflite::dsp {

constexpr uint32_t kFinishGroupBytes = 8 * 128;

// Parts of conv_2d's scratch memory, in this order, in bytes; `copy` last.
struct DenseTables {
  uint32_t finish, spill, pieces, windows, copy;

  uint32_t Bytes() const {
    return finish + spill + pieces + 2 * windows + copy + 2 * 128;
  }
};
inline DenseTables Conv2dTables(const Conv2dParams& p) {
  const StripPlan plan = PlanStrip(p.window, p.groups);
  DenseTables t;
  t.finish = p.finish.channels / kLanes * kFinishGroupBytes;
  t.spill = 64 * 128;
  t.pieces = RoundUp(plan.piece_count * 4, 128);
  t.windows = RoundUp((plan.out_rows * p.window.out_width + 64) * 4, 128);
  t.copy = plan.CopyBytes();
  return t;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_SCRATCH_H_
