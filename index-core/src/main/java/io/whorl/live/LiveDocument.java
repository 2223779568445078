package io.whorl.live;

import io.whorl.log.LoggedDocument;
import java.util.Optional;

/** A document of a live tier, without its minutiae. Only the mean may be set later. */
public final class LiveDocument {
    private final int number;
    private final byte[] id;
    private final long words;
    private final byte[] extra;
    private final int minutiae;
    private final byte[] text;
    private final byte[] fingerprint;
    private final long date;
    private final Optional<LiveDocument> previous;
    private double meanLog;

    /**
     * @param number from 0
     * @param fingerprint its stored form, which is kept
     * @param previous the previous document of the same id
     */
    public LiveDocument(int number, LoggedDocument d, byte[] fingerprint, Optional<LiveDocument> previous) {
        this.number = number;
        this.fingerprint = fingerprint;
        this.previous = previous;
        id = d.id().clone();
        words = d.words();
        extra = d.extra().clone();
        minutiae = d.n();
        text = d.text();
        date = d.date();
    }

    public int number() {
        return number;
    }

    /** In UTF-8. */
    public byte[] id() {
        return id.clone();
    }

    /** The number of words after filtering. */
    public long words() {
        return words;
    }

    /** The number of distinct minutiae. */
    public long minutiae() {
        return minutiae;
    }

    /** The value that {@link LiveTier#meanLog} set, or 0. */
    public double meanLog() {
        return meanLog;
    }

    void meanLog(double value) {
        meanLog = value;
    }

    /** The data that the selection strategy stores with the minutiae. */
    public byte[] extra() {
        return extra.clone();
    }

    /** The stored form of the text, which must not be changed. */
    public byte[] text() {
        return text;
    }

    /** The stored form of the fingerprint, which must not be changed. */
    public byte[] fingerprint() {
        return fingerprint;
    }

    /** As in {@link io.whorl.store.DocumentDate}. */
    public long date() {
        return date;
    }

    Optional<LiveDocument> previous() {
        return previous;
    }
}
