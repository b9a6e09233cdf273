// Measures how well the evaluation of images keeps the processors busy, and the
// decoding of JPEG against djpeg (package libjpeg-turbo-progs), if it is
// installed.
//
//   speed --model_file=M,N --images=FOLDER [--threads=2] [--interpreters=2]
//
// The models' inputs must be images. CPU times depend little on what else the
// machine does; other times are also given relative to threads that only
// compute, which run in turn with the evaluation.

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tools/callers_folder.h"
#include "tools/command_line_flags.h"
#include "tools/evaluation/files_and_delegates.h"
#include "tools/evaluation/image/jpeg.h"
#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/run/image_pool.h"
#include "tools/evaluation/run/state_file.h"
#include "tools/evaluation/stages/image_input.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

struct Options {
  int32_t threads = 2;
  int32_t interpreters = 2;
  float seconds = 5;
  std::string state_file = "speed_state";
};

class Steps : public ImageSteps {
 public:
  explicit Steps(Preprocessor preprocessor)
      : preprocessor_(std::move(preprocessor)) {}
  base::StatusOr<std::string> Load(const ImageItem& item) const final {
    return preprocessor_.Run(item.path);
  }
  base::Status Read(const ModelRunner&, ImagePrediction*) const final {
    return base::OkStatus();
  }
  base::Status AddTruth(const ImageItem&, ImageRecord*) const final {
    return base::OkStatus();
  }

 private:
  const Preprocessor preprocessor_;
};

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * now.tv_nsec;
}

