// Plays the client for the benchmarks of acp-tee: starts a command with pipes and measures, in C so that its own cost is
// next to nothing. Prints one JSON object.
//   editor rtt COUNT WARM-UP GAP-MICROS COMMAND…   200-byte lines there and back, each after the last is back and a gap
//   editor read BYTES COMMAND…                     one line there, then so many bytes back: time to the last of them
//   editor stall COMMAND…                          reads everything while small lines go there, a thousand a second
//   editor slow BYTES-PER-SECOND COMMAND…          reads at a rate
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int to, from;
static char block[1 << 20];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

static pid_t start(char **command) {
  int in[2], out[2];
  if (pipe(in) || pipe(out)) die("pipe");
  pid_t pid = fork();
  if (pid == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    execvp(*command, command);
    die(*command);
  }
  close(in[0]), close(out[1]);
  to = in[1], from = out[0];
  return pid;
}

static void send_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(to, bytes, length);
    if (written < 0) die("write");
    bytes += written, length -= written;
  }
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void rtt(int count, int warm_up, int gap) {
  double *times = malloc(count * sizeof *times);
  char line[200], back[200];
  memset(line, 'x', sizeof line);
  line[199] = '\n';
  for (int turn = -warm_up; turn < count; turn++) {
    double started = now();
    send_all(line, sizeof line);
    for (size_t length = 0; length < sizeof back;) {
      ssize_t got = read(from, back + length, sizeof back - length);
      if (got <= 0) die("read");
      length += got;
    }
    if (turn >= 0) times[turn] = now() - started;
    if (gap > 0) usleep(gap);
  }
  qsort(times, count, sizeof *times, ascending);
  printf("{\"p50\":%.2f,\"p99\":%.2f,\"max\":%.2f}\n", times[count / 2], times[count * 99 / 100], times[count - 1]);
}

static double read_bytes(double bytes_per_second, double expected) {
  double bytes = 0, started = now();
  size_t most = bytes_per_second > 0 && bytes_per_second / 100 < sizeof block ? bytes_per_second / 100 : sizeof block;
  for (ssize_t got; bytes < expected && (got = read(from, block, most)) > 0;) {
    bytes += got;
    double due = bytes_per_second > 0 ? started + bytes / bytes_per_second * 1e6 - now() : 0;
    if (due > 0) usleep(due);
  }
  return bytes;
}

static volatile int is_over;
static void *send_stamps(void *_) {
  char line[64];
  while (!is_over) {
    send_all(line, sprintf(line, "%.3f\n", now()));
    usleep(1000);
  }
  return _;
}

int main(int count, char **words) {
  const char *mode = count > 1 ? words[1] : "";
  signal(SIGPIPE, SIG_IGN);
  if (!strcmp(mode, "rtt")) {
    start(words + 5);
    rtt(atoi(words[2]), atoi(words[3]), atoi(words[4]));
  } else if (!strcmp(mode, "read")) {
    start(words + 3);
    // The agent and whatever is in between have started when the first line is back.
    send_all("hello\n", 6);
    for (char byte = 0; byte != '\n';)
      if (read(from, &byte, 1) <= 0) die("read");
    // An observer starts a little later, and is to be at work.
    usleep(500000);
    double started = now();
    send_all("go\n", 3);
    double bytes = read_bytes(0, atof(words[2]));
    printf("{\"ms\":%.2f,\"bytes\":%.0f}\n", (now() - started) / 1e3, bytes);
  } else if (!strcmp(mode, "stall")) {
    pthread_t thread;
    start(words + 2);
    send_all("hello\n", 6);
    for (char byte = 0; byte != '\n';)
      if (read(from, &byte, 1) <= 0) die("read");
    pthread_create(&thread, 0, send_stamps, 0);
    usleep(300000);
    double started = now();
    send_all("go\n", 3);
    double bytes = 0;
    for (ssize_t got; (got = read(from, block, sizeof block)) > 0;) {
      bytes += got;
      if (memchr(block, '\n', got)) break;
    }
    double ms = (now() - started) / 1e3;
    is_over = 1;
    pthread_join(thread, 0);
    close(to);
    // What remains is the longest time that a small line took meanwhile, as the agent saw it.
    ssize_t got = read(from, block, sizeof block - 1);
    block[got > 0 ? got : 0] = 0;
    printf("{\"ms\":%.2f,\"bytes\":%.0f,\"stallMs\":%.3f}\n", ms, bytes, atof(block) / 1e3);
  } else if (!strcmp(mode, "slow")) {
    start(words + 3);
    send_all("hello\ngo\n", 9);
    printf("{\"bytes\":%.0f}\n", read_bytes(atof(words[2]), 1e18));
  } else {
    fprintf(stderr, "editor: unknown mode\n");
    return 2;
  }
  return 0;
}
