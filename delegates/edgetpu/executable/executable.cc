#include "delegates/edgetpu/executable/executable.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "delegates/edgetpu/executable/code_codec.h"
#include "delegates/edgetpu/executable/executable_generated.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "flatbuffers/flatbuffers.h"

namespace tflite::edgetpu {
namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

constexpr char kMagic[8] = "TFLLTPU";
constexpr size_t kTrailerBytes = sizeof(kMagic) + 8;
// Instructions of the layers.
constexpr uint32_t kMostListed = 1u << 30;
// Of one of the parts of a file. Larger ones are in it as they are.
constexpr uint32_t kMostDecompressed = 1u << 30;
constexpr size_t kRegionBytes = 20;

uint32_t Crc32(absl::Span<const uint8_t> bytes) {
  static const auto table = [] {
    std::array<uint32_t, 256> t{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t c = i;
      for (int k = 0; k < 8; ++k)
        c = (c & 1) != 0 ? c >> 1 ^ 0xEDB88320 : c >> 1;
      t[i] = c;
    }
    return t;
  }();
  uint32_t crc = UINT32_MAX;
  for (const uint8_t byte : bytes) crc = table[(crc ^ byte) & 255] ^ crc >> 8;
  return ~crc;
}

void PutWord(uint32_t word, std::vector<uint8_t>* to) {
  for (int i = 0; i < 4; ++i) to->push_back((word >> (8 * i)) & 255);
}
uint32_t GetWord(const uint8_t* from) {
  return from[0] | uint32_t{from[1]} << 8 | uint32_t{from[2]} << 16 |
         uint32_t{from[3]} << 24;
}

// --- writing ---

Offset<flatbuffers::Vector<Offset<file::HostTensor>>> Write(
    const std::vector<HostTensor>& tensors, FlatBufferBuilder* fbb) {
  std::vector<Offset<file::HostTensor>> written;
  for (const HostTensor& t : tensors) {
    const auto name = fbb->CreateString(t.name);
    const auto shape = fbb->CreateVector(t.shape);
    written.push_back(
        file::CreateHostTensor(*fbb, name, t.type, shape, t.bytes, t.state));
  }
  return fbb->CreateVector(written);
}

Offset<flatbuffers::Vector<Offset<file::PackedLayer>>> Write(
    const std::vector<PackedLayer>& layers, FlatBufferBuilder* fbb) {
  std::vector<Offset<file::PackedLayer>> written;
  for (const PackedLayer& l : layers) {
    written.push_back(file::CreatePackedLayer(
        *fbb, l.weights_buffer, l.bias_buffer, l.offset, l.lanewise, l.block,
        l.taps, l.channels, l.out_channels, l.lanes, l.chunk, l.no_bias,
        l.no_scales, l.reversed));
  }
  return fbb->CreateVector(written);
}

Offset<flatbuffers::Vector<Offset<file::Layer>>> WriteLayers(
    const Executable& executable, FlatBufferBuilder* fbb) {
  std::vector<Offset<file::Layer>> written;
  const std::vector<ProgramLayer>& layers = executable.program.layers;
  for (size_t i = 0; i < layers.size(); ++i) {
    const uint64_t cycles =
        i < executable.layer_cycles.size() ? executable.layer_cycles[i] : 0;
    const auto name = fbb->CreateString(layers[i].name);
    written.push_back(file::CreateLayer(*fbb, name, layers[i].num_instructions,
                                        layers[i].multiplications, cycles));
  }
  return fbb->CreateVector(written);
}

Offset<flatbuffers::Vector<Offset<file::Transfer>>> Write(
    const std::vector<HostTransfer>& transfers, FlatBufferBuilder* fbb) {
  std::vector<Offset<file::Transfer>> written;
  for (const HostTransfer& t : transfers) {
    written.push_back(file::CreateTransfer(*fbb, static_cast<uint8_t>(t.space),
                                           t.unit, t.to_host, t.count,
                                           t.bytes));
  }
  return fbb->CreateVector(written);
}

Offset<file::Contents> WriteCode(const std::vector<uint8_t>& code,
                                 FlatBufferBuilder* fbb) {
  if (code.empty() || code.size() > kMostDecompressed) {
    return file::CreateContentsDirect(*fbb, 0, &code);
  }
  const std::vector<uint8_t> compressed = CompressCode(code);
  return file::CreateContentsDirect(*fbb, static_cast<uint32_t>(code.size()),
                                    &compressed);
}

// Decompression takes time, which has to save space.
Offset<file::Contents> WriteBytes(const std::vector<uint8_t>& bytes,
                                  FlatBufferBuilder* fbb) {
  if (bytes.size() > kMostDecompressed) {
    return file::CreateContentsDirect(*fbb, 0, &bytes);
  }
  const std::vector<uint8_t> compressed = CompressBytes(bytes);
  if (compressed.size() > bytes.size() / 20 * 19) {
    return file::CreateContentsDirect(*fbb, 0, &bytes);
  }
  return file::CreateContentsDirect(*fbb, static_cast<uint32_t>(bytes.size()),
                                    &compressed);
}

Offset<file::Contents> WriteRegions(const std::vector<MemoryRegion>& regions,
                                    FlatBufferBuilder* fbb) {
  std::vector<uint8_t> bytes;
  for (const MemoryRegion& r : regions) {
    PutWord(static_cast<uint32_t>(r.space) | (r.parameters ? 256 : 0), &bytes);
    PutWord(r.offset, &bytes);
    PutWord(static_cast<uint32_t>(r.bytes), &bytes);
    PutWord(r.first_layer, &bytes);
    PutWord(r.last_layer, &bytes);
  }
  return WriteBytes(bytes, fbb);
}

uint32_t Block(int32_t recorded, int32_t now) {
  return static_cast<uint32_t>(recorded == 0 ? now : recorded);
}

// --- reading ---

std::string TextOf(const flatbuffers::String* text) {
  return text == nullptr ? "" : text->str();
}

std::vector<uint8_t> BytesOf(const flatbuffers::Vector<uint8_t>* bytes) {
  if (bytes == nullptr) return {};
  return std::vector<uint8_t>(bytes->begin(), bytes->end());
}

std::vector<HostTensor> TensorsOf(
    const flatbuffers::Vector<Offset<file::HostTensor>>* tensors) {
  std::vector<HostTensor> read;
  if (tensors == nullptr) return read;
  for (const file::HostTensor* t : *tensors) {
    HostTensor tensor;
    tensor.name = TextOf(t->name());
    tensor.type = t->type();
    if (t->shape() != nullptr) {
      tensor.shape.assign(t->shape()->begin(), t->shape()->end());
    }
    tensor.bytes = t->bytes();
    tensor.state = t->state();
    read.push_back(std::move(tensor));
  }
  return read;
}

using Decompress = StatusOr<std::vector<uint8_t>> (*)(
    absl::Span<const uint8_t> bytes, uint32_t size);

StatusOr<std::vector<uint8_t>> ContentsOf(const file::Contents* contents,
                                          Decompress decompress) {
  if (contents == nullptr || contents->bytes() == nullptr) {
    return Invalid("it has no code, no parameters or no original nodes");
  }
  const auto& bytes = *contents->bytes();
  if (contents->size() == 0) return BytesOf(&bytes);
  if (contents->size() > kMostDecompressed) return Invalid("it is too large");
  return decompress({bytes.data(), bytes.size()}, contents->size());
}

Status ReadLayers(const file::Executable& from, Executable* to) {
  if (from.layers() == nullptr) return Invalid("it has no layers");
  uint64_t next = 0;
  for (const file::Layer* layer : *from.layers()) {
    to->program.layers.push_back(
        {TextOf(layer->name()), static_cast<uint32_t>(next),
         layer->instructions(), layer->multiplications()});
    to->layer_cycles.push_back(layer->cycles());
    next += layer->instructions();
    if (next > kMostListed) return Invalid("it has too many instructions");
  }
  return OkStatus();
}

Status CheckTransfers(const file::Executable& from, const Program& program) {
  TFLL_ASSIGN_OR_RETURN(const std::vector<HostTransfer> transfers,
                        TransfersOf(program));
  const size_t listed =
      from.transfers() == nullptr ? 0 : from.transfers()->size();
  bool same = transfers.size() == listed;
  for (uint32_t i = 0; same && i < listed; ++i) {
    const file::Transfer& t = *from.transfers()->Get(i);
    same = t.space() == static_cast<uint8_t>(transfers[i].space) &&
           t.unit() == transfers[i].unit &&
           t.to_host() == transfers[i].to_host &&
           t.count() == transfers[i].count && t.bytes() == transfers[i].bytes;
  }
  if (same) return OkStatus();
  return Invalid("its transfers are not those of its instructions");
}

Status ReadRegions(const file::Executable& from, MemoryMap* to) {
  if (from.regions() == nullptr) return Invalid("it has no memory map");
  if (from.regions()->size() > kMostRegions * kRegionBytes) {
    return Invalid("its memory map has more than ", kMostRegions, " regions");
  }
  TFLL_ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes,
                        ContentsOf(from.regions(), DecompressBytes));
  if (bytes.size() > kMostRegions * kRegionBytes) {
    return Invalid("its memory map has more than ", kMostRegions, " regions");
  }
  if (bytes.size() % kRegionBytes != 0) {
    return Invalid("its memory map is cut off");
  }
  for (size_t at = 0; at < bytes.size(); at += kRegionBytes) {
    const uint8_t* r = bytes.data() + at;
    const uint32_t space = GetWord(r);
    to->regions.push_back({static_cast<Space>(space & 255), (space & 256) != 0,
                           GetWord(r + 4), GetWord(r + 12), GetWord(r + 16),
                           GetWord(r + 8)});
  }
  return OkStatus();
}

