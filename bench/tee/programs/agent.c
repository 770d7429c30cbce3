// Plays the agent for the benchmarks of acp-tee.
//   agent echo                          writes back what it reads
//   agent stream WRITES BYTES LINE      after "go": so many writes of so many bytes, in lines of LINE bytes
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

static void *send_line(void *size) {
  size_t bytes = *(size_t *)size, length = 0;
  char *line = malloc(bytes + 64);
  line[length++] = '[';
  while (length < bytes) length += sprintf(line + length, "{\"a\":%zu,\"b\":\"some text\"},", length);
  line[length++] = '0';
  line[length++] = ']';
  line[length++] = '\n';
  send_all(line, length);
  return 0;
}

int main(int count, char **words) {
  const char *mode = count > 1 ? words[1] : "";
  setvbuf(stdin, 0, _IOLBF, 4096);
  if (!strcmp(mode, "echo")) {
    static char block[1 << 16];
    for (ssize_t got; (got = read(0, block, sizeof block)) > 0;) send_all(block, got);
  } else if (!strcmp(mode, "stream")) {
    long writes = atol(words[2]), bytes = atol(words[3]), line = atol(words[4]);
    char *block = malloc(bytes);
    const char *text = "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":"
                       "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"";
    const char *end = "\"}}}}\n";
    size_t head = strlen(text), tail = strlen(end);
    for (long at = 0; at < bytes; at += line) {
      memset(block + at, 'x', line);
      memcpy(block + at, text, head);
      memcpy(block + at + line - tail, end, tail);
    }
    wait_for_go();
    for (long turn = 0; turn < writes; turn++) send_all(block, bytes);
  } else if (!strcmp(mode, "line")) {
    size_t bytes = atol(words[2]);
    double worst = 0;
    char word[64];
    int has_begun = 0;
    pthread_t thread;
    while (fgets(word, sizeof word, stdin)) {
      if (!strcmp(word, "hello\n")) send_all(word, 6);
      else if (!strcmp(word, "go\n")) pthread_create(&thread, 0, send_line, &bytes), has_begun = 1;
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
