#include "tools/evaluation/metrics/topk.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace tflite {
namespace evaluation {

std::vector<int> TopK(const std::vector<float>& values, int k) {
  std::vector<int> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  const auto end = order.begin() + std::min<size_t>(k, order.size());
  std::partial_sort(order.begin(), end, order.end(), [&](int a, int b) {
    const float x = values[a], y = values[b];
    if (std::isnan(x) || std::isnan(y)) {
      return std::isnan(x) == std::isnan(y) ? a < b : std::isnan(y);
    }
    return x > y || (x == y && a < b);
  });
  order.erase(end, order.end());
  return order;
}

int RankOf(const std::vector<int>& top, const std::vector<std::string>& labels,
           const std::string& truth) {
  for (size_t i = 0; i < top.size(); ++i) {
    if (labels[top[i]] == truth) return static_cast<int>(i) + 1;
  }
  return 0;
}

std::vector<double> TopKAccuracies(const std::vector<int>& ranks, int k) {
  std::vector<double> result;
  for (int i = 1; i <= k; ++i) {
    const int64_t count =
        std::count_if(ranks.begin(), ranks.end(),
                      [i](int rank) { return rank >= 1 && rank <= i; });
    result.push_back(ranks.empty() ? 0
                                   : static_cast<double>(count) /
                                         static_cast<double>(ranks.size()));
  }
  return result;
}

}  // namespace evaluation
}  // namespace tflite
