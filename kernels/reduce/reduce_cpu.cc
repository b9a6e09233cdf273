#include <algorithm>
#include <cstring>

#include "kernels/math/strided_copy.h"
#include "kernels/math/vector/fixed_point_vector.h"
#include "kernels/math/vector/vector.h"
#include "kernels/reduce/reduce_compute.h"

namespace tflite::kernels {
namespace {

// The least number of input elements for a thread.
constexpr int64_t kGrain = 16384;

// The data as loops. The two innermost groups of axes are the loops of
// reduce_compute_loops.h: a reduced one inside a kept one, or the reverse.
struct Plan {
  struct Dim {
    int64_t extent, stride;  // in elements of the input
  };
  bool rows = false;  // the innermost group is reduced
  Dim kept = {1, 0}, reduced = {1, 0};
  // The other groups, innermost first.
  absl::InlinedVector<Dim, 4> outer_kept, outer_reduced;
  int64_t num_kept = 1, num_reduced = 1;  // of the outer ones
};

Plan MakePlan(const Reduce& op) {
  Plan plan;
  const int rank = op.extents.rank();
  int64_t stride = 1;
  bool has_kept = false, has_reduced = false;
  plan.rows = rank > 0 && op.reduced[rank - 1];
  for (int i = rank - 1; i >= 0; --i) {
    const Plan::Dim dim = {op.extents[i], stride};
    stride *= dim.extent;
    if (op.reduced[i] && !has_reduced) {
      has_reduced = true;
      plan.reduced = dim;
    } else if (!op.reduced[i] && !has_kept) {
      has_kept = true;
      plan.kept = dim;
    } else if (op.reduced[i]) {
      plan.outer_reduced.push_back(dim);
      plan.num_reduced *= dim.extent;
    } else {
      plan.outer_kept.push_back(dim);
      plan.num_kept *= dim.extent;
    }
  }
  return plan;
}

int64_t OffsetOf(const absl::InlinedVector<Plan::Dim, 4>& dims, int64_t index) {
  int64_t offset = 0;
  for (const Plan::Dim& dim : dims) {
    offset += index % dim.extent * dim.stride;
    index /= dim.extent;
  }
  return offset;
}

// The output of one accumulator.
template <typename T>
T Finish(const Reduce& op, int32_t v) {
  return static_cast<T>(
      op.StoredOutput(v - op.count * int64_t{op.input_zero_point}));
}
template <typename T>
T Finish(const Reduce& op, int64_t v) {
  return static_cast<T>(op.kind == ReduceKind::kMean ? v / op.count : v);
}

template <typename T, typename A>
void FinishAll(const Reduce& op, const void* acc, int64_t count, void* out) {
  for (int64_t i = 0; i < count; ++i) {
    static_cast<T*>(out)[i] = Finish<T>(op, static_cast<const A*>(acc)[i]);
  }
}

using Finisher = void (*)(const Reduce& op, const void* acc, int64_t count,
                          void* out);

template <typename T, typename A>
void ConvertAll(const Reduce&, const void* acc, int64_t count, void* out) {
  for (int64_t i = 0; i < count; ++i) {
    static_cast<T*>(out)[i] = static_cast<T>(static_cast<const A*>(acc)[i]);
  }
}

// Means of quantized bytes. As StoredOutput computes them, in 32 bits.
template <typename T>
TFLL_ALWAYS_INLINE void Means(const Reduce& op, const int32_t* acc,
                              int64_t count, T* out) {
  const DownMultiplier multiplier(op.mean_multiplier);
  const int32_t zero = static_cast<int32_t>(op.count * op.input_zero_point);
  const int32_t min = op.range.min, max = op.range.max;
  const int32_t out_zero = op.output_zero_point;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) {
    int32_t v = multiplier.Multiply(acc[i] - zero) + out_zero;
    v = v < min ? min : v;
    out[i] = static_cast<T>(v > max ? max : v);
  }
}
TFLL_VECTOR_CLONES
void MeansInt8(const Reduce& op, const void* acc, int64_t count, void* out) {
  Means(op, static_cast<const int32_t*>(acc), count, static_cast<int8_t*>(out));
}
TFLL_VECTOR_CLONES
void MeansUInt8(const Reduce& op, const void* acc, int64_t count, void* out) {
  Means(op, static_cast<const int32_t*>(acc), count,
        static_cast<uint8_t*>(out));
}

TFLL_VECTOR_CLONES
void MeansFloat(const Reduce& op, const void* acc, int64_t count, void* out) {
  const float* sums = static_cast<const float*>(acc);
  float* means = static_cast<float*>(out);
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) means[i] = MeanOf(sums[i], op.count);
}

