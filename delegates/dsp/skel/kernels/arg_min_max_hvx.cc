#include "delegates/dsp/skel/kernels/arg_min_max.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_rows.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Lanes are outputs if the searched dimension is not the innermost one, or if
// there are many short rows, which are transposed: those of [extent, inner]
// elements if `inner` is small. Long rows are searched one by one, 128 elements
// at a time.
namespace tflite::dsp {
namespace {

// Places among so many elements fit a byte, and three bytes.
constexpr int32_t kMostPlaces = 256, kMostExtent = 1 << 24;
// Outputs of a row that is transposed.
constexpr int32_t kMostColumns = 8;

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

// Places of 128 lanes, by bytes.
struct Places {
  Vec low, middle, high;
};

// Those in order, as words.
struct PlaceWords {
  Vec of[4];

  explicit PlaceWords(const Places& p) {
    const VecPair low = Q6_W_vshuff_VVR(p.middle, p.low, -1);
    const VecPair high = Q6_W_vshuff_VVR(Zero(), p.high, -1);
    const VecPair first = Q6_W_vshuff_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -2);
    const VecPair last = Q6_W_vshuff_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -2);
    of[0] = Q6_V_lo_W(first);
    of[1] = Q6_V_hi_W(first);
    of[2] = Q6_V_lo_W(last);
    of[3] = Q6_V_hi_W(last);
  }
};

// Stores the places of `count` lanes.
void StorePlaces(const Places& places, int32_t count, int32_t out_bytes,
                 uint8_t* out) {
  const PlaceWords words(places);
  const int32_t bytes = count * out_bytes;
  int32_t done = 0;
  const auto store = [&](Vec v) {
    const int32_t left = bytes - done;
    if (left <= 0) return;
    StoreFirst(out + done, v, left < kVectorBytes ? left : kVectorBytes);
    done += kVectorBytes;
  };
  TFLL_DSP_UNROLL
  for (const Vec& v : words.of) {
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
        Store(FindInner(in_ + c), p_.inner - c);
      }
      in_ += p_.extent * p_.inner;
    }
  }

  // [outer, extent, inner] of few columns: 128 rows at once.
  void ManyRows() {
    const Vec* columns = reinterpret_cast<const Vec*>(scratch_.data);
    const int32_t pitch = p_.extent * p_.inner;
    for (int32_t o = 0; o < p_.outer; o += kTransposedRows) {
      Best<kSigned, kMax> best[kMostColumns];
      int32_t i = 0, k = 0;
      for (int32_t c = 0; c < pitch; ++c) {
        const int32_t column = c % kTransposedColumns;
        if (column == 0) {
          TransposeRows(in_ + o * pitch + c, pitch, p_.outer - o,
                        reinterpret_cast<Vec*>(scratch_.data));
        }
        if (i == 0) {
          best[k].Start(columns[column]);
        } else {
          best[k].Add(columns[column], i);
        }
        if (++k == p_.inner) {
          k = 0;
          ++i;
        }
      }
      StoreRows(best, p_.outer - o);
    }
  }

  // [outer, extent]: the same, of one column, which stays in registers.
  void ManyPlainRows() {
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
      Store({best.place, Zero(), Zero()}, p_.outer - o);
    }
  }

  // [outer, extent]: one row after another.
  void LongRows() {
    for (int32_t o = 0; o < p_.outer; ++o, in_ += p_.extent) {
      StoreOne(o, Find(Extreme()));
    }
  }

 private:
  // 256 elements at a time, `inner` bytes apart.
  Places FindInner(const uint8_t* at) const {
    Places places = {Zero(), Zero(), Zero()};
    Vec value = LoadUnaligned(at);
    for (int32_t first = 0; first < p_.extent; first += kMostPlaces) {
      const int32_t left = p_.extent - first;
      const int32_t count = left < kMostPlaces ? left : kMostPlaces;
      Best<kSigned, kMax> best;
      best.Start(LoadUnaligned(at));
      at += p_.inner;
      for (int32_t i = 1; i < count; ++i, at += p_.inner) {
        best.Add(LoadUnaligned(at), i);
      }
      if (first == 0) {
        places.low = best.place;
        value = best.value;
        continue;
      }
      const Mask better = kMax ? IsGreater<kSigned>(best.value, value)
                               : IsGreater<kSigned>(value, best.value);
      value = Q6_V_vmux_QVV(better, best.value, value);
      places.low = Q6_V_vmux_QVV(better, best.place, places.low);
      places.middle =
          Q6_V_vmux_QVV(better, SplatByte(first >> 8), places.middle);
      places.high = Q6_V_vmux_QVV(better, SplatByte(first >> 16), places.high);
    }
    return places;
  }

  void Store(const Places& places, int32_t count) {
    const int32_t lanes = count < kVectorBytes ? count : kVectorBytes;
    StorePlaces(places, lanes, p_.out_bytes, out_);
    out_ += lanes * p_.out_bytes;
  }
  // Column k of lane i is output i * inner + k.
  void StoreRows(const Best<kSigned, kMax>* best, int32_t count) {
    const int32_t lanes = count < kVectorBytes ? count : kVectorBytes;
    for (int32_t k = 0; k < p_.inner; ++k) {
      alignas(kVectorBytes) uint8_t places[kVectorBytes];
      *reinterpret_cast<Vec*>(places) = best[k].place;
      for (int32_t i = 0; i < lanes; ++i) {
        StoreOne(i * p_.inner + k, places[i]);
      }
    }
    out_ += lanes * p_.inner * p_.out_bytes;
  }
  void StoreOne(int32_t at, int32_t place) {
    if (p_.out_bytes == 4) {
      reinterpret_cast<int32_t*>(out_)[at] = place;
    } else {
      reinterpret_cast<int64_t*>(out_)[at] = place;
    }
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
  // For fewer rows or elements the scalar loop is as fast.
  constexpr int32_t kLeastRows = 12, kLeastExtent = 16;
  Search<kSigned, kMax> search(p, memory, scratch);
  const bool many = p.outer >= kLeastRows && p.extent <= kMostPlaces;
  if (p.inner > 1 && many && p.inner <= kMostColumns) {
    search.ManyRows();
  } else if (p.inner > 1) {
    if (p.extent > kMostExtent) return false;
    search.Inner();
  } else if (many) {
    search.ManyPlainRows();
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
