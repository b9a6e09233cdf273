#ifndef KERNELS_RANDOM_RANDOM_H_
#define KERNELS_RANDOM_RANDOM_H_

#include "kernels/random/random_bits.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Random numbers.
//   RANDOM_UNIFORM          [0, 1)
//   RANDOM_STANDARD_NORMAL  mean 0, standard deviation 1 (Box-Muller)
//   MULTINOMIAL             class indices, class c with probability
//                           exp(logits[b, c]) / sum of the row; logits that are
//                           not finite count as impossible
//   RandomUniformInt        integers in [min, max]
//   STABLEHLO_RNG_BIT_GENERATOR
//                           bits as a function of the state alone; the state is
//                           [key, counter] or, Philox only, [key, counter,
//                           counter's upper half], UINT64
//
// With seeds of 0 and 0 every interpreter draws its own numbers; other seeds
// give the same sequence each time, which goes on from invoke to invoke: that
// of the reference runtime, for the first three. Each invoke begins a Philox
// block; MULTINOMIAL leaves out batch * samples * 512 blocks, samples rounded
// up to a multiple of 4.
//
// Constraints:
//   C1 the shape is an INT32 or INT64 vector; the number of samples a scalar
//   C2 the output is FLOAT32 or FLOAT64; MULTINOMIAL and RandomUniformInt:
//      INT32 or INT64
//   C3 MULTINOMIAL: logits are FLOAT32 or FLOAT64 [batch, classes], classes > 0
//   C4 RandomUniformInt: min and max are INT32 or INT64 scalars, and min <= max
//   C5 bit generator: a UINT64 state of 2 elements (Philox: or 3), and a 32- or
//      64-bit integer output
enum class RandomKind { kUniform, kNormal, kMultinomial, kUniformInt };

struct Random : BoundOp {
  RandomKind kind;
  TfLiteType type;                         // of the output
  TfLiteType logits_type = kTfLiteNoType;  // multinomial
  uint64_t seed = 0, seed2 = 0;
  int64_t batch = 0, classes = 0, samples = 0;  // multinomial
};

struct RngBitGenerator : BoundOp {
  bool threefry = false;
  bool has_upper_counter = false;
  int64_t words = 0;  // of 32 bits, to be drawn
};

StatusOr<Random> BindRandomUniform(const NodeView& node);
StatusOr<Random> BindRandomStandardNormal(const NodeView& node);
StatusOr<Random> BindMultinomial(const NodeView& node);
StatusOr<Random> BindRandomUniformInt(const NodeView& node);
StatusOr<RngBitGenerator> BindStablehloRngBitGenerator(const NodeView& node);

// Seeds the node's generator once; it survives later prepares.
Status PrepareRandom(const Random& op, PrepareContext& context);
Status EvalRandomReference(const Random& op, EvalContext& context);
Status EvalStablehloRngBitGeneratorReference(const RngBitGenerator& op,
                                             EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_RANDOM_RANDOM_H_
