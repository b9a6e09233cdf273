#include "kernels/gemm/calls/recording_isa.h"

#include <algorithm>

namespace tflite::kernels {
namespace {

CallLog& Log() {
  static CallLog nowhere;
  return RecordedCalls() == nullptr ? nowhere : *RecordedCalls();
}

// Sums that differ from tile to tile.
int32_t FakeSum(const int32_t* start, int64_t row, int64_t column) {
  return static_cast<int32_t>(static_cast<uint32_t>(start[column]) +
                              static_cast<uint32_t>(row * 100 + column));
}

void FloatTile(const GemmFloatTile& t) {
  CallLog& log = Log();
  log.Call("float tile");
  log.Number(t.m, t.n, t.taps, t.depth, t.row_pitch, t.min, t.max, t.adds);
  log.Place(t.rhs);
  log.Values(t.bias, t.n);
  for (int i = 0; i < t.m; ++i) {
    for (int64_t tap = 0; tap < t.taps; ++tap) {
      const float* row = t.rows[tap * t.row_pitch + i];
      log.Place(row);
      log.Values(row, t.depth);
    }
    log.Place(t.out[i]);
    std::fill_n(t.out[i], t.n, 1.0f);
  }
}

void FloatRows(const GemmFloatRows& r) {
  CallLog& log = Log();
  log.Call("float rows");
  log.Number(r.rows, r.n, r.taps, r.depth, r.panel_step, r.min, r.max,
             r.out_stride, r.block_rows, r.adds);
  log.Place(r.rhs);
  log.Values(r.bias, r.n);
  for (int64_t i = 0; i < r.rows; ++i) {
    for (int64_t tap = 0; tap < r.taps; ++tap) {
      const float* row = r.runs == nullptr ? r.left + i * r.left_stride
                                           : r.runs[tap * r.run_pitch + i];
      log.Place(row);
      log.Values(row, r.depth);
    }
    log.Place(r.out + i * r.out_stride);
    std::fill_n(r.out + i * r.out_stride, r.n, 1.0f);
  }
}

void FloatLine(const GemmFloatLine& line) {
  CallLog& log = Log();
  log.Call("float line");
  log.Number(line.pixels, line.n, line.pixel_step, line.min, line.max,
             line.out_step);
  for (const float* in : line.in) log.Place(in);
  log.Place(line.rhs);
  log.Values(line.bias, line.n);
  log.Place(line.out);
}

void IntTile(const char* name, const GemmIntTile& t, int64_t columns) {
  CallLog& log = Log();
  log.Call(name);
  log.Number(t.m, t.n, t.groups, t.left_stride, t.acc_pitch, t.left_signed);
  log.Place(t.rhs);
  log.Place(t.left);
  log.Values(t.start, t.n);
  log.Values(t.column_sums, t.n);
  for (int i = 0; i < t.m; ++i) {
    log.Values(t.left + i * t.left_stride, t.groups * 4);
    for (int64_t j = 0; j < columns; ++j) {
      t.acc[i * t.acc_pitch + j] = j < t.n ? FakeSum(t.start, i, j) : INT32_MIN;
    }
  }
  if (t.setup == nullptr) return;
  log.Number(*t.setup);
  *t.setup += 1;
}

template <int kColumns>
void ByteTile(const GemmIntTile& t) {
  IntTile("byte tile", t, (t.n + kColumns - 1) / kColumns * kColumns);
}
template <int kColumns>
void Int16Tile(const GemmIntTile& t) {
  IntTile("int16 tile", t, (t.n + kColumns - 1) / kColumns * kColumns);
}
void Release() { Log().Call("release"); }

void Results(const GemmResults& to, int n) {
  CallLog& log = Log();
  log.Number(to.first_column, to.floats_fit, to.out_stride,
             to.columns != nullptr, to.column_scale != nullptr);
  log.Place(to.out);
  if (to.column_scale == nullptr) return;
  log.Number(to.row_scale, to.min, to.max);
  log.Values(to.column_scale, n);
  log.Values(to.bias, n);
  log.Number(to.row_scales != nullptr, to.row_offsets != nullptr);
}

void IntRows(const char* name, const GemmIntRows& r) {
  CallLog& log = Log();
  log.Call(name);
  log.Number(r.rows, r.n, r.groups, r.left_stride, r.flip, r.runs, r.run_step);
  log.Place(r.rhs);
  log.Values(r.start, r.n);
  log.Values(r.terms, r.rows);
  Results(r.to, r.n);
  for (int64_t i = 0; i < r.rows; ++i) {
    const uint8_t* row =
        r.left_rows == nullptr ? r.left + i * r.left_stride : r.left_rows[i];
    log.Place(row);
    for (int64_t run = 0; run < r.runs; ++run) {
      log.Values(row + run * r.run_step, r.groups / r.runs * 4);
    }
  }
}
void ByteRows(const GemmIntRows& rows) { IntRows("byte rows", rows); }
void ByteResults(const GemmIntRows& rows) { IntRows("byte results", rows); }
void FloatResults(const GemmIntRows& rows) { IntRows("float results", rows); }

void SumRows(const GemmRowSums& a) {
  CallLog& log = Log();
  log.Call("sum rows");
  log.Number(a.stride, a.rows, a.depth, a.flip, a.excess, a.factor);
  for (int64_t i = 0; i < a.rows; ++i) {
    log.Values(a.in + i * a.stride, a.depth);
    a.out[i] = static_cast<int32_t>(i * 1000);
  }
}
void AddRowTerms(int32_t* sums, int64_t pitch, int64_t rows, int64_t columns,
                 const int32_t* terms) {
  CallLog& log = Log();
  log.Call("add row terms");
  log.Number(pitch, rows, columns);
  log.Values(terms, rows);
  for (int64_t i = 0; i < rows; ++i) log.Values(sums + i * pitch, columns);
}
int32_t SumWords(const int16_t* in, int64_t n) {
  Log().Call("sum words");
  Log().Values(in, n);
  return static_cast<int32_t>(n);
}

void WinogradTileIn(const WinogradInput& t) {
  CallLog& log = Log();
  log.Call("winograd input");
  log.Number(t.edge, t.channels, t.pitch);
  log.Place(t.out);
  const int positions = (t.edge + 2) * (t.edge + 2);
  for (int p = 0; p < positions; ++p) {
    log.Place(t.pixels[p]);
    std::fill_n(t.out + p * t.pitch, t.channels, static_cast<float>(p));
  }
}
void WinogradTileOut(const WinogradOutput& t) {
  CallLog& log = Log();
  log.Call("winograd output");
  log.Number(t.edge, t.n, t.pitch, t.min, t.max);
  log.Place(t.sums);
  log.Values(t.bias, t.n);
  for (int i = 0; i < t.edge * t.edge; ++i) log.Place(t.pixels[i]);
}

// Of a kernel with blocks of kBlock channels and weights of kBytes.
template <int kBlock, int kBytes>
void DepthwiseInt(const DepthwiseIntTile& t) {
  CallLog& log = Log();
  log.Call("depthwise");
  log.Number(t.channels, t.taps, t.parts, t.is_unsigned, t.zero_point, t.flip);
  log.Values(t.start, t.channels);
  const int64_t channels = (t.channels + kBlock - 1) / kBlock * kBlock;
  log.Values(static_cast<const uint8_t*>(t.weights),
             channels * t.taps * t.parts * kBytes);
}
void DepthwiseLine(const char* name, const DepthwiseIntLine& line) {
  CallLog& log = Log();
  log.Call(name);
  log.Number(line.channels, line.parts, line.is_unsigned, line.flip);
}
void DepthwiseLineResults(const DepthwiseIntLine& line) {
  DepthwiseLine("depthwise line", line);
}

// Tiles of 4 x 8, integers as int16.
GemmIsa Narrow() {
  GemmIsa isa = *GemmPortable();
  isa.float_tile = FloatTile;
  isa.int16_tile = Int16Tile<8>;
  isa.sum_rows = SumRows;
  isa.add_row_terms = AddRowTerms;
  isa.winograd_input = WinogradTileIn;
  isa.winograd_output = WinogradTileOut;
  isa.depthwise_int16.run = DepthwiseInt<8, 2>;
  return isa;
}
// Larger ones of several vectors, integers as bytes.
GemmIsa Wide(GemmLeftBytes left) {
  GemmIsa isa = Narrow();
  isa.float_mr = 6;
  isa.float_nr = 16;
  isa.float_vector = 8;
  isa.float_narrow = 8;
  isa.float_line = FloatLine;
  isa.int_mr = 6;
  isa.int_nr = 32;
  isa.int_vector = 16;
  isa.bytes = true;
  isa.left_bytes = left;
  isa.byte_tile = ByteTile<16>;
  isa.int16_tile = Int16Tile<16>;
  isa.sum_words = SumWords;
  isa.depthwise_bytes = {DepthwiseInt<16, 1>, /*group=*/4,  /*vectors=*/2,
                         /*lanes=*/2,         /*block=*/16, /*weight_bytes=*/1};
  return isa;
}

}  // namespace

void CallLog::Name(const void* begin, uint64_t bytes) {
  memory_.push_back({static_cast<const char*>(begin), bytes});
}

void CallLog::Place(const void* address) {
  const auto* at = static_cast<const char*>(address);
  for (size_t i = 0; at != nullptr && i < memory_.size(); ++i) {
    if (at < memory_[i].begin || at >= memory_[i].begin + memory_[i].bytes) {
      continue;
    }
    return Number(i, at - memory_[i].begin);
  }
  Number(at == nullptr ? -1 : -2);
}

CallLog*& RecordedCalls() {
  static CallLog* log = nullptr;
  return log;
}

const std::vector<RecordingIsa>& RecordingIsas() {
  static const auto* const isas = new std::vector<RecordingIsa>([] {
    std::vector<RecordingIsa> all = {
        {"narrow", Narrow()},
        {"narrow rows", Narrow()},
        {"unsigned", Wide(GemmLeftBytes::kUnsigned)},
        {"signed rows", Wide(GemmLeftBytes::kSigned)},
        {"either, set up", Wide(GemmLeftBytes::kEither)},
        {"unsigned results", Wide(GemmLeftBytes::kUnsigned)},
        {"signed results", Wide(GemmLeftBytes::kSigned)},
        {"float results", Wide(GemmLeftBytes::kUnsigned)},
    };
    all[1].isa.byte_rows = all[3].isa.byte_rows = ByteRows;
    all[1].isa.float_rows = all[3].isa.float_rows = FloatRows;
    all[3].isa.row_panels = 2;
    all[3].isa.depthwise_bytes.line = DepthwiseLineResults;
    all[4].isa.release = Release;
    all[4].isa.depthwise_bytes.run = nullptr;
    all[5].isa.byte_results = ByteResults;
    all[5].isa.flipped_columns = 20;
    all[6].isa.byte_results = ByteResults;
    all[6].isa.depthwise_int16.keeps_zero_point = true;
    all[7].isa.float_results = FloatResults;
    return all;
  }());
  return *isas;
}

}  // namespace tflite::kernels
