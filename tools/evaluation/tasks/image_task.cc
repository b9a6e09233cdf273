#include "tools/evaluation/tasks/image_task.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <thread>
#include <utility>

#include "tools/delegates/loaded_model.h"
#include "tools/evaluation/files_and_delegates.h"
#include "tools/evaluation/run/hash.h"
#include "tools/evaluation/run/progress.h"
#include "tools/evaluation/stages/image_input.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

// Passes records on in the order of the items, whatever the order of arrival.
class InOrder {
 public:
  explicit InOrder(const std::vector<ImageItem>& items) : items_(items) {}

  template <typename Receiver>
  void Add(const ImageRecord& record, const Receiver& receiver) {
    waiting_[record.index()] = record;
    while (next_ < items_.size()) {
      const auto found = waiting_.find(items_[next_].index);
      if (found == waiting_.end()) return;
      receiver(found->second);
      waiting_.erase(found);
      ++next_;
    }
  }

 private:
  const std::vector<ImageItem>& items_;
  std::map<int64_t, ImageRecord> waiting_;
  size_t next_ = 0;
};

}  // namespace

std::vector<Flag> ImageTask::GetFlags() {
  std::vector<Flag> flags = {
      Flag::CreateFlag("ground_truth_images_path", &images_path_,
                       "Folder with the images: .jpg, .jpeg or .rgb8.",
                       Flag::kRequired),
      Flag::CreateFlag("num_eval_threads", &num_eval_threads_,
                       "Threads that decode images and run the model; 0: as "
                       "many as there are processors."),
      Flag::CreateFlag("num_interpreters", &num_interpreters_,
                       "Images that run at a time, each on an interpreter of "
                       "its own; 0: one with delegates, otherwise one per "
                       "evaluation thread. For latencies without neighbours, "
                       "set both to 1."),
      Flag::CreateFlag("skip_bad", &skip_bad_,
                       "Count and record invalid images and results instead "
                       "of failing."),
      Flag::CreateFlag("compare_with_cpu", &compare_with_cpu_,
                       "Also run each image without delegates, and show where "
                       "the two disagree."),
  };
  flags_.AddTo(&flags);
  for (Flag& flag : TaskFlags()) flags.push_back(std::move(flag));
  for (Flag& flag : OutputFlags(&outputs_)) flags.push_back(std::move(flag));
  return flags;
}

base::Status ImageTask::CheckFlags() const {
  TFLL_RETURN_IF_ERROR(flags_.Check());
  if (num_eval_threads_ < 0 || num_eval_threads_ > 1024) {
    return base::Invalid("--num_eval_threads=", num_eval_threads_);
  }
  if (num_interpreters_ < 0 || num_interpreters_ > 1024) {
    return base::Invalid("--num_interpreters=", num_interpreters_);
  }
  return base::OkStatus();
}

base::StatusOr<Lane> ImageTask::CreateLane(int threads, size_t* num_delegates) {
  TfliteInferenceParams params;
  params.set_model_file_path(flags_.model_file);
  params.set_num_threads(threads);
  params.set_delegate(ParseStringToDelegateType(flags_.delegate));
  TFLL_ASSIGN_OR_RETURN(ModelRunner::Delegates delegates,
                        delegate_providers_.CreateAllDelegates(params));
  *num_delegates = delegates.size();
  tools::LoadOptions options =
      tools::LoadOptionsOf(delegate_providers_.GetAllParams());
  options.threads = threads;
  options.custom_op_libraries = flags_.custom_op_library;
  Lane lane;
  TFLL_ASSIGN_OR_RETURN(
      lane.test,
      ModelRunner::Create(flags_.model_file, std::move(delegates), options));
  if (compare_with_cpu_) {
    options.default_delegates = false;
    TFLL_ASSIGN_OR_RETURN(lane.reference,
                          ModelRunner::Create(flags_.model_file, {}, options));
  }
  return lane;
}

base::Status ImageTask::CreateLanes() {
  const int threads = flags_.num_interpreter_threads;
  size_t num_delegates = 0;
  TFLL_ASSIGN_OR_RETURN(Lane first, CreateLane(threads, &num_delegates));
  lanes_.push_back(std::move(first));
  if (num_eval_threads_ == 0) {
    num_eval_threads_ =
        std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }
  int count = num_interpreters_;
  if (count == 0) {
    count = num_delegates > 0 || threads != 1 ? 1 : num_eval_threads_;
  }
  for (int i = 1; i < count; ++i) {
    TFLL_ASSIGN_OR_RETURN(Lane lane, CreateLane(threads, &num_delegates));
    lanes_.push_back(std::move(lane));
  }
  return base::OkStatus();
}

base::Status ImageTask::PrepareInput(RunDescription* run) {
  const ModelRunner& model = *lanes_.front().test;
  if (model.num_inputs() != 1) {
    return base::Invalid(flags_.model_file, " has ", model.num_inputs(),
                         " inputs, not one image");
  }
  const TfLiteTensor& input = model.input(0);
  TFLL_RETURN_IF_ERROR(
      base::Annotate(CheckImageInput(input), flags_.model_file));
  const TfLiteIntArray* dims = input.dims;
  run->set_input_height(dims->data[1]);
  run->set_input_width(dims->data[2]);
  auto preprocessor = Preprocessor::Create(
      Preprocessing(input.type, dims->data[2], dims->data[1]));
  if (!preprocessor.ok()) {
    return base::Annotate(preprocessor.status(), flags_.model_file);
  }
  preprocessor_ = *std::move(preprocessor);
  SetDelegation(model, run);
  return base::Annotate(CheckOutputs(model), flags_.model_file);
}

