#include "delegates/gpu/device/opencl/opencl_device.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/device/kernel_library.h"
#include "delegates/gpu/device/opencl/opencl_choice.h"
#include "delegates/gpu/device/opencl/opencl_wrap.h"
#include "delegates/gpu/device/program_cache.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

constexpr uint32_t kVectorBytes = 64;  // the widest vector that kernels load
constexpr uint32_t kPageBytes = 4096;

std::string Text(const OpenClContext& c, cl_device_info what) {
  size_t bytes = 0;
  if (c.cl->clGetDeviceInfo(c.device, what, 0, nullptr, &bytes) != CL_SUCCESS) {
    return "";
  }
  std::string text(bytes, '\0');
  c.cl->clGetDeviceInfo(c.device, what, bytes, text.data(), nullptr);
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

template <typename T>
T Value(const OpenClContext& c, cl_device_info what) {
  T value{};
  c.cl->clGetDeviceInfo(c.device, what, sizeof(value), &value, nullptr);
  return value;
}

// Detects dot products of words of bytes, for kernels in OpenCL C 3.0.
void ReadDotProducts(const OpenClContext& c, const std::string& extensions,
                     GpuCaps* caps) {
  constexpr char kVersion[] = "OpenCL ";
  const std::string version = Text(c, CL_DEVICE_VERSION);
  if (version.rfind(kVersion, 0) != 0 ||
      std::atoi(version.c_str() + std::strlen(kVersion)) < 3 ||
      extensions.find("cl_khr_integer_dot_product") == std::string::npos) {
    return;
  }
  const auto kinds = Value<cl_device_integer_dot_product_capabilities_khr>(
      c, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR);
  caps->int8_dot =
      (kinds & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR) != 0;
  const auto fast = Value<
      cl_device_integer_dot_product_acceleration_properties_khr>(
      c,
      CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR);
  caps->int8_dot_fast = caps->int8_dot && fast.signed_accelerated != CL_FALSE;
}

std::string BuildFlags(const GpuKernelSpec& spec, const GpuKernelText& text,
                       bool exact_division) {
  std::string flags = StrCat(
      // Dot products require OpenCL C 3.0.
      text.int8_dot ? "-cl-std=CL3.0" : "-cl-std=CL1.2",
      exact_division ? " -cl-fp32-correctly-rounded-divide-sqrt" : "",
      " -w -DWG_X=", spec.workgroup[0], " -DWG_Y=", spec.workgroup[1],
      " -DWG_Z=", spec.workgroup[2]);
  for (const auto& [name, value] : spec.constants) {
    StrAppend(&flags, " -D", name, "=", value);
  }
  return flags;
}

}  // namespace

StatusOr<std::shared_ptr<OpenClDevice>> OpenClDevice::Create(
    const GpuDeviceOptions& options, const OpenClOptions& opencl) {
  std::shared_ptr<OpenClDevice> device(new OpenClDevice(options));
  TFLL_RETURN_IF_ERROR(device->Open(opencl));
  return device;
}

Status OpenClDevice::Open(const OpenClOptions& opencl) {
  context_ = std::make_shared<OpenClContext>();
  OpenClContext& c = *context_;
  TFLL_ASSIGN_OR_RETURN(c.cl, LoadOpenCl());
  if (opencl.replace_functions) {
    c.replaced = *c.cl;
    opencl.replace_functions(c.replaced);
    c.cl = &c.replaced;
  }
  if (opencl.lent.context != nullptr) {
    TFLL_RETURN_IF_ERROR(Adopt(opencl.lent));
  } else {
    TFLL_ASSIGN_OR_RETURN(c.device, ChooseOpenClDevice(*c.cl));
    cl_int error = CL_SUCCESS;
    c.context =
        c.cl->clCreateContext(nullptr, 1, &c.device, nullptr, nullptr, &error);
    TFLL_RETURN_IF_ERROR(OpenClStatus(error, "a context"));
  }
  if (c.queue == nullptr) {
    cl_int error = CL_SUCCESS;
    c.queue = c.cl->clCreateCommandQueue(c.context, c.device, 0, &error);
    TFLL_RETURN_IF_ERROR(OpenClStatus(error, "a queue"));
  }
  return ReadCaps();
}

