#ifndef DELEGATES_DSP_TRANSPORT_DEVICE_TRANSPORT_H_
#define DELEGATES_DSP_TRANSPORT_DEVICE_TRANSPORT_H_

#include <memory>
#include <string>

#include "delegates/dsp/transport/transport.h"

namespace tflite::dsp {

// The skeleton in a real DSP, through the vendor's FastRPC library, which is
// loaded at run time. Not run on silicon yet.
//
// `library` is a path or a name for the loader, usually libcdsprpc.so; the
// skeleton is libtflite_dsp_skel.so, which FastRPC looks for on the DSP's path
// (ADSP_LIBRARY_PATH), and in `folder` where that is not empty. Unavailable
// where there is no library, or one without the symbols.
StatusOr<std::unique_ptr<DspTransport>> MakeDeviceTransport(
    const std::string& library, const std::string& folder);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TRANSPORT_DEVICE_TRANSPORT_H_
