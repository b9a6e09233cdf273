#include "kernels/gemm/rows.h"

#include <algorithm>
#include <cstring>

namespace tflite::kernels {
namespace {

// Walks through the windows, row by row of the matrix.
struct Position {
  Position(const ConvWindow& geometry, int64_t row) : g(geometry) {
    x = row % g.out_width;
    const int64_t line = row / g.out_width;
    y = line % g.out_height;
    b = line / g.out_height;
  }
  void Next() {
    if (++x < g.out_width) return;
    x = 0;
    if (++y < g.out_height) return;
    y = 0;
    ++b;
  }
  // Moves on by `count` rows, at most to the end of the line.
  void Skip(int64_t count) {
    x += count - 1;
    Next();
  }
  // The input pixel under the window's first tap; may be outside of the image.
  int64_t top() const { return y * g.stride_height - g.pad_top; }
  int64_t left() const { return x * g.stride_width - g.pad_left; }

  const ConvWindow& g;
  int64_t b, y, x;
};

struct CopyFloats {
  using Out = float;
  using In = float;
  void Copy(const float* in, int64_t n, float* out) const {
    // Runs are mostly short, because only windows with few channels are copied.
    constexpr int64_t kLong = 64;
    if (n >= kLong) {
      std::memcpy(out, in, static_cast<size_t>(n) * sizeof(float));
      return;
    }
    int64_t i = 0;
    for (; i + 4 <= n; i += 4) std::memcpy(out + i, in + i, 4 * sizeof(float));
    for (; i < n; ++i) out[i] = in[i];
  }
  void Fill(int64_t n, float* out) const { std::fill_n(out, n, 0.0f); }
};

// Copies 16 bytes and inverts some bits.
void FlipPiece(const uint8_t* in, uint64_t flip, uint8_t* out) {
  uint64_t words[2];
  std::memcpy(words, in, 16);
  words[0] ^= flip;
  words[1] ^= flip;
  std::memcpy(out, words, 16);
}
constexpr int64_t kPiece = 16;

struct FlipBytes {
  using Out = uint8_t;
  using In = uint8_t;
  uint8_t flip, padding;
  void (*flip_many)(const FlipArgs& args);  // or null
  uint64_t flip_word() const { return flip * uint64_t{0x0101010101010101}; }
  void Copy(const uint8_t* in, int64_t n, uint8_t* out) const {
    if (n >= kPiece) {
      if (flip == 0) {
        std::memcpy(out, in, static_cast<size_t>(n));
        return;
      }
      if (n >= kLeastFlipped && flip_many != nullptr) {
        return flip_many({in, n, flip, out});
      }
      for (int64_t i = 0; i < n - kPiece; i += kPiece)
        FlipPiece(in + i, flip_word(), out + i);
      // The last piece may overlap the one before it.
      FlipPiece(in + n - kPiece, flip_word(), out + n - kPiece);
      return;
    }
    if (n >= 8) {
      // Two words, which may overlap.
      FlipWord(in, out);
      FlipWord(in + n - 8, out + n - 8);
      return;
    }
    for (int64_t i = 0; i < n; ++i) out[i] = in[i] ^ flip;
  }
  void FlipWord(const uint8_t* in, uint8_t* out) const {
    uint64_t word;
    std::memcpy(&word, in, 8);
    word ^= flip_word();
    std::memcpy(out, &word, 8);
  }
  void Fill(int64_t n, uint8_t* out) const {
    std::fill_n(out, n, static_cast<uint8_t>(padding ^ flip));
  }
};

struct CopyInt16 {
  using Out = int16_t;
  using In = int16_t;
  void Copy(const int16_t* in, int64_t n, int16_t* out) const {
    std::copy_n(in, n, out);
  }
  void Fill(int64_t n, int16_t* out) const { std::fill_n(out, n, int16_t{0}); }
};

struct WidenBytes {
  using Out = int16_t;
  using In = uint8_t;
  const GemmIsa& isa;
  bool is_unsigned;
  int16_t zero_point;
  void Copy(const uint8_t* in, int64_t n, int16_t* out) const {
    isa.widen({in, n, is_unsigned, zero_point, out});
  }
  void Fill(int64_t n, int16_t* out) const { std::fill_n(out, n, int16_t{0}); }
};

// Copies one window, `line` elements from line to line.
template <typename How>
void GatherWindow(const GemmWindow& w, const typename How::In* data,
                  const Position& p, const How& how, typename How::Out* out,
                  int64_t line) {
  const ConvWindow& g = w.geometry;
  const GemmTapRange ys(p.top(), g.dilation_height, g.filter_height,
                        g.in_height);
  const GemmTapRange xs(p.left(), g.dilation_width, g.filter_width, g.in_width);
  how.Fill(ys.begin * line, out);
  out += ys.begin * line;
  for (int64_t fy = ys.begin; fy < ys.end; ++fy, out += line) {
    const int64_t in_y = p.b * g.in_height + p.top() + fy * g.dilation_height;
    how.Fill(xs.begin * w.channels, out);
    how.Fill((g.filter_width - xs.end) * w.channels, out + xs.end * w.channels);
    if (xs.begin == xs.end) continue;
    const typename How::In* in =
        data + (in_y * g.in_width + p.left() + xs.begin * g.dilation_width) *
                   w.pixel_stride;
    if (w.has_whole_lines()) {
      how.Copy(in, (xs.end - xs.begin) * w.channels,
               out + xs.begin * w.channels);
      continue;
    }
    for (int64_t fx = xs.begin; fx < xs.end; ++fx) {
      how.Copy(in, w.channels, out + fx * w.channels);
      in += g.dilation_width * w.pixel_stride;
    }
  }
  how.Fill((g.filter_height - ys.end) * line, out);
}
template <typename How>
void GatherWindow(const GemmWindow& w, const typename How::In* data,
                  const Position& p, const How& how, typename How::Out* out) {
  GatherWindow(w, data, p, how, out, w.geometry.filter_width * w.channels);
}

template <typename How>
void Gather(const GemmLeft& left, int64_t depth, const How& how, int64_t begin,
            int64_t end, uint8_t* out, int64_t out_stride) {
  using In = typename How::In;
  using Out = typename How::Out;
  const In* data = static_cast<const In*>(left.data);
  const int64_t used = depth * static_cast<int64_t>(sizeof(Out));
  const auto row_at = [&](int64_t m) {
    uint8_t* row = out + (m - begin) * out_stride;
    // Less than a group.
    for (int64_t i = used; i < out_stride; ++i) row[i] = 0;
    return reinterpret_cast<Out*>(row);
  };
  if (left.window == nullptr) {
    for (int64_t m = begin; m < end; ++m) {
      how.Copy(data + m * left.row_stride, depth, row_at(m));
    }
    return;
  }
  Position p(left.window->geometry, begin);
  for (int64_t m = begin; m < end; ++m, p.Next()) {
    GatherWindow(*left.window, data, p, how, row_at(m));
  }
}

// The columns of a line of results whose windows are inside the image's width.
struct InnerRows {
  explicit InnerRows(const ConvWindow& g) {
    const int64_t reach = int64_t{g.filter_width - 1} * g.dilation_width;
    const int64_t last = int64_t{g.in_width} - 1 - reach + g.pad_left;
    end = last < 0 ? 0
                   : std::min<int64_t>(g.out_width, last / g.stride_width + 1);
    begin = std::min(end, CeilDiv(std::max(0, g.pad_left), g.stride_width));
  }
  int64_t begin, end;
};

// Windows inside the image, whose lines are copied in whole pieces of 16 bytes.
// The next line or the next window overwrites what is copied too much.
struct PieceRows {
  const uint8_t* in;  // the first window
  int64_t step;       // bytes from window to window
  int64_t lines, line_step;
  int64_t line_bytes;  // with filling
  uint64_t flip;
};

template <bool kFlips, int kPieces, int kLines = 0>
void CopyPieces(const PieceRows& rows, int64_t count, uint8_t* out,
                int64_t out_stride) {
  const PieceRows r = rows;  // which bytes written could be a part of
  const int64_t pieces =
      kPieces > 0 ? kPieces : (r.line_bytes + kPiece - 1) / kPiece;
  const int64_t lines = kLines > 0 ? kLines : r.lines;
  for (int64_t i = 0; i < count; ++i) {
    const uint8_t* in = r.in + i * r.step;
    uint8_t* to = out + i * out_stride;
    for (int64_t fy = 0; fy < lines; ++fy) {
      for (int64_t p = 0; p < pieces; ++p) {
        if (kFlips) {
          FlipPiece(in + p * kPiece, r.flip, to + p * kPiece);
        } else {
          std::memcpy(to + p * kPiece, in + p * kPiece, kPiece);
        }
      }
      in += r.line_step;
      to += r.line_bytes;
    }
  }
}

template <bool kFlips>
void CopyPiecesOf(const PieceRows& r, int64_t count, uint8_t* out,
                  int64_t out_stride) {
  switch ((r.line_bytes + kPiece - 1) / kPiece) {
    case 1:
      // Such as three pixels of three channels.
      if (r.lines == 3) {
        return CopyPieces<kFlips, 1, 3>(r, count, out, out_stride);
      }
      return CopyPieces<kFlips, 1>(r, count, out, out_stride);
    case 2:
      return CopyPieces<kFlips, 2>(r, count, out, out_stride);
    case 3:
      return CopyPieces<kFlips, 3>(r, count, out, out_stride);
    default:
      return CopyPieces<kFlips, 0>(r, count, out, out_stride);
  }
}

void CopyPieces(const PieceRows& r, int64_t count, uint8_t* out,
                int64_t out_stride) {
  r.flip == 0 ? CopyPiecesOf<false>(r, count, out, out_stride)
              : CopyPiecesOf<true>(r, count, out, out_stride);
}

// A copy of the lines that the windows of one line of results read, with the
// padding beside them. Of small images, many windows are cut by an edge; one by
// one, each of them would cost as much as ten others.
class PaddedLines {
 public:
  // Makes *rows windows of the copy, from p on. False where it does not pay or
  // has no room.
  bool Copy(const GemmWindow& w, const uint8_t* data, const Position& p,
            const InnerRows& inner, const FlipBytes& how, PieceRows* rows) {
    const ConvWindow& g = w.geometry;
    const int64_t reach = int64_t{g.filter_height - 1} * g.dilation_height;
    const bool inside = p.top() >= 0 && p.top() + reach < g.in_height;
    if (inside && g.out_width - (inner.end - inner.begin) < 2) return false;
    const int64_t columns =
        int64_t{g.out_width - 1} * g.stride_width + g.filter_width;
    const int64_t line_bytes = columns * w.channels;
    if (line_bytes > (kBytes - kPiece) / g.filter_height) return false;
    // All of them as one window.
    GemmWindow all = w;
    all.geometry.filter_width = static_cast<int32_t>(columns);
    Position first(all.geometry, 0);
    first.b = p.b;
    first.y = p.y;
    GatherWindow(all, data, first, how, bytes_);
    // Read, too, as pieces are longer than lines.
    std::memset(bytes_ + g.filter_height * line_bytes, 0, kPiece);
    rows->in = bytes_ + p.x * rows->step;
    rows->line_step = line_bytes;
    rows->flip = 0;
    return true;
  }