Status OpenClDevice::Adopt(const OpenClHandles& lent) {
  OpenClContext& c = *context_;
  size_t bytes = 0;
  TFLL_RETURN_IF_ERROR(
      OpenClStatus(c.cl->clGetContextInfo(lent.context, CL_CONTEXT_DEVICES, 0,
                                          nullptr, &bytes),
                   "the context"));
  std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
  TFLL_RETURN_IF_ERROR(
      OpenClStatus(c.cl->clGetContextInfo(lent.context, CL_CONTEXT_DEVICES,
                                          bytes, devices.data(), nullptr),
                   "the context"));
  if (std::count(devices.begin(), devices.end(), lent.device) == 0) {
    return Invalid("OpenCL: the device is not one of the context");
  }
  c.device = lent.device;
  if (lent.queue != nullptr) {
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    cl_command_queue_properties properties = 0;
    for (const auto& [what, value, size] :
         {std::tuple<cl_command_queue_info, void*, size_t>(
              CL_QUEUE_CONTEXT, &context, sizeof(context)),
          {CL_QUEUE_DEVICE, &device, sizeof(device)},
          {CL_QUEUE_PROPERTIES, &properties, sizeof(properties)}}) {
      TFLL_RETURN_IF_ERROR(OpenClStatus(
          c.cl->clGetCommandQueueInfo(lent.queue, what, size, value, nullptr),
          "the queue"));
    }
    if (context != lent.context || device != lent.device) {
      return Invalid("OpenCL: the queue is not one of the context and device");
    }
    if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) {
      return Invalid("OpenCL: the queue runs out of order");
    }
    TFLL_RETURN_IF_ERROR(
        OpenClStatus(c.cl->clRetainCommandQueue(lent.queue), "the queue"));
    c.queue = lent.queue;
    c.lent = true;
    c.timed = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
  }
  TFLL_RETURN_IF_ERROR(
      OpenClStatus(c.cl->clRetainContext(lent.context), "the context"));
  c.context = lent.context;
  return OkStatus();
}

OpenClHandles OpenClDevice::handles() const {
  return {context_->context, context_->device, context_->queue};
}

