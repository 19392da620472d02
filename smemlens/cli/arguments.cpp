#include "smemlens/cli/arguments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// The one file that includes CLI11: it takes seconds to compile.
#include <CLI/CLI.hpp>

#include "smemlens/analysis/selection.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/help_texts.h"
#include "smemlens/cli/option_values.h"
#include "smemlens/cuda/block_selection.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/cuda/kernel_pattern.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/simt/launch.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens::cli {
namespace {

CLI::Option* add_extent(CLI::App& app, const std::string& name, simt::Extent& extent,
                        const std::string& help) {
  const auto parse = [&extent, name](const std::vector<std::string>& values) {
    const std::string problem = parse_extent(values.back(), extent);
    if (!problem.empty()) throw CLI::ValidationError(name, problem);
    return true;
  };
  return app.add_option(name, parse, help)->type_name("X,Y,Z")->type_size(1)->delimiter('\0');
}

// An option whose value is a number from 0 to `most`.
template <typename Number>
CLI::Option* add_number(CLI::App& app, const std::string& name, Number& value, Number most,
                        const std::string& help) {
  std::ostringstream range;
  range << std::setprecision(std::numeric_limits<Number>::digits10)
        << (std::is_integral_v<Number> ? "a whole number" : "a number") << " from 0 to " << most;
  const auto parse = [&value, most, name, range = range.str()](const std::vector<std::string>& v) {
    const std::optional<Number> number = number_from(v.back(), most);
    if (!number) throw CLI::ValidationError(name, "'" + v.back() + "' is not " + range);
    value = *number;
    return true;
  };
  return app.add_option(name, parse, help)->type_size(1);
}

const std::vector<std::pair<std::string, Format>> formats_by_name = {
    {"text", Format::kText},
    {"json", Format::kJson},
    {"svg",  Format::kSvg },
};

const std::vector<std::pair<std::string, ColorChoice>> colors_by_name = {
    {"auto",   ColorChoice::kAuto  },
    {"always", ColorChoice::kAlways},
    {"never",  ColorChoice::kNever },
};

template <typename T>
CLI::Option* add_choice(CLI::App& app, const std::string& name, T& value,
                        const std::vector<std::pair<std::string, T>>& choices,
                        const std::string& help) {
  std::string names;
  for (const auto& [choice, meaning] : choices) names += (names.empty() ? "" : "|") + choice;
  const auto parse = [&value, choices, name, names](const std::vector<std::string>& values) {
    const auto found = std::ranges::find(choices, values.back(), &std::pair<std::string, T>::first);
    if (found == choices.end()) {
      throw CLI::ValidationError(name, "'" + values.back() + "' is none of " + names);
    }
    value = found->second;
    return true;
  };
  return app.add_option(name, parse, help)->type_name(names)->type_size(1);
}

using FormatChoices = std::vector<std::pair<std::string, Format>>;

// Endings of forms that some report or picture or other has.
constexpr std::string_view kFormEndings[] = {"json", "jsonl", "svg",  "html", "csv",  "sarif",
                                             "png",  "jpg",   "jpeg", "gif",  "webp", "pdf"};

// `-o picture.svg` alone means svg; an explicit --format wins. An ending that promises what the
// command can't write is refused.
void choose_format_by_ending(const CLI::App& app, CommonOptions& common,
                             const FormatChoices& choices) {
  const CLI::Option* const format = app.get_option_no_throw("--format");
  if (format != nullptr && format->count() > 0) return;
  const std::size_t dot = common.output.rfind('.');
  if (dot == std::string::npos) return;
  const std::string ending = common.output.substr(dot + 1);
  const auto found = std::ranges::find(choices, ending, &FormatChoices::value_type::first);
  if (found != choices.end()) {
    common.format = found->second;
    return;
  }
  const bool is_json_lines = ending == "jsonl" && choices.size() == 1;
  if (is_json_lines || std::ranges::find(kFormEndings, ending) == std::end(kFormEndings)) return;
  std::string names;
  for (const auto& [name, value] : choices) names += (names.empty() ? "" : ", ") + name;
  throw CLI::ValidationError("--output", "'" + common.output + "': '" + app.get_name() +
                                             "' cannot write " + ending + "; it writes " + names);
}

void add_arch(CLI::App& app, CommonOptions& common) {
  app.add_option("--arch", common.arch, "architecture whose rules count (smemlens archs)")
      ->capture_default_str();
}

void add_common(CLI::App& app, CommonOptions& common, const std::vector<Format>& formats) {
  FormatChoices choices;
  std::ranges::copy_if(formats_by_name, std::back_inserter(choices), [&](const auto& choice) {
    return std::ranges::find(formats, choice.second) != formats.end();
  });
  if (choices.size() > 1) {
    add_choice(app, "--format", common.format, choices, "form of the result");
  }
  app.add_option("-o,--output", common.output,
                 "write the result to FILE (replaced if it exists); its ending gives the format")
      ->type_name("FILE");
  app.parse_complete_callback(
      [&app, &common, choices] { choose_format_by_ending(app, common, choices); });
  add_choice(app, "--color", common.color, colors_by_name, "colours in text");
  app.add_flag("-q,--quiet", common.is_quiet, "no progress and no notes on standard error");
  app.add_flag("-v,--verbose", common.is_verbose,
               "tell what is done, and the inlined calls around findings");
}

// Of a command whose result is a report.
void add_report(CLI::App& app, CommonOptions& common) {
  add_common(app, common, {Format::kText, Format::kJson});
  app.add_flag("--instances", common.shows_instances,
               "in text, show the instances of a template apart, not as one kernel");
}

void add_execution(CLI::App& app, ExecutionOptions& execution) {
  constexpr unsigned kMostThreads = 1024;
  constexpr double kMostSeconds = 1e9;
  constexpr auto kMostSteps = std::numeric_limits<std::uint64_t>::max();
  add_number(app, "--threads", execution.threads, kMostThreads, "host threads; 0 is one a core")
      ->type_name("N");
  add_number(app, "--timeout", execution.timeout_seconds, kMostSeconds,
             "stop after SECONDS; 0 is never")
      ->type_name("SECONDS")
      ->default_str("600");
  add_number(app, "--max-steps", execution.max_steps, kMostSteps,
             "stop a block after N thread instructions; 0 is never")
      ->type_name("N");
}

// An option whose text `parse` must accept; it is kept as it is.
template <typename Parse>
CLI::Option* add_checked(CLI::App& app, const std::string& name, std::string& value, Parse parse,
                         const std::string& help) {
  const auto keep = [&value, name, parse](const std::vector<std::string>& values) {
    const auto parsed = parse(values.back());
    if (!parsed) {
      const Diagnostic& problem = parsed.error();
      throw CLI::ValidationError(
          name, problem.message + (problem.hint.empty() ? "" : "; " + problem.hint));
    }
    value = values.back();
    return true;
  };
  return app.add_option(name, keep, help)->type_size(1);
}

void add_blocks(CLI::App& app, Selection& selection) {
  add_checked(app, "--blocks", selection.blocks, cuda::parse_block_selection,
              "run these blocks of each launch: all, first:N, every:N, random:N[:SEED]")
      ->type_name("WHICH")
      ->default_str("all");
}

// As Nsight Compute spells them, but what isn't selected doesn't run at all.
void add_selection(CLI::App& app, Selection& selection) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  add_checked(app, "-k,--kernel", selection.kernel, cuda::KernelPattern::parse,
              "run only kernels of this name, or regex:EXPR found in theirs")
      ->type_name("NAME");
  add_number(app, "-s,--launch-skip", selection.launch_skip, kMost,
             "leave out the first SKIP launches of such kernels")
      ->type_name("SKIP");
  add_number(app, "-c,--launch-count", selection.launch_count, kMost,
             "run at most COUNT launches of such kernels; 0 is all")
      ->type_name("COUNT");
  add_blocks(app, selection);
}

