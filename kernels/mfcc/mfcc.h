#ifndef KERNELS_MFCC_MFCC_H_
#define KERNELS_MFCC_MFCC_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Mfcc: mel frequency cepstral coefficients of a sound, from a spectrogram of
// squared magnitudes whose bins reach from 0 to half the sample rate.
//   1 The square roots of the bins between the limits are summed in
//     filterbank_channel_count triangular bands. The bands' centres are evenly
//     spaced on the mel scale, 1127 * log(1 + f / 700), between the limits;
//     each reaches to its neighbours' centres.
//   2 The logarithms of the sums, of 1e-12 at least,
//   3 are transformed by the orthonormal cosine transform,
//       out[i] = sqrt(2 / bands) * sum over j of
//                log_sum[j] * cos(pi / bands * i * (j + 0.5))
//     of which the first dct_coefficient_count are given.
//
// Input 0  FLOAT32 [channels, slices, bins]
// Input 1  INT32, one element: the sample rate in Hz
// Output   FLOAT32 [channels, slices, dct_coefficient_count]
//
// Options: upper_frequency_limit (4000), lower_frequency_limit (20) in Hz,
// filterbank_channel_count (40), dct_coefficient_count (13).
//
// Constraints:
//   C1 two inputs and one output
//   C2 types, and the spectrogram's rank, are as above
//   C3 the options are a valid flexbuffer map
//   C4 the counts are positive and at most 2^16, coefficients no more than
//      bands; 0 <= lower < upper
//   C5 the sample rate is positive, and there are two bins or more
struct Mfcc : BoundOp {
  int64_t rows = 0;  // channels * slices
  int32_t bins = 0;
  int32_t bands = 0, coefficients = 0;
  double lower = 0, upper = 0;  // Hz
};

StatusOr<Mfcc> BindMfcc(const NodeView& node);

Status EvalMfccReference(const Mfcc& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_MFCC_MFCC_H_
