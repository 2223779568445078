package io.whorl.lab;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * One way to find co-derivatives, to be measured.
 *
 * @param settings all settings as written in the grid and in its order; for columns and the axes of plots
 * @param scheme the scheme of the index, with all parameters of its selection; absent for a rival
 * @param rival the settings of a rival; absent for Whorl, and for a system that only {@code settings} describe
 * @param measure the name of the measure, as in {@code --measure}; rivals have their own measures
 * @param querySelection the selection for queries, if it differs from that of the index (COPS EVAL-CHUNKS)
 * @param maxDf queries ignore minutiae in more documents (COPS LOOKUP), if there is a limit
 */
@JsonPropertyOrder({"section", "name", "settings", "measure", "querySelection", "maxDf", "alteration", "scheme", "rival"
})
public record Configuration(
        String section,
        String name,
        Map<String, String> settings,
        Optional<Scheme> scheme,
        Optional<RivalScheme> rival,
        String measure,
        Optional<Selection> querySelection,
        OptionalLong maxDf,
        Optional<Alteration> alteration) {
    public interface Measured {
        Configuration configuration();
    }

    public Configuration {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** Returns everything that determines the index; settings that affect only queries are not included. */
    public String index() {
        // The content of a rival's index depends on its measure.
        return scheme.map(Scheme::toJson)
                .or(() -> rival.map(own -> own + " measure=" + measure))
                .orElse(settings.toString());
    }

    /** Returns everything that determines the figures. Configurations with equal keys are measured once. */
    public String key() {
        return index() + " measure=" + measure
                + " query=" + querySelection.map(Selection::toString).orElse("same")
                + " max-df=" + maxDf
                + " alter=" + alteration.map(Alteration::toString).orElse("none");
    }

    @Override
    public String toString() {
        return section + ": " + name;
    }

    /**
     * A mechanical change of a text that makes an inexact copy; COPS made such copies by converting a document twice
     * (COPS 5.5). It works on tokens: runs of bytes between white space.
     *
     * @param rate the share of tokens to change, drawn at random; above 0, at most 1
     */
    public record Alteration(Kind kind, double rate) {
        private static final Pattern TOKEN = Pattern.compile("[^ \\t-\\r]+");
        private static final Pattern LONG_WORD = Pattern.compile("[A-Za-z]{6,}");

        public enum Kind {
            DELETE,
            REPLACE,
            SWAP,
            /**
             * Split the token with a hyphen and a line break, as typesetting does, if it has at least six bytes, all of
             * them ASCII letters.
             */
            HYPHENATE
        }

        public Alteration {
            if (!(rate > 0 && rate <= 1)) {
                throw new IllegalArgumentException("rate is " + rate + "; it must be above 0 and at most 1");
            }
        }

        /** Reads {@code kind:rate}, such as {@code replace:0.05}. */
        @JsonCreator
        public static Alteration parse(String text) {
            int colon = text.indexOf(':');
            try {
                return new Alteration(
                        Kind.valueOf(text.substring(0, Math.max(0, colon)).toUpperCase(Locale.ROOT)),
                        Double.parseDouble(text.substring(colon + 1)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "alteration is '" + text + "'; it must be KIND:RATE, such as replace:0.05, KIND one of "
                                + Labels.all(Kind.class) + ", RATE above 0 and at most 1",
                        e);
            }
        }

        @Override
        @JsonValue
        public String toString() {
            return Labels.of(kind) + ":" + rate;
        }

        /**
         * Returns an altered copy. Equal texts, alterations and seeds give equal copies. White space does not change.
         *
         * @param id of the document, so that different documents are altered at different positions
         */
        public byte[] of(String id, byte[] utf8, long seed) {
            // The results of String.hashCode and Random are specified, so they are the same on every JVM.
            Random random = new Random(seed ^ ((long) id.hashCode() << 32));
            // A character for each byte, so that bytes that are no text stay too.
            String text = new String(utf8, StandardCharsets.ISO_8859_1);
            List<MatchResult> tokens = TOKEN.matcher(text).results().toList();
            String[] written = tokens.stream().map(MatchResult::group).toArray(String[]::new);
            for (int i = 0; i < written.length; i++) {
                if (random.nextDouble() < rate) {
                    switch (kind) {
                        case DELETE -> written[i] = "";
                        case REPLACE ->
                            written[i] =
                                    tokens.get(random.nextInt(written.length)).group();
                        case SWAP -> i = swap(written, i);
                        case HYPHENATE -> written[i] = hyphenated(written[i]);
                    }
                }
            }
            StringBuilder out = new StringBuilder();
            int end = 0;
            for (int i = 0; i < written.length; i++) {
                out.append(text, end, tokens.get(i).start()).append(written[i]);
                end = tokens.get(i).end();
            }
            return out.append(text, end, text.length()).toString().getBytes(StandardCharsets.ISO_8859_1);
        }

        /** Swaps two tokens and skips the second, so that a token moves by one position at most. */
        private static int swap(String[] tokens, int i) {
            if (i + 1 < tokens.length) {
                String moved = tokens[i];
                tokens[i] = tokens[i + 1];
                tokens[i + 1] = moved;
            }
            return i + 1;
        }

        private static String hyphenated(String token) {
            int middle = token.length() / 2;
            return LONG_WORD.matcher(token).matches()
                    ? token.substring(0, middle) + "-\n" + token.substring(middle)
                    : token;
        }
    }

    /**
     * Another system that the laboratory can measure, with the settings that its own documentation advises. A grid can
     * change them.
     */
    public enum Rival {
        LUCENE_SHINGLES(List.of("bm25", "shared"), Map.of("granularity", 4)),
        LUCENE_MINHASH(List.of("shared", "bm25"), Map.of("granularity", 5, "components", 512)),
        LUCENE_MORE_LIKE_THIS(List.of("bm25"), Map.of("terms", 25, "min-frequency", 2, "min-documents", 5)),
        HASH4J_SUPERMINHASH(List.of("resemblance"), Map.of("granularity", 4, "components", 1024, "component-bits", 1)),
        HASH4J_SIMHASH(List.of("bits"), Map.of("granularity", 4, "components", 1024)),
        JAVA_LSH_MINHASH(List.of("resemblance"), Map.of("granularity", 4, "components", 100)),
        JAVA_LSH_BINS(List.of("resemblance"), Map.of("granularity", 4, "stages", 10));

        private final List<String> measures;
        private final Map<String, Integer> parameters;

        Rival(List<String> measures, Map<String, Integer> parameters) {
            this.measures = measures;
            this.parameters = new TreeMap<>(parameters);
        }

        @JsonCreator
        public static Rival named(String name) {
            return Labels.parse(Rival.class, name, "system is '" + name + "'; it must be whorl or one of ");
        }

        @JsonValue
        public String label() {
            return Labels.of(this);
        }

        /** Returns its measures, the recommended one first. */
        public List<String> measures() {
            return measures;
        }

        public Map<String, Integer> parameters() {
            return Map.copyOf(parameters);
        }

        /** Describes its settings and whose advice they follow. */
        public String advice() {
            return Prose.of("rival." + label());
        }

        /**
         * A rival and its settings.
         *
         * @param parameters a value from 1 to 1,000,000 for each of its parameters
         */
        public record RivalScheme(Rival system, SortedMap<String, Integer> parameters, SortedSet<String> stop) {
            private static final int MOST = 1_000_000;

            public RivalScheme {
                parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
                stop = Collections.unmodifiableSortedSet(new TreeSet<>(stop));
                if (!parameters.keySet().equals(system.parameters().keySet())) {
                    throw new IllegalArgumentException("parameters are " + parameters.keySet() + "; they must be "
                            + system.parameters().keySet());
                }
                parameters.forEach((name, value) -> {
                    if (value < 1 || value > MOST) {
                        throw new IllegalArgumentException(name + " is " + value + "; it must be from 1 to " + MOST);
                    }
                });
            }

            /** @param own parameters that differ from the recommended values */
            public static RivalScheme of(Rival system, Map<String, Integer> own, Collection<String> stop) {
                SortedMap<String, Integer> parameters = new TreeMap<>(system.parameters());
                parameters.putAll(own);
                return new RivalScheme(system, parameters, new TreeSet<>(stop));
            }

            public int parameter(String name) {
                Integer value = parameters.get(name);
                if (value == null) {
                    throw new IllegalArgumentException(
                            "name is " + name + "; it must be one of " + parameters.keySet());
                }
                return value;
            }
        }
    }
}
