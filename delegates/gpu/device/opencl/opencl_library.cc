#include "delegates/gpu/device/opencl/opencl_library.h"

#include <dlfcn.h>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

StatusOr<OpenClFunctions> Open() {
  void* library = nullptr;
  for (const char* name : {"libOpenCL.so.1", "libOpenCL.so"}) {
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) break;
  }
  if (library == nullptr) {
    return Unavailable("OpenCL: libOpenCL.so.1 is not installed");
  }
  OpenClFunctions functions;
#define TFLL_RESOLVE(name)                                               \
  functions.name =                                                       \
      reinterpret_cast<decltype(functions.name)>(dlsym(library, #name)); \
  if (functions.name == nullptr) {                                       \
    return Unavailable("libOpenCL.so.1 lacks " #name);                   \
  }
  TFLL_OPENCL_FUNCTIONS(TFLL_RESOLVE)
#undef TFLL_RESOLVE
  return functions;
}

}  // namespace

StatusOr<const OpenClFunctions*> LoadOpenCl() {
  static const auto* const kFunctions = new StatusOr<OpenClFunctions>(Open());
  if (!kFunctions->ok()) return kFunctions->status();
  return &**kFunctions;
}

std::string OpenClErrorName(cl_int error) {
  switch (error) {
#define TFLL_NAME(name) \
  case name:            \
    return #name;
    TFLL_NAME(CL_DEVICE_NOT_FOUND)
    TFLL_NAME(CL_DEVICE_NOT_AVAILABLE)
    TFLL_NAME(CL_COMPILER_NOT_AVAILABLE)
    TFLL_NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    TFLL_NAME(CL_OUT_OF_RESOURCES)
    TFLL_NAME(CL_OUT_OF_HOST_MEMORY)
    TFLL_NAME(CL_BUILD_PROGRAM_FAILURE)
    TFLL_NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET)
    TFLL_NAME(CL_INVALID_VALUE)
    TFLL_NAME(CL_INVALID_BINARY)
    TFLL_NAME(CL_INVALID_KERNEL_NAME)
    TFLL_NAME(CL_INVALID_KERNEL_ARGS)
    TFLL_NAME(CL_INVALID_ARG_SIZE)
    TFLL_NAME(CL_INVALID_WORK_GROUP_SIZE)
    TFLL_NAME(CL_INVALID_BUFFER_SIZE)
    TFLL_NAME(CL_INVALID_MEM_OBJECT)
    TFLL_NAME(CL_INVALID_CONTEXT)
    TFLL_NAME(CL_INVALID_DEVICE)
    TFLL_NAME(CL_INVALID_COMMAND_QUEUE)
#undef TFLL_NAME
    default:
      return StrCat("error ", error);
  }
}

Status OpenClStatus(cl_int error, const std::string& what) {
  if (error == CL_SUCCESS) return OkStatus();
  const std::string text =
      StrCat("OpenCL: ", what, ": ", OpenClErrorName(error));
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
      error == CL_OUT_OF_HOST_MEMORY) {
    return ResourceExhausted(text);
  }
  return Internal(text);
}

}  // namespace tflite::gpu
