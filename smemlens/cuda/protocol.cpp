#include "smemlens/cuda/protocol.h"

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace smemlens::cuda {
namespace {

constexpr const char* kArchitecture = "SMEMLENS_ARCH";
constexpr const char* kReportFd = "SMEMLENS_REPORT_FD";
constexpr const char* kThreads = "SMEMLENS_THREADS";
constexpr const char* kMaxSteps = "SMEMLENS_MAX_STEPS";
constexpr const char* kCount = "SMEMLENS_COUNT";
constexpr const char* kTimeout = "SMEMLENS_TIMEOUT";
constexpr const char* kDeadline = "SMEMLENS_DEADLINE";
constexpr const char* kShuffle = "SMEMLENS_SHUFFLE";
constexpr const char* kKernel = "SMEMLENS_KERNEL";
constexpr const char* kLaunchSkip = "SMEMLENS_LAUNCH_SKIP";
constexpr const char* kLaunchCount = "SMEMLENS_LAUNCH_COUNT";
constexpr const char* kBlocks = "SMEMLENS_BLOCKS";
constexpr const char* kRecord = "SMEMLENS_RECORD";
constexpr const char* kDigest = "SMEMLENS_DIGEST";
constexpr const char* kSharedNoise = "SMEMLENS_SHARED_NOISE";

constexpr std::string_view kCountsOnce = "once";
constexpr std::string_view kCountsEvery = "every";

template <typename Number>
void read_number(const char* name, Number& number) {
  const char* const value = std::getenv(name);
  if (value == nullptr) return;
  const std::string_view text = value;
  Number parsed{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (error == std::errc{} && end == text.data() + text.size()) number = parsed;
}

void read_truth(const char* name, bool& truth) {
  unsigned number = 0;
  read_number(name, number);
  truth = number == 1;
}

void read_text(const char* name, std::string& text) {
  if (const char* const value = std::getenv(name)) text = value;
}

}  // namespace

Settings settings_from_environment() {
  Settings settings;
  read_text(kArchitecture, settings.architecture);
  read_number(kReportFd, settings.report_fd);
  read_number(kThreads, settings.threads);
  read_number(kMaxSteps, settings.max_steps);
  read_number(kShuffle, settings.shuffle);
  std::string count;
  read_text(kCount, count);
  settings.counts_every = count == kCountsEvery;
  read_number(kTimeout, settings.timeout_seconds);
  read_number(kDeadline, settings.deadline);
  read_text(kKernel, settings.selection.kernel);
  read_number(kLaunchSkip, settings.selection.launch_skip);
  read_number(kLaunchCount, settings.selection.launch_count);
  read_text(kBlocks, settings.selection.blocks);
  read_truth(kRecord, settings.records_requests);
  read_truth(kDigest, settings.digests_memory);
  read_truth(kSharedNoise, settings.has_shared_noise);
  return settings;
}

std::vector<std::string> to_environment(const Settings& settings) {
  const auto entry = [](const char* name, const std::string& value) {
    return std::string(name) + '=' + value;
  };
  return {entry(kArchitecture, settings.architecture),
          entry(kReportFd, std::to_string(settings.report_fd)),
          entry(kThreads, std::to_string(settings.threads)),
          entry(kMaxSteps, std::to_string(settings.max_steps)),
          entry(kCount, std::string(settings.counts_every ? kCountsEvery : kCountsOnce)),
          entry(kTimeout, std::to_string(settings.timeout_seconds)),
          entry(kDeadline, std::to_string(settings.deadline)),
          entry(kKernel, settings.selection.kernel),
          entry(kLaunchSkip, std::to_string(settings.selection.launch_skip)),
          entry(kLaunchCount, std::to_string(settings.selection.launch_count)),
          entry(kBlocks, settings.selection.blocks),
          entry(kRecord, settings.records_requests ? "1" : "0"),
          entry(kDigest, settings.digests_memory ? "1" : "0"),
          entry(kSharedNoise, settings.has_shared_noise ? "1" : "0")};
}

}  // namespace smemlens::cuda
