#include <utility>
#include <vector>

#include "delegates/edgetpu/compiler/emit_layers.h"
#include "delegates/edgetpu/compiler/pack.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

class WeightedEmitter {
 public:
  WeightedEmitter(const WeightedLayer& layer, const WeightedTiling& tiling,
                  const PackedWeights& packed, const Address& parameters,
                  const Home& in, const Home& out, Emitter* emitter)
      : layer_(layer),
        t_(tiling),
        packed_(packed),
        parameters_(parameters),
        in_(in),
        out_(out),
        emitter_(*emitter),
        target_(emitter->target()),
        boxes_(TileBoxes(layer.out, target_)),
        splits_channels_(SplitsChannels(layer.out)),
        locals_(boxes_.size()) {}

  void Emit() {
    const int32_t rows = boxes_[0].height();
    groups_ = CeilOf(boxes_[0].channels(), t_.lanes);
    emitter_.AwaitAll();
    for (int32_t band = 0; band < CeilOf(rows, t_.band_rows); ++band) {
      if (band > 0) emitter_.TransfersAwaitTiles();
      EmitBand(band);
    }
  }

 private:
  void EmitBand(int32_t band) {
    ReadInput(band);
    const int32_t steps = groups_ * t_.chunks();
    Load(0);
    for (int32_t step = 0; step < steps; ++step) {
      emitter_.TilesAwaitTransfers();
      if (step + 1 < steps) {
        // The tiles work on this step while the next one's weights arrive in
        // the other buffer, which the last but one step has read.
        emitter_.TransfersAwaitTiles();
        Load(step + 1);
      }
      Compute(band, step);
    }
    if (!out_.in_tiles) {
      emitter_.TransfersAwaitTiles();
      for (size_t t = 0; t < boxes_.size(); ++t) {
        const Box box = BandBox(t, band);
        emitter_.CopyPiece(OutputOf(t, box), box, out_.pieces[0]);
      }
    }
  }

  Box BandBox(size_t t, int32_t band) const {
    return BandOf(boxes_[t], band, t_.band_rows);
  }

  // Sets locals_ to where each tile finds the input of a band.
  void ReadInput(int32_t band) {
    if (t_.gathers_columns) return GatherColumns(BandBox(0, band));
    if (splits_channels_) return ReadForAll(BandBox(0, band));
    for (size_t t = 0; t < boxes_.size(); ++t) {
      const Box box = BandBox(t, band);
      if (box.empty()) continue;
      const Box read = ReadBox(box, layer_.in, layer_.filter);
      if (in_.in_tiles && in_.pieces[t].box.Contains(read)) {
        locals_[t] = in_.pieces[t];
        continue;
      }
      locals_[t] =
          PieceInTile(read, target_, static_cast<uint32_t>(t), t_.input);
      emitter_.CopyBox(in_, read, locals_[t]);
    }
  }

  // Tiles that compute channels of one position read the same.
  void ReadForAll(const Box& box) {
    const Box read = ReadBox(box, layer_.in, layer_.filter);
    for (size_t t = 0; t < boxes_.size(); ++t) {
      locals_[t] =
          PieceInTile(read, target_, static_cast<uint32_t>(t), t_.input);
    }
    emitter_.CopyBox(in_, read, locals_[0],
                     static_cast<uint32_t>(boxes_.size()));
  }

  // One row of the matrix for each position: tap by tap, channel by channel.
  void GatherColumns(const Box& box) {
    const Filter& f = layer_.filter;
    const HomePiece& from = in_.pieces[0];
    const uint32_t depth = GatheredBytes(layer_, t_, target_);
    HomePiece to;
    to.box = {box.y0, box.y1, box.x0, box.x1, 0, t_.channels * layer_.groups};
    to.at = {Space::kTile, 0, t_.input};
    to.column_bytes = depth;
    to.row_bytes = depth * static_cast<uint32_t>(box.width());
    locals_[0] = to;
    Fill fill;
    fill.output = t_.input;
    fill.row_bytes = depth;
    fill.rows = static_cast<uint32_t>(box.height() * box.width());
    fill.stride = depth;
    fill.value = static_cast<uint8_t>(layer_.input_zero_point);
    emitter_.Add(fill);
    emitter_.TransfersAwaitTiles();
    for (int32_t fy = 0; fy < f.height; ++fy) {
      for (int32_t fx = 0; fx < f.width; ++fx) {
        CopyTap(from, to, fy, fx);
      }
    }
  }

  // The input at one tap, for those positions of the matrix that have it.
  void CopyTap(const HomePiece& from, const HomePiece& to, int32_t fy,
               int32_t fx) {
    const Filter& f = layer_.filter;
    const auto inside = [](int32_t begin, int32_t end, int32_t stride,
                           int32_t first, int32_t extent) {
      while (begin < end && begin * stride + first < 0) ++begin;
      while (begin < end && (end - 1) * stride + first >= extent) --end;
      return std::make_pair(begin, end);
    };
    const int32_t first_y = fy * f.dilation_y - f.pad_top;
    const int32_t first_x = fx * f.dilation_x - f.pad_left;
    const auto [y0, y1] =
        inside(to.box.y0, to.box.y1, f.stride_y, first_y, layer_.in.height);
    const auto [x0, x1] =
        inside(to.box.x0, to.box.x1, f.stride_x, first_x, layer_.in.width);
    if (y0 == y1 || x0 == x1) return;
    const int32_t channels = layer_.filter_channels();
    Dma d;
    d.row_bytes = static_cast<uint32_t>(channels);
    d.rows = static_cast<uint32_t>(x1 - x0);
    d.planes = static_cast<uint32_t>(y1 - y0);
    d.from_row = from.column_bytes * static_cast<uint32_t>(f.stride_x);
    d.from_plane = from.row_bytes * static_cast<uint32_t>(f.stride_y);
    d.to_row = to.column_bytes;
    d.to_plane = to.row_bytes;
    for (int32_t group = 0; group < layer_.groups; ++group) {
      d.from = from.Of(y0 * f.stride_y + first_y, x0 * f.stride_x + first_x,
                       group * channels);
      d.to = to.Of(y0, x0, (group * f.taps() + fy * f.width + fx) * channels);
      emitter_.Add(d);
    }
  }