Finisher FindInt32Finisher(const Reduce& op) {
  const int shift = op.mean_multiplier.shift;
  if (op.kind == ReduceKind::kMean && shift <= 0 && shift > -31) {
    if (op.type == kTfLiteInt8) return MeansInt8;
    if (op.type == kTfLiteUInt8) return MeansUInt8;
  }
  return op.type == kTfLiteInt8    ? FinishAll<int8_t, int32_t>
         : op.type == kTfLiteUInt8 ? FinishAll<uint8_t, int32_t>
                                   : FinishAll<int16_t, int32_t>;
}

// Null where accumulators are the results.
Finisher FindFinisher(const Reduce& op, ReduceAccumulator accumulator) {
  switch (accumulator) {
    case ReduceAccumulator::kStored:
      return op.type == kTfLiteBool ? ConvertAll<bool, uint8_t> : nullptr;
    case ReduceAccumulator::kFloat:
      return op.kind == ReduceKind::kMean ? MeansFloat : nullptr;
    case ReduceAccumulator::kDouble:
      return ConvertAll<float, double>;
    case ReduceAccumulator::kInt64:
      return op.type == kTfLiteInt32 ? FinishAll<int32_t, int64_t>
                                     : FinishAll<int64_t, int64_t>;
    case ReduceAccumulator::kInt32:
      return FindInt32Finisher(op);
  }
  return nullptr;
}

// Steps [begin, end) of the loops of one result: of the outer reduced groups if
// there are any, otherwise of the inner one.
struct Steps {
  int64_t begin, end;
};
int64_t NumSteps(const Plan& plan) {
  return plan.outer_reduced.empty() ? plan.reduced.extent : plan.num_reduced;
}

// `count` adjacent outputs, from the start of the innermost kept group on.
void Accumulate(const Plan& plan, const ReduceLoops& loops, int element_bytes,
                const char* in, int64_t count, Steps steps, char* acc) {
  FillCells(loops.first, loops.accumulator_bytes, count, acc);
  const Plan::Dim& inner = plan.reduced;
  if (plan.outer_reduced.empty()) {
    in += steps.begin * inner.stride * element_bytes;
    const int64_t extent = steps.end - steps.begin;
    if (plan.rows) {
      loops.rows(in, count, plan.kept.stride, extent, acc);
    } else {
      loops.columns(in, {extent, inner.stride}, count, acc);
    }
    return;
  }
  // At most all of the innermost one of the outer groups at a time.
  const Plan::Dim& outer = plan.outer_reduced[0];
  for (int64_t i = steps.begin, n; i < steps.end; i += n) {
    n = plan.rows ? 1
                  : std::min(steps.end - i, outer.extent - i % outer.extent);
    const char* from = in + OffsetOf(plan.outer_reduced, i) * element_bytes;
    if (plan.rows) {
      loops.rows(from, count, plan.kept.stride, inner.extent, acc);
    } else {
      loops.columns(from, {inner.extent, inner.stride, n, outer.stride}, count,
                    acc);
    }
  }
}

