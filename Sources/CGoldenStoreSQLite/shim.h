#ifndef GOLDENSTORE_SQLITE_SHIM_H
#define GOLDENSTORE_SQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int goldenstore_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}

#endif
