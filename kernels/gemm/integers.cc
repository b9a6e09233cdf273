#include <algorithm>

#include "kernels/gemm/gemm.h"
#include "kernels/gemm/tasks.h"
#include "kernels/gemm/tiles/window_lines.h"

namespace tflite::kernels {
namespace {

// Groups of two 16-bit depths whose products a 32-bit sum surely holds:
// 2 * 2^15 * 2^7 * 128 = 2^30.
constexpr int64_t kWideGroups = 128;
// Sums of the largest tile.
constexpr int kMaxTile = kGemmMaxRows * kGemmMaxColumns;

// True if the left operand stays bytes.
bool StaysBytes(const GemmMatrix& right) { return right.group() == 4; }

int32_t Add(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) +
                              static_cast<uint32_t>(b));
}
int32_t Multiply(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) *
                              static_cast<uint32_t>(b));
}

// Whether the kernel takes the left operand's bytes as signed.
bool TakesSigned(const GemmMatrix& right, const GemmLeftType& type) {
  const GemmLeftBytes bytes = right.isa().left_bytes;
  return bytes == GemmLeftBytes::kEither ? !type.is_unsigned
                                         : bytes == GemmLeftBytes::kSigned;
}

// True if the kernel takes the stored bytes as they are. Otherwise their
// highest bit has to be inverted.
bool TakesStored(const GemmMatrix& right, const GemmLeftType& type) {
  return type.is_unsigned != TakesSigned(right, type);
}

// The zero point of the stored bytes as the kernel sees them.
int32_t ByteZeroPoint(const GemmMatrix& right, const GemmLeftType& type,
                      int32_t zero_point) {
  if (TakesStored(right, type)) return zero_point;
  return zero_point + (type.is_unsigned ? -128 : 128);
}

// The zero point of row `row`; one for all rows of an image.
int32_t ZeroPoint(const GemmLeftType& type, int64_t row) {
  return type.row_zero_points == nullptr
             ? type.zero_point
             : type.row_zero_points[row / type.rows_per_zero_point];
}

struct Rows {
  const uint8_t* first;
  int64_t stride;    // bytes
  uint8_t flip = 0;  // bits of bytes that the kernel has to invert
};

// Copies a task's rows, in parts of one zero point each if that is subtracted
// while copying.
void CopyRows(const GemmLeft& left, const GemmLeftType& type,
              const GemmMatrix& right, const GemmTask& task, uint8_t* out,
              int64_t stride) {
  GemmGather how;
  how.isa = &right.isa();
  if (right.type() == GemmType::kInt16) {
    how.kind = GemmGather::Kind::kInt16;
  } else if (StaysBytes(right)) {
    how.kind = GemmGather::Kind::kFlipBytes;
    how.flip = TakesStored(right, type) ? 0 : 0x80;
    if (right.run() != 0) how.line_stride = stride * right.run() / right.k();
  } else {
    how.kind = type.is_unsigned ? GemmGather::Kind::kWidenUInt8
                                : GemmGather::Kind::kWidenInt8;
  }
  for (int64_t row = task.row_begin; row < task.row_end;) {
    int64_t end = task.row_end;
    how.zero_point = type.zero_point;
    if (type.row_zero_points != nullptr) {
      const int64_t i = row / type.rows_per_zero_point;
      end = std::min(end, (i + 1) * type.rows_per_zero_point);
      how.zero_point = type.row_zero_points[i];
    }
    GemmGatherIntegers(left, right.k(), how, row, end,
                       out + (row - task.row_begin) * stride, stride);
    row = end;
  }
}

// True if the kernels can read the rows where they are. `flips`: the kernel can
// invert bits of the bytes.
bool InPlace(const GemmLeft& left, const GemmLeftType& type,
             const GemmMatrix& right, bool flips) {
  if (left.window != nullptr || right.k() % right.group() != 0) return false;
  if (right.type() == GemmType::kInt16) return true;
  return StaysBytes(right) && (flips || TakesStored(right, type));
}

// Returns the task's rows, in place or copied to the start of its memory.
Rows PrepareRows(const GemmLeft& left, const GemmLeftType& type,
                 const GemmMatrix& right, const GemmTask& task, uint8_t* memory,
                 bool flips = false) {
  if (InPlace(left, type, right, flips)) {
    const int64_t stride =
        left.row_stride * (right.type() == GemmType::kInt16 ? 2 : 1);
    const bool stored = !StaysBytes(right) || TakesStored(right, type);
    return {static_cast<const uint8_t*>(left.data) + task.row_begin * stride,
            stride, static_cast<uint8_t>(stored ? 0 : 0x80)};
  }
  const int64_t stride = right.groups() * 4;
  CopyRows(left, type, right, task, memory, stride);
  return {memory, stride};
}

