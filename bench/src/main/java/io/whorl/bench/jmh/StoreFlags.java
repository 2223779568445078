package io.whorl.bench.jmh;

/** What a JVM must be told for LMDB's buffers and for the checks that its makers would have off in production. */
final class StoreFlags {
    static final String BUFFERS = "--add-opens=java.base/java.nio=ALL-UNNAMED";
    static final String FILES = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";
    static final String NO_CHECKS = "-Dlmdbjava.disable.checks=true";

    private StoreFlags() {}
}
