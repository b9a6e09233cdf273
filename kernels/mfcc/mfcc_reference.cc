#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/mfcc/mfcc.h"

namespace tflite::kernels {
namespace {

double Mel(double frequency) { return 1127.0 * std::log1p(frequency / 700.0); }

// A bin's share of the band before it; the band after it has the rest.
struct Bin {
  int32_t band;  // -1: the bin lies before the first band's centre
  double weight;
};

// The bins between the limits; `first` is the index of the first.
std::vector<Bin> PlaceBins(const Mfcc& op, double sample_rate, int64_t* first) {
  const double spacing = 0.5 * sample_rate / static_cast<double>(op.bins - 1);
  const double low = Mel(op.lower);
  const double step = (Mel(op.upper) - low) / (op.bands + 1);
  const auto centre = [&](int32_t band) { return low + step * (band + 1); };
  *first = static_cast<int64_t>(1.5 + op.lower / spacing);
  const int64_t last =
      static_cast<int64_t>(std::min<double>(op.bins - 1, op.upper / spacing));
  std::vector<Bin> bins;
  int32_t after = 0;  // the first band whose centre is not below the bin
  for (int64_t i = *first; i <= last; ++i) {
    const double mel = Mel(static_cast<double>(i) * spacing);
    while (after < op.bands && centre(after) < mel) ++after;
    bins.push_back({after - 1, (centre(after) - mel) / step});
  }
  return bins;
}

// cos(pi / (2 bands) * m) for m < 4 bands: its period.
std::vector<double> Cosines(int64_t bands) {
  std::vector<double> cosines(4 * bands);
  const double step = std::acos(-1.0) / static_cast<double>(2 * bands);
  for (int64_t m = 0; m < 4 * bands; ++m) {
    cosines[m] = std::cos(step * static_cast<double>(m));
  }
  return cosines;
}

}  // namespace

Status EvalMfccReference(const Mfcc& op, EvalContext& context) {
  constexpr double kMinSum = 1e-12;
  const int32_t sample_rate = *context.in<int32_t>(1);
  TFLL_CONSTRAINT(C5, sample_rate > 0, "sample rate is ", sample_rate);
  if (op.rows == 0) return OkStatus();
  int64_t first = 0;
  const std::vector<Bin> bins = PlaceBins(op, sample_rate, &first);
  const std::vector<double> cosines = Cosines(op.bands);
  const double norm = std::sqrt(2.0 / op.bands);
  const auto run = [&](const float* in, std::vector<double>& sums, float* out) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (size_t i = 0; i < bins.size(); ++i) {
      const double magnitude = std::sqrt(static_cast<double>(in[first + i]));
      const int32_t band = bins[i].band;
      if (band >= 0) sums[band] += magnitude * bins[i].weight;
      if (band + 1 < op.bands)
        sums[band + 1] += magnitude * (1 - bins[i].weight);
    }
    for (double& sum : sums) sum = std::log(std::max(sum, kMinSum));
    for (int64_t i = 0; i < op.coefficients; ++i) {
      double coefficient = 0;
      for (int64_t j = 0; j < op.bands; ++j) {
        coefficient += cosines[i * (2 * j + 1) % (4 * op.bands)] * sums[j];
      }
      out[i] = static_cast<float>(norm * coefficient);
    }
  };
  // The least number of rows for a thread.
  constexpr int64_t kGrain = 16;
  context.threads().ParallelFor(op.rows, kGrain, [&](int64_t row, int64_t end) {
    std::vector<double> sums(op.bands);
    for (; row < end; ++row) {
      run(context.in<float>(0) + row * op.bins, sums,
          context.out<float>(0) + row * op.coefficients);
    }
  });
  return OkStatus();
}

}  // namespace tflite::kernels
