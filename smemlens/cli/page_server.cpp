#include "smemlens/cli/page_server.h"

// NOLINTBEGIN(misc-include-cleaner): glibc declares sockets, poll and signals in headers of its own

#include <netinet/in.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/http_answer.h"
#include "smemlens/cuda/unique_fd.h"

namespace smemlens::cli {
namespace {

using Clock = std::chrono::steady_clock;
using cuda::UniqueFd;

constexpr std::chrono::seconds kPatience{5};  // for a request, and for each piece of an answer
constexpr std::size_t kMostConnections = 64;

struct Connection {
  UniqueFd socket;
  std::string received;
  Clock::time_point deadline;
};

// Where the server listens, and the signals that end it.
struct Door {
  UniqueFd listener;
  UniqueFd signals;
  std::uint16_t port = 0;
};

UniqueFd stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  return UniqueFd(signalfd(-1, &set, SFD_CLOEXEC));
}

sockaddr* generic(sockaddr_in& address) {
  return reinterpret_cast<sockaddr*>(&address);  // as the socket functions want it
}

// False, with errno set, if the port can't be had.
bool open_door(Door& door, std::uint16_t port) {
  door.listener = UniqueFd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (door.listener.get() < 0) return false;
  const int yes = 1;
  setsockopt(door.listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(door.listener.get(), generic(address), size) != 0) return false;
  if (listen(door.listener.get(), SOMAXCONN) != 0) return false;
  if (getsockname(door.listener.get(), generic(address), &size) != 0) return false;
  door.port = ntohs(address.sin_port);
  door.signals = stop_signals();
  return door.signals.get() >= 0;
}

void accept_one(const Door& door, std::vector<Connection>& connections) {
  UniqueFd socket(accept4(door.listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (socket.get() < 0 || connections.size() >= kMostConnections) return;
  const timeval patience{.tv_sec = kPatience.count(), .tv_usec = 0};
  setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  connections.push_back({std::move(socket), {}, Clock::now() + kPatience});
}

void send_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;  // the reader has gone, or is too slow
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  shutdown(socket, SHUT_WR);
}

// Reads what has come; true if the connection is done with.
bool attend(Connection& connection, const ServedPage& page) {
  std::array<char, 4096> buffer{};
  const ssize_t size = recv(connection.socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size < 0) return errno != EAGAIN && errno != EINTR;
  if (size == 0) return true;
  connection.received.append(buffer.data(), static_cast<std::size_t>(size));
  const auto answer = http_answer(connection.received, page);
  if (answer) send_all(connection.socket.get(), *answer);
  return answer.has_value();
}

// Waits for anybody, at most until the first deadline may have passed.
std::vector<pollfd> wait_for_any(const Door& door, const std::vector<Connection>& connections) {
  std::vector<pollfd> watched = {
      {.fd = door.signals.get(),  .events = POLLIN, .revents = 0},
      {.fd = door.listener.get(), .events = POLLIN, .revents = 0}
  };
  for (const Connection& connection : connections)
    watched.push_back({.fd = connection.socket.get(), .events = POLLIN, .revents = 0});
  const int most = connections.empty() ? -1 : 1000;
  if (poll(watched.data(), watched.size(), most) < 0)
    for (pollfd& one : watched) one.revents = 0;
  return watched;
}

void serve_until_stopped(const Door& door, const ServedPage& page) {
  std::vector<Connection> connections;
  while (true) {
    const std::vector<pollfd> watched = wait_for_any(door, connections);
    if (watched[0].revents != 0) return;
    const Clock::time_point now = Clock::now();
    std::vector<Connection> kept;
    for (std::size_t i = 0; i < connections.size(); ++i) {
      const bool has_news = watched[i + 2].revents != 0;
      const bool is_done = has_news ? attend(connections[i], page) : connections[i].deadline < now;
      if (!is_done) kept.push_back(std::move(connections[i]));
    }
    connections = std::move(kept);
    if (watched[1].revents != 0) accept_one(door, connections);
  }
}

}  // namespace

std::optional<Diagnostic> serve_page(std::string_view html, std::uint16_t port,
                                     const std::function<void(const std::string& url)>& announce) {
  Door door;
  if (!open_door(door, port))
    return file_problem("serve on", "127.0.0.1:" + std::to_string(port), errno);
  announce("http://127.0.0.1:" + std::to_string(door.port) + "/");
  serve_until_stopped(door, {html, door.port});
  return std::nullopt;
}

}  // namespace smemlens::cli
// NOLINTEND(misc-include-cleaner)
