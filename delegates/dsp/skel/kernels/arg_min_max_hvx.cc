#include "delegates/dsp/skel/kernels/arg_min_max.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_rows.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Lanes are outputs if the searched dimension is not the innermost one, or if
// there are many short rows, which are transposed. Long rows are searched one
// by one, 128 elements at a time.
namespace tflite::dsp {
namespace {

// Places in rows of up to this many elements fit a byte.
constexpr int32_t kMostPlaces = 256;

template <bool kSigned>
TFLL_DSP_INLINE Mask IsGreater(Vec x, Vec y) {
  return kSigned ? Q6_Q_vcmp_gt_VbVb(x, y) : Q6_Q_vcmp_gt_VubVub(x, y);
}

// The best element so far of 128 lanes and its place, a byte.
template <bool kSigned, bool kMax>
struct Best {
  Vec value, place;

  TFLL_DSP_INLINE void Start(Vec v) {
    value = v;
    place = Zero();
  }
  TFLL_DSP_INLINE void Add(Vec v, int32_t i) {
    const Mask better =
        kMax ? IsGreater<kSigned>(v, value) : IsGreater<kSigned>(value, v);
    value = Q6_V_vmux_QVV(better, v, value);
    place = Q6_V_vmux_QVV(better, SplatByte(i), place);
  }
};

// Stores the places of `count` lanes.
void StorePlaces(Vec places, int32_t count, int32_t out_bytes, uint8_t* out) {
  const VecPair halves = Q6_Wuh_vunpack_Vub(places);
  const VecPair low = Q6_Wuw_vunpack_Vuh(Q6_V_lo_W(halves));
  const VecPair high = Q6_Wuw_vunpack_Vuh(Q6_V_hi_W(halves));
  const Vec words[] = {Q6_V_lo_W(low), Q6_V_hi_W(low), Q6_V_lo_W(high),
                       Q6_V_hi_W(high)};
  const int32_t bytes = count * out_bytes;
  int32_t done = 0;
  const auto store = [&](Vec v) {
    const int32_t left = bytes - done;
    if (left <= 0) return;
    StoreFirst(out + done, v, left < kVectorBytes ? left : kVectorBytes);
    done += kVectorBytes;
  };
  TFLL_DSP_UNROLL
  for (const Vec& v : words) {
    if (out_bytes == 4) {
      store(v);
    } else {
      const VecPair wide = Q6_W_vshuff_VVR(Zero(), v, -4);
      store(Q6_V_lo_W(wide));
      store(Q6_V_hi_W(wide));
    }
  }
}

template <bool kSigned, bool kMax>
class Search {
 public:
  Search(const ArgMinMaxParams& p, const Memory& memory, const Scratch& scratch)
      : p_(p),
        in_(memory.At<const uint8_t>(p.input)),
        out_(memory.At<uint8_t>(p.output)),
        scratch_(scratch) {}

  // [outer, extent, inner] with lanes of the innermost dimension.
  void Inner() {
    for (int32_t o = 0; o < p_.outer; ++o) {
      for (int32_t c = 0; c < p_.inner; c += kVectorBytes) {
        Best<kSigned, kMax> best;
        best.Start(LoadUnaligned(in_ + c));
        for (int32_t i = 1; i < p_.extent; ++i) {
          best.Add(LoadUnaligned(in_ + i * p_.inner + c), i);
        }
        Store(best.place, p_.inner - c);
      }
      in_ += p_.extent * p_.inner;
    }
  }

  // [outer, extent]: 128 rows at once.
  void ManyRows() {
    Vec* columns = reinterpret_cast<Vec*>(scratch_.data);
    for (int32_t o = 0; o < p_.outer; o += kTransposedRows) {
      Best<kSigned, kMax> best;
      for (int32_t c = 0; c < p_.extent; c += kTransposedColumns) {
        TransposeRows(in_ + o * p_.extent + c, p_.extent, p_.outer - o,
                      columns);
        int32_t i = 0;
        if (c == 0) best.Start(columns[i++]);
        const int32_t left = p_.extent - c;
        const int32_t count =
            left < kTransposedColumns ? left : kTransposedColumns;
        for (; i < count; ++i) best.Add(columns[i], c + i);
      }
      Store(best.place, p_.outer - o);
    }
  }

