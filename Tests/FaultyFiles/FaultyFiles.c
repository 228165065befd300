#include "FaultyFiles.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

// A file of the default file system, which follows this structure in memory.
typedef struct {
  sqlite3_file base;
  char path[1024];
} faulty_file;

static sqlite3_vfs faulty_vfs;
static sqlite3_vfs *real_vfs;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char armed_folder[1024];
static enum faulty_kind armed_kind;
static int countdown;
static int failures;

static sqlite3_file *real(sqlite3_file *file) {
  return (sqlite3_file *)((char *)file + sizeof(faulty_file));
}

// Counts an operation and says whether it fails. `grows` tells whether a file becomes larger.
static int fails(const char *path, enum faulty_kind first, enum faulty_kind last, int grows) {
  int result = 0;
  pthread_mutex_lock(&mutex);
  size_t length = strlen(armed_folder);
  if (length > 0 && path != 0 && strncmp(path, armed_folder, length) == 0 &&
      armed_kind >= first && armed_kind <= last) {
    countdown -= 1;
    switch (armed_kind) {
      case FAULTY_FULL: result = countdown <= 0 && grows; break;
      case FAULTY_WRITE_ALL: result = countdown <= 0; break;
      default: result = countdown == 0;
    }
    failures += result;
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

static const char *path_of(sqlite3_file *file) { return ((faulty_file *)file)->path; }

static int faulty_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_int64 size = 0;
  int result = real(file)->pMethods->xFileSize(real(file), &size);
  if (result != SQLITE_OK) return result;
  if (fails(path_of(file), FAULTY_FULL, FAULTY_WRITE_ALL, offset + count > size))
    return armed_kind == FAULTY_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int faulty_sync(sqlite3_file *file, int flags) {
  if (fails(path_of(file), FAULTY_SYNC, FAULTY_SYNC, 0)) return SQLITE_IOERR_FSYNC;
  return real(file)->pMethods->xSync(real(file), flags);
}

static int faulty_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }
static int faulty_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}
static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return real(file)->pMethods->xTruncate(real(file), size);
}
static int faulty_file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
static int faulty_lock(sqlite3_file *file, int lock) {
  return real(file)->pMethods->xLock(real(file), lock);
}
static int faulty_unlock(sqlite3_file *file, int lock) {
  return real(file)->pMethods->xUnlock(real(file), lock);
}
static int faulty_check_lock(sqlite3_file *file, int *result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
static int faulty_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int faulty_sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}
static int faulty_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
static int faulty_map(sqlite3_file *file, int page, int size, int extend, void volatile **bytes) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, bytes);
}
static int faulty_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void faulty_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int faulty_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}
static int faulty_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **bytes) {
  return real(file)->pMethods->xFetch(real(file), offset, count, bytes);
}
static int faulty_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *bytes) {
  return real(file)->pMethods->xUnfetch(real(file), offset, bytes);
}

static const sqlite3_io_methods methods = {
    3,
    faulty_close,
    faulty_read,
    faulty_write,
    faulty_truncate,
    faulty_sync,
    faulty_file_size,
    faulty_lock,
    faulty_unlock,
    faulty_check_lock,
    faulty_control,
    faulty_sector_size,
    faulty_characteristics,
    faulty_map,
    faulty_shm_lock,
    faulty_barrier,
    faulty_unmap,
    faulty_fetch,
    faulty_unfetch,
};

static int faulty_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                       int *out_flags) {
  (void)vfs;
  faulty_file *faulty = (faulty_file *)file;
  faulty->base.pMethods = 0;
  faulty->path[0] = 0;
  if (path != 0) strncat(faulty->path, path, sizeof(faulty->path) - 1);
  int result = real_vfs->xOpen(real_vfs, path, real(file), flags, out_flags);
  if (result != SQLITE_OK) return result;
  // Every file that SQLite knows how to open here has all methods; another is not passed on.
  if (real(file)->pMethods->iVersion < 3) {
    real(file)->pMethods->xClose(real(file));
    return SQLITE_CANTOPEN;
  }
  faulty->base.pMethods = &methods;
  return SQLITE_OK;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *path, int sync) {
  (void)vfs;
  if (fails(path, FAULTY_DELETE, FAULTY_DELETE, 0)) return SQLITE_IOERR_DELETE;
  return real_vfs->xDelete(real_vfs, path, sync);
}

int faulty_install(void) {
  pthread_mutex_lock(&mutex);
  int result = SQLITE_OK;
  if (real_vfs == 0) {
    sqlite3_initialize();
    sqlite3_vfs *found = sqlite3_vfs_find(0);
    if (found == 0) {
      result = SQLITE_ERROR;
    } else {
      real_vfs = found;
      faulty_vfs = *found;
      faulty_vfs.zName = "faulty";
      faulty_vfs.pNext = 0;
      faulty_vfs.szOsFile = (int)sizeof(faulty_file) + found->szOsFile;
      faulty_vfs.xOpen = faulty_open;
      faulty_vfs.xDelete = faulty_delete;
      result = sqlite3_vfs_register(&faulty_vfs, 1);
    }
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

void faulty_arm(const char *folder, int kind, int number) {
  pthread_mutex_lock(&mutex);
  armed_folder[0] = 0;
  strncat(armed_folder, folder, sizeof(armed_folder) - 1);
  armed_kind = (enum faulty_kind)kind;
  countdown = number;
  failures = 0;
  pthread_mutex_unlock(&mutex);
}

int faulty_disarm(void) {
  pthread_mutex_lock(&mutex);
  armed_folder[0] = 0;
  int result = failures;
  pthread_mutex_unlock(&mutex);
  return result;
}
