#include "delegates/gpu/device/opencl/opencl_objects.h"

namespace tflite {
namespace {

cl_mem MemoryOf(const GpuBinding& binding) {
  return static_cast<const OpenClBuffer&>(*binding.buffer).memory();
}

}  // namespace

OpenClContext::~OpenClContext() {
  if (queue != nullptr) cl->clReleaseCommandQueue(queue);
  if (context != nullptr) cl->clReleaseContext(context);
}

StatusOr<cl_kernel> OpenClPipeline::MakeKernel() const {
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel =
      context_->cl->clCreateKernel(program_, spec.kernel.c_str(), &error);
  TFLL_RETURN_IF_ERROR(OpenClStatus(error, "kernel " + ToString(spec)));
  return kernel;
}

StatusOr<std::unique_ptr<GpuCommands>> OpenClCommands::Create(
    std::shared_ptr<OpenClContext> context, std::vector<GpuStep> steps) {
  std::unique_ptr<OpenClCommands> commands(
      new OpenClCommands(std::move(context), std::move(steps)));
  for (const GpuStep& step : commands->steps_) {
    TFLL_RETURN_IF_ERROR(
        std::visit([&](const auto& s) { return commands->Add(s); }, step));
    commands->launches_.back().label =
        std::visit([](const auto& s) { return &s.label; }, step);
  }
  return std::unique_ptr<GpuCommands>(std::move(commands));
}

OpenClCommands::~OpenClCommands() {
  for (const Launch& launch : launches_) {
    if (launch.kernel != nullptr) context_->cl->clReleaseKernel(launch.kernel);
  }
  for (const cl_mem part : parts_) context_->cl->clReleaseMemObject(part);
}

Status OpenClCommands::SetBuffer(cl_kernel kernel, cl_uint at,
                                 const GpuBinding& binding) {
  const OpenClFunctions& cl = *context_->cl;
  cl_mem memory = MemoryOf(binding);
  if (binding.offset != 0) {
    const cl_buffer_region region = {binding.offset, binding.bytes};
    cl_int error = CL_SUCCESS;
    memory =
        cl.clCreateSubBuffer(memory, CL_MEM_READ_WRITE,
                             CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    TFLL_RETURN_IF_ERROR(OpenClStatus(error, "a part of a buffer"));
    parts_.push_back(memory);
  }
  return OpenClStatus(cl.clSetKernelArg(kernel, at, sizeof(memory), &memory),
                      absl::StrCat("buffer ", at));
}

Status OpenClCommands::Add(const GpuDispatch& dispatch) {
  const OpenClFunctions& cl = *context_->cl;
  const auto& pipeline = static_cast<const OpenClPipeline&>(*dispatch.pipeline);
  launches_.emplace_back();
  Launch& launch = launches_.back();
  TFLL_ASSIGN_OR_RETURN(launch.kernel, pipeline.MakeKernel());
  cl_uint at = 0;
  for (const GpuBinding& binding : dispatch.buffers) {
    TFLL_RETURN_IF_ERROR(
        Annotate(SetBuffer(launch.kernel, at, binding), dispatch.label));
    ++at;
  }
  for (const uint32_t word : dispatch.params) {
    const cl_int error =
        cl.clSetKernelArg(launch.kernel, at, sizeof(word), &word);
    TFLL_RETURN_IF_ERROR(OpenClStatus(error, dispatch.label + ": a param"));
    ++at;
  }
  for (int i = 0; i < 3; ++i) {
    launch.local[i] = pipeline.spec.workgroup[i];
    launch.global[i] = launch.local[i] * dispatch.groups[i];
  }
  return OkStatus();
}

Status OpenClCommands::Add(const GpuCopy& copy) {
  launches_.emplace_back();
  Launch& launch = launches_.back();
  launch.from = MemoryOf(copy.from);
  launch.to = MemoryOf(copy.to);
  launch.from_offset = copy.from.offset;
  launch.to_offset = copy.to.offset;
  launch.bytes = copy.from.bytes;
  return OkStatus();
}

Status OpenClCommands::Enqueue(std::vector<cl_event>* events) {
  const OpenClFunctions& cl = *context_->cl;
  for (const Launch& launch : launches_) {
    cl_event* event = nullptr;
    if (events != nullptr) event = &events->emplace_back();
    const cl_int error =
        launch.kernel != nullptr
            ? cl.clEnqueueNDRangeKernel(context_->queue, launch.kernel, 3,
                                        nullptr, launch.global, launch.local, 0,
                                        nullptr, event)
            : cl.clEnqueueCopyBuffer(context_->queue, launch.from, launch.to,
                                     launch.from_offset, launch.to_offset,
                                     launch.bytes, 0, nullptr, event);
    if (error != CL_SUCCESS) {
      if (events != nullptr) events->pop_back();
      // What was queued before refers to buffers that the caller may free.
      cl.clFinish(context_->queue);
      return OpenClStatus(error, *launch.label);
    }
  }
  return OkStatus();
}

Status OpenClCommands::Run() {
  TFLL_RETURN_IF_ERROR(Enqueue(nullptr));
  return OpenClStatus(context_->cl->clFinish(context_->queue), "running");
}

StatusOr<std::vector<uint64_t>> OpenClCommands::RunTimed() {
  const OpenClFunctions& cl = *context_->cl;
  std::vector<cl_event> events;
  events.reserve(launches_.size());
  Status status = Enqueue(&events);
  if (status.ok()) {
    status = OpenClStatus(cl.clFinish(context_->queue), "running");
  }
  std::vector<uint64_t> times;
  for (const cl_event event : events) {
    cl_ulong start = 0, end = 0;
    if (status.ok()) {
      cl.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START,
                                 sizeof(start), &start, nullptr);
      cl.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end),
                                 &end, nullptr);
    }
    times.push_back(end > start ? end - start : 0);
    cl.clReleaseEvent(event);
  }
  if (!status.ok()) return status;
  return times;
}

}  // namespace tflite
