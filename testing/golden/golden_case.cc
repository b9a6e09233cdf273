#include "testing/golden/golden_case.h"

#include <zip.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace tflite {
namespace golden {
namespace {

using Json = nlohmann::json;

Tolerance ParseTolerance(const Json& j) {
  return {j.value("abs", 0.0), j.value("rel", 0.0), j.value("steps", 0.0),
          j.value("fraction", 0.0)};
}

base::StatusOr<TensorRecord> ParseTensor(const Json& j, size_t limit) {
  TensorRecord t;
  t.index = j.value("index", -1);
  t.name = j.value("name", "");
  t.shape = j.value("shape", std::vector<int>());
  t.dtype = j.value("dtype", "");
  t.offset = j.value("offset", size_t{0});
  t.bytes = j.value("bytes", size_t{0});
  t.key = j.value("key", "");
  if (t.offset > limit || t.bytes > limit - t.offset) {
    return base::Invalid("tensor ", t.name, " lies outside of its file");
  }
  return t;
}

base::StatusOr<Step> ParseStep(const Json& j, const Case& c) {
  Step step;
  for (const Json& t : j.at("inputs")) {
    TFLL_ASSIGN_OR_RETURN(TensorRecord record, ParseTensor(t, c.inputs.size()));
    step.inputs.push_back(std::move(record));
  }
  for (const Json& t : j.at("outputs")) {
    TFLL_ASSIGN_OR_RETURN(TensorRecord record,
                          ParseTensor(t, c.outputs.size()));
    step.outputs.push_back(std::move(record));
  }
  step.signature = j.value("signature", "");
  step.subgraph = j.value("subgraph", 0);
  if (j.contains("tolerance")) step.tolerance = ParseTolerance(j["tolerance"]);
  return step;
}

base::StatusOr<Case> Parse(std::map<std::string, std::string> files) {
  const Json j = Json::parse(files["case.json"], nullptr, false);
  if (j.is_discarded()) return base::Invalid("case.json is missing or broken");
  Case c;
  c.op = j.value("op", "");
  c.name = j.value("name", "");
  c.dtype = j.value("dtype", "");
  c.tolerance = ParseTolerance(j.at("tolerance"));
  c.custom_ops = j.value("custom_ops", std::vector<std::string>());
  c.model = std::move(files["model.tflite"]);
  c.inputs = std::move(files["inputs.bin"]);
  c.outputs = std::move(files["outputs.bin"]);
  if (j.contains("detections")) {
    const Json& d = j["detections"];
    c.detections = Detections{d.at("outputs").get<std::vector<int>>(),
                              d.value("min_score", 0.0), d.value("box", 0.0),
                              d.value("score", 0.0)};
  }
  for (const Json& s : j.at("steps")) {
    TFLL_ASSIGN_OR_RETURN(Step step, ParseStep(s, c));
    c.steps.push_back(std::move(step));
  }
  return c;
}

base::StatusOr<std::string> ReadEntry(zip_t* archive, zip_uint64_t index) {
  zip_stat_t stat;
  if (zip_stat_index(archive, index, 0, &stat) != 0)
    return base::Invalid("bad entry");
  std::string data(stat.size, '\0');
  zip_file_t* file = zip_fopen_index(archive, index, 0);
  if (file == nullptr) return base::Invalid("cannot open ", stat.name);
  const zip_int64_t n = zip_fread(file, data.data(), data.size());
  zip_fclose(file);
  if (n != static_cast<zip_int64_t>(data.size())) {
    return base::Invalid("cannot read ", stat.name);
  }
  return data;
}

}  // namespace

base::StatusOr<std::vector<Case>> ReadPacked(const std::string& path) {
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, &error);
  if (archive == nullptr) return base::Invalid("cannot open ", path);
  std::map<std::string, std::map<std::string, std::string>> cases;
  base::Status status;
  const zip_int64_t entries = zip_get_num_entries(archive, 0);
  for (zip_int64_t i = 0; i < entries && status.ok(); ++i) {
    const std::string name = zip_get_name(archive, i, 0);
    const size_t slash = name.find('/');
    auto data = ReadEntry(archive, i);
    if (!data.ok()) {
      status = data.status();
    } else if (slash != std::string::npos) {
      cases[name.substr(0, slash)][name.substr(slash + 1)] = *std::move(data);
    }
  }
  zip_close(archive);
  TFLL_RETURN_IF_ERROR(base::Annotate(status, path));
  std::vector<Case> out;
  for (auto& [name, files] : cases) {
    auto c = Parse(std::move(files));
    if (!c.ok()) return base::Annotate(c.status(), path + ": " + name);
    out.push_back(*std::move(c));
  }
  return out;
}

base::StatusOr<Case> ReadFolder(const std::string& path) {
  std::map<std::string, std::string> files;
  for (const char* name :
       {"case.json", "model.tflite", "inputs.bin", "outputs.bin"}) {
    std::ifstream in(path + "/" + name, std::ios::binary);
    std::stringstream data;
    data << in.rdbuf();
    files[name] = data.str();
  }
  auto c = Parse(std::move(files));
  if (!c.ok()) return base::Annotate(c.status(), path);
  return c;
}

}  // namespace golden
}  // namespace tflite
