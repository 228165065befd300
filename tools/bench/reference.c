// The work of StoreBench in plain C: the same statements, pragmas and values through SQLite's API.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *database;

static void check(int code) {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
  }
}

static void run(const char *sql) { check(sqlite3_exec(database, sql, 0, 0, 0)); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(database, sql, -1, &statement, 0));
  return statement;
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

static void write_store(const char *path, const char *statements, long long count) {
  check(sqlite3_open(path, &database));
  run("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA secure_delete = 0;"
      "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF;"
      "PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0;");
  run("BEGIN");
  run(contents(statements));
  run("INSERT INTO Z_PRIMARYKEY VALUES (1, 'BookmarkEntity', 0, 0)");
  run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE);");
  run("BEGIN");
  sqlite3_stmt *row = prepare(
      "INSERT INTO ZBOOKMARKENTITY (Z_PK, Z_ENT, Z_OPT, ZISFOLDER, ZISPENDINGDELETION, ZPARENT,"
      " Z_FOK_PARENT, ZMODIFIEDAT, ZLASTCHILDRENPAYLOADRECEIVEDFROMSYNC, ZTITLE, ZURL, ZUUID)"
      " VALUES (?, 1, 1, ?, 0, ?, ?, ?, NULL, ?, ?, ?)");
  sqlite3_stmt *join = prepare(
      "INSERT INTO Z_1FAVORITES (Z_1FAVORITEFOLDERS, Z_1FAVORITES, Z_FOK_1FAVORITES)"
      " VALUES (?, ?, ?)");
  for (long long key = 1; key <= count; key++) {
    long long folder = key - (key - 1) % 101, place = key - folder;
    char title[64], url[64], uuid[64];
    sqlite3_bind_int64(row, 1, key);
    sqlite3_bind_int64(row, 2, place == 0);
    if (place) {
      sqlite3_bind_int64(row, 3, folder);
      sqlite3_bind_int64(row, 4, 1024 + 1024 * place);
    } else {
      sqlite3_bind_null(row, 3);
      sqlite3_bind_null(row, 4);
    }
    sqlite3_bind_double(row, 5, 700000000.5 + key);
    sqlite3_bind_text(row, 6, title, sprintf(title, "A page about number %lld", key),
                      SQLITE_STATIC);
    if (place)
      sqlite3_bind_text(row, 7, url, sprintf(url, "https://example.com/pages/%lld", key),
                        SQLITE_STATIC);
    else
      sqlite3_bind_null(row, 7);
    sqlite3_bind_text(row, 8, uuid, sprintf(uuid, "00000000-0000-4000-8000-%012lld", key),
                      SQLITE_STATIC);
    check(sqlite3_step(row));
    sqlite3_reset(row);
    if (place && place % 10 == 0) {
      sqlite3_bind_int64(join, 1, folder);
      sqlite3_bind_int64(join, 2, key);
      sqlite3_bind_int64(join, 3, 1024 + 1024 * (place / 10));
      check(sqlite3_step(join));
      sqlite3_reset(join);
    }
  }
  char update[64];
  sprintf(update, "UPDATE Z_PRIMARYKEY SET Z_MAX = %lld", count);
  run(update);
  run("COMMIT");
  sqlite3_finalize(row);
  sqlite3_finalize(join);
  int one = 1;
  sqlite3_file_control(database, 0, SQLITE_FCNTL_PERSIST_WAL, &one);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, 0);
  sqlite3_close(database);
}

static void read_store(const char *path) {
  check(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, 0));
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, 0);
  const char *queries[] = {"SELECT * FROM ZBOOKMARKENTITY ORDER BY Z_PK",
                           "SELECT * FROM Z_1FAVORITES"};
  long long rows = 0, bytes = 0, sum = 0;
  for (int query = 0; query < 2; query++) {
    sqlite3_stmt *statement = prepare(queries[query]);
    int columns = sqlite3_column_count(statement);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      rows++;
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
    sqlite3_finalize(statement);
  }
  printf("%lld rows, %lld bytes of text, sum %lld\n", rows, bytes, sum);
  sqlite3_close(database);
}

int main(int count, char **arguments) {
  if (count == 5 && !strcmp(arguments[1], "write"))
    write_store(arguments[2], arguments[3], atoll(arguments[4]));
  else if (count == 3 && !strcmp(arguments[1], "read"))
    read_store(arguments[2]);
  else
    return 2;
  return 0;
}
