#ifndef DELEGATES_DSP_SKEL_SKELETON_H_
#define DELEGATES_DSP_SKEL_SKELETON_H_

#include "delegates/dsp/wire/messages.h"
#include "delegates/dsp/wire/scalars.h"

extern "C" {

// The entry point of the DSP side, as FastRPC calls it. Methods 0 and 1 open
// and close a handle:
//   0  in: uint32 bytes of the name, the name; out: uint64 handle
//   1  nothing; ends the helper threads if no other handle is open
// the others are those of wire/messages.h. 0, or an error of FastRPC's.
__attribute__((visibility("default"))) int tflite_dsp_skel_handle_invoke(
    uint64_t handle, uint32_t scalars, tflite::dsp::RemoteArg* args);

}  // extern "C"

#endif  // DELEGATES_DSP_SKEL_SKELETON_H_
