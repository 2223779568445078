package io.whorl.measure;

final class EmptyExtra {
    static final byte[] BYTES = {};

    private EmptyExtra() {}
}
