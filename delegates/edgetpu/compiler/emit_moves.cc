#include <algorithm>
#include <vector>

#include "delegates/edgetpu/compiler/emit_layers.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

using kernels::StridedCopy;
using Dim = StridedCopy::Dim;

// A copy as rows of contiguous bytes and loops over them.
struct Loops {
  uint32_t row_bytes = 1;
  // The two longest ones, then those that become several transfers.
  std::vector<Dim> dims;
};

Loops LoopsOf(const StridedCopy& copy) {
  // Loops that continue each other are one.
  std::vector<Dim> merged;
  for (size_t i = copy.dims.size(); i-- > 0;) {
    const Dim& d = copy.dims[i];
    if (d.extent == 1) continue;
    if (!merged.empty()) {
      Dim& inner = merged.back();
      if (d.in_stride == inner.in_stride * inner.extent &&
          d.out_stride == inner.out_stride * inner.extent) {
        inner.extent *= d.extent;
        continue;
      }
    }
    merged.push_back(d);
  }
  Loops loops;
  for (const Dim& d : merged) {
    if (d.in_stride == 1 && d.out_stride == 1) {
      loops.row_bytes = static_cast<uint32_t>(d.extent);
    } else {
      loops.dims.push_back(d);
    }
  }
  std::stable_sort(
      loops.dims.begin(), loops.dims.end(),
      [](const Dim& a, const Dim& b) { return a.extent > b.extent; });
  while (loops.dims.size() < 2) loops.dims.push_back({1, 0, 0});
  return loops;
}

void EmitLoops(const Loops& loops, size_t dim, Dma d, Emitter* emitter) {
  if (dim == loops.dims.size()) {
    emitter->Add(d);
    return;
  }
  for (int64_t i = 0; i < loops.dims[dim].extent; ++i) {
    EmitLoops(loops, dim + 1, d, emitter);
    d.from.offset += static_cast<uint32_t>(loops.dims[dim].in_stride);
    d.to.offset += static_cast<uint32_t>(loops.dims[dim].out_stride);
  }
}

}  // namespace

uint64_t TransfersOf(const StridedCopy& copy) {
  const Loops loops = LoopsOf(copy);
  uint64_t transfers = 1;
  for (size_t i = 2; i < loops.dims.size(); ++i) {
    transfers *= static_cast<uint64_t>(loops.dims[i].extent);
  }
  return transfers;
}

void EmitCopied(const CopiedLayer& layer, const Home& in, const Home& out,
                Emitter* emitter) {
  emitter->AwaitAll();
  const Loops loops = LoopsOf(layer.copy);
  Dma d;
  d.from = in.pieces[0].at;
  d.from.offset += static_cast<uint32_t>(layer.copy.in_offset);
  d.to = out.pieces[0].at;
  d.to.offset += static_cast<uint32_t>(layer.copy.out_offset);
  d.row_bytes = loops.row_bytes;
  d.rows = static_cast<uint32_t>(loops.dims[0].extent);
  d.from_row = static_cast<uint32_t>(loops.dims[0].in_stride);
  d.to_row = static_cast<uint32_t>(loops.dims[0].out_stride);
  d.planes = static_cast<uint32_t>(loops.dims[1].extent);
  d.from_plane = static_cast<uint32_t>(loops.dims[1].in_stride);
  d.to_plane = static_cast<uint32_t>(loops.dims[1].out_stride);
  EmitLoops(loops, 2, d, emitter);
}

void EmitFilled(const FilledLayer& layer, const Home& out, Emitter* emitter) {
  emitter->AwaitAll();
  for (const HomePiece& piece : out.pieces) {
    if (piece.box.empty() || !out.in_tiles) continue;
    Fill fill;
    fill.tile = piece.at.unit;
    fill.output = piece.at.offset;
    fill.row_bytes = piece.row_bytes;
    fill.rows = static_cast<uint32_t>(piece.box.height());
    fill.stride = piece.row_bytes;
    fill.value = layer.value;
    emitter->Add(fill);
  }
  if (out.in_tiles) return;
  // One row in a tile, copied again and again.
  const Target& target = emitter->target();
  const uint64_t bytes = layer.image.bytes();
  Fill fill;
  fill.output = static_cast<uint32_t>(ResidentBytes(target));
  fill.row_bytes =
      static_cast<uint32_t>(std::min(bytes, WorkspaceBytes(target)));
  fill.value = layer.value;
  emitter->Add(fill);
  emitter->TransfersAwaitTiles();
  Dma d;
  d.from = {Space::kTile, 0, fill.output};
  d.to = out.pieces[0].at;
  d.row_bytes = d.to_row = fill.row_bytes;
  d.rows = static_cast<uint32_t>(bytes / fill.row_bytes);
  emitter->Add(d);
  d.to.offset += d.rows * fill.row_bytes;
  d.row_bytes = static_cast<uint32_t>(bytes % fill.row_bytes);
  d.rows = 1;
  if (d.row_bytes > 0) emitter->Add(d);
}

void EmitMoved(const MovedLayer& layer, const Home& in, const Home& out,
               Emitter* emitter) {
  emitter->AwaitAll();
  if (layer.reshapes) {
    Dma d;
    d.from = in.pieces[0].at;
    d.to = out.pieces[0].at;
    d.row_bytes = static_cast<uint32_t>(layer.in.bytes());
    emitter->Add(d);
    return;
  }
  for (const HomePiece& from : in.pieces) {
    for (const HomePiece& to : out.pieces) {
      const Box box =
          Intersection(from.box, to.box.Moved(-layer.y, -layer.x, -layer.c));
      emitter->CopyPiece(from, box, to, layer.y, layer.x, layer.c);
    }
  }
}

}  // namespace tflite::edgetpu
