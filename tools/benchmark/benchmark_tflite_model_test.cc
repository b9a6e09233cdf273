#include "tools/benchmark/benchmark_tflite_model.h"

#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/fault/small_model.h"
#include "tools/benchmark/proto/benchmark_result.pb.h"
#include "tools/benchmark/proto/example.pb.h"
#include "tools/profiling/proto/profiling_info.pb.h"

namespace tflite {
namespace benchmark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

// The output of one run of the tool, and whether it succeeds.
struct Output {
  bool ok;
  std::string out, err;
};

class Benchmark : public testing::Test {
 protected:
  Benchmark() { WriteFile("add.tflite", fault::Pack(fault::AddModel())); }

  std::string Path(const std::string& name) const {
    return testing::TempDir() + "/" + std::to_string(getpid()) + "_" + name;
  }
  void WriteFile(const std::string& name, const std::string& bytes) const {
    std::ofstream(Path(name), std::ios::binary) << bytes;
  }
  std::string ReadFile(const std::string& name) const {
    std::ifstream in(Path(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }

  // Runs the tool with these flags, with the minimum number of runs and without
  // default delegates, which depend on the processor.
  Output Run(std::vector<std::string> flags) const {
    for (const char* few :
         {"benchmark_model", "--min_secs=0", "--warmup_min_secs=0",
          "--num_runs=3", "--use_xnnpack=false"}) {
      flags.insert(flags.begin(), few);
    }
    std::swap(flags[0], flags[4]);  // the program's name must be first
    std::vector<char*> argv;
    for (std::string& flag : flags) argv.push_back(flag.data());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    BenchmarkTfLiteModel benchmark;
    const TfLiteStatus status =
        benchmark.Run(static_cast<int>(argv.size()), argv.data());
    std::cout.flush();
    Output output{status == kTfLiteOk, testing::internal::GetCapturedStdout(),
                  testing::internal::GetCapturedStderr()};
    return output;
  }
  Output RunAdd(std::vector<std::string> flags = {}) const {
    flags.push_back("--graph=" + Path("add.tflite"));
    return Run(std::move(flags));
  }
};

// z = y + c behind y = x + c.
TEST_F(Benchmark, RunsSegmentsAsAPipeline) {
  ModelT second = fault::AddModel();
  second.subgraphs[0]->tensors[0]->name = "y";
  second.subgraphs[0]->tensors[2]->name = "z";
  WriteFile("second.tflite", fault::Pack(second));
  WriteFile("x", std::string(24, 0));
  const std::vector<std::string> flags = {
      "--input_layer=x", "--input_layer_shape=2,3",
      "--input_layer_value_files=x:" + Path("x")};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), flags.begin(), flags.end());
    return RunAdd(std::move(more));
  };
  ASSERT_TRUE(with({"--output_filepath=" + Path("once")}).ok);
  const Output run = with({"--output_filepath=" + Path("twice"),
                           "--pipeline=" + Path("second.tflite")});
  ASSERT_TRUE(run.ok) << run.err;
  EXPECT_THAT(run.out, HasSubstr("INFO: count=3 "));
  const std::string once = ReadFile("once"), twice = ReadFile("twice");
  ASSERT_EQ(once.size(), 24u);
  ASSERT_EQ(twice.size(), 24u);
  for (size_t i = 0; i < 24; i += 4) {
    float c = 0, sum = 0;
    std::memcpy(&c, &once[i], 4);
    std::memcpy(&sum, &twice[i], 4);
    EXPECT_EQ(sum, c + c);
  }
  const std::pair<std::string, const char*> faults[] = {
      {"--pipeline=" + Path("none"), "segment '"},
      {"--pipeline=" + Path("add.tflite"), "writes another tensor"},
      {"--pipeline=" + Path("second.tflite") + ",", "segment ''"}};
  for (const auto& [flag, message] : faults) {
    const Output failed = with({flag});
    EXPECT_FALSE(failed.ok);
    EXPECT_THAT(failed.err, HasSubstr("--pipeline"));
    EXPECT_THAT(failed.err, HasSubstr(message));
  }
  EXPECT_THAT(with({"--pipeline=" + Path("second.tflite"),
                    "--enable_op_profiling=true"})
                  .err,
              HasSubstr("--pipeline works neither"));
}