  // [outer, extent]: one row after another.
  void LongRows() {
    for (int32_t o = 0; o < p_.outer; ++o, in_ += p_.extent) {
      const int32_t place = Find(Extreme());
      if (p_.out_bytes == 4) {
        reinterpret_cast<int32_t*>(out_)[o] = place;
      } else {
        reinterpret_cast<int64_t*>(out_)[o] = place;
      }
    }
  }

 private:
  void Store(Vec places, int32_t count) {
    const int32_t lanes = count < kVectorBytes ? count : kVectorBytes;
    StorePlaces(places, lanes, p_.out_bytes, out_);
    out_ += lanes * p_.out_bytes;
  }

  // The extreme of a row, in all lanes. Overlapping vectors do no harm.
  Vec Extreme() const {
    Vec best = SplatByte(*in_);
    const int32_t whole = p_.extent / kVectorBytes * kVectorBytes;
    for (int32_t i = 0; i < whole; i += kVectorBytes) {
      best = Better(best, LoadUnaligned(in_ + i));
    }
    if (whole < p_.extent) {
      const Mask inside = Q6_Q_vsetq_R(p_.extent - whole);
      best =
          Better(best, Q6_V_vmux_QVV(inside, LoadUnaligned(in_ + whole), best));
    }
    TFLL_DSP_UNROLL
    for (int32_t bytes = 64; bytes >= 1; bytes /= 2) {
      best = Better(best, Q6_V_vror_VR(best, bytes));
    }
    return best;
  }
  static TFLL_DSP_INLINE Vec Better(Vec x, Vec y) {
    return kMax ? MaxBytes<kSigned>(x, y) : MinBytes<kSigned>(x, y);
  }

  // The first place of a value that the row has.
  int32_t Find(Vec value) const {
    const Vec one = SplatByte(1);
    alignas(kVectorBytes) uint8_t equal[kVectorBytes];
    for (int32_t i = 0; i < p_.extent; i += kVectorBytes) {
      const Mask same = Q6_Q_vcmp_eq_VbVb(LoadUnaligned(in_ + i), value);
      const Vec found = Q6_V_vmux_QVV(same, one, Zero());
      Vec any = Q6_Vuw_vrmpy_VubRub(found, 0x01010101);
      TFLL_DSP_UNROLL
      for (int32_t bytes = 64; bytes >= 4; bytes /= 2) {
        any = Q6_V_vor_VV(any, Q6_V_vror_VR(any, bytes));
      }
      if (Q6_R_vextract_VR(any, 0) == 0) continue;
      *reinterpret_cast<Vec*>(equal) = found;
      int32_t lane = 0;
      while (equal[lane] == 0) ++lane;
      return i + lane;
    }
    return 0;  // the row has changed meanwhile
  }

  const ArgMinMaxParams& p_;
  const uint8_t* in_;
  uint8_t* out_;
  const Scratch& scratch_;
};

template <bool kSigned, bool kMax>
bool Run(const ArgMinMaxParams& p, const Memory& memory,
         const Scratch& scratch) {
  // For fewer outputs or elements the scalar loop is as fast.
  constexpr int32_t kLeastInner = 4, kLeastRows = 12, kLeastExtent = 16;
  Search<kSigned, kMax> search(p, memory, scratch);
  if (p.inner > 1) {
    if (p.inner < kLeastInner || p.extent > kMostPlaces) return false;
    search.Inner();
  } else if (p.outer >= kLeastRows && p.extent <= kMostPlaces) {
    search.ManyRows();
  } else if (p.extent >= kLeastExtent) {
    search.LongRows();
  } else {
    return false;
  }
  return true;
}

}  // namespace

void ArgMinMaxHvx(const ArgMinMaxParams& p, const Memory& memory,
                  const Scratch& scratch) {
  const auto run = p.is_signed != 0
                       ? (p.max != 0 ? Run<true, true> : Run<true, false>)
                       : (p.max != 0 ? Run<false, true> : Run<false, false>);
  if (!run(p, memory, scratch)) ArgMinMaxScalar(p, memory, scratch);
}

}  // namespace tflite::dsp