Status OpenClDevice::ReadCaps() {
  const OpenClContext& c = *context_;
  GpuCaps& caps = caps_;
  caps.backend = GpuBackend::kOpenCl;
  caps.name = Text(c, CL_DEVICE_NAME);
  caps.driver =
      StrCat(Text(c, CL_DEVICE_VENDOR), " ", Text(c, CL_DEVICE_VERSION), " ",
             Text(c, CL_DRIVER_VERSION));
  caps.software =
      (Value<cl_device_type>(c, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
  size_t sizes[3] = {1, 1, 1};
  c.cl->clGetDeviceInfo(c.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(sizes),
                        sizes, nullptr);
  for (int i = 0; i < 3; ++i) {
    caps.max_workgroup[i] =
        static_cast<uint32_t>(std::min<size_t>(sizes[i], 1024));
    caps.max_groups[i] = 1u << 20;
  }
  caps.max_invocations = static_cast<uint32_t>(
      std::min<size_t>(Value<size_t>(c, CL_DEVICE_MAX_WORK_GROUP_SIZE), 1024));
  caps.shared_memory_bytes = static_cast<uint32_t>(std::min<cl_ulong>(
      Value<cl_ulong>(c, CL_DEVICE_LOCAL_MEM_SIZE), 1u << 20));
  const std::string extensions = Text(c, CL_DEVICE_EXTENSIONS);
  caps.fp16_storage = true;  // vload_half needs no extension
  caps.fp16_math = extensions.find("cl_khr_fp16") != std::string::npos;
  caps.int8_storage = true;
  ReadDotProducts(c, extensions, &caps);
  exact_division_ = (Value<cl_device_fp_config>(c, CL_DEVICE_SINGLE_FP_CONFIG) &
                     CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  caps.unified_memory = !options().force_staging &&
                        Value<cl_bool>(c, CL_DEVICE_HOST_UNIFIED_MEMORY);
  if (caps.unified_memory) {
    // GPU drivers copy memory that does not start and end at page boundaries.
    caps.import_alignment = caps.software ? kVectorBytes : kPageBytes;
  }
  // Drivers have staging memory of their own.
  caps.direct_transfers = !options().force_staging;
  caps.max_buffer_bytes = Value<cl_ulong>(c, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  caps.offset_alignment = std::max<uint32_t>(
      64, Value<cl_uint>(c, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8);
  if (Value<cl_bool>(c, CL_DEVICE_ENDIAN_LITTLE) == CL_FALSE) {
    return Unavailable("OpenCL: the device is big-endian");
  }
  return OkStatus();
}

StatusOr<std::shared_ptr<GpuBuffer>> OpenClDevice::Allocate(uint64_t bytes,
                                                            GpuUse use) {
  if (bytes > caps_.max_buffer_bytes) {
    return ResourceExhausted(StrCat("OpenCL: a buffer of ", bytes,
                                    " bytes; the most is ",
                                    caps_.max_buffer_bytes));
  }
  const cl_mem_flags flags =
      CL_MEM_READ_WRITE |
      (use == GpuUse::kDeviceOnly ? 0 : CL_MEM_ALLOC_HOST_PTR);
  cl_int error = CL_SUCCESS;
  const cl_mem memory = context_->cl->clCreateBuffer(context_->context, flags,
                                                     bytes, nullptr, &error);
  TFLL_RETURN_IF_ERROR(
      context_->Check(error, StrCat("a buffer of ", bytes, " bytes")));
  return std::shared_ptr<GpuBuffer>(
      std::make_shared<OpenClBuffer>(context_, memory, bytes));
}

Status OpenClDevice::Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
                           const void* from) {
  TFLL_RETURN_IF_ERROR(CheckRange(buffer, offset, bytes));
  if (bytes == 0) return OkStatus();
  return context_->Check(
      context_->cl->clEnqueueWriteBuffer(
          context_->queue, static_cast<OpenClBuffer&>(buffer).memory(), CL_TRUE,
          offset, bytes, from, 0, nullptr, nullptr),
      "writing a buffer");
}

Status OpenClDevice::Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
                          void* to) {
  TFLL_RETURN_IF_ERROR(CheckRange(buffer, offset, bytes));
  if (bytes == 0) return OkStatus();
  return context_->Check(
      context_->cl->clEnqueueReadBuffer(
          context_->queue, static_cast<OpenClBuffer&>(buffer).memory(), CL_TRUE,
          offset, bytes, to, 0, nullptr, nullptr),
      "reading a buffer");
}

StatusOr<GpuForeignBuffer> OpenClDevice::Wrap(cl_mem memory, uint64_t offset,
                                              uint64_t bytes) {
  return WrapOpenClBuffer(context_, memory, offset, bytes);
}

StatusOr<std::shared_ptr<GpuBuffer>> OpenClDevice::Import(void* data,
                                                          uint64_t bytes) {
  const uint64_t alignment = caps_.import_alignment;
  if (alignment == 0 || reinterpret_cast<uintptr_t>(data) % alignment != 0) {
    return Unsupported("the device does not use the host's memory there");
  }
  cl_int error = CL_SUCCESS;
  const cl_mem memory = context_->cl->clCreateBuffer(
      context_->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, data,
      &error);
  TFLL_RETURN_IF_ERROR(context_->Check(error, "importing the host's memory"));
  auto buffer = std::make_shared<OpenClBuffer>(context_, memory, bytes);
  TFLL_RETURN_IF_ERROR(buffer->Map(data));
  return std::shared_ptr<GpuBuffer>(std::move(buffer));
}

StatusOr<void*> OpenClDevice::Map(GpuBuffer& buffer) {
  if (!caps_.unified_memory) return GpuDevice::Map(buffer);
  auto& memory = static_cast<OpenClBuffer&>(buffer);
  TFLL_RETURN_IF_ERROR(memory.Map());
  return memory.mapped();
}

Status OpenClDevice::Unmap(GpuBuffer& mapped) {
  return static_cast<OpenClBuffer&>(mapped).Unmap();
}

Status OpenClDevice::Lend(GpuBuffer& imported) {
  return static_cast<OpenClBuffer&>(imported).Unmap();
}

Status OpenClDevice::Return(GpuBuffer& imported) {
  return static_cast<OpenClBuffer&>(imported).Map();
}

cl_program OpenClDevice::FromCache(const ProgramKey& key,
                                   const std::string& flags) {
  if (options().cache == nullptr) return nullptr;
  const auto binary = options().cache->Load(key);
  if (!binary.has_value()) return nullptr;
  const OpenClFunctions& cl = *context_->cl;
  const size_t bytes = binary->size();
  const unsigned char* data = binary->data();
  cl_int loaded = CL_SUCCESS, error = CL_SUCCESS;
  const cl_program program = cl.clCreateProgramWithBinary(
      context_->context, 1, &context_->device, &bytes, &data, &loaded, &error);
  if (error != CL_SUCCESS) return nullptr;
  if (loaded != CL_SUCCESS ||
      cl.clBuildProgram(program, 1, &context_->device, flags.c_str(), nullptr,
                        nullptr) != CL_SUCCESS) {
    cl.clReleaseProgram(program);
    return nullptr;
  }
  return program;
}

void OpenClDevice::IntoCache(const ProgramKey& key, cl_program program) {
  if (options().cache == nullptr) return;
  const OpenClFunctions& cl = *context_->cl;
  size_t bytes = 0;
  if (cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(bytes),
                          &bytes, nullptr) != CL_SUCCESS ||
      bytes == 0) {
    return;
  }
  std::vector<unsigned char> binary(bytes);
  unsigned char* data = binary.data();
  if (cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data,
                          nullptr) != CL_SUCCESS) {
    return;
  }
  // If storing fails, the next process compiles again.
  options().cache->Store(key, binary.data(), binary.size()).IgnoreError();
}

StatusOr<cl_program> OpenClDevice::Build(const GpuKernelSpec& spec,
                                         const GpuKernelText& text,
                                         bool* cached) {
  const OpenClFunctions& cl = *context_->cl;
  const std::string flags = BuildFlags(spec, text, exact_division_);
  ProgramKey key;
  key.Add("OpenCL").Add(caps_.name).Add(caps_.driver).Add(text.hash).Add(flags);
  const cl_program kept = FromCache(key, flags);
  *cached = kept != nullptr;
  if (*cached) return kept;
  cl_int error = CL_SUCCESS;
  const char* source = text.opencl;
  const cl_program program = cl.clCreateProgramWithSource(
      context_->context, 1, &source, nullptr, &error);
  TFLL_RETURN_IF_ERROR(OpenClStatus(error, ToString(spec)));
  error = cl.clBuildProgram(program, 1, &context_->device, flags.c_str(),
                            nullptr, nullptr);
  if (error != CL_SUCCESS) {
    std::string log(4096, '\0');
    cl.clGetProgramBuildInfo(program, context_->device, CL_PROGRAM_BUILD_LOG,
                             log.size(), log.data(), nullptr);
    cl.clReleaseProgram(program);
    return Internal("OpenCL: ", ToString(spec), ": ", OpenClErrorName(error),
                    ": ", log.c_str());
  }
  IntoCache(key, program);
  return program;
}

StatusOr<std::shared_ptr<GpuPipeline>> OpenClDevice::Compile(
    const GpuKernelSpec& spec) {
  TFLL_ASSIGN_OR_RETURN(const GpuKernelText* text,
                        FindKernel(options().kernels, spec, caps_));
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = pipelines_.find(spec);
    if (found != pipelines_.end()) return found->second;
  }
  // Several threads may compile at the same time.
  bool cached = false;
  TFLL_ASSIGN_OR_RETURN(const cl_program program, Build(spec, *text, &cached));
  std::shared_ptr<GpuPipeline> pipeline = std::make_shared<OpenClPipeline>(
      context_, program, cached, spec, text->num_buffers, text->num_params);
  std::lock_guard<std::mutex> lock(mutex_);
  return pipelines_.emplace(spec, std::move(pipeline)).first->second;
}

StatusOr<std::unique_ptr<GpuCommands>> OpenClDevice::Record(
    std::vector<GpuStep> steps) {
  return OpenClCommands::Create(context_, caps_, std::move(steps));
}

}  // namespace tflite::gpu