// z = y + w behind y = x + c: only the second segment reads w.
TEST_F(Benchmark, NamesInputsOfLaterSegments) {
  ModelT second = fault::AddModel();
  SubGraphT& graph = *second.subgraphs[0];
  graph.tensors[0]->name = "y";
  graph.tensors[1]->name = "w";
  graph.tensors[1]->buffer = 0;
  graph.tensors[1]->shape = {1, 3};
  graph.tensors[2]->name = "z";
  graph.inputs = {0, 1};
  second.signature_defs.clear();
  WriteFile("sum.tflite", fault::Pack(second));
  WriteFile("x", std::string(24, 0));
  const std::vector<float> w = {1, 2, 3, 4, 5, 6};
  WriteFile("w", std::string(reinterpret_cast<const char*>(w.data()), 24));
  const auto with = [&](const std::string& name, const std::string& shape,
                        const std::string& result) {
    return RunAdd({"--input_layer=x," + name,
                   "--input_layer_shape=2,3:" + shape,
                   "--input_layer_value_files=x:" + Path("x") + "," + name +
                       ":" + Path("w"),
                   "--output_filepath=" + Path(result),
                   "--pipeline=" + Path("sum.tflite")});
  };
  const Output run = with("w", "2,3", "z");
  ASSERT_TRUE(run.ok) << run.err;
  ASSERT_TRUE(RunAdd({"--input_layer=x", "--input_layer_shape=2,3",
                      "--input_layer_value_files=x:" + Path("x"),
                      "--output_filepath=" + Path("c")})
                  .ok);
  const std::string z = ReadFile("z"), c = ReadFile("c");
  ASSERT_EQ(z.size(), 24u);
  ASSERT_EQ(c.size(), 24u);
  for (size_t i = 0; i < 6; ++i) {
    float sum = 0, addend = 0;
    std::memcpy(&sum, &z[4 * i], 4);
    std::memcpy(&addend, &c[4 * i], 4);
    EXPECT_EQ(sum, addend + w[i]);
  }
  // The first segment writes y; nobody knows v.
  for (const char* wrong : {"y", "v"}) {
    const Output failed = with(wrong, "2,3", "none");
    EXPECT_FALSE(failed.ok);
    EXPECT_THAT(failed.err, HasSubstr(std::string("no segment has an input '") +
                                      wrong + "' of the model"));
  }
}

TEST_F(Benchmark, PrintsLinesThatScriptsParse) {
  const Output run = RunAdd({"--benchmark_name=small", "--num_threads=2"});
  ASSERT_TRUE(run.ok) << run.err;
  size_t at = 0;
  for (const std::string line :
       {"INFO: STARTING!",
        "INFO: Log parameter values verbosely: [0]",
        "INFO: Min num runs: [3]",
        "INFO: Num threads: [2]",
        "INFO: Benchmark name: [small]",
        "INFO: Graph: [",
        "INFO: Loaded model ",
        "INFO: The input model file size (MB): ",
        "INFO: Initialized session in ",
        "INFO: Running benchmark for at least 1 iterations and at least 0 "
        "seconds but terminate if exceeding 150 seconds.",
        "INFO: count=1 curr=",
        "INFO: Running benchmark for at least 3 iterations",
        "INFO: count=3 ",
        "INFO: Inference timings in us: Init: ",
        ", First inference: ",
        ", Warmup (avg): ",
        ", Inference (avg): ",
        "INFO: Note: as the benchmark tool itself affects memory footprint",
        "INFO: Memory footprint delta from the start of the tool (MB): init=",
        "INFO: Memory status at the end of exeution:",
        "INFO: - VmRSS",
        "INFO: + RssAnnon",
        "INFO: + RssFile + RssShmem"}) {
    const size_t found = run.out.find(line, at);
    ASSERT_NE(found, std::string::npos) << "no '" << line << "' after\n"
                                        << run.out.substr(0, at) << "\nbut\n"
                                        << run.out.substr(at);
    at = found + line.size();
  }
  EXPECT_EQ(run.err, "");
}

