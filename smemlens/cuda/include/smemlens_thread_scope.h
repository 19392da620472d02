#pragma once

// Which threads a synchronisation is for (libcu++, "Thread Scopes").

#include "host_defines.h"

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10,
};

}  // namespace cuda
