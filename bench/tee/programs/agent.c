// Plays the agent for the benchmarks of acp-tee.
//   agent echo                          writes back what it reads
//   agent stream WRITES BYTES LINE      after "go": so many writes of so many bytes, in lines of LINE bytes
//   agent paced RATE SECONDS            after "go": so many 300-byte lines a second
//   agent line BYTES                    after "go": one line of so many bytes, JSON objects; meanwhile reads time stamps, and
//                                       writes at the end the longest that one took to arrive, in microseconds
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void send_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(1, bytes, length);
    if (written < 0) exit(1);
    bytes += written, length -= written;
  }
}

static void wait_for_go(void) {
  char word[64];
  while (fgets(word, sizeof word, stdin)) {
    if (!strcmp(word, "go\n")) return;
    if (!strcmp(word, "hello\n")) send_all(word, 6);
  }
  exit(0);
}

static char *line;
static size_t line_length;

static void make_line(size_t bytes) {
  line = malloc(bytes + 64);
  line[line_length++] = '[';
  while (line_length < bytes) line_length += sprintf(line + line_length, "{\"a\":%zu,\"b\":\"some text\"},", line_length);
  memcpy(line + line_length, "0]\n", 3);
  line_length += 3;
}

static void *send_line(void *_) {
  send_all(line, line_length);
  return _;
}

static char *make_frames(long bytes, long size) {
  const char *head = "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":"
                     "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"";
  const char *tail = "\"}}}}\n";
  char *block = malloc(bytes);
  for (long at = 0; at < bytes; at += size) {
    memset(block + at, 'x', size);
    memcpy(block + at, head, strlen(head));
    memcpy(block + at + size - strlen(tail), tail, strlen(tail));
  }
  return block;
}

int main(int count, char **words) {
  const char *mode = count > 1 ? words[1] : "";
  setvbuf(stdin, 0, _IOLBF, 4096);
  if (!strcmp(mode, "echo")) {
    static char block[1 << 16];
    for (ssize_t got; (got = read(0, block, sizeof block)) > 0;) send_all(block, got);
  } else if (!strcmp(mode, "stream")) {
    long writes = atol(words[2]), bytes = atol(words[3]), size = atol(words[4]);
    char *block = make_frames(bytes, size);
    wait_for_go();
    for (long turn = 0; turn < writes; turn++) send_all(block, bytes);
  } else if (!strcmp(mode, "paced")) {
    long rate = atol(words[2]), ticks = atol(words[3]) * 100, lines = rate / 100;
    char *block = make_frames(300 * lines, 300);
    wait_for_go();
    double started = now();
    for (long tick = 0; tick < ticks; tick++) {
      for (long each = 0; each < lines; each++) send_all(block + 300 * each, 300);
      double due = started + (tick + 1) * 1e4 - now();
      if (due > 0) usleep(due);
    }
  } else if (!strcmp(mode, "line")) {
    double worst = 0;
    make_line(atol(words[2]));
    char word[64];
    int has_begun = 0;
    pthread_t thread;
    while (fgets(word, sizeof word, stdin)) {
      if (!strcmp(word, "hello\n")) send_all(word, 6);
      else if (!strcmp(word, "go\n")) pthread_create(&thread, 0, send_line, 0), has_begun = 1;
      else if (has_begun && now() - atof(word) > worst) worst = now() - atof(word);
    }
    if (has_begun) pthread_join(thread, 0);
    send_all(word, sprintf(word, "%.1f\n", worst));
  } else {
    fprintf(stderr, "agent: unknown mode\n");
    return 2;
  }
  return 0;
}