TEST_F(Benchmark, ErrorsNameTheFlag) {
  const std::pair<const char*, const char*> cases[] = {
      {"--num_runs=many", "--num_runs"},
      {"--num_runs", "--num_runs"},
      {"--verbose=perhaps", "--verbose"},
      {"--max_secs=-1", "--max_secs"},
      {"--max_secs=nan", "--max_secs must be a number"},
      {"--warmup_min_secs=nan", "--warmup_min_secs must be a number"},
      {"--num_threads=-7", "--num_threads"},
      {"--memory_footprint_check_interval_ms=0",
       "--memory_footprint_check_interval_ms"},
      {"--max_profiling_buffer_entries=0", "--max_profiling_buffer_entries"},
      {"--op_profiling_output_mode=xml", "--op_profiling_output_mode"},
      {"--signature_to_run_for=none", "--signature_to_run_for"},
      {"--input_layer=none", "--input_layer"},
      {"--input_layer_shape=1,2", "--input_layer_shape"},
      {"--input_layer_value_range=x,0", "--input_layer_value_range"},
      {"--input_layer_value_files=x", "--input_layer_value_files"},
      {"--output_filepath=/nowhere/o", "--output_filepath"},
      {"--output_proto_filepath=/nowhere/o", "--output_proto_filepath"},
      {"--require_full_delegation=true", "Disallowed CPU fallback detected."},
  };
  for (const auto& [flag, named] : cases) {
    const Output run = RunAdd({flag});
    EXPECT_FALSE(run.ok) << flag;
    EXPECT_THAT(run.err, HasSubstr(named)) << flag;
  }
}

TEST_F(Benchmark, TakesNumbersBeyondTheClock) {
  for (const char* flag : {"--max_secs=inf", "--max_secs=1e30"}) {
    const Output run = RunAdd({flag});
    EXPECT_TRUE(run.ok) << run.err;
    EXPECT_THAT(run.out, HasSubstr("INFO: count=3 ")) << flag;
  }
  EXPECT_THAT(RunAdd({"--max_secs=-1", "--min_secs=-2"}).err,
              HasSubstr("--max_secs must not be negative"));
  EXPECT_TRUE(RunAdd({"--enable_op_profiling",
                      "--max_profiling_buffer_entries=2147483647"})
                  .ok);
}

TEST_F(Benchmark, InputsThatAreConstantsKeepTheirContents) {
  ModelT model = fault::AddModel();
  model.subgraphs[0]->inputs.push_back(1);
  WriteFile("constant.tflite", fault::Pack(model));
  const auto with = [&](std::vector<std::string> flags) {
    flags.push_back("--graph=" + Path("constant.tflite"));
    return Run(std::move(flags));
  };
  const Output run = with({"--input_layer=x", "--input_layer_value_range=x,2,2",
                           "--output_filepath=" + Path("sum")});
  ASSERT_TRUE(run.ok) << run.err;
  const std::string sum = ReadFile("sum");
  ASSERT_EQ(sum.size(), 24u);
  for (int i = 0; i < 6; ++i) {
    float y = 0;
    std::memcpy(&y, &sum[4 * i], 4);
    EXPECT_EQ(y, 2 + i + 1);
  }
  const Output set =
      with({"--input_layer=c", "--input_layer_value_range=c,0,1"});
  EXPECT_FALSE(set.ok);
  EXPECT_THAT(set.err, HasSubstr("input 'c' is a constant of the model"));
}

TEST_F(Benchmark, PausesNoLongerThanTheMaximumTime) {
  for (const char* flag : {"--run_delay=1e6", "--run_frequency=1e-6"}) {
    const Output run = RunAdd({flag, "--max_secs=0.1"});
    EXPECT_TRUE(run.ok) << run.err;
    EXPECT_THAT(run.out, HasSubstr("INFO: count=1 ")) << flag;
  }
}

