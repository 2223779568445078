package io.whorl.scheme;

import io.whorl.SchemeException;
import io.whorl.internal.Json;
import io.whorl.internal.Ranges;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The complete rules from the bytes of a document to its fingerprint. Equal schemes give equal fingerprints of equal
 * texts on every machine, JDK and thread. An index stores its scheme and refuses fingerprints that another scheme made.
 * Immutable and thread-safe.
 *
 * @param version the version of the algorithms, now {@value #CURRENT}; a change of any output raises it
 * @param text from bytes to words
 * @param chunking from words to chunks
 * @param hashing from chunks to minutiae
 * @param selection from minutiae to the fingerprint
 * @param frequencies whether the fingerprint keeps how often each minutia occurs, for the measures of HZ 3 and 4
 */
public record Scheme(
        int version, TextRules text, Chunking chunking, Hashing hashing, Selection selection, boolean frequencies) {

    /** The current version of the algorithms. */
    public static final int CURRENT = 1;
    /**
     * The maximum number of bytes of UTF-8 of the stop words, plus one for each. The same limit holds for the
     * parameters of the selection. Every reader of an index holds its scheme in memory.
     */
    public static final int MOST_LIST_BYTES = 1 << 19;
    /**
     * The maximum length of {@link #toJson} in bytes: both lists with every character escaped, and the other fields.
     */
    public static final int LONGEST_JSON = 2 * 6 * MOST_LIST_BYTES + (1 << 12);

    /** Characters of a value in a message. */
    private static final int MOST_SHOWN = 100;

    public Scheme {
        Ranges.check("scheme version", version, 1, CURRENT);
        checkTogether(chunking, text);
        checkSize(text, selection);
    }

    public static Builder builder() {
        return new Scheme.Builder();
    }

    /** A builder that starts from this scheme. */
    public Builder toBuilder() {
        return SchemeJson.read(toJson(), builder -> builder);
    }

    /** This scheme with another selection. Fingerprints of both schemes can be compared. */
    public Scheme withSelection(Selection other) {
        Objects.requireNonNull(other, "other");
        return new Scheme(version, text, chunking, hashing, other, frequencies);
    }

    /** True if fingerprints of the two schemes can be compared, that is, if only the selections differ. */
    public boolean comparableWith(Scheme other) {
        return withSelection(other.selection).equals(other);
    }

    /**
     * Describes the settings that differ from those of another scheme, for messages: {@code bits (40 and 32), unit
     * (word and char)}, with the values of this scheme first. Long lists are abbreviated; empty if the schemes are
     * equal.
     */
    public String differences(Scheme other) {
        Objects.requireNonNull(other, "other");
        Map<String, Object> others = SchemeJson.values(other);
        List<String> differing = new ArrayList<>();
        SchemeJson.values(this).forEach((name, value) -> {
            if (!value.equals(others.get(name))) {
                differing.add(name + " (" + abbreviated(value) + " and " + abbreviated(others.get(name)) + ")");
            }
        });
        return String.join(", ", differing);
    }

    private static String abbreviated(Object setting) {
        String value = setting.toString();
        return value.length() <= MOST_SHOWN
                ? value
                : value.substring(0, MOST_SHOWN) + "... of " + value.length() + " characters";
    }

    /** The JSON form: one line, the same for equal schemes. */
    public String toJson() {
        return Json.write(SchemeJson.values(this));
    }

    /**
     * Reads the form of {@link #toJson()}.
     *
     * @throws io.whorl.SchemeException if the text is not a scheme, or if its version is newer
     */
    public static Scheme fromJson(String json) {
        Objects.requireNonNull(json, "json");
        return SchemeJson.read(json, Builder::build);
    }

    @Override
    public String toString() {
        return toJson();
    }

    /**
     * Builds a scheme. The values are checked when the scheme is built. The defaults are: chunks of four words, step 1,
     * every minutia, 40 bits, and RZ as hash (Rabin at granularity 1, because RZ collides on short words). Not
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

        /** Which characters belong to words; letters and digits by default. */
        public Builder words(TextRules.Words value) {
            words = Objects.requireNonNull(value, "words");
            return this;
        }

        /** The effect of an apostrophe between letters; it splits words by default. */
        public Builder apostrophe(TextRules.Apostrophe value) {
            apostrophe = Objects.requireNonNull(value, "apostrophe");
            return this;
        }

        /** The treatment of words with digits; they are kept by default. */
        public Builder numbers(TextRules.Numbers value) {
            numbers = Objects.requireNonNull(value, "numbers");
            return this;
        }

        /** Drops words with fewer code points; 1 to 1,000. */
        public Builder minWord(int codePoints) {
            minWord = codePoints;
            return this;
        }

        /** Drops sentences with fewer words; 1 to 1,000. */
        public Builder minSentence(int wordCount) {
            minSentence = wordCount;
            return this;
        }

        /** Drops these words. They must be folded like the words of a text. */
        public Builder stop(Collection<String> folded) {
            stop = List.copyOf(Objects.requireNonNull(folded, "folded"));
            return this;
        }

        /** The Snowball stemmer's language, such as {@code english}; {@code none} for no stemming. */
        public Builder stem(String language) {
            stem = Optional.of(Objects.requireNonNull(language, "language")).filter(l -> !l.equals("none"));
            return this;
        }

        /**
         * Replaces letters that look like Latin letters, in words whose letters are all Latin or look Latin. For texts
         * in which look-alikes of other alphabets may hide copied text.
         */
        public Builder unmask(boolean value) {
            unmask = value;
            return this;
        }

        /** The element that chunks consist of. */
        public Builder unit(Chunking.Unit value) {
            unit = Objects.requireNonNull(value, "unit");
            return this;
        }

        /** The number of units in a chunk, 1 to 1,000. */
        public Builder granularity(int units) {
            granularity = OptionalInt.of(units);
            return this;
        }

        /** The number of units between the starts of chunks, 1 to 1,000,000. */
        public Builder step(int units) {
            step = OptionalInt.of(units);
            return this;
        }

        /** Whether the order of the units in a chunk matters; it does by default. */
        public Builder order(Chunking.Order value) {
            order = Objects.requireNonNull(value, "order");
            return this;
        }

        /** Ends a chunk at each unit whose own hash is 0 modulo k (COPS 4.2 D); 2 to 1,000,000. */
        public Builder breakpoints(int k) {
            breakpoints = OptionalInt.of(k);
            return this;
        }

        public Builder hash(Hashing.Algorithm value) {
            algorithm = Optional.of(Objects.requireNonNull(value, "hash"));
            return this;
        }

        /** The width W of a minutia in bits, 32 to 64. */
        public Builder bits(int value) {
            bits = value;
            return this;
        }

        /** The seed of the hash function; {@link Hashing#DEFAULT_SEED} by default. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** The selection strategy; {@code full} by default. */
        public Builder selection(Selection value) {
            selection = Objects.requireNonNull(value, "selection");
            return this;
        }

        /** The selection strategy by its name and parameters. */
        public Builder selection(String name, Map<String, String> parameters) {
            return selection(new Selection(name, Objects.requireNonNull(parameters, "parameters")));
        }

        /** Keeps how often each minutia occurs. */
        public Builder frequencies(boolean value) {
            frequencies = value;
            return this;
        }

        /**
         * Builds the scheme.
         *
         * @throws IllegalArgumentException if a value is out of its range
         * @throws io.whorl.SchemeException if values cannot be used together
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

    private static final int MOST_NAME_BYTES = 100;

    /** Checks the values of a scheme together. A value that would have no effect is refused, not ignored. */
    private static void checkTogether(Chunking chunking, TextRules text) {
        if (chunking.breakpoints().isPresent() && (chunking.granularity() != 1 || chunking.step() != 1)) {
            throw SchemeException.invalid("breakpoints decide where chunks end, so granularity and step have no effect;"
                    + " leave granularity and step out");
        }
        if (chunking.order() == Chunking.Order.BAG
                && chunking.granularity() == 1
                && chunking.breakpoints().isEmpty()) {
            throw SchemeException.invalid("order bag has no effect at granularity 1; leave it out");
        }
        if (text.words() == TextRules.Words.ALPHABETIC && text.numbers() == TextRules.Numbers.DROP) {
            throw SchemeException.invalid("numbers drop has no effect with words alphabetic, which have no digits;"
                    + " leave one of them out");
        }
    }

    /** Checks the size of a scheme: an index stores it, and readers with a small heap hold it in memory. */
    private static void checkSize(TextRules text, Selection selection) {
        List<String> parameters = new ArrayList<>(selection.parameters().keySet());
        parameters.addAll(selection.parameters().values());
        checkBytes("the stop list", text.stop(), MOST_LIST_BYTES);
        checkBytes("selection " + selection.name(), parameters, MOST_LIST_BYTES);
        checkBytes("the stemmer's name", List.of(text.stem().orElse("")), MOST_NAME_BYTES);
    }

    private static void checkBytes(String what, List<String> strings, int most) {
        long bytes = 0;
        for (String string : strings) {
            if (string.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
                throw SchemeException.invalid(
                        what + " has an unpaired surrogate, which the UTF-8 of an index cannot hold");
            }
            bytes += string.getBytes(StandardCharsets.UTF_8).length + 1L;
        }
        if (bytes > most) {
            throw SchemeException.invalid(String.format(
                    Locale.ROOT,
                    "%s has %,d bytes, and a scheme holds at most"
                            + " %,d (UTF-8, and one more for each word); give fewer words",
                    what,
                    bytes,
                    most));
        }
    }

    /**
     * The JSON form of a scheme. All fields are always present and in the same order, so that equal schemes have equal
     * bytes.
     */
    private static final class SchemeJson {
        private static final Set<String> FIELDS =
                values(Scheme.builder().build()).keySet();

        private SchemeJson() {}

        /** The fields by name, in their order: numbers, texts and booleans, and lists and maps of texts. */
        static Map<String, Object> values(Scheme s) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("version", s.version());
            values.put("words", name(s.text().words()));
            values.put("apostrophe", name(s.text().apostrophe()));
            values.put("numbers", name(s.text().numbers()));
            values.put("minWord", s.text().minWord());
            values.put("minSentence", s.text().minSentence());
            values.put("stop", s.text().stop());
            values.put("stem", s.text().stem().orElse("none"));
            values.put("unmask", s.text().unmask());
            values.put("unit", name(s.chunking().unit()));
            values.put("granularity", s.chunking().granularity());
            values.put("step", s.chunking().step());
            values.put("order", name(s.chunking().order()));
            values.put("breakpoints", s.chunking().breakpoints().orElse(0));
            values.put("hash", name(s.hashing().algorithm()));
            values.put("bits", s.hashing().bits());
            // A string: many JSON readers hold numbers as doubles and would lose the seed's low bits.
            values.put("seed", "0x" + Long.toHexString(s.hashing().seed()));
            values.put("selection", s.selection().name());
            values.put("parameters", s.selection().parameters());
            values.put("frequencies", s.frequencies());
            return values;
        }

        static <T> T read(String json, Function<Builder, T> then) {
            try {
                return then.apply(builder(Json.of(json)));
            } catch (IOException | IllegalArgumentException e) {
                throw SchemeException.invalid(
                        "not a scheme: " + e.getMessage() + "; give what Scheme.toJson returned", e);
            }
        }

        private static Builder builder(Json fields) {
            int version = number(fields, "version");
            if (version > Scheme.CURRENT) {
                throw SchemeException.invalid("scheme version " + version + " is newer than this release's "
                        + Scheme.CURRENT + "; use a newer release");
            }
            Set<String> unknown = new TreeSet<>(fields.names());
            unknown.removeAll(FIELDS);
            Ranges.require(unknown.isEmpty(), "unknown fields " + unknown);
            Set<String> missing = new TreeSet<>(FIELDS);
            missing.removeAll(fields.names());
            Ranges.require(missing.isEmpty(), "missing fields " + missing);
            Scheme.Builder b = Scheme.builder()
                    .words(TextRules.Words.valueOf(upper(fields, "words")))
                    .apostrophe(TextRules.Apostrophe.valueOf(upper(fields, "apostrophe")))
                    .numbers(TextRules.Numbers.valueOf(upper(fields, "numbers")))
                    .minWord(number(fields, "minWord"))
                    .minSentence(number(fields, "minSentence"))
                    .stop(fields.elements("stop", String.class))
                    .unit(Chunking.Unit.valueOf(upper(fields, "unit")))
                    .granularity(number(fields, "granularity"))
                    .step(number(fields, "step"))
                    .order(Chunking.Order.valueOf(upper(fields, "order")))
                    .hash(Hashing.Algorithm.valueOf(upper(fields, "hash")))
                    .bits(number(fields, "bits"))
                    .seed(seed(fields.text("seed")))
                    .selection(fields.text("selection"), parameters(fields.object("parameters")))
                    .stem(fields.text("stem"))
                    .unmask(fields.flag("unmask"))
                    .frequencies(fields.flag("frequencies"));
            int breakpoints = number(fields, "breakpoints");
            if (breakpoints != 0) {
                b.breakpoints(breakpoints);
            }
            return b;
        }

        private static Map<String, String> parameters(Json object) {
            object.names().forEach(object::text);
            return object.texts();
        }

        private static long seed(String text) {
            Ranges.require(text.startsWith("0x"), "seed is " + text + ", not 0x and hexadecimal digits");
            return Long.parseUnsignedLong(text.substring(2), 16);
        }

        private static int number(Json fields, String name) {
            return (int) fields.number(name, Integer.MAX_VALUE);
        }

        private static String upper(Json fields, String name) {
            return fields.text(name).toUpperCase(Locale.ROOT);
        }

        private static String name(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }
    }
}
