#pragma once

// One function a call (call.h has the table): writes the members of the answer behind "ok" into an
// object that the caller has begun. An error leaves it unfinished.

#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"

namespace smemlens {

using Answered = Expected<void>;

Answered answer_explain(const JsonValue& question, JsonWriter& json);
Answered answer_count(const JsonValue& question, JsonWriter& json);
Answered answer_lane(const JsonValue& question, JsonWriter& json);
Answered answer_fix(const JsonValue& question, JsonWriter& json);
Answered answer_figure(const JsonValue& question, JsonWriter& json);
Answered answer_architectures(const JsonValue& question, JsonWriter& json);
Answered answer_theme(const JsonValue& question, JsonWriter& json);

}  // namespace smemlens