int32_t SumOf(const GemmIsa& isa, const int16_t* row, int64_t k) {
  if (isa.sum_words != nullptr) return isa.sum_words(row, k);
  int32_t sum = 0;
  for (int64_t d = 0; d < k; ++d) sum = Add(sum, row[d]);
  return sum;
}

struct Job {
  const GemmIntegerArgs& args;
  const GemmMatrix& right;
  const GemmSink& sink;
};

// Computes minus the zero point of the right operand times the sum of each row,
// of the bytes that the kernel multiplies.
void RowTerms(const Job& job, const GemmTask& task, const Rows& rows,
              int32_t* terms) {
  const int64_t k = job.right.k();
  const int32_t factor = Multiply(-1, job.args.right_zero_point);
  if (StaysBytes(job.right)) {
    const bool is_signed = TakesSigned(job.right, job.args.left_type);
    GemmRowSums sums;
    sums.in = rows.first;
    sums.stride = rows.stride;
    sums.rows = task.row_end - task.row_begin;
    sums.depth = k;
    sums.flip = (is_signed ? 0x80 : 0) ^ rows.flip;
    sums.excess = is_signed ? 128 * static_cast<uint32_t>(k) : 0;
    sums.factor = factor;
    sums.out = terms;
    return job.right.isa().sum_rows(sums);
  }
  for (int64_t i = 0; i < task.row_end - task.row_begin; ++i) {
    const uint8_t* row = rows.first + i * rows.stride;
    terms[i] = Multiply(
        factor,
        SumOf(job.right.isa(), reinterpret_cast<const int16_t*>(row), k));
  }
}

// GemmIntTile::setup of a task; releases it at the end.
class Setup {
 public:
  explicit Setup(const GemmIsa& isa) : isa_(isa) {}
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;
  ~Setup() {
    if (isa_.release != nullptr && value_ != 0) isa_.release();
  }
  uint32_t* value() { return &value_; }

 private:
  const GemmIsa& isa_;
  uint32_t value_ = 0;
};

GemmIntTile TileAt(const GemmMatrix& right, int64_t panel, const Rows& rows,
                   int64_t row_in_block, int m, int32_t* sums) {
  const int64_t nr = right.panel_columns();
  GemmIntTile tile;
  tile.m = m;
  tile.n = static_cast<int>(std::min(nr, right.n() - panel * nr));
  tile.groups = right.groups();
  tile.left = rows.first + row_in_block * rows.stride;
  tile.left_stride = rows.stride;
  tile.rhs = right.int_panel(panel);
  tile.acc = sums;
  tile.acc_pitch = nr;
  return tile;
}

// Computes the task's results with byte_results or float_results. `terms` may
// be null. `lines` has the rows, if it is not null.
void RunResults(const Job& job, const GemmTask& task, const Rows& rows,
                const int32_t* terms, const GemmWindowLines* lines) {
  const GemmMatrix& right = job.right;
  const int64_t nr = right.panel_columns();
  int32_t start[kGemmMaxColumns];
  GemmIntRows r;
  r.groups = right.groups();
  r.left_stride = rows.stride;
  r.flip = rows.flip;
  r.start = start;
  for (int64_t p = task.panel_begin; p < task.panel_end; ++p) {
    r.n = static_cast<int>(std::min(nr, right.n() - p * nr));
    r.rhs = right.int_panel(p);
    r.ahead = p + 1 < task.panel_end ? right.int_panel(p + 1) : nullptr;
    for (int64_t row = task.row_begin; row < task.row_end; row += r.rows) {
      std::copy_n(job.args.start + p * nr, nr, start);
      job.sink.Results(row, task.row_end, p * nr, start, &r);
      const int64_t in_block = row - task.row_begin;
      r.terms = terms == nullptr ? nullptr : terms + in_block;
      if (lines != nullptr) {
        r.left_rows = lines->rows() + in_block;
        r.runs = lines->runs();
        r.run_step = lines->run_step();
      } else {
        r.left = rows.first + in_block * rows.stride;
      }
      r.to.column_scale == nullptr ? right.isa().byte_results(r)
                                   : right.isa().float_results(r);
    }
  }
}

