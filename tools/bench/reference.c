// The work of StoreBench in plain C: the same statements, pragmas and values through SQLite's API;
// of a migration the statements that one would write by hand.
//
// It prepares once, binds SQLITE_STATIC and takes no lock, as a good C program does, and it is
// given what GoldenStore must find out: types, names and which objects have targets are constants
// here. Left out is what only GoldenStore does: it checks every value and both sides of every
// relationship, makes the files the same on every run, and reads a private copy.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static sqlite3 *database;

static void check(int code) {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
  }
}

static void run(const char *sql) { check(sqlite3_exec(database, sql, 0, 0, 0)); }

static void open_database(const char *path, int flags) {
  check(sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, 0));
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(database, sql, -1, &statement, 0));
  return statement;
}

static void finish(sqlite3_stmt *statement) {
  check(sqlite3_step(statement));
  sqlite3_reset(statement);
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(1);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc(size + 1);
  text[fread(text, 1, size, file)] = 0;
  fclose(file);
  return text;
}

static void write_rows(long long count) {
  sqlite3_stmt *row = prepare(
      "INSERT INTO ZBOOKMARKENTITY (Z_PK, Z_ENT, Z_OPT, ZISFOLDER, ZISPENDINGDELETION,"
      " ZLASTCHILDRENPAYLOADRECEIVEDFROMSYNC, ZMODIFIEDAT, ZTITLE, ZURL, ZUUID, ZPARENT)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (long long key = 1; key <= count; key++) {
    long long folder = key - (key - 1) % 101, place = key - folder;
    char title[64], url[64], uuid[64];
    sqlite3_bind_int64(row, 1, key);
    sqlite3_bind_int64(row, 2, 1);
    sqlite3_bind_int64(row, 3, 1);
    sqlite3_bind_int64(row, 4, place == 0);
    sqlite3_bind_int64(row, 5, 0);
    sqlite3_bind_null(row, 6);
    sqlite3_bind_double(row, 7, 700000000.5 + key);
    sqlite3_bind_text(row, 8, title, sprintf(title, "A page about number %lld", key),
                      SQLITE_STATIC);
    if (place)
      sqlite3_bind_text(row, 9, url, sprintf(url, "https://example.com/pages/%lld", key),
                        SQLITE_STATIC);
    else
      sqlite3_bind_null(row, 9);
    sqlite3_bind_text(row, 10, uuid, sprintf(uuid, "00000000-0000-4000-8000-%012lld", key),
                      SQLITE_STATIC);
    if (place)
      sqlite3_bind_int64(row, 11, folder);
    else
      sqlite3_bind_null(row, 11);
    finish(row);
  }
  sqlite3_finalize(row);
}

// Places among the children and favourites of a folder are known once the folder's own object is,
// which may come after its children's: so they are written when all rows are there. A program
// that knew its data could write them with the rows, but a writer of any model can't.
static void write_targets(long long count) {
  sqlite3_stmt *order =
      prepare("UPDATE ZBOOKMARKENTITY SET Z_FOK_PARENT = ? WHERE Z_PK = ? AND ZPARENT = ?");
  sqlite3_stmt *join = prepare(
      "INSERT INTO Z_1FAVORITES (Z_1FAVORITEFOLDERS, Z_1FAVORITES, Z_FOK_1FAVORITES)"
      " VALUES (?, ?, ?)");
  for (long long folder = 1; folder <= count; folder += 101) {
    for (long long place = 1; place <= 100 && folder + place <= count; place++) {
      sqlite3_bind_int64(order, 1, 1024 + 1024 * place);
      sqlite3_bind_int64(order, 2, folder + place);
      sqlite3_bind_int64(order, 3, folder);
      finish(order);
    }
    for (long long place = 10; place <= 100 && folder + place <= count; place += 10) {
      sqlite3_bind_int64(join, 1, folder);
      sqlite3_bind_int64(join, 2, folder + place);
      sqlite3_bind_int64(join, 3, 1024 + 1024 * (place / 10));
      finish(join);
    }
  }
  sqlite3_finalize(order);
  sqlite3_finalize(join);
}

static void write_store(const char *path, long long count, const char *statements) {
  open_database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  run("PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; PRAGMA auto_vacuum = 2;"
      "PRAGMA secure_delete = 0; PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL;"
      "PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000;"
      "PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0; PRAGMA foreign_keys = OFF;");
  run("BEGIN IMMEDIATE");
  run(contents(statements));
  run("INSERT INTO Z_PRIMARYKEY VALUES (1, 'BookmarkEntity', 0, 0)");
  run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE);");
  run("BEGIN IMMEDIATE");
  write_rows(count);
  write_targets(count);
  char update[64];
  sprintf(update, "UPDATE Z_PRIMARYKEY SET Z_MAX = %lld WHERE Z_ENT = 1", count);
  run(update);
  run("COMMIT");
  int one = 1;
  sqlite3_file_control(database, 0, SQLITE_FCNTL_PERSIST_WAL, &one);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, 0);
  sqlite3_close(database);
}

