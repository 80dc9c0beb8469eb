// A slow disk, for LD_PRELOAD: each fsync takes SYNC_MILLISECONDS longer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

int fsync(int file) {
  static int (*base)(int);
  if (!base) base = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  const char *time = getenv("SYNC_MILLISECONDS");
  usleep((time ? atoi(time) : 0) * 1000);
  return base(file);
}
