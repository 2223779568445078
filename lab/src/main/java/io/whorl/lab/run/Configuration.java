package io.whorl.lab.run;

import io.whorl.lab.run.Rival.RivalScheme;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;

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
        private static final int MIN_HYPHENATED = 6;

        public enum Kind {
            DELETE,
            /** Replace the token with another token of the text. */
            REPLACE,
            /** Swap the token with the next one. */
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
        public static Alteration parse(String text) {
            int colon = text.indexOf(':');
            try {
                return new Alteration(
                        Kind.valueOf(text.substring(0, Math.max(0, colon)).toUpperCase(Locale.ROOT)),
                        Double.parseDouble(text.substring(colon + 1)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "alteration is '" + text + "'; it must be KIND:RATE, such as replace:0.05,"
                                + " KIND one of "
                                + Arrays.stream(Kind.values())
                                        .map(Alteration::name)
                                        .collect(Collectors.joining(", "))
                                + ", RATE above 0 and at most 1",
                        e);
            }
        }

        private static String name(Kind kind) {
            return kind.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return name(kind) + ":" + rate;
        }

        /**
         * Returns an altered copy. Equal texts, alterations and seeds give equal copies. White space does not change.
         *
         * @param id of the document, so that different documents are altered at different positions
         */
        public byte[] of(String id, byte[] utf8, long seed) {
            // The results of String.hashCode and Random are specified, so they are the same on every JVM.
            Random random = new Random(seed ^ (long) id.hashCode() << 32);
            List<int[]> tokens = tokens(utf8);
            int[] order = new int[tokens.size()];
            Arrays.setAll(order, i -> i);
            boolean[] hyphenated = new boolean[order.length];
            for (int i = 0; i < order.length; i++) {
                if (random.nextDouble() < rate) {
                    switch (kind) {
                        case DELETE -> order[i] = -1;
                        case REPLACE -> order[i] = random.nextInt(order.length);
                        case SWAP -> i = swap(order, i);
                        case HYPHENATE -> hyphenated[i] = isLongWord(utf8, tokens.get(i));
                    }
                }
            }
            return write(utf8, tokens, order, hyphenated);
        }

        /** Swaps two tokens and skips the second, so that a token moves by one position at most. */
        private static int swap(int[] order, int i) {
            if (i + 1 < order.length) {
                int moved = order[i];
                order[i] = order[i + 1];
                order[i + 1] = moved;
            }
            return i + 1;
        }

        private static byte[] write(byte[] utf8, List<int[]> tokens, int[] order, boolean[] hyphenated) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + utf8.length / 8);
            int end = 0;
            for (int i = 0; i < order.length; i++) {
                out.write(utf8, end, tokens.get(i)[0] - end);
                end = tokens.get(i)[1];
                if (order[i] >= 0) {
                    int[] token = tokens.get(order[i]);
                    int middle = hyphenated[i] ? (token[0] + token[1]) / 2 : token[1];
                    out.write(utf8, token[0], middle - token[0]);
                    if (hyphenated[i]) {
                        out.write('-');
                        out.write('\n');
                    }
                    out.write(utf8, middle, token[1] - middle);
                }
            }
            out.write(utf8, end, utf8.length - end);
            return out.toByteArray();
        }

        private static List<int[]> tokens(byte[] utf8) {
            List<int[]> tokens = new ArrayList<>();
            int start = -1;
            for (int i = 0; i <= utf8.length; i++) {
                boolean space = i == utf8.length || utf8[i] == ' ' || utf8[i] >= '\t' && utf8[i] <= '\r';
                if (space && start >= 0) {
                    tokens.add(new int[] {start, i});
                    start = -1;
                } else if (!space && start < 0) {
                    start = i;
                }
            }
            return tokens;
        }

        private static boolean isLongWord(byte[] utf8, int[] token) {
            for (int i = token[0]; i < token[1]; i++) {
                int small = utf8[i] | 0x20;
                if (small < 'a' || small > 'z') {
                    return false;
                }
            }
            return token[1] - token[0] >= MIN_HYPHENATED;
        }
    }
}
