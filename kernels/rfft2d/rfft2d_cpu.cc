#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <vector>

#include "kernels/math/vector/vector.h"
#include "kernels/rfft2d/rfft2d.h"

namespace tflite::kernels {
namespace {

constexpr double kPi = 3.141592653589793238;
// The least number of elements for a thread.
constexpr int64_t kGrain = 2048;

// Signals of one row whose width is a power of two: neighbours become real and
// imaginary parts of a signal of half the length.
struct State : KernelState {
  size_t MemoryBytes() const override {
    return order.size() * sizeof(order[0]) +
           (cosines.size() + sines.size()) * sizeof(double);
  }

  int64_t half = 0;  // the length of the transform
  std::vector<int32_t> order;
  // exp(-pi i k / length) for 0 <= k < length, for lengths 1, 2, 4 ... half,
  // one after another: those of a length begin at length - 1.
  std::vector<double> cosines, sines;
};

bool Supports(const Rfft2d& op) {
  return op.height == 1 && op.rows > 0 && op.width >= 4 &&
         (op.width & (op.width - 1)) == 0;
}

// Pairs of transforms of `length` become transforms of twice the length.
TFLL_VECTOR_CLONES
void Combine(double* re, double* im, int64_t length, int64_t count,
             const double* c, const double* s) {
  for (int64_t begin = 0; begin < count; begin += 2 * length) {
    double* re0 = re + begin;
    double* im0 = im + begin;
    double* re1 = re0 + length;
    double* im1 = im0 + length;
    TFLL_VECTOR_LOOP
    for (int64_t k = 0; k < length; ++k) {
      const double odd_re = re1[k] * c[k] - im1[k] * s[k];
      const double odd_im = re1[k] * s[k] + im1[k] * c[k];
      re1[k] = re0[k] - odd_re;
      im1[k] = im0[k] - odd_im;
      re0[k] += odd_re;
      im0[k] += odd_im;
    }
  }
}

// One signal, `room` for 2 * half values.
void Transform(const State& state, const float* in, int64_t given, double* room,
               std::complex<float>* out) {
  const int64_t half = state.half;
  double* re = room;
  double* im = room + half;
  for (int64_t i = 0; i < half; ++i) {
    const int64_t to = state.order[i];
    re[to] = 2 * i < given ? in[2 * i] : 0.0;
    im[to] = 2 * i + 1 < given ? in[2 * i + 1] : 0.0;
  }
  for (int64_t length = 1; length < half; length *= 2) {
    Combine(re, im, length, half, &state.cosines[length - 1],
            &state.sines[length - 1]);
  }
  // The transforms of the even and of the odd elements are the parts of this
  // one that are symmetric.
  out[0] = std::complex<float>(static_cast<float>(re[0] + im[0]), 0.0f);
  out[half] = std::complex<float>(static_cast<float>(re[0] - im[0]), 0.0f);
  const double* c = &state.cosines[half - 1];
  const double* s = &state.sines[half - 1];
  for (int64_t k = 1; k < half; ++k) {
    const int64_t other = half - k;
    const double even_re = re[k] + re[other], even_im = im[k] - im[other];
    const double odd_re = im[k] + im[other], odd_im = re[other] - re[k];
    out[k] = std::complex<float>(
        static_cast<float>((even_re + odd_re * c[k] - odd_im * s[k]) / 2),
        static_cast<float>((even_im + odd_re * s[k] + odd_im * c[k]) / 2));
  }
}

}  // namespace

Status PrepareRfft2dCpu(const Rfft2d& op, PrepareContext& context) {
  context.state = nullptr;
  if (!Supports(op)) return OkStatus();
  auto state = std::make_unique<State>();
  const int64_t half = op.width / 2;
  state->half = half;
  state->order.assign(half, 0);
  for (int64_t i = 1; i < half; ++i) {
    // The bits of i in reverse.
    state->order[i] = static_cast<int32_t>(state->order[i / 2] / 2 +
                                           (i % 2 == 1 ? half / 2 : 0));
  }
  for (int64_t length = 1; length <= half; length *= 2) {
    for (int64_t k = 0; k < length; ++k) {
      const double angle =
          kPi * static_cast<double>(k) / static_cast<double>(length);
      state->cosines.push_back(std::cos(angle));
      state->sines.push_back(-std::sin(angle));
    }
  }
  context.state = std::move(state);
  return OkStatus();
}

Status EvalRfft2dCpu(const Rfft2d& op, EvalContext& context) {
  const State* state = context.state<State>();
  if (state == nullptr) return EvalRfft2dReference(op, context);
  const float* in = context.in<float>(0);
  auto* out = context.out<std::complex<float>>(0);
  const int64_t step = int64_t{op.rows} * op.columns;
  const int64_t given = std::min(op.columns, op.width);
  context.threads().ParallelFor(op.signals, LeastItems(kGrain, {op.width}),
                                [&](int64_t begin, int64_t end) {
                                  std::vector<double> room(2 * state->half);
                                  for (int64_t i = begin; i < end; ++i) {
                                    Transform(*state, in + i * step, given,
                                              room.data(),
                                              out + i * (state->half + 1));
                                  }
                                });
  return OkStatus();
}

}  // namespace tflite::kernels
