#include "testing/fault/mutator.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::fault {
namespace {

// Contents up to this size are probably shapes, axes or similar.
constexpr size_t kSmallContents = 256;

// Boundary values of types and of what operators accept.
constexpr int64_t kEdges[] = {0,
                              1,
                              2,
                              3,
                              4,
                              7,
                              8,
                              16,
                              100,
                              127,
                              128,
                              255,
                              256,
                              32767,
                              32768,
                              65535,
                              65536,
                              1 << 20,
                              1 << 30,
                              0x7ffffffe,
                              0x7fffffff,
                              0x80000000,
                              0xffffffff,
                              -1,
                              -2,
                              -3,
                              -8,
                              -128,
                              -32768,
                              -65536,
                              0x7f800000,
                              0xff800000,
                              0x7fc00000,
                              0x3f800000,
                              0x00000001,
                              0x7149f2ca,
                              INT64_MAX,
                              INT64_MIN,
                              INT64_C(1) << 32,
                              INT64_C(1) << 40};

uint64_t ReadNumber(const std::string& file, size_t offset, size_t width) {
  uint64_t value = 0;
  std::memcpy(&value, file.data() + offset, width);
  return value;
}

void WriteNumber(std::string* file, size_t offset, size_t width,
                 uint64_t value) {
  std::memcpy(&(*file)[offset], &value, width);
}

}  // namespace

// Walks through a model and records the positions of its numbers.
class Mutator::Collector {
 public:
  explicit Collector(Mutator* mutator)
      : mutator_(*mutator), base_(mutator->file_.data()) {}

  void Walk() {
    const Model& model = *GetModel(base_);
    AddTable(&model);
    AddTables(model.operator_codes());
    AddTables(model.metadata());
    for (const auto* graph : Each(model.subgraphs())) AddGraph(*graph);
    for (const auto* signature : Each(model.signature_defs())) {
      AddTable(signature);
      AddTables(signature->inputs());
      AddTables(signature->outputs());
    }
    for (const auto* buffer : Each(model.buffers())) AddBuffer(*buffer);
  }

 private:
  // Returns an empty vector if `v` is null.
  template <typename T>
  static const flatbuffers::Vector<T>& Each(const flatbuffers::Vector<T>* v) {
    static const flatbuffers::uoffset_t empty = 0;
    return v != nullptr
               ? *v
               : *reinterpret_cast<const flatbuffers::Vector<T>*>(&empty);
  }

  size_t OffsetOf(const void* p) const {
    return static_cast<const char*>(p) - base_;
  }

  void AddSite(size_t offset, size_t width) {
    if (offset + width <= mutator_.file_.size()) {
      mutator_.sites_.push_back({offset, width});
    }
  }

  // Adds the fields of any table. Their width is derived from the distance to
  // the next field.
  void AddTable(const void* table) {
    if (table == nullptr) return;
    const size_t start = OffsetOf(table);
    const auto back =
        static_cast<int32_t>(ReadNumber(mutator_.file_, start, 4));
    const size_t vtable = start - back;
    const size_t vtable_size = ReadNumber(mutator_.file_, vtable, 2);
    std::vector<size_t> fields = {ReadNumber(mutator_.file_, vtable + 2, 2)};
    for (size_t i = 4; i + 2 <= vtable_size; i += 2) {
      const size_t field = ReadNumber(mutator_.file_, vtable + i, 2);
      if (field != 0) fields.push_back(field);
    }
    std::sort(fields.begin(), fields.end());
    for (size_t i = 0; i + 1 < fields.size(); ++i) {
      const size_t space = fields[i + 1] - fields[i];
      const size_t width = space >= 8 ? 8 : space >= 4 ? 4 : space >= 2 ? 2 : 1;
      AddSite(start + fields[i], width);
    }
  }

  // Adds the fields of an options table, and the elements of short vectors that
  // it appears to refer to.
  void AddOptions(const void* table) {
    const size_t before = mutator_.sites_.size();
    AddTable(table);
    const size_t after = mutator_.sites_.size();
    for (size_t i = before; i < after; ++i) {
      const Site site = mutator_.sites_[i];
      if (site.width < 4) continue;
      const size_t target =
          site.offset + ReadNumber(mutator_.file_, site.offset, 4);
      if (target + 4 > mutator_.file_.size()) continue;
      const size_t count = ReadNumber(mutator_.file_, target, 4);
      if (count == 0 || count > 32) continue;
      for (size_t k = 1; k <= count; ++k) AddSite(target + 4 * k, 4);
    }
  }

