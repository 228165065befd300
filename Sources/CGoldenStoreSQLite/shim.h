#ifndef GOLDENSTORE_SQLITE_SHIM_H
#define GOLDENSTORE_SQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int goldenstore_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}

// SQLITE_TRANSIENT is a cast that Swift does not import. SQLite copies the bytes.
static inline int goldenstore_bind_text(sqlite3_stmt *statement, int index, const char *bytes,
                                        sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int goldenstore_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                        sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline void goldenstore_result_text(sqlite3_context *context, const char *bytes,
                                           sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes == 0 ? "" : bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void goldenstore_result_blob(sqlite3_context *context, const void *bytes,
                                           sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes == 0 ? "" : bytes, count, SQLITE_TRANSIENT);
}

// Whether a close does not checkpoint, and leaves the -wal where it is.
static inline int goldenstore_keep_wal(sqlite3 *db, int is_kept) {
  int result = sqlite3_file_control(db, "main", SQLITE_FCNTL_PERSIST_WAL, &is_kept);
  if (result != SQLITE_OK) return result;
  return goldenstore_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_kept);
}

#endif