struct Commands {
  ExplainArguments explain;
  FixArguments fix;
  CostArguments cost;
  ArchsArguments archs;
  FiguresArguments figures;
  PageArguments page;
  RunArguments run;
  LaunchArguments launch;
};

std::vector<std::pair<std::string, Language>> language_choices() {
  std::vector<std::pair<std::string, Language>> choices;
  choices.reserve(kLanguages.size());
  for (const Language language : kLanguages)
    choices.emplace_back(std::string(name_of(language)), language);
  return choices;
}

// A member may be called c: `p[lane].c` is no file.
bool names_source(const std::string& word) {
  return cuda::is_source(word) && word.find_first_of("[;") == std::string::npos;
}

void add_explain(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "explain", "one access: picture, wavefronts, the law behind it, the cheapest fix");
  command->add_option("pattern", arguments.pattern, "declarations; accesses (docs/patterns.md)")
      ->required();
  command->add_option("--block", arguments.block, "threads of the block; default one warp")
      ->type_name("X,Y,Z");
  command->add_option("--let", arguments.lets, "bind a name: k=3 or k=0..31 (ends included)")
      ->type_name("NAME=VALUE");
  add_choice(*command, "--lang", arguments.language, language_choices(),
             "of pictures, and in text of verdict, law and price; tables, queues, notes and JSON "
             "stay English");
  add_arch(*command, arguments.common);
  add_common(*command, arguments.common, {Format::kText, Format::kJson, Format::kSvg});
  command->final_callback([&pattern = arguments.pattern] {
    if (!names_source(pattern)) return;
    throw CLI::ValidationError("pattern", "'" + pattern +
                                              "' is a program, for 'smemlens run' or 'smemlens "
                                              "fix'; a pattern is an access like 'float s[32]; "
                                              "s[lane]'");
  });
  command->footer(std::string(kExplainExamples));
}

