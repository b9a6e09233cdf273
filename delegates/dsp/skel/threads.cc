#include "delegates/dsp/skel/threads.h"

#include "delegates/dsp/skel/platform.h"

namespace tflite::dsp {
namespace {

struct Job {
  void (*run)(void* context, uint32_t part);
  void* context;
};

// Runs one part of each job that is handed to it.
struct Helper {
  uint32_t part;
  uint32_t jobs;  // handed to it so far
  bool has_started;
  Counts counts;  // of its last part
  Thread thread;
};

Helper helpers[kMostThreads - 1];
Job job;
uint32_t parts_left = 0;  // of the job, on helpers
uint32_t in_use = 0;
uint32_t is_ending = 0;

uint32_t Load(const uint32_t* word) {
  return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

Counts Less(const Counts& a, const Counts& b) {
  return {a.packets - b.packets, a.instructions - b.instructions,
          a.vector_instructions - b.vector_instructions};
}
void Add(const Counts& x, Counts* sum) {
  sum->packets += x.packets;
  sum->instructions += x.instructions;
  sum->vector_instructions += x.vector_instructions;
}

void Serve(void* argument) {
  auto& self = *static_cast<Helper*>(argument);
  for (uint32_t done = 0;; ++done) {
    while (Load(&self.jobs) == done) WaitWhile(&self.jobs, done);
    if (Load(&is_ending) != 0) return;
    const Counts before = ReadCounts();
    job.run(job.context, self.part);
    self.counts = Less(ReadCounts(), before);
    if (__atomic_sub_fetch(&parts_left, 1, __ATOMIC_SEQ_CST) == 0) {
      Wake(&parts_left);
    }
  }
}

// Whether so many helpers run.
bool Start(uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    Helper& helper = helpers[i];
    if (helper.has_started) continue;
    helper.part = i + 1;
    helper.jobs = 0;
    if (!StartThread(Serve, &helper, &helper.thread)) return false;
    helper.has_started = true;
  }
  return true;
}

void HandJob(Helper& helper) {
  __atomic_add_fetch(&helper.jobs, 1, __ATOMIC_SEQ_CST);
  Wake(&helper.jobs);
}

void RunAll(uint32_t count, Counts* counts) {
  __atomic_store_n(&parts_left, count, __ATOMIC_SEQ_CST);
  for (uint32_t i = 0; i < count; ++i) HandJob(helpers[i]);
  job.run(job.context, 0);
  const Counts before = ReadCounts();
  for (uint32_t left = Load(&parts_left); left != 0; left = Load(&parts_left)) {
    WaitWhile(&parts_left, left);
  }
  Counts others = Less(before, ReadCounts());
  for (uint32_t i = 0; i < count; ++i) Add(helpers[i].counts, &others);
  Add(others, counts);
}

}  // namespace

bool RunParts(uint32_t parts, void (*run)(void* context, uint32_t part),
              void* context, Counts* counts) {
  if (__atomic_exchange_n(&in_use, 1, __ATOMIC_SEQ_CST) != 0) return false;
  const Counts before = ReadCounts();
  const bool ready = Start(parts - 1);
  Add(Less(before, ReadCounts()), counts);
  if (ready) {
    job = {run, context};
    RunAll(parts - 1, counts);
  }
  __atomic_store_n(&in_use, 0, __ATOMIC_SEQ_CST);
  return ready;
}

void EndHelpers() {
  if (__atomic_exchange_n(&in_use, 1, __ATOMIC_SEQ_CST) != 0) return;
  __atomic_store_n(&is_ending, 1, __ATOMIC_SEQ_CST);
  for (Helper& helper : helpers) {
    if (!helper.has_started) continue;
    HandJob(helper);
    JoinThread(&helper.thread);
    helper.has_started = false;
  }
  __atomic_store_n(&is_ending, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&in_use, 0, __ATOMIC_SEQ_CST);
}

}  // namespace tflite::dsp