// Computes the task's results with byte_rows. `terms` may be null.
void RunRows(const Job& job, const GemmTask& task, const Rows& rows,
             const int32_t* terms) {
  const GemmMatrix& right = job.right;
  const int64_t nr = right.panel_columns();
  int32_t start[kGemmMaxRowColumns];
  // A single row has nothing to share with others but the row itself.
  const int64_t most =
      task.row_end - task.row_begin == 1 ? right.isa().row_panels : 1;
  GemmIntRows r;
  r.groups = right.groups();
  r.left_stride = rows.stride;
  r.flip = rows.flip;
  r.start = start;
  for (int64_t p = task.panel_begin, panels = 1; p < task.panel_end;
       p += panels) {
    panels = p + most <= std::min(task.panel_end, right.n() / nr) ? most : 1;
    r.n = static_cast<int>(std::min(panels * nr, right.n() - p * nr));
    r.rhs = right.int_panel(p);
    for (int64_t row = task.row_begin; row < task.row_end; row += r.rows) {
      std::copy_n(job.args.start + p * nr, panels * nr, start);
      job.sink.Results(row, task.row_end, p * nr, start, &r);
      const int64_t in_block = row - task.row_begin;
      r.left = rows.first + in_block * rows.stride;
      r.terms = terms == nullptr ? nullptr : terms + in_block;
      right.isa().byte_rows(r);
    }
  }
}

// Whether kernels that keep their sums can compute the results of a task, those
// of byte_rows, or of byte_results and float_results, and whether they can
// invert bits of the rows.
struct KeepsSums {
  KeepsSums(const Job& job, const GemmTask& task) {
    const GemmIsa& isa = job.right.isa();
    // Single rows have tiles of their own, with more sums at a time.
    const bool one = task.row_end - task.row_begin == 1;
    if (StaysBytes(job.right) != isa.bytes ||
        (isa.byte_rows == nullptr && (one || (isa.byte_results == nullptr &&
                                              isa.float_results == nullptr)))) {
      return;
    }
    int32_t start[kGemmMaxColumns];
    GemmIntRows r;
    r.n = 0;
    if (!job.sink.Results(task.row_begin, task.row_end, 0, start, &r)) return;
    rows = isa.byte_rows != nullptr;
    results = r.to.column_scale == nullptr
                  ? isa.byte_results != nullptr && r.to.floats_fit
                  : isa.float_results != nullptr;
    results = results && !one;
    flips = rows || (results && job.right.n() <= isa.flipped_columns);
  }
  bool rows = false, results = false, flips = false;
};

// The sums of a tile that have not been passed to the sink yet.
struct Sums {
  int32_t* values = nullptr;
  int64_t row = 0, first_column = 0;
  int64_t rows = 0, columns = 0;
};

// Passes sums to the sink. `terms` of the task's rows may be null.
void Finish(const Job& job, const GemmTask& task, const int32_t* terms,
            const Sums& sums) {
  if (sums.values == nullptr) return;
  const int64_t nr = job.right.panel_columns();
  if (terms != nullptr) {
    job.right.isa().add_row_terms(sums.values, nr, sums.rows, sums.columns,
                                  terms + sums.row - task.row_begin);
  }
  job.sink.Store(sums.values, nr, sums.row, sums.rows, sums.first_column,
                 sums.columns);
}

// Computes the sums of a tile of a panel. Completes the tile, in its place: to
// copy one would wait for what has just been stored.
void RunTile(const Job& job, int64_t panel, Setup* setup, GemmIntTile* tile) {
  const GemmMatrix& right = job.right;
  const int64_t column = panel * right.panel_columns();
  tile->start = job.args.start + column;
  tile->column_sums = right.column_sums() + column;
  tile->left_signed = !job.args.left_type.is_unsigned;
  tile->setup = setup->value();
  StaysBytes(right) ? right.isa().byte_tile(*tile)
                    : right.isa().int16_tile(*tile);
}

void RunTiles(const Job& job, const GemmTask& task, const Rows& rows,
              const int32_t* terms) {
  const GemmMatrix& right = job.right;
  const int64_t nr = right.panel_columns();
  Setup setup(right.isa());
  // A tile starts before the previous one is stored, so that matrix units and
  // vector units work at the same time.
  alignas(64) int32_t room[2][kMaxTile];
  Sums last;
  int turn = 0;
  for (int64_t p = task.panel_begin; p < task.panel_end; ++p) {
    const auto run_tile = [&](int64_t row, int m) {
      GemmIntTile tile =
          TileAt(right, p, rows, row - task.row_begin, m, room[turn]);
      RunTile(job, p, &setup, &tile);
      Finish(job, task, terms, last);
      last = {room[turn], row, p * nr, m, tile.n};
      turn = 1 - turn;
    };
    ForEachTile(task.row_begin, task.row_end, right.isa().int_mr, run_tile);
  }
  Finish(job, task, terms, last);
}