  template <typename T>
  void AddTables(const flatbuffers::Vector<flatbuffers::Offset<T>>* tables) {
    for (const T* table : Each(tables)) AddTable(table);
  }

  template <typename T>
  void AddNumbers(const flatbuffers::Vector<T>* numbers) {
    if (numbers == nullptr) return;
    for (size_t i = 0; i < std::min<size_t>(numbers->size(), 64); ++i) {
      AddSite(OffsetOf(numbers->Data()) + i * sizeof(T), sizeof(T));
    }
  }

  void AddGraph(const SubGraph& graph) {
    AddTable(&graph);
    AddNumbers(graph.inputs());
    AddNumbers(graph.outputs());
    for (const auto* tensor : Each(graph.tensors())) AddTensor(*tensor);
    for (const auto* node : Each(graph.operators())) {
      AddTable(node);
      AddNumbers(node->inputs());
      AddNumbers(node->outputs());
      AddNumbers(node->intermediates());
      AddNumbers(node->custom_options());
      AddOptions(node->builtin_options());
      AddOptions(node->builtin_options_2());
    }
  }

  void AddTensor(const Tensor& tensor) {
    AddTable(&tensor);
    AddNumbers(tensor.shape());
    AddNumbers(tensor.shape_signature());
    if (const auto* quantization = tensor.quantization()) {
      AddTable(quantization);
      AddNumbers(quantization->scale());
      AddNumbers(quantization->zero_point());
      AddOptions(quantization->details());
    }
    if (const auto* sparsity = tensor.sparsity()) {
      AddNumbers(sparsity->traversal_order());
      AddNumbers(sparsity->block_map());
      for (const auto* dim : Each(sparsity->dim_metadata())) {
        AddTable(dim);
        AddOptions(dim->array_segments());
        AddOptions(dim->array_indices());
      }
    }
  }

  void AddBuffer(const Buffer& buffer) {
    AddTable(&buffer);
    const auto* data = buffer.data();
    if (data == nullptr) return;
    const size_t start = OffsetOf(data->Data());
    if (data->size() > kSmallContents) {
      // Weights. The bytes before and after them are structure.
      mutator_.structure_.push_back({start, start + data->size()});
      return;
    }
    size_t i = 0;
    for (; i + 4 <= data->size(); i += 4) AddSite(start + i, 4);
    for (; i < data->size(); ++i) AddSite(start + i, 1);
  }

  Mutator& mutator_;
  const char* base_;
};

Mutator::Mutator(std::string file) : file_(std::move(file)) {
  Collector(this).Walk();
  // At this point it contains the large constants; replace them by the gaps
  // between them.
  std::sort(structure_.begin(), structure_.end());
  std::vector<std::pair<size_t, size_t>> between;
  size_t begin = 0;
  for (const auto& [from, to] : structure_) {
    if (from > begin) between.push_back({begin, from});
    begin = std::max(begin, to);
  }
  if (begin < file_.size()) between.push_back({begin, file_.size()});
  structure_ = std::move(between);
}

std::string Mutator::Mutate(uint64_t seed) const {
  TestRandom random(seed);
  std::string file = file_;
  const auto any_site = [&] { return sites_[random.Below(sites_.size())]; };
  const auto any_byte = [&] {
    const auto& range = structure_[random.Below(structure_.size())];
    return range.first + random.Below(range.second - range.first);
  };
  // Usually a single change: with several, the first one tends to be rejected.
  int changes = 1;
  while (changes < 5 && random.Below(3) == 0) ++changes;
  for (; changes > 0; --changes) {
    const uint64_t kind = random.Below(100);
    if (kind < 45) {
      const Site site = any_site();
      WriteNumber(&file, site.offset, site.width,
                  kEdges[random.Below(std::size(kEdges))]);
    } else if (kind < 70) {
      const Site site = any_site();
      const uint64_t value = ReadNumber(file, site.offset, site.width);
      WriteNumber(&file, site.offset, site.width, value + random.Below(9) - 4);
    } else if (kind < 80) {
      const Site from = any_site();
      const Site to = any_site();
      WriteNumber(&file, to.offset, to.width,
                  ReadNumber(file, from.offset, from.width));
    } else if (kind < 95) {
      file[any_byte()] ^= static_cast<char>(1 << random.Below(8));
    } else if (kind < 98) {
      const size_t from = any_byte();
      const size_t to = any_byte();
      const size_t length = std::min<size_t>(1 + random.Below(64),
                                             file.size() - std::max(from, to));
      std::memmove(&file[to], &file[from], length);
    } else {
      file.resize(random.Below(file.size()));
      break;  // sites may be beyond the end
    }
  }
  return file;
}

}  // namespace tflite::fault
