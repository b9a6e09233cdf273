#include "delegates/dsp/skel/kernel_table.h"

#include "delegates/dsp/skel/kernels/arg_min_max.h"
#include "delegates/dsp/skel/kernels/binary.h"
#include "delegates/dsp/skel/kernels/conv_2d.h"
#include "delegates/dsp/skel/kernels/depthwise_conv_2d.h"
#include "delegates/dsp/skel/kernels/l2_normalization.h"
#include "delegates/dsp/skel/kernels/lstm.h"
#include "delegates/dsp/skel/kernels/map.h"
#include "delegates/dsp/skel/kernels/move.h"
#include "delegates/dsp/skel/kernels/pool.h"
#include "delegates/dsp/skel/kernels/reduce.h"
#include "delegates/dsp/skel/kernels/resize.h"
#include "delegates/dsp/skel/kernels/softmax.h"
#include "delegates/dsp/skel/kernels/svdf.h"
#include "delegates/dsp/skel/kernels/transpose_conv.h"
#include "delegates/dsp/skel/parts.h"
#include "delegates/dsp/skel/threads.h"
#include "delegates/dsp/wire/program.h"
#include "delegates/dsp/wire/scratch.h"
#include "delegates/dsp/wire/step_list.h"

namespace tflite::dsp {
namespace {

// A step that runs as several parts, each with its share of the scratch memory.
template <typename Params>
struct Divided {
  KernelOf<Params> kernel;
  const Params* params;
  const Memory* memory;
  Scratch scratch;
  uint32_t parts;
  uint32_t too_small;  // parts whose share does not suffice

  static void Run(void* context, uint32_t part) {
    auto& self = *static_cast<Divided*>(context);
    const Params p = PartOf(*self.params, part, self.parts);
    const uint32_t share =
        self.scratch.bytes / self.parts / kPieceAlignment * kPieceAlignment;
    if (ScratchBytes(p) > share) {
      __atomic_add_fetch(&self.too_small, 1, __ATOMIC_SEQ_CST);
      return;
    }
    self.kernel(p, *self.memory, {self.scratch.data + part * share, share});
  }
};

// Calls the vector kernel if there is one, else the scalar kernel.
template <typename Params>
void Call(KernelOf<Params> vector, KernelOf<Params> scalar, const void* params,
          const Memory& memory, const Scratch& scratch, Crew* crew) {
  const KernelOf<Params> kernel = vector != nullptr ? vector : scalar;
  const auto& p = *static_cast<const Params*>(params);
  const uint32_t parts = crew->threads > 1 ? PartsOf(p, crew->threads) : 1;
  if (parts > 1) {
    Divided<Params> step = {kernel, &p, &memory, scratch, parts, 0};
    if (RunParts(parts, Divided<Params>::Run, &step, &crew->counts) &&
        step.too_small == 0) {
      return;
    }
  }
  kernel(p, memory, scratch);
}

}  // namespace

void RunStep(Opcode opcode, const void* params, const Memory& memory,
             const Scratch& scratch, Crew* crew) {
  switch (opcode) {
#define TFLL_DSP_CASE(Name)                                            \
  case Opcode::k##Name:                                                \
    return Call<Name##Params>(Name##Hvx, Name##Scalar, params, memory, \
                              scratch, crew);
    TFLL_DSP_STEPS(TFLL_DSP_CASE)
#undef TFLL_DSP_CASE
  }
}

}  // namespace tflite::dsp
