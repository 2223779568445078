package io.whorl.fingerprint;

import io.whorl.score.DocumentExtras;
import io.whorl.score.Side;

/** A fingerprint as one side of a comparison. */
record FingerprintSide(Fingerprint fingerprint) implements Side {
    @Override
    public long minutiae() {
        return fingerprint.size();
    }

    @Override
    public long words() {
        return fingerprint.words();
    }

    /** As an index stores it. Only sketches and levels read it. */
    @Override
    public byte[] extra() {
        return DocumentExtras.of(fingerprint.scheme())
                .of(fingerprint.toArray(), fingerprint.size(), fingerprint.words());
    }
}
