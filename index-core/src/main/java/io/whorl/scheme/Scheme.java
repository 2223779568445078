package io.whorl.scheme;

import io.whorl.internal.Ranges;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

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

    public static Scheme.Builder builder() {
        return new Scheme.Builder();
    }

    /** A builder that starts from this scheme. */
    public Scheme.Builder toBuilder() {
        return new Scheme.Builder(this);
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

    /**
     * Collects a scheme's parts, each checked when the scheme is built. What is not set takes the default: chunks of
     * four words, step 1, every minutia, RZ (Rabin at granularity 1, where RZ confuses words), 40 bits. Not
     * thread-safe.
     */
    public static final class Builder {
        private TextRules.Words words = TextRules.Words.ALPHANUMERIC;
        private TextRules.Apostrophe apostrophe = TextRules.Apostrophe.SPLIT;
        private TextRules.Numbers numbers = TextRules.Numbers.KEEP;
        private int minWord = 1;
        private int minSentence = 1;
        private List<String> stop = List.of();
        private Optional<String> stem = Optional.empty();
        private boolean unmask;
        private Chunking.Unit unit = Chunking.Unit.WORD;
        private OptionalInt granularity = OptionalInt.empty();
        private OptionalInt step = OptionalInt.empty();
        private Chunking.Order order = Chunking.Order.SEQUENCE;
        private OptionalInt breakpoints = OptionalInt.empty();
        private Optional<Hashing.Algorithm> algorithm = Optional.empty();
        private int bits = 40;
        private long seed = Hashing.DEFAULT_SEED;
        private Selection selection = Selection.of("full");
        private boolean frequencies;

        private Builder() {}

        private Builder(Scheme s) {
            words = s.text().words();
            apostrophe = s.text().apostrophe();
            numbers = s.text().numbers();
            minWord = s.text().minWord();
            minSentence = s.text().minSentence();
            stop = s.text().stop();
            stem = s.text().stem();
            unmask = s.text().unmask();
            unit = s.chunking().unit();
            granularity = OptionalInt.of(s.chunking().granularity());
            step = OptionalInt.of(s.chunking().step());
            order = s.chunking().order();
            breakpoints = s.chunking().breakpoints();
            algorithm = Optional.of(s.hashing().algorithm());
            bits = s.hashing().bits();
            seed = s.hashing().seed();
            selection = s.selection();
            frequencies = s.frequencies();
        }

        public Builder words(TextRules.Words value) {
            words = value;
            return this;
        }

        public Builder apostrophe(TextRules.Apostrophe value) {
            apostrophe = value;
            return this;
        }

        public Builder numbers(TextRules.Numbers value) {
            numbers = value;
            return this;
        }

        /** Words with fewer code points are dropped; 1 to 1,000. */
        public Builder minWord(int codePoints) {
            minWord = codePoints;
            return this;
        }

        /** Sentences with fewer words are dropped; 1 to 1,000. */
        public Builder minSentence(int wordCount) {
            minSentence = wordCount;
            return this;
        }

        /** The words dropped, folded as the text's are. */
        public Builder stop(Collection<String> folded) {
            stop = List.copyOf(folded);
            return this;
        }

        /** The Snowball stemmer's language, such as {@code english}; {@code none} for no stemming. */
        public Builder stem(String language) {
            stem = Optional.of(language).filter(l -> !l.equals("none"));
            return this;
        }

        /**
         * Whether words are read as the Latin ones that they look like, where all their letters are Latin or look so;
         * for texts in which look-alikes of other alphabets may hide copied text.
         */
        public Builder unmask(boolean value) {
            unmask = value;
            return this;
        }

        public Builder unit(Chunking.Unit value) {
            unit = value;
            return this;
        }

        /** Units in a chunk, 1 to 1,000. */
        public Builder granularity(int units) {
            granularity = OptionalInt.of(units);
            return this;
        }

        /** Units between the starts of chunks, 1 to 1,000,000. */
        public Builder step(int units) {
            step = OptionalInt.of(units);
            return this;
        }

        public Builder order(Chunking.Order value) {
            order = value;
            return this;
        }

        /** A unit whose own hash is 0 modulo k ends its chunk (COPS 4.2 D); 2 to 1,000,000. */
        public Builder breakpoints(int k) {
            breakpoints = OptionalInt.of(k);
            return this;
        }

        public Builder hash(Hashing.Algorithm value) {
            algorithm = Optional.of(value);
            return this;
        }

        /** W, 32 to 64. */
        public Builder bits(int value) {
            bits = value;
            return this;
        }

        public Builder seed(long value) {
            seed = value;
            return this;
        }

        public Builder selection(Selection value) {
            selection = value;
            return this;
        }

        public Builder selection(String name, Map<String, String> parameters) {
            return selection(new Selection(name, parameters));
        }

        /** Whether to keep how often each minutia occurs. */
        public Builder frequencies(boolean value) {
            frequencies = value;
            return this;
        }

        /**
         * @throws IllegalArgumentException if a part is out of its range
         * @throws io.whorl.InvalidSchemeException if parts cannot be used together
         */
        public Scheme build() {
            int n = granularity.orElse(breakpoints.isPresent() ? 1 : 4);
            Chunking chunking = new Chunking(unit, n, step.orElse(1), order, breakpoints);
            boolean single = n == 1 && breakpoints.isEmpty();
            Hashing hashing =
                    new Hashing(algorithm.orElse(single ? Hashing.Algorithm.RABIN : Hashing.Algorithm.RZ), bits, seed);
            TextRules text = new TextRules(words, apostrophe, numbers, minWord, minSentence, stop, stem, unmask);
            return new Scheme(CURRENT, text, chunking, hashing, selection, frequencies);
        }
    }
}