Status ReadProgram(const file::Executable& from, Executable* to) {
  Program& program = to->program;
  std::string text = TextOf(from.target());
  auto target = ParseTarget(text);
  if (!target.ok()) {
    to->target_text = std::move(text);
    to->target_problem = std::string(target.status().message());
    return OkStatus();
  }
  program.target = *std::move(target);
  for (const HostTensor& t : to->inputs) {
    program.memory.inputs.push_back(t.bytes);
  }
  for (const HostTensor& t : to->outputs) {
    program.memory.outputs.push_back(t.bytes);
  }
  program.memory.parameters = program.parameters.size();
  program.memory.scratch = from.scratch();
  program.memory.store = from.store();
  program.memory.tile = from.tile();
  TFLL_RETURN_IF_ERROR(ReadRegions(from, &program.memory));
  TFLL_ASSIGN_OR_RETURN(program.load_code,
                        ContentsOf(from.load_code(), DecompressCode));
  TFLL_ASSIGN_OR_RETURN(program.code, ContentsOf(from.code(), DecompressCode));
  TFLL_RETURN_IF_ERROR(ReadLayers(from, to));
  to->estimated_cycles = from.estimated_cycles();
  program.caching_token = from.caching_token();
  to->depth_block = static_cast<int32_t>(from.depth_block());
  to->lane_block = static_cast<int32_t>(from.lane_block());
  if (to->depth_block <= 0 || to->lane_block <= 0) {
    return Invalid("it does not say in what blocks the array works");
  }
  return CheckTransfers(from, program);
}