void add_cost(CLI::App& app, CostArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "cost", "JSON Lines of requests on standard input, verdicts on standard output");
  command->add_flag("--detail", arguments.with_detail, "add phases and schedule to each verdict");
  add_arch(*command, arguments.common);
  add_common(*command, arguments.common, {Format::kJson});
  command->footer(std::string(kCostExamples));
}

// "none|row_pad|…".
std::string family_names() {
  std::string names;
  for (std::size_t i = 0; i < kLayoutFamilyCount; ++i)
    names.append(i == 0 ? "" : "|").append(name_of(static_cast<LayoutFamily>(i)));
  return names;
}

std::vector<LayoutFamily> parse_families(const std::vector<std::string>& names) {
  std::vector<LayoutFamily> families;
  for (const std::string& name : names) {
    const auto family = layout_family_from(name);
    if (!family)
      throw CLI::ValidationError("--families", "'" + name + "' is none of " + family_names());
    families.push_back(*family);
  }
  return families;
}

void add_compilation(CLI::App& app, RunArguments& arguments) {
  app.add_option("--compiler", arguments.compiler, "default: nvcc if it is there, else clang")
      ->check(CLI::IsMember({"nvcc", "clang"}));
  app.add_option("-I", arguments.include_directories, "a folder for #include")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_option("-D", arguments.definitions, "define a macro")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  app.add_option("--std", arguments.standard, "language standard")->capture_default_str();
  app.add_option("--compile-option", arguments.compile_options, "pass OPT to the compiler")
      ->type_name("OPT")
      ->allow_extra_args(false);
}

// Options that make sense for programs only.
constexpr const char* kProgramOptions[] = {"--apply",    "--compiler",    "-I",
                                           "-D",         "--std",         "--compile-option",
                                           "--kernel",   "--launch-skip", "--launch-count",
                                           "--blocks",   "--threads",     "--timeout",
                                           "--max-steps"};

