package io.whorl.crash;

/** The operations that can fail, as on a full disk. */
public enum Operation {
    WRITE,
    TRUNCATE,
    /** Of a file or a directory. */
    FORCE,
    /** Of a file or a directory. */
    CREATE,
    RENAME,
    DELETE
}