// Strings and lists may be shared inside of the file, so that a small one would
// become large when it is copied. This compiler shares none.
Status CheckCopies(const file::Executable& from, size_t file_bytes) {
  uint64_t bytes = 0;
  for (const auto* tensors : {from.inputs(), from.outputs()}) {
    if (tensors == nullptr) continue;
    for (const file::HostTensor* t : *tensors) {
      if (t->name() != nullptr) bytes += t->name()->size();
      if (t->shape() != nullptr) bytes += uint64_t{4} * t->shape()->size();
    }
  }
  if (from.version() == kExecutableVersion && from.layers() != nullptr) {
    for (const file::Layer* layer : *from.layers()) {
      if (layer->name() != nullptr) bytes += layer->name()->size();
    }
  }
  if (bytes <= file_bytes) return OkStatus();
  return Invalid("its names and shapes are larger than the file");
}

Status CheckStates(const Executable& executable) {
  for (const HostTensor& t : executable.outputs) {
    if (t.state < 0) continue;
    const auto input = static_cast<size_t>(t.state);
    if (input < executable.inputs.size() &&
        executable.inputs[input].bytes == t.bytes) {
      continue;
    }
    return Invalid("output '", t.name, "' is no state of input ", t.state);
  }
  return OkStatus();
}

StatusOr<Executable> Read(const file::Executable& from, size_t file_bytes) {
  TFLL_RETURN_IF_ERROR(CheckCopies(from, file_bytes));
  Executable to;
  to.version = from.version();
  to.compiler = TextOf(from.compiler());
  to.inputs = TensorsOf(from.inputs());
  to.outputs = TensorsOf(from.outputs());
  TFLL_RETURN_IF_ERROR(CheckStates(to));
  TFLL_ASSIGN_OR_RETURN(to.program.parameters,
                        ContentsOf(from.parameters(), DecompressBytes));
  TFLL_ASSIGN_OR_RETURN(to.original_nodes,
                        ContentsOf(from.original_nodes(), DecompressBytes));
  if (from.packed_layers() != nullptr) {
    for (const file::PackedLayer* l : *from.packed_layers()) {
      to.packed_layers.push_back(
          {l->weights_buffer(), l->bias_buffer(), l->offset(), l->lanewise(),
           l->block(), l->taps(), l->channels(), l->out_channels(), l->lanes(),
           l->chunk(), l->no_bias(), l->no_scales(), l->reversed()});
    }
  }
  if (to.version == kExecutableVersion) {
    TFLL_RETURN_IF_ERROR(ReadProgram(from, &to));
  }
  return to;
}