// Words that name sources are a program.
void take_program(const CLI::App& command, FixArguments& arguments) {
  if (std::ranges::any_of(arguments.patterns, names_source)) {
    arguments.program.inputs = std::move(arguments.patterns);
    arguments.patterns.clear();
    arguments.program.common = arguments.common;
    for (const char* const name : {"--block", "--let"}) {
      if (command.count(name) > 0)
        throw CLI::ValidationError(
            name, "is for patterns, and '" + arguments.program.inputs.front() + "' is a program");
    }
    return;
  }
  for (const char* const name : kProgramOptions) {
    if (command.count(name) > 0)
      throw CLI::ValidationError(name,
                                 "is for programs: sources that end in .cu, .cpp, .cc, .cxx or .c");
  }
}

void add_fix(CLI::App& app, FixArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "fix", "the cheapest layout of an array for all its accesses, with its proof");
  CLI::Option* const patterns =
      command->add_option("pattern", arguments.patterns,
                          "declarations; accesses (docs/patterns.md); or a "
                          "program's sources (.cu .cpp …)");
  CLI::Option* const problem =
      command->add_option("--problem", arguments.problem,
                          "layout problems in FILE, JSON Lines (- is standard input); answers are "
                          "JSON Lines too");
  problem->type_name("FILE")->excludes(patterns);
  command->add_option("--block", arguments.block, "threads of the block; default one warp")
      ->type_name("X,Y,Z")
      ->excludes(problem);
  command->add_option("--let", arguments.lets, "bind a name: k=3 or k=0..31 (ends included)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->excludes(problem);
  const auto parse_extra = [&arguments](const std::vector<std::string>& values) {
    arguments.max_extra_bytes =
        number_from(values.back(), std::numeric_limits<std::uint64_t>::max());
    if (!arguments.max_extra_bytes)
      throw CLI::ValidationError("--max-extra-bytes",
                                 "'" + values.back() + "' is not a whole number");
    return true;
  };
  command->add_option("--max-extra-bytes", parse_extra, "layouts may take so many bytes more")
      ->type_name("BYTES")
      ->type_size(1);
  const auto parse_names = [&arguments](const std::vector<std::string>& names) {
    arguments.families = parse_families(names);
    return true;
  };
  command->add_option("--families", parse_names, "kinds of layouts that may be used; default all")
      ->type_name("NAME,…")
      ->type_size(1)
      ->expected(1, 16)
      ->allow_extra_args(false)
      ->delimiter(',');
  command->add_flag("--apply", arguments.applies, "write the change into the program's sources");
  add_compilation(*command, arguments.program);
  add_selection(*command, arguments.program.execution.selection);
  add_execution(*command, arguments.program.execution);
  add_arch(*command, arguments.common);
  add_common(*command, arguments.common, {Format::kText, Format::kJson, Format::kSvg});
  command->final_callback([command, &arguments] {
    if (arguments.patterns.empty() && arguments.problem.empty())
      throw CLI::ValidationError("fix", "a pattern, a program or --problem is required");
    take_program(*command, arguments);
    const bool has_format = command->get_option("--format")->count() > 0;
    if (!arguments.problem.empty() && !has_format && arguments.common.format == Format::kText)
      arguments.common.format = Format::kJson;
  });
  command->footer(std::string(kFixExamples));
}

void add_archs(CLI::App& app, ArchsArguments& arguments) {
  CLI::App* command =
      app.add_subcommand("archs", "the architecture table, each row with its source");
  command->add_option("--arch", arguments.only, "only this architecture's row");
  add_common(*command, arguments.common, {Format::kText, Format::kJson});
}

// "en,hi": every language named, in that order.
std::vector<Language> parse_languages(const std::vector<std::string>& names) {
  std::vector<Language> languages;
  for (const std::string& name : names) {
    const auto language = language_from(name);
    if (!language) throw CLI::ValidationError("--lang", "'" + name + "' is none of en|hi|hi-Latn");
    if (std::ranges::find(languages, *language) == languages.end()) languages.push_back(*language);
  }
  return languages;
}

