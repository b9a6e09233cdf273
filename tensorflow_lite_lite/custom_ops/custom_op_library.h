#ifndef TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_LIBRARY_H_
#define TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_LIBRARY_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"

namespace tflite {

// Loads a library that exports tfll_register_custom_ops()
// (custom_op_registry.h) and adds its operators to `resolver`. Returns their
// names. The library stays loaded until the process ends. Errors contain the
// path and the message of the loader or the library.
base::StatusOr<std::vector<std::string>> LoadCustomOpLibrary(
    const std::string& path, MutableOpResolver* resolver);

// The same for a comma-separated list of paths, the value of the tools' flag
// --custom_op_library.
base::Status LoadCustomOpLibraries(const std::string& paths,
                                   MutableOpResolver* resolver);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_LIBRARY_H_
