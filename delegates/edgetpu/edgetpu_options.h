#ifndef DELEGATES_EDGETPU_EDGETPU_OPTIONS_H_
#define DELEGATES_EDGETPU_EDGETPU_OPTIONS_H_

#include <cstddef>
#include <memory>
#include <string>

#include "delegates/edgetpu/devices.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::edgetpu {

// A delegate that compiles what it supports, and that runs the
// edgetpu-custom-op nodes of a model that edgetpu_compiler has compiled. Of
// such a model it takes nothing else.
struct EdgeTpuOptions {
  // On which programs run; may be shared by delegates (devices.h). Null: there
  // is none, and of a compiled model the original nodes run on the CPU.
  std::shared_ptr<VirtualDevice> device = std::make_shared<VirtualDevice>();
  // Prints the cycles of each partition's layers to the log when it has been
  // compiled.
  bool report = false;
  // A file of JSON that gets the same reports and those of other delegates of
  // the process that name it (report_file.h). Empty: none.
  std::string report_json;
  // Applied before the host prepares any node. Other runtimes cannot prepare
  // the node of a compiled model, which is why plugins set this.
  bool before_prepare = false;
  // A folder in which compiled partitions are kept, for other processes, too
  // (delegates/common/cache). Empty: they are compiled each time. The token
  // separates models that share the folder.
  std::string program_dir, program_token;
  SimpleDelegateInterface::Options nodes;
};

// The options of the plugin, `count` pairs of texts. README.md lists them. The
// error names an option that is unknown or has an unsuitable value.
StatusOr<EdgeTpuOptions> ParseEdgeTpuOptions(const char* const* keys,
                                             const char* const* values,
                                             size_t count);

// A delegate, to be deleted by DeleteEdgeTpuDelegate. Invalid if the target is,
// or if report_json cannot be written.
// It outlives the interpreters that it is given to and may be shared by them,
// on any threads.
StatusOr<TfLiteDelegate*> CreateEdgeTpuDelegate(const EdgeTpuOptions& options);
// Null is allowed.
void DeleteEdgeTpuDelegate(TfLiteDelegate* delegate);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_EDGETPU_OPTIONS_H_
