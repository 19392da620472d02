#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/walkthrough.h"

namespace smemlens::cli {
namespace {

// "04-stride.hi-Latn.svg"
std::string file_name(std::size_t index, const figures::Illustration& illustration,
                      Language language) {
  const std::string number = std::to_string(index + 1);
  return (number.size() < 2 ? "0" : "") + number + "-" + std::string(illustration.name) + "." +
         std::string(name_of(language)) + ".svg";
}

// Makes the folder if it isn't there.
std::optional<Diagnostic> make_directory(const std::string& directory) {
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem) return file_problem("write to the folder", directory, problem.value());
  if (std::filesystem::is_directory(directory, problem)) return std::nullopt;
  return file_problem("write to the folder", directory, ENOTDIR);
}

// Writes the pictures of one language, and tells each file on standard output.
std::optional<Diagnostic> write_figures(const std::string& directory, Language language) {
  const auto illustrations = figures::walkthrough();
  for (std::size_t i = 0; i < illustrations.size(); ++i) {
    const auto figure = figures::draw_illustration(illustrations[i], {.language = language});
    if (!figure) return figure.error();
    const std::string path =
        (std::filesystem::path(directory) / file_name(i, illustrations[i], language)).string();
    if (auto problem = write_output(path, figure->svg)) return problem;
    if (auto problem = write_output({}, path + "\n")) return problem;
  }
  return std::nullopt;
}

}  // namespace

ExitCode figures(const FiguresArguments& arguments) {
  if (const auto problem = make_directory(arguments.directory)) return complain(*problem);
  for (const Language language : arguments.languages)
    if (const auto problem = write_figures(arguments.directory, language))
      return complain(*problem);
  return ExitCode::kDone;
}

}  // namespace smemlens::cli
