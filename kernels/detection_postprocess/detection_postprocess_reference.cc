#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/detection_postprocess/detection_postprocess.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread, and of boxes.
constexpr int64_t kGrain = 4096, kBoxGrain = 512;

struct Box {
  float ymin, xmin, ymax, xmax;
};

float Area(const Box& b) { return (b.ymax - b.ymin) * (b.xmax - b.xmin); }

float Overlap(const Box& a, const Box& b) {
  const float area_a = Area(a), area_b = Area(b);
  if (area_a <= 0 || area_b <= 0) return 0;
  const float height = std::min(a.ymax, b.ymax) - std::max(a.ymin, b.ymin);
  const float width = std::min(a.xmax, b.xmax) - std::max(a.xmin, b.xmin);
  const float both = std::max(height, 0.0f) * std::max(width, 0.0f);
  return both / (area_a + area_b - both);
}

// An input as real numbers.
std::vector<float> Reals(const DetectionPostprocess& op, EvalContext& context,
                         int input) {
  const TensorView tensor = context.input(input);
  std::vector<float> out(tensor.num_elements());
  const Affine& affine = op.affine[input];
  const auto convert = [&](const auto* in) {
    context.threads().ParallelFor(tensor.num_elements(), kGrain,
                                  [&](int64_t i, int64_t end) {
                                    for (; i < end; ++i)
                                      out[i] = affine.Real(in[i]);
                                  });
  };
  if (op.types[input] == kTfLiteFloat32) {
    std::copy_n(tensor.data<float>(), out.size(), out.data());
  } else if (op.types[input] == kTfLiteUInt8) {
    convert(tensor.data<uint8_t>());
  } else {
    convert(tensor.data<int8_t>());
  }
  return out;
}

std::vector<Box> DecodeBoxes(const DetectionPostprocess& op,
                             EvalContext& context) {
  const std::vector<float> encodings = Reals(op, context, 0);
  const std::vector<float> anchors = Reals(op, context, 2);
  std::vector<Box> boxes(op.anchors);
  const auto decode = [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const float* encoding = encodings.data() + i * op.encoding;
      const float* anchor = anchors.data() + i * 4;
      const float y = encoding[0] / op.y_scale * anchor[2] + anchor[0];
      const float x = encoding[1] / op.x_scale * anchor[3] + anchor[1];
      const float h = 0.5f * std::exp(encoding[2] / op.h_scale) * anchor[2];
      const float w = 0.5f * std::exp(encoding[3] / op.w_scale) * anchor[3];
      boxes[i] = {y - h, x - w, y + h, x + w};
    }
  };
  context.threads().ParallelFor(op.anchors, kBoxGrain, decode);
  return boxes;
}

// Whether score a ranks before score b; NaN ranks last.
bool Better(float a, float b) {
  return a > b || (std::isnan(b) && !std::isnan(a));
}

// The chosen boxes, `limit` at most, best first.
std::vector<int32_t> Suppress(const DetectionPostprocess& op,
                              const std::vector<Box>& boxes,
                              const std::vector<float>& scores, int32_t limit) {
  std::vector<int32_t> candidates;
  for (int32_t i = 0; i < op.anchors; ++i) {
    if (scores[i] >= op.score_threshold) candidates.push_back(i);
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](int32_t a, int32_t b) { return scores[a] > scores[b]; });
  std::vector<int32_t> chosen;
  for (const int32_t candidate : candidates) {
    if (static_cast<int64_t>(chosen.size()) >= limit) break;
    const bool free =
        std::none_of(chosen.begin(), chosen.end(), [&](int32_t other) {
          return Overlap(boxes[other], boxes[candidate]) > op.overlap_threshold;
        });
    if (free) chosen.push_back(candidate);
  }
  return chosen;
}

// The outputs, filled from slot 0 on.
class Detections {
 public:
  explicit Detections(EvalContext& context)
      : boxes_(context.out<float>(0)),
        classes_(context.out<float>(1)),
        scores_(context.out<float>(2)),
        count_(context.out<float>(3)) {}

