#include "run/output/output_guard.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "database/existing_database.h"
#include "output/lock_file.h"
#include "output/output_file.h"

namespace mimebase::run {
namespace {

using output::Identity;
using output::identity_of;
using output::Place;

Error usage(const std::string& sentence) {
  return {Error::Code::kUsage, sentence};
}

// Returns true if the file would be read as mail when its folder is read, or if it cannot be read.
bool may_be_mail(const std::string& path, InputOptions options) {
  options.as_in_folder = true;
  options.read_ahead = false;
  options.range.reset();
  Result<Reader> reader = Reader::open(path, options);
  return !reader || reader->next() || !reader->problems().empty();
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// Searches the folders of an input, as the reader lists them, for outputs. Skips folders that cannot be
// listed, because the reader reports them.
class InputSearch {
 public:
  InputSearch(std::string input, const InputOptions& options, const std::vector<OutputPlace>& outputs);

  [[nodiscard]] Result<void> run();

 private:
  struct Folder {
    std::string path;
    bool is_linked;  // a symbolic link leads to it
  };
  [[nodiscard]] Result<void> check_folder(const Folder& folder, const Identity& identity) const;
  [[nodiscard]] Result<void> check_entry(const std::string& folder, const dirent& entry);
  [[nodiscard]] Result<void> check_linked(const std::string& path) const;
  [[nodiscard]] Error overlaps(const OutputPlace& output, const std::string& path) const;

  std::string input_;
  const InputOptions& options_;
  std::vector<const OutputPlace*> files_, folders_;  // that may be found
  std::vector<Folder> waiting_;
};

// Only a file with contents can be mail.
InputSearch::InputSearch(std::string input, const InputOptions& options,
                         const std::vector<OutputPlace>& outputs)
    : input_(std::move(input)), options_(options) {
  for (const OutputPlace& output : outputs) {
    if (output.is_folder) {
      folders_.push_back(&output);
    } else if (output.place.is_regular() && !output.place.is_empty()) {
      files_.push_back(&output);
    }
  }
  if (!files_.empty() || !folders_.empty()) waiting_.push_back({input_, false});
}

Result<void> InputSearch::run() {
  std::set<Identity> listed;  // each folder is listed once, even if several links lead to it
  while (!waiting_.empty()) {
    const Folder folder = std::move(waiting_.back());
    waiting_.pop_back();
    const std::unique_ptr<DIR, CloseFolder> listing(opendir(folder.path.c_str()));
    struct stat status = {};
    if (!listing || fstat(dirfd(listing.get()), &status) != 0) continue;
    if (!listed.insert(identity_of(status)).second) continue;
    Result<void> checked = check_folder(folder, identity_of(status));
    while (const dirent* entry = checked ? readdir(listing.get()) : nullptr)
      checked = check_entry(folder.path, *entry);
    if (!checked) return checked;
  }
  return {};
}

Result<void> InputSearch::check_folder(const Folder& folder, const Identity& identity) const {
  for (const OutputPlace* output : folders_) {
    if (output->place.is_inside(identity)) return overlaps(*output, folder.path);
  }
  return folder.is_linked ? check_linked(folder.path) : Result<void>();
}

// The folder of an output may be elsewhere, and a symbolic link lead from the input into it.
Result<void> InputSearch::check_linked(const std::string& path) const {
  for (const OutputPlace* output : folders_) {
    const std::optional<Identity> identity = output->place.identity();
    if (identity && Place(path).is_inside(*identity)) return overlaps(*output, path);
  }
  return {};
}

Result<void> InputSearch::check_entry(const std::string& folder, const dirent& entry) {
  // The listing provides the inode number of a regular file, so most entries need no stat().
  const auto has_its_number = [&](const OutputPlace* output) {
    return output->place.identity()->second == entry.d_ino;
  };
  if (entry.d_type == DT_REG && std::none_of(files_.begin(), files_.end(), has_its_number)) return {};
  const std::string_view name = entry.d_name;
  if (name == "." || name == "..") return {};
  std::string path = folder + '/' + entry.d_name;
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return {};
  const bool may_be_link = entry.d_type == DT_LNK || entry.d_type == DT_UNKNOWN;
  if (S_ISDIR(status.st_mode)) {
    waiting_.push_back({std::move(path), may_be_link});
    return {};
  }
  for (const OutputPlace* output : files_) {
    if (output->place.identity() == identity_of(status) && may_be_mail(path, options_))
      return usage(path + ": is read with the INPUT " + input_ + ", and is also the output FILE");
  }
  return may_be_link ? check_linked(path) : Result<void>();
}

Error InputSearch::overlaps(const OutputPlace& output, const std::string& path) const {
  const std::string where = path == input_ ? std::string() : " (" + path + ")";
  return usage(output.name + ": the output must not be inside the INPUT " + input_ + where +
               ", or contain it");
}

Result<void> check_pair(const OutputPlace& a, const OutputPlace& b) {
  if (a.place.is_null_device() || !(a.place.contains(b.place) || b.place.contains(a.place))) return {};
  if (a.place.contains(b.place) && b.place.contains(a.place))
    return usage(b.name + ": is the same file as " + a.name + ": name different files");
  const auto& [inner, outer] = a.place.contains(b.place) ? std::pair(b, a) : std::pair(a, b);
  return usage(inner.name + ": must not be inside " + outer.name);
}

Result<void> check_pairs(const std::vector<OutputPlace>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (Result<void> checked = check_pair(outputs[j], outputs[i]); !checked) return checked;
    }
  }
  return {};
}

Result<void> check_input(const OutputPlace& output, const std::string& input, const Place& place) {
  if (!output.place.keeps_contents()) return {};
  const bool contains = output.place.contains(place), is_inside = place.contains(output.place);
  if (output.is_folder && (contains || is_inside))
    return usage(output.name + ": the output must not be inside the INPUT " + input + ", or contain it");
  if (!contains || !is_inside) return {};
  return usage(input == "-" ? output.name + ": is read as standard input, and is also the output FILE"
                            : input + ": is both INPUT and the output FILE");
}

}  // namespace