void add_figures(CLI::App& app, FiguresArguments& arguments) {
  CLI::App* command = app.add_subcommand("figures", "the walkthrough's pictures as SVG files");
  command
      ->add_option("-o,--output", arguments.directory,
                   "the folder they are written to (made if it isn't there)")
      ->required()
      ->type_name("DIR");
  const auto parse = [&arguments](const std::vector<std::string>& names) {
    arguments.languages = parse_languages(names);
    return true;
  };
  command->add_option("--lang", parse, "languages: en (the default), hi, hi-Latn")
      ->type_name("LANG,…")
      ->type_size(1)
      ->expected(1, 16)
      ->allow_extra_args(false)
      ->delimiter(',');
  command->footer(std::string(kFiguresExamples));
}

void add_page(CLI::App& app, PageArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "page", "the interactive page, one file: the walkthrough, the playground, a report");
  command->add_option("-o,--output", arguments.output, "write it to FILE (replaced if it exists)")
      ->type_name("FILE.html");
  command->add_option("--report", arguments.report, "show the report of run or launch in it")
      ->type_name("REPORT.json");
  command
      ->add_option("--serve", arguments.port,
                   "serve it on http://127.0.0.1:PORT/; 0 takes any free port")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65535));
  add_choice(*command, "--lang", arguments.language, language_choices(),
             "the language it opens in");
  command->footer(std::string(kPageExamples));
}

void add_run(CLI::App& app, RunArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "run", "run a whole CUDA program on the CPU; report every kernel and source line");
  command
      ->add_option("input", arguments.inputs,
                   "sources (.cu .cpp …), or one program built with CUDA 13")
      ->required()
      ->type_name("FILE");
  add_compilation(*command, arguments);
  add_selection(*command, arguments.execution.selection);
  add_execution(*command, arguments.execution);
  add_choice(
      *command, "--count", arguments.execution.counts_every,
      {
          {"once",  false},
          {"every", true }
  },
      "count a launch that provably repeats an earlier one's requests by that one, or again");
  add_arch(*command, arguments.common);
  add_report(*command, arguments.common);
  command->footer("Words after -- are the program's arguments.\n" + std::string(kRunExamples));
}

void add_launch(CLI::App& app, LaunchArguments& arguments) {
  CLI::App* command = app.add_subcommand("launch", "run one kernel of a PTX file");
  command->add_option("file", arguments.file, "the PTX file")->required()->type_name("FILE.ptx");
  add_checked(*command, "-k,--kernel", arguments.kernel, cuda::KernelPattern::parse,
              "the kernel's name, or regex:EXPR that one kernel's fits")
      ->required()
      ->type_name("NAME");
  add_extent(*command, "--grid", arguments.grid, "blocks of the grid")->required();
  add_extent(*command, "--block", arguments.block, "threads of a block")->required();
  add_number(*command, "--shared", arguments.shared_bytes,
             std::numeric_limits<std::uint32_t>::max(), "dynamic shared memory")
      ->type_name("BYTES");
  command->add_option("--arg", arguments.arguments, "one for each kernel parameter, in order")
      ->type_name("KIND:VALUE")
      ->allow_extra_args(false);
  command->add_option("--dump", arguments.dumps, "write the buffer of argument N after the run")
      ->type_name("N=FILE")
      ->allow_extra_args(false);
  add_blocks(*command, arguments.execution.selection);
  add_execution(*command, arguments.execution);
  add_arch(*command, arguments.common);
  add_report(*command, arguments.common);
  command->footer(std::string(kLaunchExamples));
}

Arguments chosen(const CLI::App& app, Commands commands) {
  const CLI::App& command = *app.get_subcommands().front();
  const std::string& name = command.get_name();
  const auto finish = [](auto& arguments) -> Arguments { return std::move(arguments); };
  if (name == "explain") return finish(commands.explain);
  if (name == "cost") return finish(commands.cost);
  if (name == "fix") return finish(commands.fix);
  if (name == "run") return finish(commands.run);
  if (name == "launch") return finish(commands.launch);
  if (name == "figures") return finish(commands.figures);
  if (name == "page") return finish(commands.page);
  return finish(commands.archs);
}

