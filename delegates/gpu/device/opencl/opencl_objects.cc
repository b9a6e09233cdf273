#include "delegates/gpu/device/opencl/opencl_objects.h"

#include <utility>

#include "delegates/gpu/device/device_checks.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

OpenClBuffer& BufferOf(const GpuBinding& binding) {
  return static_cast<OpenClBuffer&>(*binding.buffer);
}

}  // namespace

OpenClContext::~OpenClContext() {
  if (timed_queue != nullptr) cl->clReleaseCommandQueue(timed_queue);
  if (queue != nullptr) cl->clReleaseCommandQueue(queue);
  if (context != nullptr) cl->clReleaseContext(context);
}

Status OpenClContext::Check(cl_int error, const std::string& what) const {
  if (error == CL_DEVICE_NOT_AVAILABLE) lost = true;
  return OpenClStatus(error, what);
}

Status OpenClContext::Finish(cl_command_queue of) const {
  const cl_int error = cl->clFinish(of);
  // A command failed. Drivers report different errors for this, and contexts do
  // not recover.
  if (error != CL_SUCCESS) lost = true;
  return Check(error, "running");
}

StatusOr<cl_command_queue> OpenClContext::TimedQueue() {
  if (timed) return queue;
  if (lent) return Unsupported("the queue has no profiling");
  std::lock_guard<std::mutex> lock(mutex);
  if (timed_queue == nullptr) {
    cl_int error = CL_SUCCESS;
    timed_queue = cl->clCreateCommandQueue(context, device,
                                           CL_QUEUE_PROFILING_ENABLE, &error);
    TFLL_RETURN_IF_ERROR(Check(error, "a queue with profiling"));
  }
  return timed_queue;
}

OpenClBuffer::~OpenClBuffer() {
  for (auto part = created_.rbegin(); part != created_.rend(); ++part) {
    context_->cl->clReleaseMemObject(*part);
  }
  context_->cl->clReleaseMemObject(memory_);
}

StatusOr<cl_mem> OpenClBuffer::Part(uint64_t offset, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto known = parts_.find({offset, bytes});
  if (known != parts_.end()) return known->second;
  const cl_buffer_region region = {static_cast<size_t>(offset),
                                   static_cast<size_t>(bytes)};
  cl_int error = CL_SUCCESS;
  // With the access flags of the whole buffer.
  const cl_mem part = context_->cl->clCreateSubBuffer(
      memory_, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  TFLL_RETURN_IF_ERROR(context_->Check(error, "a part of a buffer"));
  parts_[{offset, bytes}] = part;
  created_.push_back(part);
  return part;
}

Status OpenClBuffer::Map(const void* expected) {
  if (mapped_ != nullptr) return OkStatus();
  cl_int error = CL_SUCCESS;
  mapped_ = context_->cl->clEnqueueMapBuffer(
      context_->queue, memory_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes(),
      0, nullptr, nullptr, &error);
  TFLL_RETURN_IF_ERROR(context_->Check(error, "mapping the host's memory"));
  if (expected == nullptr || mapped_ == expected) return OkStatus();
  return Internal("OpenCL: the host's memory is mapped elsewhere");
}

Status OpenClBuffer::Unmap() {
  if (mapped_ == nullptr) return OkStatus();
  const cl_int error = context_->cl->clEnqueueUnmapMemObject(
      context_->queue, memory_, mapped_, 0, nullptr, nullptr);
  mapped_ = nullptr;
  return context_->Check(error, "unmapping the host's memory");
}

StatusOr<cl_kernel> OpenClPipeline::MakeKernel() const {
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel =
      context_->cl->clCreateKernel(program_, spec.kernel.c_str(), &error);
  TFLL_RETURN_IF_ERROR(OpenClStatus(error, "kernel " + ToString(spec)));
  return kernel;
}

StatusOr<std::unique_ptr<GpuCommands>> OpenClCommands::Create(
    std::shared_ptr<OpenClContext> context, const GpuCaps& caps,
    std::vector<GpuStep> steps) {
  TFLL_RETURN_IF_ERROR(CheckSteps(steps, caps));
  std::unique_ptr<OpenClCommands> commands(
      new OpenClCommands(std::move(context), caps, std::move(steps)));
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
}

Status OpenClCommands::SetBuffer(const Launch& launch, size_t at,
                                 const GpuBinding& binding) {
  OpenClBuffer& buffer = BufferOf(binding);
  cl_mem memory = buffer.memory();
  if (binding.offset != 0) {
    TFLL_ASSIGN_OR_RETURN(memory, buffer.Part(binding.offset, binding.bytes));
  }
  const cl_int error = context_->cl->clSetKernelArg(
      launch.kernel, static_cast<cl_uint>(at), sizeof(memory), &memory);
  return context_->Check(error, StrCat("buffer ", at));
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
        Annotate(SetBuffer(launch, at, binding), dispatch.label));
    ++at;
  }
  for (const uint32_t word : dispatch.params) {
    const cl_int error =
        cl.clSetKernelArg(launch.kernel, at, sizeof(word), &word);
    TFLL_RETURN_IF_ERROR(context_->Check(error, dispatch.label + ": a param"));
    ++at;
  }
  for (int i = 0; i < 3; ++i) {
    launch.local[i] = pipeline.spec.workgroup[i];
    launch.global[i] = launch.local[i] * dispatch.groups[i];
  }
  return OkStatus();
}

