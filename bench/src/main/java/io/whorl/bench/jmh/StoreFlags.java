package io.whorl.bench.jmh;

/** The JVM flags for LMDB's buffers, and the property that turns off its checks, as its documentation advises. */
final class StoreFlags {
    static final String BUFFERS = "--add-opens=java.base/java.nio=ALL-UNNAMED";
    static final String FILES = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";
    static final String NO_CHECKS = "-Dlmdbjava.disable.checks=true";

    private StoreFlags() {}
}