 private:
  static constexpr int64_t kBytes = 1024;
  uint8_t bytes_[kBytes];
};

// The same as Gather, for bytes and windows whose lines are contiguous; those
// of a row are line_stride bytes apart. Writes at most `spare` bytes after the
// last row.
void GatherLines(const GemmLeft& left, const FlipBytes& how, int64_t begin,
                 int64_t end, uint8_t* out, int64_t out_stride,
                 int64_t line_stride, int64_t spare = 0) {
  const GemmWindow& w = *left.window;
  const ConvWindow& g = w.geometry;
  const auto* data = static_cast<const uint8_t*>(left.data);
  const uint8_t* const data_end =
      data + int64_t{g.batch} * g.in_height * g.in_width * w.pixel_stride;
  PieceRows rows = {};
  rows.step = g.stride_width * w.pixel_stride;
  rows.lines = g.filter_height;
  rows.line_step = int64_t{g.dilation_height} * g.in_width * w.pixel_stride;
  rows.line_bytes = line_stride;
  rows.flip = how.flip_word();
  // Bytes from a window's first byte to the end of what is read.
  const int64_t line_pieces = (rows.line_bytes + kPiece - 1) / kPiece * kPiece;
  const int64_t reach = (rows.lines - 1) * rows.line_step + line_pieces;
  // Rows of the output that copying a window writes to, its own included.
  const int64_t written = std::max<int64_t>(
      1, CeilDiv((rows.lines - 1) * rows.line_bytes + line_pieces - spare,
                 out_stride));
  const InnerRows inner(g);
  PaddedLines padded;
  Position p(g, begin);
  for (int64_t m = begin, count = 1; m < end; m += count, p.Skip(count)) {
    uint8_t* const row = out + (m - begin) * out_stride;
    // Nothing is written after the last row.
    const int64_t most = end - written + 1 - m;
    PieceRows copy = rows;
    if (most > 0 && padded.Copy(w, data, p, inner, how, &copy)) {
      count = std::min(most, g.out_width - p.x);
      CopyPieces(copy, count, row, out_stride);
      continue;
    }
    count = 1;
    const bool inside =
        p.top() >= 0 && p.x >= inner.begin && p.x < inner.end &&
        p.top() + (g.filter_height - 1) * g.dilation_height < g.in_height;
    if (inside) {
      rows.in = data + ((p.b * g.in_height + p.top()) * g.in_width + p.left()) *
                           w.pixel_stride;
      // Nothing is read after the image.
      const int64_t room = data_end - rows.in - reach;
      const int64_t safe =
          room < 0 ? 0
                   : std::min({most, inner.end - p.x, room / rows.step + 1});
      if (safe > 0) {
        CopyPieces(rows, safe, row, out_stride);
        count = safe;
        continue;
      }
    }
    for (int64_t i = w.depth(); i < out_stride; ++i) row[i] = 0;
    GatherWindow(w, data, p, how, row, line_stride);
  }
}

// The same as Gather, for windows whose lines are contiguous: widens the bytes
// of many rows at a time, because a line alone is shorter than what a call is
// worth.
void GatherWidened(const GemmLeft& left, const WidenBytes& how, int64_t begin,
                   int64_t end, uint8_t* out, int64_t out_stride) {
  constexpr int64_t kBytes = 4096;  // with their results, in the first cache
  const int64_t depth = left.window->depth();
  const int64_t stride = out_stride / int64_t{sizeof(int16_t)};
  const int64_t most = kBytes / stride;
  if (most == 0) return Gather(left, depth, how, begin, end, out, out_stride);
  const FlipBytes copy = {0, static_cast<uint8_t>(how.zero_point), nullptr};
  uint8_t bytes[kBytes + kPiece];
  auto* to = reinterpret_cast<int16_t*>(out);
  for (int64_t m = begin; m < end; m += most, to += most * stride) {
    const int64_t count = std::min(most, end - m);
    GatherLines(left, copy, m, m + count, bytes, stride,
                left.window->run_elements(), kPiece);
    how.Copy(bytes, count * stride, to);
    for (int64_t d = depth; d < stride; ++d) {
      for (int64_t i = 0; i < count; ++i) to[i * stride + d] = 0;
    }
  }
}

}  // namespace

void GemmTapRange::Cut(int64_t first, int64_t step, int64_t extent) {
  const int64_t taps = end;
  begin = std::min(taps, std::max<int64_t>(0, CeilDiv(-first, step)));
  end = std::max(begin, std::min(taps, CeilDiv(extent - first, step)));
}

int64_t GemmWindow::CutRowsOfLine() const {
  const ConvWindow& g = geometry;
  if (!has_whole_lines() || g.filter_width <= 1 || g.out_width == 0) return 0;
  const InnerRows inner(g);
  return g.out_width - (inner.end - inner.begin);
}

int64_t GemmWindow::MostCutRows(int64_t count) const {
  const int64_t cut = CutRowsOfLine();
  return cut == 0 ? 0 : std::min(count, (count / geometry.out_width + 2) * cut);
}

int64_t GemmInnerRows(const GemmLeft& left, int64_t begin, int64_t end,
                      const float** first) {
  const GemmWindow& w = *left.window;
  const ConvWindow& g = w.geometry;
  const InnerRows inner(g);
  const Position p(g, begin);
  const int64_t reach = int64_t{g.filter_height - 1} * g.dilation_height;
  const bool inside = p.top() >= 0 && p.top() + reach < g.in_height;
  *first = nullptr;
  if (!inside || p.x >= inner.end) {
    // The rest of the line, and those of the next line that an edge cuts, too.
    const int64_t cut = inside ? inner.begin : 0;
    return std::min(end - begin, g.out_width - p.x + cut);
  }
  if (p.x < inner.begin) return std::min(end - begin, inner.begin - p.x);
  *first =
      static_cast<const float*>(left.data) +
      ((p.b * g.in_height + p.top()) * g.in_width + p.left()) * w.pixel_stride;
  return std::min(end - begin, inner.end - p.x);
}

void GemmRunPointers(const GemmLeft& left, int64_t begin, int64_t end,
                     const float** out, int64_t pitch, float* copies) {
  const GemmWindow& w = *left.window;
  const ConvWindow& g = w.geometry;
  const float* data = static_cast<const float*>(left.data);
  const bool lines = w.has_whole_lines();
  const int64_t columns = lines ? 1 : g.filter_width;  // runs of a line
  const int64_t step = g.dilation_width * w.pixel_stride;
  const int64_t next = g.stride_width * w.pixel_stride;
  const InnerRows inner(g);
  Position p(g, begin);
  // Several rows of one line at a time, if all are inside the image or all are
  // cut in the same way.
  for (int64_t m = begin, count = 1; m < end;
       m += count, out += count, p.Skip(count)) {
    const GemmTapRange ys(p.top(), g.dilation_height, g.filter_height,
                          g.in_height);
    const GemmTapRange xs(p.left(), g.dilation_width, g.filter_width,
                          g.in_width);
    const bool is_inner = p.x >= inner.begin && p.x < inner.end;
    count = is_inner ? std::min(end - m, inner.end - p.x) : 1;
    const float** at = out;
    if (lines && xs.begin < xs.end && xs.end - xs.begin < g.filter_width) {
      GatherWindow(w, data, p, CopyFloats{}, copies);
      for (int64_t fy = 0; fy < g.filter_height; ++fy, at += pitch) {
        *at = copies + fy * w.run_elements();
      }
      copies += w.depth();
      continue;
    }
    for (int64_t fy = 0; fy < g.filter_height; ++fy) {
      const bool inside = fy >= ys.begin && fy < ys.end;
      const int64_t in_y = p.b * g.in_height + p.top() + fy * g.dilation_height;
      int64_t offset = (in_y * g.in_width + p.left()) * w.pixel_stride;
      for (int64_t fx = 0; fx < columns; ++fx, at += pitch, offset += step) {
        const bool has = inside && fx >= xs.begin && fx < xs.end;
        for (int64_t i = 0; i < count; ++i) {
          at[i] = has ? data + offset + i * next : left.zeros;
        }
      }
    }
  }
}

void GemmGatherFloats(const GemmLeft& left, int64_t begin, int64_t end,
                      float* out, int64_t out_stride) {
  Gather(left, left.window->depth(), CopyFloats{}, begin, end,
         reinterpret_cast<uint8_t*>(out), out_stride);
}

void GemmGatherIntegers(const GemmLeft& left, int64_t depth,
                        const GemmGather& how, int64_t begin, int64_t end,
                        uint8_t* out, int64_t out_stride) {
  const auto zero_point = static_cast<int16_t>(how.zero_point);
  switch (how.kind) {
    case GemmGather::Kind::kFlipBytes: {
      const FlipBytes flip = {how.flip, static_cast<uint8_t>(zero_point),
                              how.isa->flip_bytes};
      if (left.window == nullptr && left.row_stride == depth &&
          out_stride == depth) {
        // Solid rows.
        return flip.Copy(static_cast<const uint8_t*>(left.data) + begin * depth,
                         (end - begin) * depth, out);
      }
      if (left.window != nullptr && left.window->has_whole_lines() &&
          left.window->depth() > 0) {
        return GatherLines(left, flip, begin, end, out, out_stride,
                           how.line_stride == 0 ? left.window->run_elements()
                                                : how.line_stride);
      }
      return Gather(left, depth, flip, begin, end, out, out_stride);
    }
    case GemmGather::Kind::kWidenInt8:
    case GemmGather::Kind::kWidenUInt8: {
      const WidenBytes widen = {
          *how.isa, how.kind == GemmGather::Kind::kWidenUInt8, zero_point};
      const int64_t bytes = depth * int64_t{sizeof(int16_t)};
      if (left.window == nullptr && left.row_stride == depth &&
          out_stride == bytes) {
        // Solid rows.
        return widen.Copy(
            static_cast<const uint8_t*>(left.data) + begin * depth,
            (end - begin) * depth, reinterpret_cast<int16_t*>(out));
      }
      if (left.window != nullptr && left.window->has_whole_lines() &&
          bytes > 0) {
        return GatherWidened(left, widen, begin, end, out, out_stride);
      }
      return Gather(left, depth, widen, begin, end, out, out_stride);
    }
    case GemmGather::Kind::kInt16:
      return Gather(left, depth, CopyInt16{}, begin, end, out, out_stride);
  }
}

}  // namespace tflite::kernels