// Scripts pass flags of several versions and delegates of the tool.
TEST_F(Benchmark, WarnsOfUnknownFlagsAndGoesOn) {
  const Output run = RunAdd({"--use_nnapi=false", "--num_run=7"});
  EXPECT_TRUE(run.ok) << run.err;
  EXPECT_THAT(run.out, HasSubstr("WARN: Unconsumed cmdline flags: "
                                 "--use_nnapi=false --num_run=7\n"));
  EXPECT_THAT(run.out, HasSubstr("did you mean --num_runs?"));
  EXPECT_THAT(run.out, HasSubstr("count=3"));
}

TEST_F(Benchmark, FailsWhereAFileCannotBeWritten) {
  const std::vector<std::string> cases[] = {
      {"--enable_op_profiling", "--op_profiling_output_file"},
      {"--enable_op_profiling", "--profiling_output_csv_file"},
      {"--export_model_runtime_info", "--model_runtime_info_output_file"},
      {"--explain_delegation=json", "--explain_delegation_file"},
      {"--result_file_path"},
      {"--output_filepath"},
      {"--output_proto_filepath"},
  };
  for (std::vector<std::string> flags : cases) {
    for (const std::string file : {"/nowhere/file", "/dev/full"}) {
      std::vector<std::string> all = flags;
      all.back() += "=" + file;
      const Output run = RunAdd(all);
      EXPECT_FALSE(run.ok) << all.back();
      EXPECT_THAT(run.err, HasSubstr("cannot write " + file)) << all.back();
    }
  }
}

TEST_F(Benchmark, ModelsThatCannotBeRead) {
  EXPECT_THAT(Run({}).err, HasSubstr("--graph"));
  EXPECT_THAT(Run({"--graph=/nowhere/m.tflite"}).err,
              HasSubstr("/nowhere/m.tflite"));
  WriteFile("rubbish.tflite", std::string(100, 'x'));
  EXPECT_FALSE(Run({"--graph=" + Path("rubbish.tflite")}).ok);
  EXPECT_THAT(Run({"--graph=pipe:4294967296:-1:10"}).err,
              HasSubstr("4294967296 is no descriptor"));
  EXPECT_THAT(Run({"--graph=fd:0:-1:10"}).err, HasSubstr("invalid offset -1"));
}

TEST_F(Benchmark, ReadsTheModelFromAPipe) {
  WriteFile("x.bin", std::string(24, '@'));
  const auto run = [this](const std::string& graph, const char* output) {
    return Run({"--graph=" + graph, "--input_layer=x",
                "--input_layer_value_files=x:" + Path("x.bin"),
                "--output_filepath=" + Path(output)});
  };
  const std::string model = ReadFile("add.tflite");
  const auto through_pipe = [&](const std::string& size) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    EXPECT_EQ(write(ends[1], model.data(), model.size()),
              static_cast<ssize_t>(model.size()));
    const Output output = run("pipe:" + std::to_string(ends[0]) + ":" +
                                  std::to_string(ends[1]) + ":" + size,
                              "piped.bin");
    close(ends[0]);
    return output;
  };
  ASSERT_TRUE(run(Path("add.tflite"), "y.bin").ok);
  const Output piped = through_pipe(std::to_string(model.size()));
  EXPECT_TRUE(piped.ok) << piped.err;
  EXPECT_EQ(ReadFile("piped.bin"), ReadFile("y.bin"));
  const Output cut = through_pipe("9223372036854775807");
  EXPECT_FALSE(cut.ok);
  EXPECT_THAT(cut.err,
              HasSubstr("ended after " + std::to_string(model.size())));
}

TEST_F(Benchmark, PrintsTheProfile) {
  const Output run = RunAdd({"--enable_op_profiling=true"});
  ASSERT_TRUE(run.ok) << run.err;
  for (const char* part :
       {"Profiling Info for Benchmark Initialization:",
        "Operator-wise Profiling Info for Regular Benchmark Runs:",
        " Run Order ", " Top by Computation Time ",
        "Number of nodes executed: 1", " Summary by node type ",
        "Timings (microseconds): count=3",
        "Memory (bytes): count=", "1 nodes observed", "[node type]",
        "[times called]", "\tAllocateTensors", "\t", "ADD", "[y]:0"}) {
    EXPECT_THAT(run.out, HasSubstr(part));
  }
}

