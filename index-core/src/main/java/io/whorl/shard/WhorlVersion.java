package io.whorl.shard;

/** The version of this library. A constant, because the manifest of a repackaged jar has another version. */
final class WhorlVersion {
    static final String CURRENT = "0.1.0-SNAPSHOT";

    private WhorlVersion() {}
}
