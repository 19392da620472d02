#include "smemlens/cli/fix_edits.h"

#include <cstddef>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/fix_apply.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/source/array_uses.h"
#include "smemlens/source/edited_text.h"
#include "smemlens/source/find_array.h"
#include "smemlens/source/launch_bytes.h"
#include "smemlens/source/refusal.h"
#include "smemlens/source/rewrite_array.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::cli {

Expected<std::vector<source::ArrayUse>> uses_in(const ProgramFiles& files,
                                                const source::FoundArray& found) {
  const source::CodeFile& file = *files.files()[found.file];
  if (!files.is_own(found.file))
    return source::refusal("it is declared in " + file.text.name +
                           ", outside of the program's folder, where nothing is written");
  return source::uses_of(file, found.code, files.files());
}

Expected<FileEdits> edits_for(const ProgramFiles& files, const UsedArray& array,
                              const SolutionPoint& point) {
  const TileShape& shape = array.fix.problem.shape;
  const source::FoundArray& found = array.found;
  const IndexText index = index_text(point.layout, shape);
  auto edits = source::rewritten(*files.files()[found.file], found.code, array.uses,
                                 {.layout = point.layout,
                                  .shape = shape,
                                  .parameters = index_names(shape),
                                  .place = index.expression,
                                  .number = index.number,
                                  .has_fixed_sizes = found.has_fixed_sizes});
  if (!edits) return tl::unexpected(std::move(edits.error()));
  FileEdits all(files.files().size());
  all[found.file] = std::move(*edits);
  if (found.code.is_dynamic && point.extra_bytes > 0) {
    auto launch = source::with_more_bytes(files.files(), found.code.function, point.extra_bytes);
    if (!launch) return tl::unexpected(std::move(launch.error()));
    if (!files.is_own(launch->file))
      return source::refusal("its launch lies outside of the program's folder");
    all[launch->file].push_back(std::move(launch->edit));
  }
  return all;
}

FileEdits joined(FileEdits edits, const FileEdits& more) {
  for (std::size_t i = 0; i < more.size(); ++i)
    edits[i].insert(edits[i].end(), more[i].begin(), more[i].end());
  return edits;
}

std::vector<source::EditedText> edited_files(const ProgramFiles& files, const FileEdits& edits) {
  std::vector<source::EditedText> texts;
  texts.reserve(edits.size());
  for (std::size_t i = 0; i < edits.size(); ++i)
    texts.push_back(source::edited(files.files()[i]->text.text, edits[i]));
  return texts;
}

std::string diff_of(const ProgramFiles& files, const FileEdits& edits) {
  const std::vector<source::EditedText> texts = edited_files(files, edits);
  std::string diff;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (edits[i].empty()) continue;
    diff += source::diff_header(files.files()[i]->text.name) + texts[i].hunks;
  }
  return diff;
}

std::vector<SourceChange> changes_of(const ProgramFiles& files, const FileEdits& edits) {
  std::vector<source::EditedText> texts = edited_files(files, edits);
  std::vector<SourceChange> changes;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (edits[i].empty()) continue;
    changes.push_back({files.path(i), files.files()[i]->text.text, std::move(texts[i].text)});
  }
  return changes;
}

}  // namespace smemlens::cli
