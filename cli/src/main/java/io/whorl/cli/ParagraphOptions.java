package io.whorl.cli;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that decide which repeated paragraphs are dropped. */
final class ParagraphOptions {
    private static final int MIN_WORDS = 13;
    private static final double MAX_CUT = 0.5;

    public enum Unit {
        /** A line. */
        LINES,
        /** Lines without a blank one between them. */
        BLOCKS
    }

    @Option(names = "--paragraphs", paramLabel = "UNIT", completionCandidates = Choice.ParagraphUnits.class)
    private Unit unit;

    @Option(names = "--min-words", paramLabel = "N")
    private Integer minWords;

    @Option(names = "--max-cut", paramLabel = "X")
    private Double maxCut;

    /**
     * What is dropped.
     *
     * @param minWords shorter paragraphs are never dropped
     * @param maxCut a document of which more than this share of the words would be dropped is not changed
     */
    public record ParagraphRule(Unit unit, int minWords, double maxCut) {
        /** Everything on which the result depends, by name. */
        public Map<String, String> facts() {
            return Map.of(
                    "--paragraphs",
                    unit.name().toLowerCase(Locale.ROOT),
                    "--min-words",
                    Integer.toString(minWords),
                    "--max-cut",
                    Double.toString(maxCut));
        }
    }

    /** Returns the rule; empty if documents are compared as wholes. */
    public Optional<ParagraphRule> rule() throws IOException {
        Usage.refuse(
                unit == null && (minWords != null || maxCut != null), "--min-words and --max-cut need --paragraphs");
        int words = minWords == null ? MIN_WORDS : minWords;
        double cut = maxCut == null ? MAX_CUT : maxCut;
        Usage.refuse(words < 1, "--min-words is " + words + "; it must be 1 or more");
        Usage.refuse(!(cut > 0 && cut <= 1), "--max-cut is " + cut + "; it must be more than 0, up to 1");
        return Optional.ofNullable(unit).map(u -> new ParagraphRule(u, words, cut));
    }
}