base::StatusOr<StateHeader> ImageTask::Describe(std::vector<ImageItem>* items) {
  StateHeader header;
  RunDescription* run = header.mutable_run();
  run->set_task(name());
  TFLL_RETURN_IF_ERROR(flags_.Describe(DelegateArguments(), &header));
  TFLL_RETURN_IF_ERROR(ReadInputs(run, items));
  std::string names;
  for (const ImageItem& item : *items) names += FileName(item.path) + "\n";
  run->add_configuration(ContentsLine("images", names));
  run->set_num_images(static_cast<int64_t>(items->size()));
  run->add_configuration(std::string("CPU compared: ") +
                         (compare_with_cpu_ ? "yes" : "no"));
  if (items->empty()) {
    return base::Invalid("there are no images in ", images_path_);
  }
  return header;
}

base::Status ImageTask::RunImages(const std::vector<ImageItem>& all,
                                  StateFile* state, ImageRun* run) {
  std::set<int64_t> known;
  if (state != nullptr) run->records = state->records();
  for (const ImageRecord& record : run->records) {
    known.insert(record.index());
    if (record.has_error() && !skip_bad_) {
      return base::Invalid(flags_.state_file,
                           " leaves out an image; --skip_bad is ",
                           "needed to go on: ", record.error());
    }
  }
  std::vector<ImageItem> mine, items;
  for (const ImageItem& item : all) {
    if (item.index % flags_.num_shards != flags_.shard_index) continue;
    mine.push_back(item);
    if (known.count(item.index) == 0) items.push_back(item);
  }
  if (!known.empty()) {
    TFLITE_LOG(INFO) << "Continuing after " << known.size() << " images of "
                     << flags_.state_file;
  }
  PoolOptions options;
  options.threads = num_eval_threads_;
  options.queue = QueueLength(num_eval_threads_, lanes_.size());
  options.skip_bad = skip_bad_;
  const int64_t total = static_cast<int64_t>(mine.size());
  Progress progress(total, static_cast<int64_t>(run->records.size()),
                    [run] { return RunningMetric(*run); });
  InOrder in_order(items);
  const int64_t step = total / 100;
  return EvaluateImages(
      items, *this, &lanes_, options,
      [&](ImageRecord record) -> base::Status {
        if (state != nullptr) TFLL_RETURN_IF_ERROR(state->Append(record));
        in_order.Add(record, [&](const ImageRecord& r) {
          const std::string lines = LinesAbout(r);
          if (lines.empty()) return;
          progress.Above([&] { std::cout << lines << std::flush; });
        });
        run->records.push_back(std::move(record));
        const int64_t done = static_cast<int64_t>(run->records.size());
        if (step > 1 && done % step == 0) {
          progress.Above([&] {
            TFLITE_LOG(INFO) << progress_word() << ": " << done / step << "%";
          });
        }
        progress.Update(done);
        return base::OkStatus();
      },
      nullptr);
}

base::StatusOr<EvaluationStageMetrics> ImageTask::Evaluate() {
  TFLL_RETURN_IF_ERROR(CheckFlags());
  std::vector<ImageItem> items;
  TFLL_ASSIGN_OR_RETURN(StateHeader header, Describe(&items));
  TFLL_RETURN_IF_ERROR(CheckOutputFiles(header.run(), outputs_));
  TFLL_RETURN_IF_ERROR(CreateLanes());
  TFLL_RETURN_IF_ERROR(PrepareInput(header.mutable_run()));
  TFLL_ASSIGN_OR_RETURN(const auto state, flags_.OpenState(header));
  ImageRun run;
  run.description = header.run();
  TFLL_RETURN_IF_ERROR(RunImages(items, state.get(), &run));
  if (state != nullptr) TFLL_RETURN_IF_ERROR(state->Sync());
  std::sort(run.records.begin(), run.records.end(),
            [](const ImageRecord& a, const ImageRecord& b) {
              return a.index() < b.index();
            });
  const ImageResults results = ComputeResults(run);
  // Another shard may have better images.
  if (flags_.num_shards == 1) {
    TFLL_RETURN_IF_ERROR(CheckAnyImage(run, results));
  }
  for (const std::string& line : ResultLines(run, results)) {
    TFLITE_LOG(INFO) << line;
  }
  TFLL_RETURN_IF_ERROR(WriteOutputs(run, results, outputs_));
  return results.metrics;
}

std::optional<EvaluationStageMetrics> ImageTask::RunImpl() {
  auto metrics = Evaluate();
  if (metrics.ok()) return *std::move(metrics);
  TFLITE_LOG(ERROR) << metrics.status().message();
  return std::nullopt;
}

base::StatusOr<std::string> ImageTask::Load(const ImageItem& item) const {
  return preprocessor_->Run(item.path);
}

base::StatusOr<std::vector<std::string>> ImageTask::ImagePaths() const {
  std::vector<std::string> all, images;
  if (GetSortedFileNames(images_path_, &all) != kTfLiteOk) {
    return base::Invalid("--ground_truth_images_path: cannot read the folder ",
                         images_path_);
  }
  if (GetSortedFileNames(images_path_, &images, {"jpg", "jpeg", "rgb8"}) !=
      kTfLiteOk) {
    return base::Invalid("cannot read the folder ", images_path_);
  }
  if (images.size() < all.size()) {
    TFLITE_LOG(WARN) << all.size() - images.size() << " files of "
                     << images_path_
                     << " are not counted: only .jpg, .jpeg and .rgb8 are "
                        "images here";
  }
  return images;
}

base::StatusOr<std::vector<std::string>> ImageTask::Lines(
    const char* flag, const std::string& path) {
  std::vector<std::string> lines;
  if (!ReadFileLines(path, &lines)) {
    return base::Invalid("--", flag, ": cannot read ", path);
  }
  return lines;
}

}  // namespace evaluation
}  // namespace tflite
