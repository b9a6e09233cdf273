#include "kernels/testing/fake_graph.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::kernels {
namespace {

constexpr size_t kGuard = 64;
constexpr size_t kScratchAlignment = 64;  // which kernels rely on
constexpr uint8_t kGuardByte = 0xA5;
constexpr uint8_t kRubbish = 0xCD;

FakeGraph* Of(TfLiteContext* context) {
  return static_cast<FakeGraph*>(Host::Of(context));
}

TfLiteStatus ResizeTensor(TfLiteContext* context, TfLiteTensor* tensor,
                          TfLiteIntArray* dims) {
  return Of(context)->Resize(static_cast<int>(tensor - context->tensors), dims);
}

TfLiteStatus AddTensors(TfLiteContext* context, int count, int* first) {
  if (first != nullptr) *first = static_cast<int>(context->tensors_size);
  for (int i = 0; i < count; ++i) Of(context)->AddScratch();
  return kTfLiteOk;
}

// Elements are aligned, but no more than that, so that a block ends where
// accesses are caught; the offsets of strings are 4 bytes long.
size_t AlignmentOf(TfLiteType type, size_t bytes) {
  if (type == kTfLiteString) return 4;
  return std::min(bytes & (~bytes + 1), kScratchAlignment);
}

void ReportError(TfLiteContext* context, const char* format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  std::vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  Of(context)->AddError(text);
}

}  // namespace

FakeGraph::FakeGraph(int threads) : pool_(threads) {
  context_.impl_ = static_cast<Host*>(this);
  context_.ResizeTensor = ResizeTensor;
  context_.AddTensors = AddTensors;
  context_.recommended_num_threads = threads;
  context_.ReportError = ReportError;
}

FakeGraph::~FakeGraph() { Truncate(0); }

int FakeGraph::AddTensor(TfLiteType type) {
  tensors_.push_back(TfLiteTensor{});
  tensors_.back().type = type;
  tensors_.back().allocation_type = kTfLiteArenaRw;
  tensors_.back().dims = TfLiteIntArrayCreate(0);
  blocks_.emplace_back();
  is_scratch_.push_back(false);
  context_.tensors = tensors_.data();
  context_.tensors_size = tensors_.size();
  return static_cast<int>(tensors_.size()) - 1;
}

void FakeGraph::Truncate(int count) {
  for (size_t i = count; i < tensors_.size(); ++i) {
    FreeData(static_cast<int>(i));
    tensors_[i].allocation_type = kTfLiteMemNone;
    TfLiteTensorFree(&tensors_[i]);
  }
  tensors_.resize(count);
  blocks_.resize(count);
  is_scratch_.resize(count);
  context_.tensors = tensors_.data();
  context_.tensors_size = tensors_.size();
}

TfLiteStatus FakeGraph::Resize(int index, TfLiteIntArray* dims) {
  TfLiteTensor& tensor = tensors_[index];
  const bool same = TfLiteIntArrayEqual(tensor.dims, dims) != 0;
  TfLiteIntArrayFree(tensor.dims);
  tensor.dims = dims;
  if (tensor.type == kTfLiteString) return kTfLiteOk;
  // What the arena gave it stays while its shape does.
  if (same && tensor.allocation_type == kTfLiteArenaRw &&
      tensor.data.data != nullptr) {
    return kTfLiteOk;
  }
  const auto bytes = BytesFor(tensor.type, TensorView(&tensor).num_elements());
  if (!bytes.ok()) return kTfLiteError;
  tensor.bytes = *bytes;
  // The arena is planned later.
  if (tensor.allocation_type == kTfLiteArenaRw) {
    tensor.data.data = nullptr;
  } else {
    Allocate(index, *bytes);
    FillRubbish(index);
  }
  return kTfLiteOk;
}

void FakeGraph::AddScratch() {
  AddTensor(kTfLiteNoType);
  is_scratch_.back() = true;
}

void FakeGraph::Allocate(int index, size_t bytes) {
  TfLiteTensor& tensor = tensors_[index];
  Block& block = blocks_[index];
  block = Block();
  block.size = bytes;
  if (bytes > 0) {
    const size_t alignment = is_scratch_[index]
                                 ? kScratchAlignment
                                 : AlignmentOf(tensor.type, bytes);
    block.memory = GuardedMemory(bytes + kGuard + alignment);
    std::memset(block.memory.data(), kGuardByte, block.memory.size());
    block.offset = (block.memory.size() - bytes) / alignment * alignment;
  }
  tensor.data.data = bytes == 0 ? nullptr : block.data();
  tensor.bytes = bytes;
}

void FakeGraph::SetData(int index, const std::vector<uint8_t>& bytes) {
  Allocate(index, bytes.size());
  std::copy(bytes.begin(), bytes.end(), blocks_[index].data());
}

void FakeGraph::FreeData(int index) {
  TfLiteTensor& tensor = tensors_[index];
  // A string tensor's kernel allocates its buffer itself.
  if (tensor.data.raw != nullptr &&
      tensor.data.raw != reinterpret_cast<char*>(blocks_[index].data())) {
    TfLiteTensorDataFree(&tensor);
  }
  tensor.data.data = nullptr;
  blocks_[index] = Block();
}

void FakeGraph::AllocateArena() {
  for (size_t i = 0; i < tensors_.size(); ++i) {
    TfLiteTensor& tensor = tensors_[i];
    if (tensor.allocation_type != kTfLiteArenaRw ||
        tensor.data.data != nullptr) {
      continue;
    }
    Allocate(static_cast<int>(i), tensor.bytes);
    FillRubbish(static_cast<int>(i));
  }
}

void FakeGraph::FillRubbish(int index) {
  Block& block = blocks_[index];
  if (block.size > 0) std::fill_n(block.data(), block.size, kRubbish);
}

Status FakeGraph::CheckGuards() const {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    const uint8_t* memory = block.memory.data();
    for (size_t at = 0; at < block.memory.size(); ++at) {
      if (at == block.offset) at += block.size;
      if (at < block.memory.size() && memory[at] != kGuardByte) {
        return Internal(
            "tensor ", i, " was written to at byte ",
            static_cast<int64_t>(at) - static_cast<int64_t>(block.offset),
            " of ", block.size);
      }
    }
  }
  return OkStatus();
}

std::string FakeGraph::TakeError() { return std::exchange(error_, ""); }

}  // namespace tflite::kernels