// User and system time that djpeg takes to decode a file, its start included;
// 0 without djpeg.
base::StatusOr<double> DjpegSeconds(const std::string& path) {
  const char* arguments[] = {"djpeg",     "-dct",       "int",  "-outfile",
                             "/dev/null", path.c_str(), nullptr};
  pid_t process;
  const int error = posix_spawnp(&process, arguments[0], nullptr, nullptr,
                                 const_cast<char* const*>(arguments), environ);
  if (error == ENOENT) return 0.0;
  int status = 0;
  rusage usage{};
  if (error != 0 || wait4(process, &status, 0, &usage) != process ||
      status != 0) {
    return base::Invalid("djpeg fails on ", path);
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * t.tv_usec;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// User and system time to read and decode a file.
base::StatusOr<double> DecodingSeconds(const std::string& path) {
  const double start = CpuSeconds();
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  auto image = JpegRows::Open(bytes);
  if (!image.ok()) return base::Annotate(image.status(), path);
  std::vector<uint8_t> row(static_cast<size_t>(image->width()) *
                           image->channels());
  for (int y = 0; y < image->height(); ++y) {
    TFLL_RETURN_IF_ERROR(base::Annotate(image->Next(row.data()), path));
  }
  return CpuSeconds() - start;
}

// In rounds, so that both see the same machine.
base::Status MeasureDecoding(const std::vector<std::string>& images) {
  constexpr int kRounds = 5;
  double ours = 0, djpeg = 0;
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    double ours_now = 0, djpeg_now = 0;
    for (const std::string& path : images) {
      TFLL_ASSIGN_OR_RETURN(const double a, DecodingSeconds(path));
      TFLL_ASSIGN_OR_RETURN(const double b, DjpegSeconds(path));
      ours_now += a;
      djpeg_now += b;
    }
    ours += ours_now;
    djpeg += djpeg_now;
    ratios.push_back(ours_now / djpeg_now);
  }
  const double images_ms = 1e-3 * kRounds * static_cast<double>(images.size());
  std::printf("decoding: %.3f ms CPU per image\n", ours / images_ms);
  if (djpeg == 0) {
    std::printf("djpeg is not installed\n");
    return base::OkStatus();
  }
  std::sort(ratios.begin(), ratios.end());
  std::printf(
      "djpeg: %.3f ms CPU per image, with its start; ratio %.3f, in %d rounds "
      "%.3f to %.3f\n",
      djpeg / images_ms, ratios[kRounds / 2], kRounds, ratios.front(),
      ratios.back());
  return base::OkStatus();
}

// What a round has taken.
struct Round {
  PoolTimes pool;
  double images = 0;
  // CPU time over wall time of as many threads that only compute, just before:
  // what the machine grants them beside its other work.
  double granted = 1;
};

// Lets this many threads compute for some seconds; returns the part of the time
// that they ran.
double GrantedShare(int threads, double seconds) {
  std::atomic<int64_t> cpu_us(0);
  const int64_t start = NowMicros();
  const auto compute = [&] {
    const double begin = CpuSeconds();
    while (1e-6 * (NowMicros() - start) < seconds) {
    }
    cpu_us += static_cast<int64_t>(1e6 * (CpuSeconds() - begin));
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(compute);
  compute();
  for (std::thread& thread : others) thread.join();
  return static_cast<double>(cpu_us) / threads / (NowMicros() - start);
}

// The evaluation of one model, with all that run_eval does for an image.
class PoolBenchmark {
 public:
  static base::StatusOr<std::unique_ptr<PoolBenchmark>> Create(
      const std::string& model, const Options& options,
      std::vector<std::string> images) {
    std::unique_ptr<PoolBenchmark> result(new PoolBenchmark(options));
    result->images_ = std::move(images);
    result->lanes_.resize(options.interpreters);
    tools::LoadOptions load;
    load.threads = 1;
    load.default_delegates = true;
    for (Lane& lane : result->lanes_) {
      TFLL_ASSIGN_OR_RETURN(lane.test, ModelRunner::Create(model, {}, load));
    }
    const TfLiteTensor& input = result->lanes_[0].test->input(0);
    TFLL_RETURN_IF_ERROR(base::Annotate(CheckImageInput(input), model));
    TFLL_ASSIGN_OR_RETURN(
        Preprocessor preprocessor,
        Preprocessor::Create(ClassificationPreprocessing(input.type,
                                                         input.dims->data[2],
                                                         input.dims->data[1])
                                 .specification()
                                 .image_preprocessing_params()));
    result->steps_ = std::make_unique<Steps>(std::move(preprocessor));
    return result;
  }

  // Each image once, then rounds of about a fifth of the time each.
  base::Status Run(Round* sum) {
    Round first;
    TFLL_RETURN_IF_ERROR(RunOnce(images_.size(), &first));
    const double round_us = 1e6 * options_.seconds / kRounds;
    const double image_us = first.pool.wall_us / first.images;
    const auto count =
        std::max(images_.size(), static_cast<size_t>(round_us / image_us));
    *sum = {};
    sum->granted = 0;
    for (int i = 0; i < kRounds; ++i) {
      const double granted = GrantedShare(options_.threads, 1e-6 * round_us);
      Round round;
      TFLL_RETURN_IF_ERROR(RunOnce(count, &round));
      sum->images += round.images;
      sum->granted += granted / kRounds;
      sum->pool.wall_us += round.pool.wall_us;
      sum->pool.busy_us += round.pool.busy_us;
      sum->pool.waiting_us += round.pool.waiting_us;
      sum->pool.load_us += round.pool.load_us;
      sum->pool.inference_us += round.pool.inference_us;
    }
    return base::OkStatus();
  }

 private:
  static constexpr int kRounds = 5;

  explicit PoolBenchmark(const Options& options) : options_(options) {}

  base::Status RunOnce(size_t count, Round* round) {
    std::vector<ImageItem> items;
    for (size_t i = 0; i < count; ++i) {
      items.push_back({static_cast<int64_t>(i), images_[i % images_.size()]});
    }
    StateHeader header;
    header.set_num_shards(1);
    TFLL_ASSIGN_OR_RETURN(const auto state,
                          StateFile::Open(options_.state_file, header));
    TFLL_RETURN_IF_ERROR(EvaluateImages(
        items, *steps_, &lanes_,
        {options_.threads, QueueLength(options_.threads, lanes_.size()), false},
        [&](const ImageRecord& record) { return state->Append(record); },
        &round->pool));
    round->images = static_cast<double>(count);
    return base::Status(
        std::remove(options_.state_file.c_str()) == 0
            ? base::OkStatus()
            : base::Invalid("cannot remove ", options_.state_file));
  }

  const Options options_;
  std::vector<std::string> images_;
  std::vector<Lane> lanes_;
  std::unique_ptr<Steps> steps_;
};

void Print(const std::string& model, const Options& options, const Round& r) {
  const double n = r.images, wall = static_cast<double>(r.pool.wall_us);
  const double work = static_cast<double>(r.pool.load_us + r.pool.inference_us);
  const double busy = r.pool.busy_us / wall / options.threads;
  const double ratio = wall / (work / options.threads);
  std::printf(
      "%s\n  CPU time of an image: %.3f ms to decode and resize, %.3f ms to "
      "infer; time of an image: %.3f ms\n",
      model.c_str(), r.pool.load_us / n / 1e3, r.pool.inference_us / n / 1e3,
      wall / n / 1e3);
  std::printf(
      "  %d threads: work for %.1f %% of the time, running for %.1f %%; time / "
      "(CPU time / threads) = %.3f\n",
      options.threads, 100 - 100.0 * r.pool.waiting_us / options.threads / wall,
      100 * busy, ratio);
  std::printf(
      "  threads that only compute run for %.1f %%; relative to them: %.1f %%, "
      "%.3f\n",
      100 * r.granted, 100 * busy / r.granted, ratio * r.granted);
}

base::Status Measure(const std::vector<std::string>& models,
                     const std::vector<std::string>& images,
                     const Options& options) {
  TFLL_RETURN_IF_ERROR(MeasureDecoding(images));
  for (const std::string& model : models) {
    TFLL_ASSIGN_OR_RETURN(const auto benchmark,
                          PoolBenchmark::Create(model, options, images));
    Round sum;
    TFLL_RETURN_IF_ERROR(benchmark->Run(&sum));
    Print(model, options, sum);
  }
  return base::OkStatus();
}

std::vector<std::string> SplitAtCommas(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    parts.push_back(part);
  }
  return parts;
}

int Main(int argc, char** argv) {
  tools::EnterCallersFolder();
  std::string models, folder;
  Options options;
  const std::vector<Flag> flags = {
      Flag::CreateFlag("model_file", &models, "Models, separated by commas.",
                       Flag::kRequired),
      Flag::CreateFlag("images", &folder, "Folder with JPEG files.",
                       Flag::kRequired),
      Flag::CreateFlag("threads", &options.threads, "Threads of the pool."),
      Flag::CreateFlag("interpreters", &options.interpreters, "Interpreters."),
      Flag::CreateFlag("seconds", &options.seconds,
                       "To measure each model, about."),
      Flag::CreateFlag("state_file", &options.state_file,
                       "A file that is written and removed."),
  };
  const char** arguments = const_cast<const char**>(argv);
  if (!Flags::Parse(&argc, arguments, flags) ||
      !Flags::RefuseUnconsumed(argc, arguments, flags)) {
    return EXIT_FAILURE;
  }
  std::vector<std::string> images;
  if (GetSortedFileNames(folder, &images, {"jpg", "jpeg"}) != kTfLiteOk ||
      images.empty() || options.threads < 1 || options.interpreters < 1) {
    TFLITE_LOG(ERROR) << "no images in " << folder << ", or no threads";
    return EXIT_FAILURE;
  }
  const base::Status status = Measure(SplitAtCommas(models), images, options);
  if (status.ok()) return EXIT_SUCCESS;
  TFLITE_LOG(ERROR) << status.message();
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite

int main(int argc, char** argv) { return tflite::evaluation::Main(argc, argv); }
