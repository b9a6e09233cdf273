// Broadcast::ForEachBlock.

#include <algorithm>
#include <cstring>

#include "kernels/math/broadcast.h"

namespace tflite::kernels {
namespace {

// Elements of a block: with all operands they stay in the first-level cache.
constexpr int64_t kBlock = 1024;
constexpr int kMaxElementBytes = 8;

// `count` runs of kBytes bytes, `stride` bytes apart, one after another.
template <int kBytes>
void CopyRuns(const char* from, int64_t stride, int64_t count, char* to) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * kBytes, from + i * stride, kBytes);
  }
}

void CopyRuns(const char* from, int64_t stride, int64_t count, int64_t bytes,
              char* to) {
  switch (bytes) {
    case 2:
      return CopyRuns<2>(from, stride, count, to);
    case 3:
      return CopyRuns<3>(from, stride, count, to);
    case 4:
      return CopyRuns<4>(from, stride, count, to);
    case 8:
      return CopyRuns<8>(from, stride, count, to);
    case 12:
      return CopyRuns<12>(from, stride, count, to);
    case 16:
      return CopyRuns<16>(from, stride, count, to);
    default:
      for (int64_t i = 0; i < count; ++i) {
        std::memcpy(to + i * bytes, from + i * stride,
                    static_cast<size_t>(bytes));
      }
  }
}

// `count` elements, `stride` bytes apart, each `times` times. They need not be
// aligned.
template <typename T>
void RepeatElements(const char* from, int64_t stride, int64_t count,
                    int64_t times, char* to) {
  for (int64_t i = 0; i < count; ++i) {
    if (sizeof(T) == 1) {
      std::memset(to, from[i * stride], static_cast<size_t>(times));
      to += times;
      continue;
    }
    T value;
    std::memcpy(&value, from + i * stride, sizeof(T));
    for (int64_t k = 0; k < times; ++k, to += sizeof(T)) {
      std::memcpy(to, &value, sizeof(T));
    }
  }
}

void RepeatElements(const char* from, int64_t stride, int64_t count,
                    int64_t times, int bytes, char* to) {
  switch (bytes) {
    case 1:
      return RepeatElements<uint8_t>(from, stride, count, times, to);
    case 2:
      return RepeatElements<uint16_t>(from, stride, count, times, to);
    case 4:
      return RepeatElements<uint32_t>(from, stride, count, times, to);
    default:
      return RepeatElements<uint64_t>(from, stride, count, times, to);
  }
}

}  // namespace

bool Broadcast::RunsThrough(int i) const {
  int64_t dense = row_;
  if (row_stride_[i] == 0) return false;
  for (size_t d = outer_.size(); d-- > 0;) {
    if (outer_[d].stride[i] != dense) return false;
    dense *= outer_[d].extent;
  }
  return true;
}

bool Broadcast::RepeatsRow(int i) const {
  for (const Axis& axis : outer_) {
    if (axis.stride[i] != 0) return false;
  }
  return true;
}

void Broadcast::CopyRows(int i, int64_t begin, int64_t end, const void* operand,
                         int element_bytes, void* to) const {
  // Runs along the innermost of the outer axes; the others give where they
  // start.
  const Axis& axis = outer_.back();
  auto* out = static_cast<char*>(to);
  while (begin < end) {
    int64_t rest = begin / axis.extent, at = begin % axis.extent;
    const int64_t count = std::min(end - begin, axis.extent - at);
    at *= axis.stride[i];
    for (size_t d = outer_.size() - 1; d-- > 0; rest /= outer_[d].extent) {
      at += rest % outer_[d].extent * outer_[d].stride[i];
    }
    const char* from = static_cast<const char*>(operand) + at * element_bytes;
    if (row_stride_[i] == 0) {
      RepeatElements(from, axis.stride[i] * element_bytes, count, row_,
                     element_bytes, out);
    } else {
      CopyRuns(from, axis.stride[i] * element_bytes, count,
               row_ * element_bytes, out);
    }
    out += count * row_ * element_bytes;
    begin += count;
  }
}

void Broadcast::ForEachBlock(
    ThreadPool& threads, int64_t grain, int element_bytes,
    absl::Span<const void* const> operands,
    absl::FunctionRef<void(const BroadcastBlock&)> body) const {
  if (row_ == 0) return;
  const int64_t block_rows = kBlock / row_;  // short rows, of at most kBlock
  const int64_t blocks = (rows_ + block_rows - 1) / block_rows;
  const auto walk = [&](int64_t first, int64_t last) {
    alignas(64) char room[2][kBlock * kMaxElementBytes];
    for (int64_t b = first; b < last; ++b) {
      const int64_t begin = b * block_rows;
      const int64_t end = std::min(rows_, begin + block_rows);
      BroadcastBlock block{begin * row_, {}, (end - begin) * row_};
      for (size_t i = 0; i < operands.size(); ++i) {
        const int o = static_cast<int>(i);
        block.in[i] =
            static_cast<const char*>(operands[i]) + block.out * element_bytes;
        if (RunsThrough(o)) continue;
        block.in[i] = room[i];
        if (b > first && RepeatsRow(o)) continue;  // copied before
        CopyRows(o, begin, end, operands[i], element_bytes, room[i]);
      }
      body(block);
    }
  };
  if (threads.num_threads() == 1 || num_elements() <= grain) {
    return walk(0, blocks);
  }
  threads.ParallelFor(blocks, grain / kBlock, walk);
}

}  // namespace tflite::kernels
