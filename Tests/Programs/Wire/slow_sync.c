// For LD_PRELOAD: a slow disk, and when requests begin.
//
// Each fsync takes SYNC_MILLISECONDS longer. Each connection writes a line to the file CONNECTIONS before it is made: the port
// on this side, the time, and when the process's sender last asked whether a purge had moved the folder `events` away. Other
// threads look at that folder for themselves, such as those that write to the store. The times are nanoseconds of
// CLOCK_MONOTONIC, which all processes share.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static _Atomic long long asked;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int fsync(int file) {
  static int (*base)(int);
  if (!base) base = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  const char *time = getenv("SYNC_MILLISECONDS");
  usleep((time ? atoi(time) : 0) * 1000);
  return base(file);
}

// A connection is made on a thread of Foundation, so the sender is known by the queue that it runs on, one job at a time: the last
// thing that it does before it begins a request is to ask.
static int is_sender(void) {
  static const char *(*label)(void *);
  if (!label) label = (const char *(*)(void *))dlsym(RTLD_DEFAULT, "dispatch_queue_get_label");
  return label && !strcmp(label(NULL), "Trackable.HTTP");
}

int lstat(const char *path, struct stat *info) {
  static int (*base)(const char *, struct stat *);
  if (!base) base = (int (*)(const char *, struct stat *))dlsym(RTLD_NEXT, "lstat");
  const char *name = strrchr(path, '/');
  if (name && !strcmp(name, "/events") && is_sender()) asked = now();
  return base(path, info);
}

int connect(int file, const struct sockaddr *address, socklen_t length) {
  static int (*base)(int, const struct sockaddr *, socklen_t);
  if (!base) base = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
  const char *path = getenv("CONNECTIONS");
  if (path && address->sa_family == AF_INET) {
    // It has its port before it is made, so that a kill right after that leaves the line.
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof own;
    bind(file, (struct sockaddr *)&own, size);
    getsockname(file, (struct sockaddr *)&own, &size);
    char line[80];
    int count = snprintf(line, sizeof line, "%d %lld %lld\n", ntohs(own.sin_port), now(), asked);
    int log = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (log < 0 || write(log, line, count) != count) abort();
    close(log);
  }
  return base(file, address, length);
}
