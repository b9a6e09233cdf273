#ifndef DELEGATES_DSP_TRANSPORT_DEVICE_TRANSPORT_H_
#define DELEGATES_DSP_TRANSPORT_DEVICE_TRANSPORT_H_

#include <memory>
#include <string>

#include "delegates/dsp/transport/transport.h"

namespace tflite::dsp {

// The skeleton on a DSP, reached through the vendor's FastRPC library, which is
// loaded at run time. Not run on silicon yet.
//
// `library` is a path or a name for the loader, usually libcdsprpc.so. FastRPC
// searches for the skeleton, libtflite_dsp_skel.so, in the DSP's path
// (ADSP_LIBRARY_PATH), and in `folder` unless that is empty. Unavailable if
// there is no library or if it lacks a symbol.
StatusOr<std::unique_ptr<DspTransport>> MakeDeviceTransport(
    const std::string& library, const std::string& folder);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TRANSPORT_DEVICE_TRANSPORT_H_
