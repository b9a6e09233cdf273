#include "delegates/edgetpu/compiler/compile.h"

#include <algorithm>
#include <utility>

#include "delegates/common/memory_plan.h"
#include "delegates/edgetpu/compiler/emit_layers.h"
#include "delegates/edgetpu/compiler/pack.h"
#include "delegates/edgetpu/compiler/recurrent.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

using delegates::Lifetime;
using delegates::LifetimesOf;
using delegates::MemoryLimits;
using delegates::MemoryPlan;
using delegates::PartitionValue;
using delegates::PlanMemory;
using Kind = PartitionValue::Kind;

uint64_t MultiplicationsOf(const WeightedLayer& layer) {
  const uint64_t per_output = static_cast<uint64_t>(layer.filter.taps()) *
                              (layer.lanewise ? 1 : layer.filter_channels());
  return layer.batch * layer.out.bytes() * per_output;
}

uint64_t MultiplicationsOf(const Layer& layer) {
  if (const auto* weighted = std::get_if<WeightedLayer>(&layer)) {
    return MultiplicationsOf(*weighted);
  }
  const auto* recurrent = std::get_if<RecurrentLayer>(&layer);
  if (recurrent == nullptr) return 0;
  uint64_t per_step = 0;
  for (const WeightedLayer* matrix : MatricesOf(*recurrent)) {
    per_step += MultiplicationsOf(*matrix);
  }
  return per_step * static_cast<uint64_t>(recurrent->steps) * recurrent->batch;
}

int32_t BatchOf(const Layer& layer) {
  if (const auto* weighted = std::get_if<WeightedLayer>(&layer)) {
    return weighted->batch;
  }
  if (const auto* blended = std::get_if<BlendedLayer>(&layer)) {
    return blended->batch;
  }
  const auto* pooled = std::get_if<PooledLayer>(&layer);
  return pooled == nullptr ? 1 : pooled->batch;
}

class Compilation {
 public:
  Compilation(const LayerGraph& graph, const std::vector<Image>& images,
              const Target& target, uint64_t store_begin)
      : graph_(graph),
        images_(images),
        store_begin_(store_begin),
        lifetimes_(LifetimesOf(graph)),
        homes_(graph.values.size()),
        result_(BoundaryOf(graph)),
        parameters_(&result_.program),
        emitter_(&result_.program) {
    result_.program.target = target;
  }

