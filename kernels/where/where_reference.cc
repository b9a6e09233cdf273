#include <algorithm>
#include <numeric>
#include <vector>

#include "kernels/where/nonzero.h"
#include "kernels/where/where.h"

namespace tflite::kernels {

Status EvalWhereReference(const Where& op, EvalContext& context) {
  const int rank = op.input.rank();
  const int64_t count = op.input.num_elements();
  const char* in = context.in<char>(0);
  const int64_t bytes = ElementBits(op.type) / 8;
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 16384;
  ThreadPool& threads = context.threads();
  const int64_t parts =
      std::clamp<int64_t>(count / kGrain, 1, threads.num_threads());
  // The results of a part follow those of the parts before it.
  std::vector<int64_t> first(parts, 0);
  const auto begin_of = [&](int64_t part) { return count * part / parts; };
  threads.ParallelFor(parts - 1, 1, [&](int64_t part, int64_t end) {
    for (; part < end; ++part) {
      const int64_t begin = begin_of(part);
      first[part + 1] =
          CountNonZero(op.type, in + begin * bytes, begin_of(part + 1) - begin);
    }
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  threads.ParallelFor(parts, 1, [&](int64_t part, int64_t end) {
    for (; part < end; ++part) {
      const int64_t begin = begin_of(part);
      int64_t* out = context.out<int64_t>(0) + first[part] * rank;
      VisitNonZero(op.type, in + begin * bytes, begin_of(part + 1) - begin,
                   [&](int64_t i) {
                     i += begin;
                     for (int d = rank - 1; d >= 0; --d) {
                       out[d] = i % op.input[d];
                       i /= op.input[d];
                     }
                     out += rank;
                   });
    }
  });
  return OkStatus();
}

}  // namespace tflite::kernels
