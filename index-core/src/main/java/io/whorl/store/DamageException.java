package io.whorl.store;

/**
 * Damage found in bytes before the file is known. {@link Segment} converts it to the typed error that names the file.
 */
@SuppressWarnings("serial")
class DamageException extends RuntimeException {
    final long offset;

    DamageException(long offset, String reason) {
        this(offset, reason, null);
    }

    DamageException(long offset, String reason, Throwable cause) {
        super(reason, cause);
        this.offset = offset;
    }

    static void check(boolean holds, long offset, String otherwise) {
        if (!holds) {
            throw new DamageException(offset, otherwise);
        }
    }

    /** A format version that is newer than this release. */
    static final class Newer extends DamageException {
        final int found;
        final int known;

        Newer(int found, int known) {
            super(8, "format version " + found);
            this.found = found;
            this.known = known;
        }
    }
}
