#ifndef DELEGATES_GPU_DEVICE_OPENCL_OPENCL_LIBRARY_H_
#define DELEGATES_GPU_DEVICE_OPENCL_OPENCL_LIBRARY_H_

#include <CL/cl.h>

#include <string>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::gpu {

using namespace delegates;

// The OpenCL 1.2 functions in use, under their own names.
#define TFLL_OPENCL_FUNCTIONS(F) \
  F(clGetPlatformIDs)            \
  F(clGetPlatformInfo)           \
  F(clGetDeviceIDs)              \
  F(clGetDeviceInfo)             \
  F(clCreateContext)             \
  F(clGetContextInfo)            \
  F(clRetainContext)             \
  F(clReleaseContext)            \
  F(clCreateCommandQueue)        \
  F(clGetCommandQueueInfo)       \
  F(clRetainCommandQueue)        \
  F(clReleaseCommandQueue)       \
  F(clFlush)                     \
  F(clFinish)                    \
  F(clCreateBuffer)              \
  F(clCreateSubBuffer)           \
  F(clGetMemObjectInfo)          \
  F(clRetainMemObject)           \
  F(clReleaseMemObject)          \
  F(clEnqueueReadBuffer)         \
  F(clEnqueueWriteBuffer)        \
  F(clEnqueueCopyBuffer)         \
  F(clEnqueueMapBuffer)          \
  F(clEnqueueUnmapMemObject)     \
  F(clCreateProgramWithSource)   \
  F(clCreateProgramWithBinary)   \
  F(clBuildProgram)              \
  F(clGetProgramInfo)            \
  F(clGetProgramBuildInfo)       \
  F(clReleaseProgram)            \
  F(clCreateKernel)              \
  F(clReleaseKernel)             \
  F(clSetKernelArg)              \
  F(clEnqueueNDRangeKernel)      \
  F(clGetEventProfilingInfo)     \
  F(clReleaseEvent)

struct OpenClFunctions {
#define TFLL_DECLARE(name) decltype(&::name) name = nullptr;
  TFLL_OPENCL_FUNCTIONS(TFLL_DECLARE)
#undef TFLL_DECLARE
};

// Opens libOpenCL.so.1, or libOpenCL.so if only that exists, once per process;
// it stays open. Unavailable if there is none.
StatusOr<const OpenClFunctions*> LoadOpenCl();

// A name such as "CL_OUT_OF_RESOURCES"; the number if the name is not known.
std::string OpenClErrorName(cl_int error);

// OK, or an error "<what>: <error>". ResourceExhausted if memory is exhausted.
Status OpenClStatus(cl_int error, const std::string& what);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_LIBRARY_H_
