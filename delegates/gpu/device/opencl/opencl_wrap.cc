#include "delegates/gpu/device/opencl/opencl_wrap.h"

namespace tflite::gpu {
namespace {

template <typename T>
Status Get(const OpenClFunctions& cl, cl_mem memory, cl_mem_info what,
           T* value) {
  return OpenClStatus(
      cl.clGetMemObjectInfo(memory, what, sizeof(*value), value, nullptr),
      "the memory object");
}

// Checks that it is a buffer of the context and contains the part.
Status Check(const OpenClContext& context, cl_mem memory, uint64_t offset,
             uint64_t bytes) {
  const OpenClFunctions& cl = *context.cl;
  cl_mem_object_type type = 0;
  cl_context owner = nullptr;
  size_t size = 0;
  TFLL_RETURN_IF_ERROR(Get(cl, memory, CL_MEM_TYPE, &type));
  TFLL_RETURN_IF_ERROR(Get(cl, memory, CL_MEM_CONTEXT, &owner));
  TFLL_RETURN_IF_ERROR(Get(cl, memory, CL_MEM_SIZE, &size));
  if (type != CL_MEM_OBJECT_BUFFER) {
    return Invalid("OpenCL: the memory object is no buffer");
  }
  if (owner != context.context) {
    return Invalid("OpenCL: the buffer is one of another context");
  }
  if (offset > size || bytes > size - offset) {
    return Invalid("OpenCL: ", bytes, " bytes at ", offset,
                   " are not in a buffer of ", size);
  }
  return OkStatus();
}

}  // namespace

StatusOr<GpuForeignBuffer> WrapOpenClBuffer(
    const std::shared_ptr<OpenClContext>& context, cl_mem memory,
    uint64_t offset, uint64_t bytes) {
  const OpenClFunctions& cl = *context->cl;
  if (memory == nullptr) return Invalid("OpenCL: the buffer is null");
  TFLL_RETURN_IF_ERROR(Check(*context, memory, offset, bytes));
  cl_mem_flags flags = 0;
  cl_mem whole = nullptr;
  TFLL_RETURN_IF_ERROR(Get(cl, memory, CL_MEM_FLAGS, &flags));
  TFLL_RETURN_IF_ERROR(Get(cl, memory, CL_MEM_ASSOCIATED_MEMOBJECT, &whole));
  size_t start = 0, size = 0;
  if (whole != nullptr) {
    TFLL_RETURN_IF_ERROR(Get(cl, memory, CL_MEM_OFFSET, &start));
  } else {
    whole = memory;
  }
  TFLL_RETURN_IF_ERROR(Get(cl, whole, CL_MEM_SIZE, &size));
  TFLL_RETURN_IF_ERROR(
      OpenClStatus(cl.clRetainMemObject(whole), "the memory object"));
  GpuForeignBuffer foreign;
  foreign.part.buffer = std::make_shared<OpenClBuffer>(context, whole, size);
  foreign.part.offset = start + offset;
  foreign.part.bytes = bytes;
  foreign.readable = (flags & CL_MEM_WRITE_ONLY) == 0;
  foreign.writable = (flags & CL_MEM_READ_ONLY) == 0;
  foreign.memory = reinterpret_cast<uintptr_t>(whole);
  return foreign;
}

}  // namespace tflite::gpu
