#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/hvx/matrix.h"
#include "delegates/dsp/skel/kernels/hvx/recurrent_plan.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "delegates/dsp/skel/kernels/svdf.h"
#include "delegates/dsp/skel/memory_functions.h"

namespace tflite::dsp {
namespace {

class Layer {
 public:
  Layer(const SvdfParams& p, const Memory& memory, const Scratch& scratch)
      : p_(p),
        features_(memory.At<const int8_t>(p.features)),
        time_(memory.At<const int16_t>(p.time)),
        bias_(p.bias.bytes == 0 ? nullptr : memory.At<const int32_t>(p.bias)),
        input_(reinterpret_cast<Vec*>(scratch.data)),
        ones_(reinterpret_cast<Vec*>(scratch.data + PlaceSvdf(p).input)) {
    memset(scratch.data, 0, static_cast<size_t>(PlaceSvdf(p).Bytes()));
    memset(ones_, 1, static_cast<size_t>(p.inputs));
  }

  void Run(const int8_t* in, int16_t* state, int8_t* out) const {
    for (int32_t b = 0; b < p_.batch; ++b) {
      memcpy(input_, in, static_cast<size_t>(p_.inputs));
      Forget(state);
      Remember(state);
      Respond(state, out);
      in += p_.inputs;
      state += p_.filters * p_.memory;
      out += p_.units;
    }
  }

 private:
  // Moves every filter's entries by one towards the oldest. The newest entry is
  // undefined afterwards.
  void Forget(int16_t* state) const {
    auto* at = reinterpret_cast<uint8_t*>(state);
    int32_t bytes = (p_.filters * p_.memory - 1) * 2;
    for (; bytes >= kVectorBytes; bytes -= kVectorBytes, at += kVectorBytes) {
      StoreUnaligned(at, LoadUnaligned(at + 2));
    }
    if (bytes > 0) {
      StoreFirst(at, LoadUnaligned(at + 2), bytes);
    }
  }

  void Remember(int16_t* state) const {
    const WordFactor factor(p_.feature_factor);
    const int32_t zero = p_.input_zero_point;
    for (int32_t f = 0; f < p_.filters; f += kMatrixRows) {
      Vec sum = MultiplyRows(features_, p_.filters, p_.inputs, f, input_);
      if (zero != 0) {
        const Vec all =
            MultiplyRows(features_, p_.filters, p_.inputs, f, ones_);
        sum = Q6_Vw_vsub_VwVw(sum,
                              Q6_Vw_vmpyi_VwRh(all, (zero & 0xffff) * 0x10001));
      }
      alignas(kVectorBytes) int32_t newest[kVectorWords];
      *reinterpret_cast<Vec*>(newest) =
          ClampWords(factor(sum), INT16_MIN, INT16_MAX);
      for (int32_t i = 0; i < kMatrixRows && f + i < p_.filters; ++i) {
        state[(f + i + 1) * p_.memory - 1] = static_cast<int16_t>(newest[i]);
      }
    }
  }

  void Respond(const int16_t* state, int8_t* out) const {
    const WordFactor factor(p_.time_factor);
    const int32_t last = p_.units - 1;
    for (int32_t u = 0; u < p_.units; u += kMatrixRows) {
      Vec sum = SumRows(p_.units - u, [&](int32_t i) {
        const int32_t unit = u + i < last ? u + i : last;
        return Products(state, unit);
      });
      if (bias_ != nullptr) {
        sum = Q6_Vw_vadd_VwVw(sum, LoadUnaligned(bias_ + u));
      }
      Vec words[4] = {
          ClampWords(Q6_Vw_vadd_VwVw_sat(factor(sum), SplatWord(p_.zero_point)),
                     INT8_MIN, INT8_MAX),
          Zero(), Zero(), Zero()};
      const int32_t left = p_.units - u;
      StoreFirst(reinterpret_cast<uint8_t*>(out) + u, PackWords(words),
                 left < kMatrixRows ? left : kMatrixRows);
    }
  }

  // Sums of a unit's products of state and time, in 32 words.
  TFLL_DSP_INLINE Vec Products(const int16_t* state, int32_t unit) const {
    const int32_t taps = p_.rank * p_.memory;
    const auto* s = reinterpret_cast<const uint8_t*>(state + unit * taps);
    const auto* t = reinterpret_cast<const uint8_t*>(time_ + unit * taps);
    VecPair sums = Q6_W_vcombine_VV(Zero(), Zero());
    int32_t bytes = taps * 2;
    for (; bytes >= kVectorBytes; bytes -= kVectorBytes) {
      sums = Q6_Ww_vmpyacc_WwVhVh(sums, LoadUnaligned(s), LoadUnaligned(t));
      s += kVectorBytes;
      t += kVectorBytes;
    }
    if (bytes > 0) {
      sums = Q6_Ww_vmpyacc_WwVhVh(
          sums, Q6_V_vand_QV(Q6_Q_vsetq_R(bytes), LoadUnaligned(s)),
          LoadUnaligned(t));
    }
    return Q6_Vw_vadd_VwVw(Q6_V_lo_W(sums), Q6_V_hi_W(sums));
  }

  const SvdfParams& p_;
  const int8_t* const features_;
  const int16_t* const time_;
  const int32_t* const bias_;
  Vec* const input_;
  Vec* const ones_;
};

}  // namespace

void SvdfHvx(const SvdfParams& p, const Memory& memory,
             const Scratch& scratch) {
  // For few filters or short rows the scalar form is as fast.
  constexpr int32_t kLeastFilters = 4, kLeastInputs = 8;
  if (p.filters < kLeastFilters || p.inputs < kLeastInputs) {
    SvdfScalar(p, memory, scratch);
    return;
  }
  Layer(p, memory, scratch)
      .Run(memory.At<const int8_t>(p.input), memory.At<int16_t>(p.state),
           memory.At<int8_t>(p.output));
}

}  // namespace tflite::dsp