static void open_store(const char *path) {
  open_database(path, SQLITE_OPEN_READWRITE);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, 0);
  run("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;");
}

static long long bytes, sum;

// Reads every column of the current row.
static void read_row(sqlite3_stmt *statement, int columns) {
  for (int column = 0; column < columns; column++) {
    switch (sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER: sum += sqlite3_column_int64(statement, column); break;
      case SQLITE_FLOAT: sum += (long long)sqlite3_column_double(statement, column); break;
      case SQLITE_TEXT:
        sum += sqlite3_column_text(statement, column)[0];
        bytes += sqlite3_column_bytes(statement, column);
        break;
      default: break;
    }
  }
}

// Every column of every row of both tables.
static void read_rows(void) {
  const char *queries[] = {"SELECT * FROM ZBOOKMARKENTITY ORDER BY Z_PK",
                           "SELECT * FROM Z_1FAVORITES"};
  long long rows = 0;
  for (int query = 0; query < 2; query++) {
    sqlite3_stmt *statement = prepare(queries[query]);
    int columns = sqlite3_column_count(statement);
    for (; sqlite3_step(statement) == SQLITE_ROW; rows++) read_row(statement, columns);
    sqlite3_finalize(statement);
  }
  printf("%lld rows, %lld bytes of text, sum %lld\n", rows, bytes, sum);
}

// Every object with the targets of its relationships, to-many ones in order: a query for the
// entity, and one for each to-many relationship that is walked beside it.
static void read_objects(void) {
  sqlite3_stmt *object = prepare(
      "SELECT Z_PK, ZISFOLDER, ZISPENDINGDELETION, ZLASTCHILDRENPAYLOADRECEIVEDFROMSYNC,"
      " ZMODIFIEDAT, ZTITLE, ZURL, ZUUID, ZPARENT FROM ZBOOKMARKENTITY WHERE Z_ENT = 1"
      " ORDER BY Z_PK");
  const char *queries[] = {
      "SELECT ZPARENT, Z_PK, Z_ENT FROM ZBOOKMARKENTITY WHERE ZPARENT IS NOT NULL"
      " ORDER BY ZPARENT, Z_FOK_PARENT, Z_PK",
      "SELECT J.Z_1FAVORITES, J.Z_1FAVORITEFOLDERS, NULL FROM Z_1FAVORITES AS J"
      " ORDER BY J.Z_1FAVORITES, J.Z_1FAVORITEFOLDERS",
      "SELECT J.Z_1FAVORITEFOLDERS, J.Z_1FAVORITES, NULL FROM Z_1FAVORITES AS J"
      " ORDER BY J.Z_1FAVORITEFOLDERS, J.Z_FOK_1FAVORITES, J.Z_1FAVORITES"};
  sqlite3_stmt *cursors[3];
  int rows[3];
  for (int cursor = 0; cursor < 3; cursor++) {
    cursors[cursor] = prepare(queries[cursor]);
    rows[cursor] = sqlite3_step(cursors[cursor]);
  }
  long long objects = 0, targets = 0;
  for (; sqlite3_step(object) == SQLITE_ROW; objects++) {
    long long key = sqlite3_column_int64(object, 0);
    read_row(object, 9);
    targets += sqlite3_column_type(object, 8) == SQLITE_INTEGER;
    for (int cursor = 0; cursor < 3; cursor++) {
      while (rows[cursor] == SQLITE_ROW && sqlite3_column_int64(cursors[cursor], 0) == key) {
        sum += sqlite3_column_int64(cursors[cursor], 1);
        targets++;
        rows[cursor] = sqlite3_step(cursors[cursor]);
      }
    }
  }
  printf("%lld objects, %lld bytes of text, %lld targets\n", objects, bytes, targets);
}

// Runs the statements of a file in one transaction, as a migration by hand would.
static void migrate(const char *path, const char *statements) {
  open_database(path, SQLITE_OPEN_READWRITE);
  run("BEGIN IMMEDIATE");
  run(contents(statements));
  run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE);");
  sqlite3_close(database);
}

int main(int count, char **arguments) {
  if (count == 5 && !strcmp(arguments[1], "write")) {
    write_store(arguments[2], atoll(arguments[3]), arguments[4]);
  } else if (count == 3 && !strcmp(arguments[1], "read")) {
    open_store(arguments[2]);
    read_rows();
  } else if (count == 3 && !strcmp(arguments[1], "objects")) {
    open_store(arguments[2]);
    read_objects();
  } else if (count == 4 && !strcmp(arguments[1], "migrate")) {
    migrate(arguments[2], arguments[3]);
  } else {
    return 2;
  }
  return 0;
}
