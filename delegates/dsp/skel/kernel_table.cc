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
#include "delegates/dsp/wire/step_list.h"

namespace tflite::dsp {
namespace {

// Calls the vector kernel if there is one, else the scalar kernel.
template <typename Params>
void Call(KernelOf<Params> vector, KernelOf<Params> scalar, const void* params,
          const Memory& memory, const Scratch& scratch) {
  (vector != nullptr ? vector : scalar)(*static_cast<const Params*>(params),
                                        memory, scratch);
}

}  // namespace

void RunStep(Opcode opcode, const void* params, const Memory& memory,
             const Scratch& scratch) {
  switch (opcode) {
#define TFLL_DSP_CASE(Name) \
  case Opcode::k##Name:     \
    return Call<Name##Params>(Name##Hvx, Name##Scalar, params, memory, scratch);
    TFLL_DSP_STEPS(TFLL_DSP_CASE)
#undef TFLL_DSP_CASE
  }
}

}  // namespace tflite::dsp
