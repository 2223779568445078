package io.whorl.spark;

import java.util.Locale;

/** Why a row of a DataFrame is not in the segment set, or is not compared. */
public enum LeftOut {
    /** Its id is null. */
    NULL_ID("nullIds"),
    /** Its text is null. */
    NULL_TEXT("nullTexts"),
    /** Its id is empty, or has more than 65,535 bytes of UTF-8. */
    UNUSABLE_ID("unusableIds"),
    /** Its text is longer than the options allow. */
    TOO_LONG("tooLong"),
    /** Another row has its id: in a build, another one of the same shard. */
    REPEATED_ID("repeatedIds"),
    /** Its text has fewer words than the options ask for. */
    TOO_SHORT("tooShort"),
    /** Its text cannot be fingerprinted in the given memory. */
    REFUSED("refused");

    private final String figure;

    LeftOut(String figure) {
        this.figure = figure;
    }

    /** The name among the figures of a job that compares documents. */
    String figure() {
        return figure;
    }

    /** Whether a job that is strict fails because of such a row. */
    boolean isBad() {
        return this != TOO_SHORT;
    }

    /** The name in messages, such as {@code null id}. */
    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
