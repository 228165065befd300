#ifndef GOLDENSTORE_FAULTY_FILES_H
#define GOLDENSTORE_FAULTY_FILES_H

// What fails, for files of SQLite below one folder.
enum faulty_kind {
  // The disk is full: from the nth write on, whatever makes a file larger fails (SQLITE_FULL).
  FAULTY_FULL,
  // The nth write fails, and no other (SQLITE_IOERR_WRITE).
  FAULTY_WRITE_ONCE,
  // The nth write and every later one fail.
  FAULTY_WRITE_ALL,
  // The nth wait for the disk fails (SQLITE_IOERR_FSYNC).
  FAULTY_SYNC,
  // The nth deletion fails (SQLITE_IOERR_DELETE).
  FAULTY_DELETE,
};

// Puts a file system of SQLite before the default one that passes everything on until it is armed.
// Returns an SQLite code.
int faulty_install(void);

// From now on operations below a folder are counted, from 1, and fail as told.
void faulty_arm(const char *folder, int kind, int number);

// Nothing fails any more. Returns how many operations failed.
int faulty_disarm(void);

#endif