// The flatbuffer of a file whose trailer is right.
StatusOr<absl::Span<const uint8_t>> CheckedContents(
    absl::Span<const uint8_t> bytes) {
  constexpr std::string_view kGoogles = "DWN1";
  const bool ours =
      bytes.size() >= kTrailerBytes &&
      std::memcmp(bytes.end() - kTrailerBytes, kMagic, sizeof(kMagic)) == 0;
  if (!ours) {
    if (std::search(bytes.begin(), bytes.end(), kGoogles.begin(),
                    kGoogles.end()) != bytes.end()) {
      return Invalid(
          "an executable of Google's compiler (DWN1) cannot run on this "
          "device; compile the original model with edgetpu_compiler");
    }
    return Invalid("it is not an executable of edgetpu_compiler");
  }
  const auto contents = bytes.subspan(0, bytes.size() - kTrailerBytes);
  const uint8_t* trailer = contents.end() + sizeof(kMagic);
  if (GetWord(trailer) != contents.size()) {
    return Invalid("the executable is damaged: it is not complete");
  }
  if (GetWord(trailer + 4) != Crc32(contents)) {
    return Invalid("the executable is damaged: its checksum is wrong");
  }
  return contents;
}

}  // namespace

StatusOr<std::vector<uint8_t>> SerializeExecutable(const Executable& e) {
  TFLL_ASSIGN_OR_RETURN(const std::vector<HostTransfer> transfers,
                        TransfersOf(e.program));
  const Target& machine = e.program.target;
  if (e.program.memory.regions.size() > kMostRegions) {
    return Invalid("the memory map has more than ", kMostRegions, " regions");
  }
  FlatBufferBuilder fbb;
  const auto compiler = fbb.CreateString(e.compiler);
  const auto inputs = Write(e.inputs, &fbb);
  const auto outputs = Write(e.outputs, &fbb);
  const auto parameters = WriteBytes(e.program.parameters, &fbb);
  const auto packed = Write(e.packed_layers, &fbb);
  const auto nodes = WriteBytes(e.original_nodes, &fbb);
  // Small models show every byte.
  const auto target =
      fbb.CreateString(e.target_problem.empty()
                           ? base::ReplaceAll(TargetText(machine), " = ", "=")
                           : e.target_text);
  const auto load_code = WriteCode(e.program.load_code, &fbb);
  const auto code = WriteCode(e.program.code, &fbb);
  const auto layers = WriteLayers(e, &fbb);
  const auto listed = Write(transfers, &fbb);
  const auto regions = WriteRegions(e.program.memory.regions, &fbb);
  fbb.Finish(
      file::CreateExecutable(
          fbb, e.version, compiler, inputs, outputs, parameters, packed, nodes,
          target, e.program.memory.scratch, e.program.memory.store, load_code,
          code, layers, listed, e.estimated_cycles, e.program.caching_token,
          static_cast<uint32_t>(e.program.memory.tile), regions,
          Block(e.depth_block, machine.depth_block()),
          Block(e.lane_block, machine.lane_block())),
      file::ExecutableIdentifier());
  std::vector<uint8_t> bytes(fbb.GetBufferPointer(),
                             fbb.GetBufferPointer() + fbb.GetSize());
  const auto size = static_cast<uint32_t>(bytes.size());
  const uint32_t crc = Crc32(bytes);
  bytes.insert(bytes.end(), kMagic, kMagic + sizeof(kMagic));
  PutWord(size, &bytes);
  PutWord(crc, &bytes);
  return bytes;
}

