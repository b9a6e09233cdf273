#ifndef DELEGATES_DSP_WIRE_OPS_H_
#define DELEGATES_DSP_WIRE_OPS_H_

// The parameters of all steps of a program.
#include "delegates/dsp/wire/element_ops.h"
#include "delegates/dsp/wire/recurrent_ops.h"
#include "delegates/dsp/wire/step_types.h"
#include "delegates/dsp/wire/window_ops.h"

#endif  // DELEGATES_DSP_WIRE_OPS_H_
