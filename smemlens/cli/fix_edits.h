#pragma once

// A layout as edits of the program's files.

#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/fix_apply.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/solve/solution.h"
#include "smemlens/source/array_uses.h"
#include "smemlens/source/edited_text.h"
#include "smemlens/source/find_array.h"

namespace smemlens::cli {

using FileEdits = std::vector<std::vector<source::Edit>>;  // one list a file

// The uses of an array, if its file may be written and all of them are understood.
Expected<std::vector<source::ArrayUse>> uses_in(const ProgramFiles& files,
                                                const source::FoundArray& found);

// An array of the source, and how it is used.
struct UsedArray {
  const ArrayFix& fix;
  const source::FoundArray& found;
  const std::vector<source::ArrayUse>& uses;
};

// Declaration, indices and, where a dynamic array grows, its launch. An error says what can't be
// written.
Expected<FileEdits> edits_for(const ProgramFiles& files, const UsedArray& array,
                              const SolutionPoint& point);

// The edits of both.
FileEdits joined(FileEdits edits, const FileEdits& more);

// All files with their edits, in their order.
std::vector<source::EditedText> edited_files(const ProgramFiles& files, const FileEdits& edits);

// A unified diff; empty without edits.
std::string diff_of(const ProgramFiles& files, const FileEdits& edits);

// What the changed files become; empty without edits.
std::vector<SourceChange> changes_of(const ProgramFiles& files, const FileEdits& edits);

}  // namespace smemlens::cli