  void Clear(int32_t slots) {
    std::fill_n(boxes_, int64_t{slots} * 4, 0.0f);
    std::fill_n(classes_, slots, 0.0f);
    std::fill_n(scores_, slots, 0.0f);
    *count_ = 0;
  }
  void Put(int64_t slot, const Box& box, int32_t klass, float score) {
    const float values[] = {box.ymin, box.xmin, box.ymax, box.xmax};
    std::copy_n(values, 4, boxes_ + slot * 4);
    classes_[slot] = static_cast<float>(klass);
    scores_[slot] = score;
  }
  void SetCount(size_t count) { *count_ = static_cast<float>(count); }

 private:
  float *boxes_, *classes_, *scores_, *count_;
};

void Fast(const DetectionPostprocess& op, const std::vector<Box>& boxes,
          const std::vector<float>& scores, ThreadPool& threads,
          Detections* out) {
  const auto of_anchor = [&](int32_t anchor) {
    return scores.data() + int64_t{anchor} * op.scores + op.first_class;
  };
  std::vector<float> best(op.anchors);
  const auto find_best = [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const float* s = of_anchor(static_cast<int32_t>(i));
      best[i] = s[0];
      for (int32_t c = 1; c < op.num_classes; ++c) {
        if (Better(s[c], best[i])) best[i] = s[c];
      }
    }
  };
  threads.ParallelFor(op.anchors, LeastItems(kGrain, {op.num_classes}),
                      find_best);
  const auto chosen = Suppress(op, boxes, best, op.max_detections);
  const int32_t kept = std::min(op.classes_per_detection, op.num_classes);
  std::vector<int32_t> classes(op.num_classes);
  for (size_t i = 0; i < chosen.size(); ++i) {
    const float* s = of_anchor(chosen[i]);
    std::iota(classes.begin(), classes.end(), 0);
    std::stable_sort(classes.begin(), classes.end(),
                     [&](int32_t a, int32_t b) { return Better(s[a], s[b]); });
    for (int32_t k = 0; k < kept; ++k) {
      out->Put(static_cast<int64_t>(i) * op.classes_per_detection + k,
               boxes[chosen[i]], classes[k], s[classes[k]]);
    }
  }
  out->SetCount(chosen.size());
}

void Regular(const DetectionPostprocess& op, const std::vector<Box>& boxes,
             const std::vector<float>& scores, ThreadPool& threads,
             Detections* out) {
  struct Found {
    int32_t anchor, klass;
    float score;
  };
  std::vector<std::vector<Found>> found_of(op.num_classes);
  const auto find = [&](int64_t c, int64_t end) {
    std::vector<float> of_class(op.anchors);
    for (; c < end; ++c) {
      for (int32_t i = 0; i < op.anchors; ++i) {
        of_class[i] = scores[int64_t{i} * op.scores + op.first_class + c];
      }
      for (const int32_t anchor :
           Suppress(op, boxes, of_class, op.detections_per_class)) {
        found_of[c].push_back(
            {anchor, static_cast<int32_t>(c), of_class[anchor]});
      }
    }
  };
  threads.ParallelFor(op.num_classes, LeastItems(kGrain, {op.anchors}), find);
  std::vector<Found> found;
  for (const std::vector<Found>& of_class : found_of) {
    found.insert(found.end(), of_class.begin(), of_class.end());
  }
  std::stable_sort(
      found.begin(), found.end(),
      [](const Found& a, const Found& b) { return a.score > b.score; });
  const size_t count = std::min<size_t>(found.size(), op.max_detections);
  for (size_t i = 0; i < count; ++i) {
    out->Put(i, boxes[found[i].anchor], found[i].klass, found[i].score);
  }
  out->SetCount(count);
}

}  // namespace

Status EvalDetectionPostprocessReference(const DetectionPostprocess& op,
                                         EvalContext& context) {
  Detections out(context);
  out.Clear(op.slots);
  if (op.num_classes == 0) return OkStatus();
  const std::vector<Box> boxes = DecodeBoxes(op, context);
  const std::vector<float> scores = Reals(op, context, 1);
  (op.regular ? Regular : Fast)(op, boxes, scores, context.threads(), &out);
  return OkStatus();
}

}  // namespace tflite::kernels
