package io.whorl.store;

/** The documents that go into a segment, by ordinal: in ascending order of the ids' UTF-8 bytes, ids distinct. */
public interface DocumentSource {
    long count();

    /** 1 to {@value DocumentTable#LONGEST_ID} bytes of UTF-8. */
    byte[] id(long ordinal);

    /** Surviving words. */
    long words(long ordinal);

    /** Distinct minutiae. */
    long minutiae(long ordinal);

    /** What the scheme's strategy stores beside the minutiae; empty for most strategies. */
    byte[] extra(long ordinal);
}