void OpenClCommands::Set(const GpuCopy& copy, Launch* launch) {
  launch->from = BufferOf(copy.from).memory();
  launch->to = BufferOf(copy.to).memory();
  launch->from_offset = copy.from.offset;
  launch->to_offset = copy.to.offset;
  launch->bytes = copy.from.bytes;
}

Status OpenClCommands::Add(const GpuCopy& copy) {
  launches_.emplace_back();
  Set(copy, &launches_.back());
  return OkStatus();
}

Status OpenClCommands::Rebind(const std::vector<GpuRebinding>& changes) {
  TFLL_RETURN_IF_ERROR(RebindSteps(changes, caps_, &steps_));
  for (const GpuRebinding& change : changes) {
    Launch& launch = launches_[change.step];
    const GpuStep& step = steps_[change.step];
    if (const auto* copy = std::get_if<GpuCopy>(&step)) {
      Set(*copy, &launch);
      continue;
    }
    const auto& dispatch = std::get<GpuDispatch>(step);
    TFLL_RETURN_IF_ERROR(Annotate(
        SetBuffer(launch, change.operand, dispatch.buffers[change.operand]),
        dispatch.label));
  }
  return OkStatus();
}

Status OpenClCommands::Enqueue(cl_command_queue queue,
                               std::vector<cl_event>* events) {
  const OpenClFunctions& cl = *context_->cl;
  for (const Launch& launch : launches_) {
    cl_event* event = nullptr;
    if (events != nullptr) event = &events->emplace_back();
    const cl_int error =
        launch.kernel != nullptr
            ? cl.clEnqueueNDRangeKernel(queue, launch.kernel, 3, nullptr,
                                        launch.global, launch.local, 0, nullptr,
                                        event)
            : cl.clEnqueueCopyBuffer(queue, launch.from, launch.to,
                                     launch.from_offset, launch.to_offset,
                                     launch.bytes, 0, nullptr, event);
    if (error != CL_SUCCESS) {
      if (events != nullptr) events->pop_back();
      // Commands that were queued before use buffers that the caller may free.
      cl.clFinish(queue);
      return context_->Check(error, *launch.label);
    }
  }
  return OkStatus();
}

Status OpenClCommands::Run() {
  if (context_->lost) return Internal("OpenCL: the device was lost earlier");
  TFLL_RETURN_IF_ERROR(Enqueue(context_->queue, nullptr));
  return context_->Finish(context_->queue);
}

StatusOr<std::vector<uint64_t>> OpenClCommands::RunTimed() {
  if (context_->lost) return Internal("OpenCL: the device was lost earlier");
  TFLL_ASSIGN_OR_RETURN(const cl_command_queue queue, context_->TimedQueue());
  const OpenClFunctions& cl = *context_->cl;
  std::vector<cl_event> events;
  // Memory may still be on its way to the device in the other queue.
  TFLL_RETURN_IF_ERROR(context_->Finish(context_->queue));
  Status status = Enqueue(queue, &events);
  if (status.ok()) status = context_->Finish(queue);
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

}  // namespace tflite::gpu
