// Measures how well the evaluation of images keeps the processors busy, and the
// decoding of JPEG against djpeg (package libjpeg-turbo-progs), if it is
// installed.
//
//   speed --model_file=M --images=FOLDER [--threads=2] [--interpreters=2]
//
// The model's input must be an image. CPU times do not depend on what else the
// machine does; the rest is only meaningful on an idle one.

#include <sys/resource.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tools/callers_folder.h"
#include "tools/command_line_flags.h"
#include "tools/evaluation/files_and_delegates.h"
#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/run/image_pool.h"
#include "tools/evaluation/stages/image_input.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

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

// User and system time of the processes that this one has waited for.
double ChildSeconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * t.tv_usec;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// 'a b' in single quotes, as a shell reads it.
std::string ShellQuoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

base::Status MeasureDecoding(const std::vector<std::string>& images) {
  double ours = 0;
  for (const std::string& path : images) {
    TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
    const double start = CpuSeconds();
    const auto image = DecodeJpeg(bytes);
    if (!image.ok()) return base::Annotate(image.status(), path);
    ours += CpuSeconds() - start;
  }
  std::printf("decoding: %.3f ms CPU per image\n", 1e3 * ours / images.size());
  if (std::system("command -v djpeg >/dev/null") != 0) {
    std::printf("djpeg is not installed\n");
    return base::OkStatus();
  }
  const double start = ChildSeconds();
  for (const std::string& path : images) {
    const std::string command =
        "exec djpeg -dct int " + ShellQuoted(path) + " >/dev/null";
    if (std::system(command.c_str()) != 0) {
      return base::Invalid("djpeg fails on ", path);
    }
  }
  const double djpeg = ChildSeconds() - start;
  std::printf("djpeg: %.3f ms CPU per image, with its start; ratio %.3f\n",
              1e3 * djpeg / images.size(), ours / djpeg);
  return base::OkStatus();
}

base::Status MeasurePool(const std::string& model,
                         const std::vector<std::string>& images, int threads,
                         int interpreters) {
  std::vector<Lane> lanes(interpreters);
  for (Lane& lane : lanes) {
    TFLL_ASSIGN_OR_RETURN(lane.test,
                          ModelRunner::Create(model, 1, "", {}, true));
  }
  const TfLiteTensor& input = lanes[0].test->input(0);
  TFLL_RETURN_IF_ERROR(CheckImageInput(input));
  TFLL_ASSIGN_OR_RETURN(
      Preprocessor preprocessor,
      Preprocessor::Create(ClassificationPreprocessing(input.type,
                                                       input.dims->data[2],
                                                       input.dims->data[1])
                               .specification()
                               .image_preprocessing_params()));
  const Steps steps(std::move(preprocessor));
  std::vector<ImageItem> items;
  for (const std::string& path : images) {
    items.push_back({static_cast<int64_t>(items.size()), path});
  }
  PoolTimes times;
  TFLL_RETURN_IF_ERROR(EvaluateImages(
      items, steps, &lanes, {threads, 2 * threads + interpreters, false},
      [](const ImageRecord&) { return base::OkStatus(); }, &times));
  const double n = static_cast<double>(items.size());
  const double work =
      static_cast<double>(times.load_us + times.inference_us) / n;
  std::printf(
      "%d threads, %d interpreters, per image: %.3f ms CPU to decode and "
      "resize, %.3f ms to infer, %.3f ms in all\n",
      threads, interpreters, times.load_us / n / 1e3,
      times.inference_us / n / 1e3, times.wall_us / n / 1e3);
  std::printf(
      "threads have work %.1f %% of the time and run %.1f %%; time / "
      "(work / threads): %.3f\n",
      100 - 100.0 * times.waiting_us / threads / times.wall_us,
      100.0 * times.busy_us / threads / times.wall_us,
      times.wall_us / n / (work / threads));
  return base::OkStatus();
}

int Main(int argc, char** argv) {
  tools::EnterCallersFolder();
  std::string model, folder;
  int32_t threads = 2, interpreters = 2;
  const std::vector<Flag> flags = {
      Flag::CreateFlag("model_file", &model, "The model.", Flag::kRequired),
      Flag::CreateFlag("images", &folder, "Folder with JPEG files.",
                       Flag::kRequired),
      Flag::CreateFlag("threads", &threads, "Threads of the pool."),
      Flag::CreateFlag("interpreters", &interpreters, "Interpreters."),
  };
  const char** arguments = const_cast<const char**>(argv);
  if (!Flags::Parse(&argc, arguments, flags) ||
      !Flags::RefuseUnconsumed(argc, arguments, flags)) {
    return EXIT_FAILURE;
  }
  std::vector<std::string> images;
  if (GetSortedFileNames(folder, &images, {"jpg", "jpeg"}) != kTfLiteOk ||
      images.empty() || threads < 1 || interpreters < 1) {
    TFLITE_LOG(ERROR) << "no images in " << folder << ", or no threads";
    return EXIT_FAILURE;
  }
  base::Status status = MeasureDecoding(images);
  status.Update(MeasurePool(model, images, threads, interpreters));
  if (status.ok()) return EXIT_SUCCESS;
  TFLITE_LOG(ERROR) << status.message();
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite

int main(int argc, char** argv) { return tflite::evaluation::Main(argc, argv); }
