package io.whorl.scheme;

/**
 * The whole recipe from a document's bytes to its fingerprint. Equal schemes give equal fingerprints of equal text on
 * every machine, JDK and thread. An index stores its scheme and refuses fingerprints made by another.
 *
 * @param version of the algorithms behind the names, {@value #CURRENT} now; a change that alters any output raises it
 * @param text from bytes to words
 * @param chunking from words to chunks
 * @param hashing from chunks to minutiae
 * @param selection from minutiae to the fingerprint
 * @param frequencies whether the fingerprint keeps how often each minutia occurs (for ranking, HZ 3 and 4)
 */
public record Scheme(
        int version, TextRules text, Chunking chunking, Hashing hashing, Selection selection, boolean frequencies) {

    /** The newest version of the algorithms. */
    public static final int CURRENT = 1;
    /**
     * Bytes of UTF-8 that the stop words may have, one more counted for each, and the same for the selection's
     * parameters: every reader of an index holds its scheme in memory.
     */
    public static final int MOST_LIST_BYTES = 1 << 19;
    /** Bytes of {@link #toJson}, at the most: all of both lists escaped, and the rest. */
    public static final int LONGEST_JSON = 2 * 6 * MOST_LIST_BYTES + (1 << 12);

    public Scheme {
        Ranges.check("scheme version", version, 1, CURRENT);
        SchemeRules.check(chunking, text);
        SchemeRules.checkSize(text, selection);
    }

    public static SchemeBuilder builder() {
        return new SchemeBuilder();
    }

    /** A builder that starts from this scheme. */
    public SchemeBuilder toBuilder() {
        return new SchemeBuilder(this);
    }

    /** This recipe with another selection; such fingerprints can be compared with this scheme's. */
    public Scheme withSelection(Selection other) {
        return new Scheme(version, text, chunking, hashing, other, frequencies);
    }

    /** Whether fingerprints of the two schemes can be compared: equal up to selection. */
    public boolean comparableWith(Scheme other) {
        return withSelection(other.selection).equals(other);
    }

    /** The stable JSON form, one line, the same for equal schemes. */
    public String toJson() {
        return SchemeJson.write(this);
    }

    /**
     * Reads {@link #toJson()}'s form.
     *
     * @throws io.whorl.InvalidSchemeException if the text is not a scheme, or of a newer version
     */
    public static Scheme fromJson(String json) {
        return SchemeJson.read(json);
    }

    @Override
    public String toString() {
        return toJson();
    }
}