bool HasByteRow(const GemmMatrix& right) {
  return StaysBytes(right) && right.isa().byte_row != nullptr;
}

// The same for one row: passes the sums of many panels to the sink at a time,
// because a call takes as long as those of a panel.
void RunOneRow(const Job& job, const GemmTask& task, const Rows& rows,
               const int32_t* terms) {
  const GemmMatrix& right = job.right;
  const int64_t nr = right.panel_columns();
  Setup setup(right.isa());
  constexpr int64_t kRoom = 512;
  alignas(64) int32_t room[kRoom];
  Sums sums{room, task.row_begin, task.panel_begin * nr, 1, 0};
  const int64_t end = std::min(right.n(), task.panel_end * nr);
  while (sums.first_column < end) {
    const int64_t p = sums.first_column / nr;
    sums.columns = std::min(kRoom / nr * nr, end - sums.first_column);
    if (HasByteRow(right)) {
      right.isa().byte_row({sums.columns, right.groups(), rows.first, rows.flip,
                            right.int_panel(p),
                            job.args.start + sums.first_column, room});
    } else {
      for (int64_t at = 0; at < sums.columns; at += nr) {
        GemmIntTile tile = TileAt(right, p + at / nr, rows, 0, 1, room + at);
        RunTile(job, p + at / nr, &setup, &tile);
      }
    }
    Finish(job, task, terms, sums);
    sums.first_column += sums.columns;
  }
}

// `memory` has `bytes` bytes; those from sums_offset on are for row terms.
void RunTask(const Job& job, const GemmTask& task, uint8_t* memory,
             int64_t sums_offset, int64_t bytes) {
  const GemmMatrix& right = job.right;
  const KeepsSums keeps(job, task);
  const GemmWindow* window = job.args.left.window;
  if (keeps.results && window != nullptr && job.args.right_zero_point == 0 &&
      (right.run() != 0 || window->run_elements() % right.group() == 0)) {
    const GemmLeftType& type = job.args.left_type;
    GemmWindowLines lines;
    if (lines.Copy(job.args.left, TakesStored(right, type) ? 0 : 0x80,
                   static_cast<uint8_t>(ZeroPoint(type, task.row_begin)),
                   task.row_begin, task.row_end, memory, bytes)) {
      return RunResults(job, task, {}, nullptr, &lines);
    }
  }
  const bool one = task.row_end - task.row_begin == 1;
  const bool flips = keeps.flips || (one && HasByteRow(right));
  const Rows rows = PrepareRows(job.args.left, job.args.left_type, right, task,
                                memory, flips);
  int32_t* terms = nullptr;
  if (job.args.right_zero_point != 0) {
    terms = reinterpret_cast<int32_t*>(memory + sums_offset);
    RowTerms(job, task, rows, terms);
  }
  if (keeps.rows) return RunRows(job, task, rows, terms);
  if (keeps.results) return RunResults(job, task, rows, terms, nullptr);
  one ? RunOneRow(job, task, rows, terms) : RunTiles(job, task, rows, terms);
}

// Columns of the tile's panel, padding included.
int64_t WidthOf(const GemmMatrix& right, const GemmIntTile& tile) {
  const int vector = right.isa().int_vector;
  return (tile.n + vector - 1) / vector * vector;
}

// Computes 64-bit sums of one tile, as 32-bit sums over parts of the depth.
void WideTile(const GemmMatrix& right, GemmIntTile tile, int32_t* sums,
              int64_t* wide) {
  const int64_t nr = right.panel_columns();
  const int64_t width = WidthOf(right, tile);
  const int64_t groups = tile.groups;
  const int32_t zeros[kGemmMaxColumns] = {};
  std::fill_n(wide, tile.m * nr, int64_t{0});
  tile.start = zeros;
  for (int64_t g = 0; g < groups; g += kWideGroups) {
    tile.groups = std::min(kWideGroups, groups - g);
    right.isa().int16_tile(tile);
    for (int i = 0; i < tile.m; ++i) {
      for (int j = 0; j < tile.n; ++j) wide[i * nr + j] += sums[i * nr + j];
    }
    tile.left += tile.groups * 4;
    tile.rhs += tile.groups * 2 * width;
  }
}

}  // namespace

