package io.whorl.cli.option;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.option.Choice.Choices;
import io.whorl.preset.Preset;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.StopWords;
import io.whorl.scheme.TextRules;
import io.whorl.select.SelectionStrategy;
import io.whorl.strategy.Strategies;
import io.whorl.text.WordList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * The options of a scheme: the rules from text to fingerprint. An option that is not given has the default of the
 * library.
 */
public final class SchemeOptions {
    public static final String HEADING = "%nScheme (the rules from text to fingerprint):%n";

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            converter = Choices.Presets.class,
            completionCandidates = Choices.Presets.class,
            description = "A scheme for a purpose: ${COMPLETION-CANDIDATES}. Other options override its settings"
                    + " (default: none).")
    private Preset preset;

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            converter = Choices.Units.class,
            completionCandidates = Choices.Units.class,
            description = "The unit of which chunks consist: ${COMPLETION-CANDIDATES} (default: word).")
    private Chunking.Unit unit;

    @Option(
            names = "--granularity",
            paramLabel = "N",
            description = "The number of units in a chunk, 1 to 1000 (default: 4).")
    private Integer granularity;

    @Option(
            names = "--step",
            paramLabel = "N",
            description = "The number of units from the start of one chunk to the start of the next, 1 to 1000000"
                    + " (default: 1).")
    private Integer step;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            converter = Choices.Orders.class,
            completionCandidates = Choices.Orders.class,
            description =
                    "The order in which the units of a chunk are hashed: ${COMPLETION-CANDIDATES}. A bag is sorted,"
                            + " so that swapped words still match (default: sequence).")
    private Chunking.Order order;

    @Option(
            names = "--breakpoints",
            paramLabel = "K",
            description = "End a chunk at each unit whose hash is 0 modulo K, 2 to 1000000, instead of after"
                    + " --granularity units (default: off).")
    private Integer breakpoints;

    @Option(
            names = "--selection",
            paramLabel = "NAME[:key=value,...]",
            converter = SelectionConverter.class,
            description =
                    "The rule that selects which minutiae are kept. With default parameters: full, all-substrings,"
                            + " first-r:r=15, first-r-sliding:r=15, random:r=15,seed=0, rarest-in-document:r=15,"
                            + " rarest-prefix:r=15,p=5, anchor:anchors=LIST, kth-in-sentence:k=5, kth-sentence:k=5,"
                            + " kth-in-paragraph:k=15, mod:m=25, mod-by-size, min-s:s=400,"
                            + " winnowing:w=8,parts=1, or a rule of a plug-in. Ranges: r, k and s 1 to 1000000; p and"
                            + " parts 1 to 100; m 1 to 1000000000; w 1 to 10000. LIST is strings separated by '|',"
                            + " or @FILE with one string per line (default: full).")
    private Selection selection;

    @Option(
            names = "--hash",
            paramLabel = "HASH",
            converter = Choices.Algorithms.class,
            completionCandidates = Choices.Algorithms.class,
            description = "The hash of chunks: ${COMPLETION-CANDIDATES} (default: rz; rabin for chunks of one unit).")
    private Hashing.Algorithm hash;

    @Option(
            names = "--bits",
            paramLabel = "W",
            description = "The number of bits of a minutia, 32 to 64 (default: 40).")
    private Integer bits;

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = SeedConverter.class,
            description = "The seed of the hash: 64 bits, in decimal or as 0x and hexadecimal digits (default:"
                    + " 0x57484f524c).")
    private Long seed;

    @Option(
            names = "--words",
            paramLabel = "WORDS",
            converter = Choices.Words.class,
            completionCandidates = Choices.Words.class,
            description = "The characters of words: letters and digits, or letters only: ${COMPLETION-CANDIDATES}"
                    + " (default: alphanumeric).")
    private TextRules.Words words;

    @Option(
            names = "--apostrophe",
            paramLabel = "HOW",
            converter = Choices.Apostrophes.class,
            completionCandidates = Choices.Apostrophes.class,
            description = "An apostrophe between letters splits the word, or is dropped to join its parts:"
                    + " ${COMPLETION-CANDIDATES} (default: split).")
    private TextRules.Apostrophe apostrophe;

    @Option(
            names = "--stop",
            converter = TextConverter.class,
            paramLabel = "none|english|FILE",
            description = "The words to drop: none, a list for English, or the words of a file (default: none).")
    private String stop;

    @Option(
            names = "--stem",
            converter = TextConverter.class,
            paramLabel = "none|LANG",
            description = "Reduce words to their stems, with the Snowball stemmer of a language such as english"
                    + " (default: none).")
    private String stem;

    @Option(
            names = "--numbers",
            paramLabel = "HOW",
            converter = Choices.Numbers.class,
            completionCandidates = Choices.Numbers.class,
            description = "Keep words with digits, drop them, or replace each number by one symbol:"
                    + " ${COMPLETION-CANDIDATES} (default: keep).")
    private TextRules.Numbers numbers;

    @Option(
            names = "--unmask",
            description = "Replace letters that look like Latin ones, such as Cyrillic letters that hide copied text"
                    + " (default: off).")
    private boolean unmask;

    @Option(
            names = "--min-word",
            paramLabel = "N",
            description = "Drop words of fewer than N characters, 1 to 1000 (default: 1).")
    private Integer minWord;

    @Option(
            names = "--min-sentence",
            paramLabel = "N",
            description = "Drop sentences of fewer than N words, 1 to 1000 (default: 1).")
    private Integer minSentence;

    @Option(
            names = "--frequencies",
            description = "Store how often each minutia occurs in each document (default: off).")
    private boolean frequencies;

    /** Returns the scheme, and refuses options that contradict each other or have no effect. */
    public Scheme scheme(Usage usage) throws IOException {
        if (breakpoints != null && (granularity != null || step != null)) {
            throw usage.error("--breakpoints decides where chunks end, so --granularity and --step have no effect;"
                    + " leave them out");
        }
        if (breakpoints != null && preset != null) {
            throw usage.error("--preset " + Choice.name(preset)
                    + " sets the length of chunks, which --breakpoints contradicts; leave one of them out");
        }
        return usage.checked(() -> {
            Scheme scheme = settings().build();
            Scheme complete = stop == null
                    ? scheme
                    : scheme.toBuilder()
                            .stop(StopWordsOption.words(stop, scheme.text()))
                            .build();
            refuseIdleStep(complete, usage);
            return complete;
        });
    }

    /** Returns whether any option was given. */
    public boolean given() {
        return frequencies
                || unmask
                || Stream.of(
                                preset,
                                unit,
                                granularity,
                                step,
                                order,
                                breakpoints,
                                selection,
                                hash,
                                bits,
                                seed,
                                words,
                                apostrophe,
                                stop,
                                stem,
                                numbers,
                                minWord,
                                minSentence)
                        .anyMatch(Objects::nonNull);
    }

    private Scheme.Builder settings() {
        Scheme.Builder b = preset == null ? Scheme.builder() : preset.scheme();
        given(unit, b::unit);
        given(granularity, b::granularity);
        given(step, b::step);
        given(order, b::order);
        given(breakpoints, b::breakpoints);
        given(selection, b::selection);
        given(hash, b::hash);
        given(bits, b::bits);
        given(seed, b::seed);
        given(words, b::words);
        given(apostrophe, b::apostrophe);
        given(stem, b::stem);
        given(numbers, b::numbers);
        given(minWord, b::minWord);
        given(minSentence, b::minSentence);
        return b.unmask(unmask).frequencies(frequencies);
    }

    private static <T> void given(T value, Consumer<T> setting) {
        if (value != null) {
            setting.accept(value);
        }
    }

    /** Creating the strategy also checks, before anything is read or written, that it works with these chunks. */
    private void refuseIdleStep(Scheme scheme, Usage usage) {
        SelectionStrategy strategy = Strategies.of(scheme);
        if (step != null
                && strategy.nonOverlapping()
                && step != scheme.chunking().granularity()) {
            throw usage.error("--selection " + scheme.selection().name()
                    + " always steps by --granularity, so --step has no effect; leave it out");
        }
    }

    /** Returns the scheme of a command that does not use frequencies. */
    public Scheme schemeWithoutFrequencies(Usage usage) throws IOException {
        if (frequencies) {
            throw usage.error("--frequencies has no effect here: it decides what an index stores");
        }
        return scheme(usage);
    }

    /** Resolves {@code --stop}: no words, the list for English, or the words of a file. */
    private static final class StopWordsOption {
        private StopWordsOption() {}

        /** @param reading the rules of the texts: a stop word must be folded and cut in the same way as their words */
        static Collection<String> words(String stop, TextRules reading) throws IOException {
            return switch (stop) {
                case "none" -> List.of();
                case "english" -> StopWords.ENGLISH;
                default -> ofFile(Path.of(stop), reading);
            };
        }

        private static Collection<String> ofFile(Path file, TextRules reading) throws IOException {
            if (!Files.isRegularFile(file)) {
                throw new NoSuchFileException(file.toString());
            }
            Collection<String> found = WordList.read(file, reading);
            if (found.isEmpty()) {
                throw new FailedException("--stop " + file + ": the file contains no words");
            }
            return found;
        }
    }
}