OutputPlace::OutputPlace(const Output& output) : name(output.name()), place(OutputFile::place(output)) {}

OutputPlace::OutputPlace(const OutputFolder& folder)
    : name(folder.name()), place(folder.name()), is_folder(true) {}

Result<void> check_outputs(const std::vector<OutputPlace>& outputs, const std::vector<std::string>& inputs,
                           const InputOptions& options) {
  if (Result<void> checked = check_pairs(outputs); !checked) return checked;
  for (const std::string& input : inputs) {
    const Place place = input == "-" ? Place(STDIN_FILENO) : Place(input);
    if (!place.keeps_contents()) continue;
    for (const OutputPlace& output : outputs) {
      if (Result<void> checked = check_input(output, input, place); !checked) return checked;
    }
    if (!place.is_folder() || input == "-") continue;
    if (Result<void> checked = InputSearch(input, options, outputs).run(); !checked) return checked;
  }
  return {};
}

Result<void> check_row_output(const Output& output, const std::vector<std::string>& inputs,
                              const InputOptions& options, const RowOptions& rows) {
  std::vector<OutputPlace> outputs = {OutputPlace(output)};
  const std::string& target = OutputFile::target(output);
  if (rows.format == Format::kSqlite && !target.empty()) {
    std::vector<std::string> endings(std::begin(database::kEndingsBeside),
                                     std::end(database::kEndingsBeside));
    if (output.is_append()) endings.emplace_back(output::kLockEnding);
    for (const std::string& ending : endings)
      outputs.emplace_back(output.name() + ending, Place(target + ending));
  }
  Result<void> checked = check_outputs(outputs, inputs, options);
  if (checked && !target.empty() && !output.is_append() && !output.may_replace() &&
      database::may_hold_rows(target))
    return usage(
        output.name() +
        (database::is_our_database(target)
             ? ": is a database that has rows: use --append to add to it, or --force to replace it"
             : ": is a database of another program: name another file, or use --force to replace it"));
  return checked;
}

Result<void> check_report_output(const Output& output, const std::vector<std::string>& inputs,
                                 const InputOptions& options) {
  std::vector<std::string> read = inputs;
  for (const std::string& input : inputs) {
    for (const char* ending : database::kEndingsBeside) {
      if (access((input + ending).c_str(), F_OK) == 0) read.push_back(input + ending);
    }
  }
  return check_row_output(output, read, options, {});
}

Result<void> make_room(const Output& output, const RowOptions& options) {
  if (OutputFile::target(output).empty() || output.is_append()) return {};
  if (!output.may_replace() && database::may_hold_rows(OutputFile::target(output)))
    return Error{Error::Code::kUnwritable, output.name() + ": has become a database that has rows"};
  if (options.format == Format::kSqlite) database::remove_files_beside(OutputFile::target(output));
  return {};
}

Result<void> check_whole_run(const RunOptions& options, const std::vector<const Output*>& files,
                             const OutputFolder* folder, const Output* manifest,
                             const std::vector<std::string>& inputs) {
  const MessageFilter& filter = options.messages;
  if (filter.number || filter.since || filter.until || !filter.froms.empty())
    return usage("this run reads all messages: it takes no filter of messages");
  if (Result<void> checked = check_options(options.analyze); !checked) return checked;
  std::vector<OutputPlace> places;
  if (folder != nullptr) places.emplace_back(*folder);
  for (const Output* file : files) {
    if (file != nullptr) places.emplace_back(*file);
  }
  if (places.size() != 1) return usage("this run needs exactly one output");
  if (manifest != nullptr) places.emplace_back(*manifest);
  return check_outputs(places, inputs, options.input);
}

}  // namespace mimebase::run

namespace mimebase {
inline namespace v0_2 {

Result<void> check_is_no_input(const std::string& path, const std::vector<std::string>& inputs,
                               const InputOptions& options) {
  return run::check_outputs({{path, path == "-" ? output::Place(STDOUT_FILENO) : output::Place(path)}},
                            inputs, options);
}

Result<void> check_are_separate(const std::vector<std::string>& paths) {
  std::vector<run::OutputPlace> places;
  for (const std::string& path : paths) {
    if (path.empty()) continue;
    places.emplace_back(path, path == "-" ? output::Place(STDOUT_FILENO) : output::Place(path));
  }
  return run::check_outputs(places, {}, {});
}

}  // namespace v0_2
}  // namespace mimebase