int32_t GemmRowOffset(const GemmMatrix& right, const GemmLeftType& left,
                      int32_t zero_point) {
  return StaysBytes(right) ? ByteZeroPoint(right, left, zero_point) : 0;
}

void GemmStart(const GemmMatrix& right, const GemmLeftType& left,
               int32_t right_zero_point, const int32_t* bias, int32_t* start) {
  const bool by_row = left.row_zero_points != nullptr;
  const int32_t za = StaysBytes(right) && !by_row
                         ? ByteZeroPoint(right, left, left.zero_point)
                         : 0;
  const int32_t constant =
      Multiply(Multiply(static_cast<int32_t>(right.k()), za), right_zero_point);
  for (int64_t j = 0; j < right.padded_columns(); ++j) {
    const int32_t b = bias != nullptr && j < right.n() ? bias[j] : 0;
    start[j] = Add(Add(b, Multiply(-za, right.column_sums()[j])), constant);
  }
}

void GemmIntegers(const GemmPlan& plan, const GemmIntegerArgs& args,
                  const GemmMatrix& right, const GemmSink& sink, void* scratch,
                  ThreadPool& threads) {
  const Job job{args, right, sink};
  const int64_t sums_offset = plan.block_rows * right.groups() * 4;
  const auto bytes = static_cast<int64_t>(plan.slot_bytes);
  ForEachGemmTask(plan, right, scratch, threads,
                  [&](const GemmTask& task, uint8_t* memory) {
                    RunTask(job, task, memory, sums_offset, bytes);
                  });
}

void GemmBlockIntegers(const GemmPlan& plan, const GemmIntegerArgs& args,
                       const GemmMatrix& right, int64_t block,
                       const GemmBlockSink& sink, void* scratch,
                       ThreadPool& threads) {
  const int64_t nr = right.panel_columns();
  const int64_t groups = block / right.group();
  const auto kernel =
      StaysBytes(right) ? right.isa().byte_tile : right.isa().int16_tile;
  const auto run = [&](const GemmTask& task, uint8_t* memory) {
    const Rows rows =
        PrepareRows(args.left, args.left_type, right, task, memory);
    const int32_t zeros[kGemmMaxColumns] = {};
    Setup setup(right.isa());
    alignas(64) int32_t sums[kMaxTile];
    alignas(64) float partial[kMaxTile];
    const auto run_tile = [&](int64_t p, int64_t row, int m) {
      GemmIntTile tile = TileAt(right, p, rows, row - task.row_begin, m, sums);
      const int64_t width = WidthOf(right, tile);
      tile.start = zeros;
      tile.left_signed = !args.left_type.is_unsigned;
      tile.setup = setup.value();
      tile.groups = groups;
      std::fill_n(partial, m * nr, 0.0f);
      for (int64_t k = 0; k < right.k() / block; ++k) {
        kernel(tile);
        sink.Add(sums, nr, row, m, p * nr, tile.n, k, partial);
        tile.left += groups * 4;
        tile.rhs += block * width;
      }
      sink.Finish(partial, nr, row, m, p * nr, tile.n);
    };
    for (int64_t p = task.panel_begin; p < task.panel_end; ++p) {
      ForEachTile(task.row_begin, task.row_end, right.isa().int_mr,
                  [&](int64_t row, int m) { run_tile(p, row, m); });
    }
  };
  ForEachGemmTask(plan, right, scratch, threads, run);
}

void GemmWideIntegers(const GemmPlan& plan, const GemmLeft& left,
                      const GemmMatrix& right, const GemmWideSink& sink,
                      void* scratch, ThreadPool& threads) {
  const int64_t nr = right.panel_columns();
  const auto run = [&](const GemmTask& task, uint8_t* memory) {
    const Rows rows = PrepareRows(left, {}, right, task, memory);
    alignas(64) int32_t sums[kMaxTile];
    alignas(64) int64_t wide[kMaxTile];
    for (int64_t p = task.panel_begin; p < task.panel_end; ++p) {
      ForEachTile(task.row_begin, task.row_end, right.isa().int_mr,
                  [&](int64_t row, int m) {
                    const GemmIntTile tile =
                        TileAt(right, p, rows, row - task.row_begin, m, sums);
                    WideTile(right, tile, sums, wide);
                    sink.Store(wide, nr, row, m, p * nr, tile.n);
                  });
    }
  };
  ForEachGemmTask(plan, right, scratch, threads, run);
}

}  // namespace tflite::kernels
