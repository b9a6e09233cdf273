#ifndef TOOLS_EVALUATION_METRICS_TOPK_H_
#define TOOLS_EVALUATION_METRICS_TOPK_H_

#include <string>
#include <vector>

namespace tflite {
namespace evaluation {

// The positions of the `k` largest values, in descending order; of equal ones
// the lower position first. NaN counts as less than any number.
std::vector<int> TopK(const std::vector<float>& values, int k);

// The rank from 1 of the first of `top` whose label is `truth`; 0 if none is.
// A label may occur several times.
int RankOf(const std::vector<int>& top, const std::vector<std::string>& labels,
           const std::string& truth);

// Element i: the fraction of the ranks that are in 1 … i + 1.
std::vector<double> TopKAccuracies(const std::vector<int>& ranks, int k);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_METRICS_TOPK_H_