EarlyEnd usage_error(const std::string& message, const CLI::App& app, std::string hint = {}) {
  std::string command = "smemlens";
  for (const CLI::App* sub : app.get_subcommands()) command += ' ' + sub->get_name();
  if (!hint.empty()) hint += ' ';
  return {{},
          "smemlens: error: " + message + "\nhint: " + hint + "see '" + command + " --help'\n",
          ExitCode::kUsage};
}

// The first of `words` that no option and no positional takes; their end if there is none.
std::vector<std::string>::const_iterator unexpected_word(const std::vector<std::string>& words,
                                                         const CLI::App& app) {
  return std::ranges::find_first_of(words, app.remaining(true));
}

EarlyEnd usage_error_at(const std::string& unexpected, const CLI::App& app) {
  if (!unexpected.starts_with('-'))
    return usage_error("'" + unexpected + "' is one word too many", app);
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands()) {
    for (const CLI::Option* option : sub->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  std::string hint =
      did_you_mean(unexpected, std::vector<std::string_view>(names.begin(), names.end()));
  if (hint.empty() && app.got_subcommand("run")) hint = "the program's own options stand after --;";
  return usage_error("there is no option '" + unexpected + "'", app, std::move(hint));
}

}  // namespace

std::variant<Arguments, EarlyEnd> parse_arguments(const std::vector<std::string>& words) {
  Commands commands;
  CLI::App app{"smemlens: shared-memory bank conflicts, exact, visible and fixable, with no GPU.",
               "smemlens"};
  app.footer(std::string(kFooter));
  app.require_subcommand(1);
  app.set_version_flag("--version", "smemlens " + std::string(kVersion));
  add_explain(app, commands.explain);
  add_fix(app, commands.fix);
  add_cost(app, commands.cost);
  add_run(app, commands.run);
  add_launch(app, commands.launch);
  add_archs(app, commands.archs);
  add_figures(app, commands.figures);
  add_page(app, commands.page);

  const auto is_first_word = [&](CLI::App* command) { return command->check_name(words.front()); };
  if (!words.empty() && !words.front().starts_with('-') &&
      app.get_subcommands(is_first_word).empty()) {
    return usage_error("there is no command '" + words.front() + "'", app);
  }
  // `--` ends our words: what follows belongs to the program that `run` starts.
  const auto separator = std::ranges::find(words, "--");
  std::vector<std::string> ours(words.begin(), separator);
  if (separator != words.end()) {
    commands.run.program_arguments.assign(separator + 1, words.end());
    commands.fix.program.program_arguments = commands.run.program_arguments;
  }
  std::ranges::reverse(ours);  // as CLI11 wants them
  try {
    app.parse(ours);
  } catch (const CLI::CallForHelp&) {
    const auto subcommands = app.get_subcommands();
    return EarlyEnd{subcommands.empty() ? app.help() : subcommands.front()->help(app.get_name()),
                    {},
                    ExitCode::kDone};
  } catch (const CLI::CallForVersion& version) {
    return EarlyEnd{std::string(version.what()) + '\n', {}, ExitCode::kDone};
  } catch (const CLI::ParseError& error) {
    // A misspelt --grid first, then that --grid is required.
    const bool is_complaint_of_words = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr ||
                                       dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const auto word = is_complaint_of_words ? unexpected_word(words, app) : words.end();
    return word != words.end() ? usage_error_at(*word, app) : usage_error(error.what(), app);
  }
  const bool starts_program = app.got_subcommand("run") || !commands.fix.program.inputs.empty();
  if (separator != words.end() && !starts_program) {
    return usage_error("only 'run', and 'fix' of a program, take words after --", app);
  }
  return chosen(app, std::move(commands));
}

}  // namespace smemlens::cli