StatusOr<Executable> ParseExecutable(absl::Span<const uint8_t> bytes) {
  TFLL_ASSIGN_OR_RETURN(const absl::Span<const uint8_t> contents,
                        CheckedContents(bytes));
  // Options in a .tflite file are aligned to 4 bytes only.
  std::vector<uint64_t> aligned((contents.size() + 7) / 8);
  if (!contents.empty()) {
    std::memcpy(aligned.data(), contents.data(), contents.size());
  }
  const auto* start = reinterpret_cast<const uint8_t*>(aligned.data());
  flatbuffers::Verifier verifier(start, contents.size());
  if (!file::VerifyExecutableBuffer(verifier)) {
    return Invalid("the executable is damaged: it is not a flatbuffer");
  }
  auto executable = Read(*file::GetExecutable(start), contents.size());
  if (executable.ok()) return executable;
  return Annotate(executable.status(), "the executable is damaged");
}

std::string ObstacleTo(const Executable& executable, const Target& machine) {
  if (executable.version != kExecutableVersion) {
    return StrCat("the executable has version ", executable.version,
                  ", the device runs version ", kExecutableVersion);
  }
  if (!executable.target_problem.empty()) {
    return StrCat("the executable is for a target that is not known here: ",
                  executable.target_problem);
  }
  const Target& target = executable.program.target;
  if (TargetText(target) != TargetText(machine)) {
    const std::string difference =
        target.name == machine.name ? Difference(target, machine) : "";
    return StrCat("the executable is for target '", target.name,
                  "', the device is '", machine.name, "'",
                  difference.empty() ? "" : ": ", difference);
  }
  const auto differs = [](int32_t recorded, int32_t now) {
    return recorded != 0 && recorded != now;
  };
  if (!differs(executable.depth_block, machine.depth_block()) &&
      !differs(executable.lane_block, machine.lane_block())) {
    return "";
  }
  return StrCat("the executable is for arrays with blocks of ",
                executable.depth_block, " channels and ", executable.lane_block,
                " lanes, the device's have ", machine.depth_block(), " and ",
                machine.lane_block());
}

StatusOr<std::vector<HostTransfer>> TransfersOf(const Program& program) {
  const auto is_chip = [](const Address& at) {
    return at.space == Space::kTile || at.space == Space::kStore;
  };
  std::map<std::tuple<Space, uint16_t, bool>, HostTransfer> transfers;
  const auto add = [&](const Instruction& instruction) {
    const Dma* d = std::get_if<Dma>(&instruction);
    if (d == nullptr) return;
    for (const bool to_host : {false, true}) {
      const Address& at = to_host ? d->to : d->from;
      if (is_chip(at)) continue;
      HostTransfer& t = transfers[{at.space, at.unit, to_host}];
      t.space = at.space;
      t.unit = at.unit;
      t.to_host = to_host;
      ++t.count;
      t.bytes += uint64_t{d->row_bytes} * d->rows * d->planes;
    }
  };
  TFLL_RETURN_IF_ERROR(ForEachInstruction(program.code, add));
  std::vector<HostTransfer> list;
  for (const auto& [key, transfer] : transfers) list.push_back(transfer);
  return list;
}

}  // namespace tflite::edgetpu
