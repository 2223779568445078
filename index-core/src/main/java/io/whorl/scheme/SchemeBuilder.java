package io.whorl.scheme;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Collects a scheme's parts, each checked when the scheme is built. What is not set takes the default: chunks of four
 * words, step 1, every minutia, RZ (Rabin at granularity 1, where RZ confuses words), 40 bits. Not thread-safe.
 */
public final class SchemeBuilder {
    /** The default seed; part of the scheme's version. */
    public static final long DEFAULT_SEED = 0x57484F524CL;

    private TextRules.Markup markup = TextRules.Markup.NONE;
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
    private long seed = DEFAULT_SEED;
    private Selection selection = Selection.of("full");
    private boolean frequencies;

    SchemeBuilder() {}

    SchemeBuilder(Scheme s) {
        markup = s.text().markup();
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

    public SchemeBuilder markup(TextRules.Markup value) {
        markup = value;
        return this;
    }

    public SchemeBuilder words(TextRules.Words value) {
        words = value;
        return this;
    }

    public SchemeBuilder apostrophe(TextRules.Apostrophe value) {
        apostrophe = value;
        return this;
    }

    public SchemeBuilder numbers(TextRules.Numbers value) {
        numbers = value;
        return this;
    }

    /** Words with fewer code points are dropped; 1 to 1,000. */
    public SchemeBuilder minWord(int codePoints) {
        minWord = codePoints;
        return this;
    }

    /** Sentences with fewer words are dropped; 1 to 1,000. */
    public SchemeBuilder minSentence(int wordCount) {
        minSentence = wordCount;
        return this;
    }

    /** The words dropped, folded as the text's are. */
    public SchemeBuilder stop(Collection<String> folded) {
        stop = List.copyOf(folded);
        return this;
    }

    /** The Snowball stemmer's language, such as {@code english}; {@code none} for no stemming. */
    public SchemeBuilder stem(String language) {
        stem = Optional.of(language).filter(l -> !l.equals("none"));
        return this;
    }

    /**
     * Whether words are read as the Latin ones that they look like, where all their letters are Latin or look so; for
     * texts in which look-alikes of other alphabets may hide copied text.
     */
    public SchemeBuilder unmask(boolean value) {
        unmask = value;
        return this;
    }

    public SchemeBuilder unit(Chunking.Unit value) {
        unit = value;
        return this;
    }

    /** Units in a chunk, 1 to 1,000. */
    public SchemeBuilder granularity(int units) {
        granularity = OptionalInt.of(units);
        return this;
    }

    /** Units between the starts of chunks, 1 to 1,000,000. */
    public SchemeBuilder step(int units) {
        step = OptionalInt.of(units);
        return this;
    }

    public SchemeBuilder order(Chunking.Order value) {
        order = value;
        return this;
    }

    /** A unit whose own hash is 0 modulo k ends its chunk (COPS 4.2 D); 2 to 1,000,000. */
    public SchemeBuilder breakpoints(int k) {
        breakpoints = OptionalInt.of(k);
        return this;
    }

    public SchemeBuilder hash(Hashing.Algorithm value) {
        algorithm = Optional.of(value);
        return this;
    }

    /** W, 32 to 64. */
    public SchemeBuilder bits(int value) {
        bits = value;
        return this;
    }

    public SchemeBuilder seed(long value) {
        seed = value;
        return this;
    }

    public SchemeBuilder selection(Selection value) {
        selection = value;
        return this;
    }

    public SchemeBuilder selection(String name, Map<String, String> parameters) {
        return selection(new Selection(name, parameters));
    }

    /** Whether to keep how often each minutia occurs. */
    public SchemeBuilder frequencies(boolean value) {
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
        TextRules text = new TextRules(markup, words, apostrophe, numbers, minWord, minSentence, stop, stem, unmask);
        return new Scheme(Scheme.CURRENT, text, chunking, hashing, selection, frequencies);
    }
}