TEST_F(Benchmark, WritesTheProfileAsCsv) {
  for (const std::string flag :
       {"--op_profiling_output_mode=csv --op_profiling_output_file=",
        "--profiling_output_csv_file="}) {
    std::vector<std::string> flags = {"--enable_op_profiling=true"};
    const size_t space = flag.find(' ');
    if (space != std::string::npos) flags.push_back(flag.substr(0, space));
    flags.push_back(flag.substr(space == std::string::npos ? 0 : space + 1) +
                    Path("profile.csv"));
    ASSERT_TRUE(RunAdd(flags).ok);
    const std::string csv = ReadFile("profile.csv");
    EXPECT_THAT(csv, HasSubstr("node type, first, avg_ms, %, cdf%, mem KB, "
                               "times called, name"));
    EXPECT_THAT(csv,
                HasSubstr("node type, count, avg_ms, avg %, cdf %, mem KB, "
                          "times called"));
    EXPECT_THAT(csv, HasSubstr("\nADD, "));
    std::remove(Path("profile.csv").c_str());
  }
}

TEST_F(Benchmark, WritesTheProfileAsMessage) {
  ASSERT_TRUE(
      RunAdd({"--enable_op_profiling=true", "--op_profiling_output_mode=proto",
              "--op_profiling_output_file=" + Path("profile.pb")})
          .ok);
  profiling::BenchmarkProfilingData data;
  ASSERT_TRUE(data.ParseFromString(ReadFile("profile.pb")));
  EXPECT_EQ(data.model_name(), Path("add.tflite"));
  ASSERT_EQ(data.runtime_profile().subgraph_profiles_size(), 1);
  const auto& ops =
      data.runtime_profile().subgraph_profiles(0).per_op_profiles();
  ASSERT_EQ(ops.size(), 1);
  EXPECT_EQ(ops[0].node_type(), "ADD");
  EXPECT_EQ(ops[0].inference_microseconds().count(), 3);
  EXPECT_TRUE(data.has_init_profile());
}

TEST_F(Benchmark, WritesTheResults) {
  ASSERT_TRUE(RunAdd({"--result_file_path=" + Path("result.pb"),
                      "--benchmark_name=small", "--warmup_runs=2",
                      "--report_peak_memory_footprint=true",
                      "--memory_footprint_check_interval_ms=1"})
                  .ok);
  tools::benchmark::BenchmarkResult result;
  ASSERT_TRUE(result.ParseFromString(ReadFile("result.pb")));
  EXPECT_EQ(result.name(), "small");
  EXPECT_EQ(result.misc_metrics().num_runs(), 3);
  EXPECT_EQ(result.misc_metrics().num_warmup_runs(), 2);
  EXPECT_GT(result.misc_metrics().model_size_mb(), 0);
  const auto& latency = result.latency_metrics();
  EXPECT_GT(latency.init_ms(), 0);
  EXPECT_LE(latency.min_ms(), latency.median_ms());
  EXPECT_LE(latency.median_ms(), latency.max_ms());
  EXPECT_LE(latency.p5_ms(), latency.p95_ms());
  EXPECT_TRUE(result.memory_metrics().has_overall_footprint_kb());
}