  // The step's group of the channels of tile `t`, as an index of packed_.
  int32_t GroupOf(size_t t, int32_t step) const {
    return boxes_[t].c0 / t_.lanes + step / t_.chunks();
  }
  bool Works(size_t t, int32_t step) const {
    return step / t_.chunks() * t_.lanes < boxes_[t].channels();
  }

  void Load(int32_t step) {
    for (size_t t = 0; t < boxes_.size(); ++t) {
      if (splits_channels_ && !Works(t, step)) continue;
      const PackedStep& packed =
          packed_.steps[GroupOf(t, step) * t_.chunks() + step % t_.chunks()];
      Dma d;
      d.from = parameters_;
      d.from.offset += static_cast<uint32_t>(packed.offset);
      d.to = {Space::kTile, static_cast<uint16_t>(t), t_.weights[step % 2]};
      d.row_bytes = static_cast<uint32_t>(packed.layout.bytes);
      // Divided by area, all tiles compute the same channels.
      if (!splits_channels_) d.copies = static_cast<uint32_t>(boxes_.size());
      emitter_.Add(d);
      if (!splits_channels_) return;
    }
  }

  HomePiece OutputOf(size_t t, const Box& band) const {
    if (out_.in_tiles) return out_.pieces[t];
    return PieceInTile(band, target_, static_cast<uint32_t>(t), t_.output);
  }

  void Compute(int32_t band, int32_t step) {
    for (size_t t = 0; t < boxes_.size(); ++t) {
      const Box box = BandBox(t, band);
      if (!box.empty() && Works(t, step)) ComputeOn(t, box, step);
    }
  }

  // The first channel of the input, as the tiles hold it, that an output
  // channel reads.
  int32_t FirstChannel(int32_t out) const {
    return out / (layer_.out.channels / layer_.groups) * t_.channels;
  }

  void ComputeOn(size_t t, const Box& box, int32_t step) {
    const int32_t group = GroupOf(t, step), chunk = step % t_.chunks();
    const PackedStep& packed = packed_.steps[group * t_.chunks() + chunk];
    const HomePiece& local = locals_[t];
    const uint32_t weights = t_.weights[step % 2];
    Multiply m;
    m.tile = static_cast<uint32_t>(t);
    m.window =
        WindowOn(local, box, t_.gathers_columns ? Filter() : layer_.filter);
    m.input = local.at.offset +
              static_cast<uint32_t>(
                  layer_.lanewise ? group * t_.lanes
                                  : chunk * t_.chunk * target_.depth_block() +
                                        FirstChannel(group * t_.lanes));
    m.weights = weights;
    m.bias = weights + static_cast<uint32_t>(packed.layout.bias);
    m.accumulators = t_.accumulators;
    m.depth = static_cast<uint32_t>(packed.depth);
    m.lanes = static_cast<uint32_t>(packed.lanes);
    m.flags = layer_.flags | (chunk == 0 ? kStart : 0) |
              (layer_.lanewise ? kLanewise : 0);
    m.input_zero_point = layer_.input_zero_point;
    m.weights_zero_point = layer_.weights_zero_point;
    emitter_.Add(m);
    if (chunk + 1 < t_.chunks()) return;
    const HomePiece to = OutputOf(t, box);
    Requantize r;
    r.tile = m.tile;
    r.accumulators = t_.accumulators;
    r.scales = weights + static_cast<uint32_t>(packed.layout.scales);
    r.output = to.Of(box.y0, box.x0, group * t_.lanes).offset;
    r.rows = m.window.rows;
    r.columns = m.window.columns;
    r.lanes = m.lanes;
    r.row_bytes = to.row_bytes;
    r.column_bytes = to.column_bytes;
    r.zero_point = layer_.zero_point;
    r.min = layer_.min;
    r.max = layer_.max;
    if (layer_.halves == kernels::Halves::kUp) {
      emitter_.Add(RequantizeUp{r});
    } else {
      emitter_.Add(r);
    }
  }

  const WeightedLayer& layer_;
  const WeightedTiling& t_;
  const PackedWeights& packed_;
  const Address parameters_;  // where packed_ is on the device
  const Home &in_, &out_;
  Emitter& emitter_;
  const Target& target_;
  const std::vector<Box> boxes_;
  const bool splits_channels_;
  std::vector<HomePiece> locals_;  // by tile
  int32_t groups_ = 0;
};

}  // namespace

Status EmitWeighted(const WeightedLayer& layer, const Home& in, const Home& out,
                    Parameters* parameters, Emitter* emitter) {
  TFLL_ASSIGN_OR_RETURN(const WeightedTiling tiling,
                        TileWeighted(layer, emitter->target()));
  const PackedWeights packed =
      PackWeights(layer, tiling, emitter->target().depth_block());
  const Address at = parameters->Add(packed.bytes);
  for (int32_t i = 0; i < layer.batch; ++i) {
    const Home one_in = ImageOfBatch(in, layer.in, i);
    const Home one_out = ImageOfBatch(out, layer.out, i);
    WeightedEmitter(layer, tiling, packed, at, one_in, one_out, emitter).Emit();
  }
  return OkStatus();
}

}  // namespace tflite::edgetpu