  StatusOr<CompiledProgram> Run() {
    TFLL_RETURN_IF_ERROR(CheckTarget(target()));
    TFLL_RETURN_IF_ERROR(PlaceInner());
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      if (lifetimes_[v].is_used()) PlaceOther(static_cast<int>(v));
    }
    for (const LayerCall& call : graph_.calls) {
      emitter_.StartLayer(call.label, MultiplicationsOf(call.layer));
      result_.layer_nodes.push_back(call.nodes.empty() ? -1 : call.nodes[0]);
      call_ = &call;
      TFLL_RETURN_IF_ERROR(Annotate(
          std::visit([this](const auto& l) { return Emit(l); }, call.layer),
          call.label));
    }
    FinishMemoryMap();
    result_.cached_bytes = parameters_.cached_bytes();
    result_.streamed_bytes = parameters_.streamed_bytes();
    if (result_.program.parameters.size() > UINT32_MAX) {
      return Invalid("the parameters have more than 4 GiB");
    }
    return std::move(result_);
  }

 private:
  const Target& target() const { return result_.program.target; }

  // Values that are reshaped or copied have to be dense, and so do batches that
  // are written: tiles divide a single image otherwise than a batch.
  std::vector<char> DenseValues() const {
    std::vector<char> dense(graph_.values.size());
    for (const LayerCall& call : graph_.calls) {
      if (BatchOf(call.layer) > 1) dense[call.operands[1].value] = 1;
      const auto* moved = std::get_if<MovedLayer>(&call.layer);
      const bool reshapes = moved != nullptr && moved->reshapes;
      if (!reshapes && !std::holds_alternative<CopiedLayer>(call.layer) &&
          !std::holds_alternative<RecurrentLayer>(call.layer)) {
        continue;
      }
      for (const auto& use : call.operands) dense[use.value] = 1;
    }
    return dense;
  }

  // In the tiles while there is room, then in the parameter store, which costs
  // fewer transfers over the link than parameters do in their place: a value is
  // written and read in each run, and shares its bytes with others. Else in the
  // host's scratch memory.
  Status PlaceInner() {
    const std::vector<char> dense = DenseValues();
    std::vector<Lifetime> in_tiles(lifetimes_.size());
    std::vector<Lifetime> in_scratch(lifetimes_.size());
    std::vector<uint64_t> tile_bytes(lifetimes_.size());
    std::vector<uint64_t> scratch_bytes(lifetimes_.size());
    for (size_t v = 0; v < lifetimes_.size(); ++v) {
      if (graph_.values[v].kind != Kind::kInner) continue;
      tile_bytes[v] = BytesPerTile(images_[v], target());
      scratch_bytes[v] = images_[v].bytes();
      (dense[v] != 0 ? in_scratch : in_tiles)[v] = lifetimes_[v];
    }
    MemoryLimits tiles;
    tiles.regions = {ResidentBytes(target())};
    TFLL_ASSIGN_OR_RETURN(const MemoryPlan plan,
                          PlanMemory(tile_bytes, in_tiles, tiles));
    for (size_t v = 0; v < lifetimes_.size(); ++v) {
      if (plan.places[v].buffer == 0) {
        AddRegion(Space::kTile, plan.places[v].offset, tile_bytes[v],
                  in_tiles[v]);
        homes_[v] = HomeInTiles(images_[v], target(),
                                static_cast<uint32_t>(plan.places[v].offset));
      } else if (plan.places[v].buffer > 0) {
        in_scratch[v] = lifetimes_[v];
      }
    }
    return PlaceDense(scratch_bytes, in_scratch);
  }

  void AddRegion(Space space, uint64_t offset, uint64_t bytes,
                 const Lifetime& lifetime) {
    result_.program.memory.regions.push_back(
        {space, false, static_cast<uint32_t>(offset),
         static_cast<uint32_t>(lifetime.first),
         static_cast<uint32_t>(lifetime.last), bytes});
  }

  // Values in tiles may be larger, by their padding, than what is accessed.
  void FinishMemoryMap() {
    Program& program = result_.program;
    for (const MemoryRegion& region : program.memory.regions) {
      if (region.space != Space::kTile) continue;
      program.memory.tile =
          std::max(program.memory.tile, region.offset + region.bytes);
    }
    const uint64_t cached = parameters_.cached_bytes();
    if (cached == 0) return;
    program.memory.regions.push_back(
        {Space::kStore, true,
         static_cast<uint32_t>(program.memory.store - cached), 0,
         static_cast<uint32_t>(program.layers.size()) - 1, cached});
  }

  Status PlaceDense(const std::vector<uint64_t>& bytes,
                    const std::vector<Lifetime>& lifetimes) {
    MemoryLimits store;
    store.regions = {static_cast<uint64_t>(target().parameter_store_bytes)};
    TFLL_ASSIGN_OR_RETURN(const MemoryPlan plan,
                          PlanMemory(bytes, lifetimes, store));
    for (size_t v = 0; v < lifetimes.size(); ++v) {
      const MemoryPlan::Place& place = plan.places[v];
      if (place.buffer < 0) continue;
      const Space space = place.buffer == 0 ? Space::kStore : Space::kScratch;
      AddRegion(space, place.offset, bytes[v], lifetimes[v]);
      homes_[v] = HomeOfHost(images_[v],
                             {space, 0, static_cast<uint32_t>(place.offset)});
    }
    if (store_begin_ > store.regions[0]) {
      return Invalid("parameters cannot begin at byte ", store_begin_,
                     " of a parameter store of ", store.regions[0]);
    }
    result_.value_bytes = plan.buffers[0];
    parameters_.Reserve(std::max(plan.buffers[0], store_begin_));
    for (size_t b = 1; b < plan.buffers.size(); ++b) {
      result_.program.memory.scratch =
          std::max(result_.program.memory.scratch, plan.buffers[b]);
    }
    return OkStatus();
  }

  void PlaceOther(int v) {
    const PartitionValue& value = graph_.values[v];
    switch (value.kind) {
      case Kind::kInput:
        homes_[v] = HomeOfHost(images_[v], {Space::kInput, next_input_++, 0});
        break;
      case Kind::kOutput:
        homes_[v] = HomeOfHost(images_[v], {Space::kOutput, next_output_++, 0});
        break;
      case Kind::kConstant:
        homes_[v] = HomeOfHost(
            images_[v], parameters_.Add(delegates::ConstantBytes(value)));
        break;
      default:
        break;
    }
  }

  // Notes where the constants of a layer will be.
  void NotePacking(const WeightedLayer& l, const WeightedTiling& tiling) {
    result_.packed.push_back(
        {call_->nodes.empty() ? -1 : call_->nodes[0], l.weights_input,
         l.bias_input,
         PackingOf(l, tiling, target().depth_block(),
                   static_cast<uint32_t>(result_.program.parameters.size()))});
  }

  const Home& Operand(int i) const { return homes_[call_->operands[i].value]; }

  Status Emit(const WeightedLayer& l) {
    TFLL_ASSIGN_OR_RETURN(const WeightedTiling tiling,
                          TileWeighted(l, target()));
    NotePacking(l, tiling);
    return EmitWeighted(l, Operand(0), Operand(1), &parameters_, &emitter_);
  }
  Status Emit(const PooledLayer& l) {
    return EmitPooled(l, Operand(0), Operand(1), &emitter_);
  }
  Status Emit(const CombinedLayer& l) {
    return EmitCombined(l, Operand(0), Operand(1), Operand(2), &emitter_);
  }
  Status Emit(const MappedLayer& l) {
    return EmitMapped(l, Operand(0), Operand(1), &parameters_, &emitter_);
  }
  Status Emit(const MovedLayer& l) {
    EmitMoved(l, Operand(0), Operand(1), &emitter_);
    return OkStatus();
  }

  Status Emit(const CopiedLayer& l) {
    EmitCopied(l, Operand(0), Operand(1), &emitter_);
    return OkStatus();
  }
  Status Emit(const FilledLayer& l) {
    EmitFilled(l, Operand(0), &emitter_);
    return OkStatus();
  }
  Status Emit(const NormalizedLayer& l) {
    return EmitNormalized(l, Operand(0), Operand(1), &parameters_, &emitter_);
  }
  Status Emit(const BlendedLayer& l) {
    return EmitBlended(l, Operand(0), Operand(1), &parameters_, &emitter_);
  }

  Status Emit(const RecurrentLayer& l) {
    TFLL_ASSIGN_OR_RETURN(const RecurrentTiling tiling,
                          TileRecurrent(l, target()));
    std::vector<PlacedMatrix> matrices;
    for (const WeightedLayer* matrix : MatricesOf(l)) {
      const WeightedTiling t = TileMatrix(l, matrices.size(), target());
      NotePacking(*matrix, t);
      PackedWeights packed = PackWeights(*matrix, t, target().depth_block());
      const Address at = parameters_.Add(packed.bytes);
      matrices.push_back({std::move(packed.steps), at});
    }
    std::vector<const Home*> homes;
    for (int i = 0; i < 6; ++i) homes.push_back(&Operand(i));
    EmitRecurrent(l, tiling, matrices, homes, &emitter_);
    return OkStatus();
  }

  const LayerGraph& graph_;
  const std::vector<Image>& images_;
  const uint64_t store_begin_;
  const std::vector<Lifetime> lifetimes_;
  std::vector<Home> homes_;  // by value
  uint16_t next_input_ = 0, next_output_ = 0;
  CompiledProgram result_;
  Parameters parameters_;
  Emitter emitter_;
  const LayerCall* call_ = nullptr;
};

}  // namespace

CompiledProgram BoundaryOf(const LayerGraph& graph) {
  CompiledProgram result;
  MemoryMap& memory = result.program.memory;
  const std::vector<Lifetime> lifetimes = LifetimesOf(graph);
  for (size_t v = 0; v < graph.values.size(); ++v) {
    const PartitionValue& value = graph.values[v];
    if (!lifetimes[v].is_used()) continue;
    if (value.kind == Kind::kInput) {
      memory.inputs.push_back(value.bytes);
      result.inputs.push_back(value.tensor);
    } else if (value.kind == Kind::kOutput) {
      memory.outputs.push_back(value.bytes);
      result.outputs.push_back(value.tensor);
      // The value of a variable before the run is created first.
      const auto at = std::find(result.inputs.begin(), result.inputs.end(),
                                value.state ? value.tensor : -1);
      result.states.push_back(
          at == result.inputs.end()
              ? -1
              : static_cast<int>(at - result.inputs.begin()));
    }
  }
  return result;
}

StatusOr<CompiledProgram> CompileLayers(const LayerGraph& graph,
                                        const std::vector<Image>& images,
                                        const Target& target,
                                        uint64_t store_begin) {
  return Compilation(graph, images, target, store_begin).Run();
}

}  // namespace tflite::edgetpu