std::string Bytes(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST_F(Benchmark, ReadsInputsAndWritesOutputs) {
  const std::vector<float> x = {1, 2, 3, 4, 5, 6};
  WriteFile("x.bin", Bytes(x));
  ASSERT_TRUE(RunAdd({"--input_layer=x", "--input_layer_shape=2,3",
                      "--input_layer_value_files=x:" + Path("x.bin"),
                      "--output_filepath=" + Path("y.bin"),
                      "--output_proto_filepath=" + Path("y.pb")})
                  .ok);
  const ModelT model = fault::AddModel();
  std::vector<float> y = x;
  for (size_t i = 0; i < y.size(); ++i) {
    float c;
    std::memcpy(&c, model.buffers[1]->data.data() + i * sizeof(c), sizeof(c));
    y[i] += c;
  }
  EXPECT_EQ(ReadFile("y.bin"), Bytes(y));
  tensorflow::Example example;
  ASSERT_TRUE(example.ParseFromString(ReadFile("y.pb")));
  const auto& features = example.features().feature();
  ASSERT_EQ(features.count("y"), 1u);
  const auto& values = features.at("y").float_list().value();
  EXPECT_EQ(std::vector<float>(values.begin(), values.end()), y);
}

// The line of the output, and nothing if there is none.
std::string FingerprintLine(const std::string& text) {
  const size_t begin = text.find("Fingerprint of output 0 'y': ");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST_F(Benchmark, PrintsFingerprints) {
  WriteFile("x.bin", Bytes({1, 2, 3, 4, 5, 6}));
  WriteFile("z.bin", Bytes({1, 2, 3, 4, 5, 7}));
  const auto print = [this](const char* file) {
    return FingerprintLine(RunAdd({"--fingerprint=true", "--input_layer=x",
                                   "--input_layer_value_files=x:" + Path(file)})
                               .out);
  };
  const std::string line = print("x.bin");
  EXPECT_THAT(line, testing::MatchesRegex(".*: [0-9a-f]+"));
  EXPECT_EQ(print("x.bin"), line);
  EXPECT_NE(print("z.bin"), line);
  EXPECT_EQ(FingerprintLine(RunAdd().out), "");
}

TEST_F(Benchmark, InputFilesOfTheWrongSize) {
  WriteFile("short.bin", "abc");
  const Output run = RunAdd(
      {"--input_layer=x", "--input_layer_value_files=x:" + Path("short.bin")});
  EXPECT_FALSE(run.ok);
  EXPECT_THAT(run.err, HasSubstr("short.bin has 3 bytes"));
  EXPECT_THAT(
      RunAdd({"--input_layer=x", "--input_layer_value_files=x:/proc"}).err,
      HasSubstr("cannot read /proc"));
}

TEST_F(Benchmark, Signatures) {
  const Output run =
      RunAdd({"--list_signatures=true", "--signature_to_run_for=serving"});
  ASSERT_TRUE(run.ok) << run.err;
  EXPECT_THAT(run.out, HasSubstr("The Model contains 1 signature key(s)."));
  EXPECT_THAT(run.out, HasSubstr("> serving"));
  EXPECT_THAT(run.out, HasSubstr("count=3"));
}

TEST_F(Benchmark, PrintsStates) {
  const Output run =
      RunAdd({"--print_preinvoke_state=true", "--print_postinvoke_state=true"});
  ASSERT_TRUE(run.ok) << run.err;
  const size_t before = run.out.find("Interpreter state before invoking:");
  const size_t after = run.out.find("Interpreter state after invoking:");
  ASSERT_NE(before, std::string::npos);
  ASSERT_NE(after, std::string::npos);
  EXPECT_LT(before, after);
  EXPECT_THAT(run.out, HasSubstr("Node 0 ADD: inputs [0,1], outputs [2]"));
}

// Names of any characters, in strings that JSON allows.
TEST_F(Benchmark, WritesNamesAsJson) {
  ModelT model = fault::AddModel();
  model.subgraphs[0]->name = "it's";
  model.subgraphs[0]->tensors[0]->name = "\x01\"\\\xff";
  WriteFile("names.tflite", fault::Pack(model));
  const Output run =
      Run({"--graph=" + Path("names.tflite"), "--export_model_runtime_info"});
  ASSERT_TRUE(run.ok) << run.err;
  EXPECT_THAT(run.out, HasSubstr("{\"name\":\"it's\","));
  EXPECT_THAT(run.out, HasSubstr("{\"name\":\"\\u0001\\\"\\\\\\ufffd\","));
}

TEST_F(Benchmark, DryRunInvokesNothing) {
  const Output run = RunAdd({"--dry_run=true"});
  EXPECT_TRUE(run.ok) << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("count=")));
}

TEST_F(Benchmark, VerbosePrintsDefaultsToo) {
  EXPECT_THAT(RunAdd({"--verbose=true"}).out,
              HasSubstr("Inter-run delay (seconds): [-1]"));
  EXPECT_THAT(RunAdd().out, Not(HasSubstr("Inter-run delay (seconds)")));
}

}  // namespace
}  // namespace benchmark
}  // namespace tflite
