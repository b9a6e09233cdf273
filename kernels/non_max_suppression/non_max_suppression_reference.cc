#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

#include "kernels/non_max_suppression/non_max_suppression.h"

namespace tflite::kernels {
namespace {

struct Candidate {
  float score;
  int index;
  // Picked boxes before this one have been compared with it already.
  size_t compared = 0;
  bool operator<(const Candidate& other) const {
    return score < other.score || (score == other.score && index > other.index);
  }
};

float Overlap(const float* a, const float* b) {
  const auto low = [](const float* box, int i) {
    return std::min(box[i], box[i + 2]);
  };
  const auto high = [](const float* box, int i) {
    return std::max(box[i], box[i + 2]);
  };
  const auto area = [&](const float* box) {
    return (high(box, 0) - low(box, 0)) * (high(box, 1) - low(box, 1));
  };
  if (area(a) <= 0 || area(b) <= 0) return 0;
  float shared = 1;
  for (int i = 0; i < 2; ++i) {
    shared *= std::max(0.0f, std::min(high(a, i), high(b, i)) -
                                 std::max(low(a, i), low(b, i)));
  }
  return shared / (area(a) + area(b) - shared);
}

struct Picked {
  int index;
  float score;
};

std::vector<Picked> Pick(const NonMaxSuppression& op, EvalContext& context,
                         size_t most) {
  const float* boxes = context.in<float>(0);
  const float* scores = context.in<float>(1);
  const float max_overlap = *context.in<float>(3);
  const float min_score = *context.in<float>(4);
  const float sigma = op.soft ? *context.in<float>(5) : 0.0f;
  const float scale = sigma > 0 ? -0.5f / sigma : 0.0f;
  std::priority_queue<Candidate> queue;
  for (int i = 0; i < op.boxes; ++i) {
    if (scores[i] > min_score) queue.push({scores[i], i});
  }
  std::vector<Picked> picked;
  while (picked.size() < most && !queue.empty()) {
    Candidate next = queue.top();
    queue.pop();
    const float before = next.score;
    bool dropped = false;
    // The latest pick overlaps most often.
    for (size_t j = picked.size();
         j-- > next.compared && next.score > min_score && !dropped;) {
      const float overlap =
          Overlap(boxes + 4 * next.index, boxes + 4 * picked[j].index);
      dropped = overlap >= max_overlap;
      if (sigma > 0) next.score *= std::exp(scale * overlap * overlap);
    }
    next.compared = picked.size();
    // No score is low enough if scores and their threshold are negative.
    if (dropped) continue;
    if (next.score == before) {
      picked.push_back({next.index, next.score});
    } else if (next.score > min_score) {
      queue.push(next);
    }
  }
  return picked;
}

}  // namespace

Status EvalNonMaxSuppressionReference(const NonMaxSuppression& op,
                                      EvalContext& context) {
  const int64_t most = context.output(0).num_elements();
  const std::vector<Picked> picked =
      Pick(op, context, static_cast<size_t>(most));
  int32_t* indices = context.out<int32_t>(0);
  float* scores = op.soft ? context.out<float>(1) : nullptr;
  for (int64_t i = 0; i < most; ++i) {
    const bool found = i < static_cast<int64_t>(picked.size());
    indices[i] = found ? picked[i].index : 0;
    if (scores != nullptr) scores[i] = found ? picked[i].score : 0.0f;
  }
  *context.out<int32_t>(op.soft ? 2 : 1) = static_cast<int32_t>(picked.size());
  return OkStatus();
}

}  // namespace tflite::kernels