// Stores what is accumulated.
void Store(const Reduce& op, Finisher finish, int element_bytes,
           const char* acc, int64_t count, char* to) {
  if (finish != nullptr) {
    finish(op, acc, count, to);
  } else {
    std::memcpy(to, acc, count * element_bytes);
  }
}

int64_t PartsOf(const Reduce& op, const Plan& plan) {
  if (plan.num_kept != 1) return 1;
  return ReduceParts(plan.kept.extent, op.count * plan.kept.extent,
                     NumSteps(plan));
}

void RunInParts(const Reduce& op, const ReduceLoops& loops, const Plan& plan,
                int64_t parts, EvalContext& context) {
  const int bytes = static_cast<int>(ElementBits(op.type) / 8);
  alignas(64) char acc[kMostReduceParts][kReduceTogether * 8];
  const int64_t count = plan.kept.extent, steps = NumSteps(plan);
  const char* in = context.in<char>(0);
  context.threads().ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Accumulate(plan, loops, bytes, in, count,
                 {steps * i / parts, steps * (i + 1) / parts}, acc[i]);
    }
  });
  for (int64_t i = 1; i < parts; ++i) loops.combine(acc[i], count, acc[0]);
  Store(op, FindFinisher(op, loops.accumulator), bytes, acc[0], count,
        context.out<char>(0));
}

// Adjacent results, in chunks of at most `most`: in equal ones if the last one
// would be too narrow for a vector.
struct Chunks {
  Chunks(int64_t extent, int64_t most)
      : extent(extent), most(most), count((extent + most - 1) / most) {
    constexpr int64_t kVector = 16;
    const int64_t rest = extent % most;
    equal = rest > 0 && rest < kVector;
  }
  int64_t Begin(int64_t i) const {
    return equal ? extent * i / count : std::min(extent, i * most);
  }
  int64_t extent, most, count;
  bool equal;
};

// Wide chunks read lines once that narrow ones share, where enough of them are
// left for all threads. Bits do not depend on it.
int64_t ChunkOf(const ReduceLoops& loops, const Plan& plan, int threads) {
  if (plan.rows || (threads > 1 && plan.num_kept < 4 * threads)) {
    return kReduceTogether;
  }
  return loops.columns_together;
}

void Run(const Reduce& op, const ReduceLoops& loops, EvalContext& context) {
  const Plan plan = MakePlan(op);
  const int64_t parts = PartsOf(op, plan);
  if (parts > 1) return RunInParts(op, loops, plan, parts, context);
  const int bytes = static_cast<int>(ElementBits(op.type) / 8);
  const Finisher finish = FindFinisher(op, loops.accumulator);
  const char* in = context.in<char>(0);
  char* out = context.out<char>(0);
  const int64_t most = ChunkOf(loops, plan, context.threads().num_threads());
  const Chunks chunks(plan.kept.extent, most);
  const int64_t work = WorkOf({op.count, std::min(plan.kept.extent, most)});
  context.threads().ParallelFor(
      plan.num_kept * chunks.count, kGrain / work,
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          alignas(64) char acc[kMostReduceColumns * 8];
          const int64_t chunk = i % chunks.count, outer = i / chunks.count;
          const int64_t first = chunks.Begin(chunk);
          const int64_t count = chunks.Begin(chunk + 1) - first;
          const int64_t from =
              OffsetOf(plan.outer_kept, outer) + first * plan.kept.stride;
          char* to = out + (outer * plan.kept.extent + first) * bytes;
          Accumulate(plan, loops, bytes, in + from * bytes, count,
                     {0, NumSteps(plan)}, acc);
          Store(op, finish, bytes, acc, count, to);
        }
      });
}

}  // namespace

Status EvalReduceCpu(const Reduce& op, EvalContext& context) {
  const ReduceLoops* loops = FindReduceLoops(op);
  if (loops == nullptr || op.count == 0) {
    return EvalReduceReference(op, context);
  }
  Run(op, *loops, context);
  return OkStatus();
}

}  // namespace tflite::kernels
