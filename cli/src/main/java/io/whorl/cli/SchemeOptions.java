package io.whorl.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.whorl.SchemeException;
import io.whorl.internal.Json;
import io.whorl.preset.Preset;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.TextRules;
import io.whorl.select.SelectionStrategy;
import io.whorl.strategy.Strategies;
import io.whorl.text.WordList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/**
 * The options of a scheme: the rules from text to fingerprint. An option that is not given has the default of the
 * library.
 */
final class SchemeOptions {
    public static final String HEADING = "%nScheme (the rules from text to fingerprint):%n";

    @Option(names = "--preset", paramLabel = "NAME", completionCandidates = Choice.Presets.class)
    private Preset preset;

    @Option(names = "--unit", paramLabel = "UNIT", completionCandidates = Choice.Units.class)
    private Chunking.Unit unit;

    @Option(names = "--granularity", paramLabel = "N")
    private Integer granularity;

    @Option(names = "--step", paramLabel = "N")
    private Integer step;

    @Option(names = "--order", paramLabel = "ORDER", completionCandidates = Choice.Orders.class)
    private Chunking.Order order;

    @Option(names = "--breakpoints", paramLabel = "K")
    private Integer breakpoints;

    @Option(names = "--selection", paramLabel = "NAME[:key=value,...]")
    private Selection selection;

    @Option(names = "--hash", paramLabel = "HASH", completionCandidates = Choice.Algorithms.class)
    private Hashing.Algorithm hash;

    @Option(names = "--bits", paramLabel = "W")
    private Integer bits;

    @Option(names = "--seed", paramLabel = "S", converter = Converters.Seed.class)
    private Long seed;

    @Option(names = "--words", paramLabel = "WORDS", completionCandidates = Choice.Words.class)
    private TextRules.Words words;

    @Option(names = "--apostrophe", paramLabel = "HOW", completionCandidates = Choice.Apostrophes.class)
    private TextRules.Apostrophe apostrophe;

    @Option(names = "--stop", converter = Converters.Text.class, paramLabel = "none|english|FILE")
    private String stop;

    @Option(names = "--stem", converter = Converters.Text.class, paramLabel = "none|LANG")
    private String stem;

    @Option(names = "--numbers", paramLabel = "HOW", completionCandidates = Choice.Numbers.class)
    private TextRules.Numbers numbers;

    @Option(names = "--unmask")
    private boolean unmask;

    @Option(names = "--min-word", paramLabel = "N")
    private Integer minWord;

    @Option(names = "--min-sentence", paramLabel = "N")
    private Integer minSentence;

    @Option(names = "--frequencies")
    private boolean frequencies;

    /** Returns the scheme, and refuses options that contradict each other or have no effect. */
    public Scheme scheme() throws IOException {
        Usage.refuse(
                breakpoints != null && (granularity != null || step != null),
                "--breakpoints contradicts --granularity and --step");
        if (breakpoints != null && preset != null) {
            throw Usage.error("--breakpoints contradicts --preset " + Choice.name(preset));
        }
        return Usage.checked(() -> {
            Scheme scheme = settings().build();
            Scheme complete = stop == null
                    ? scheme
                    : scheme.toBuilder()
                            .stop(WordList.stop(stop, Path.of(""), scheme.text()))
                            .build();
            refuseIdleStep(complete);
            return complete;
        });
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
    private void refuseIdleStep(Scheme scheme) {
        SelectionStrategy strategy = Strategies.of(scheme);
        Usage.refuse(
                step != null
                        && strategy.nonOverlapping()
                        && step != scheme.chunking().granularity(),
                "--selection " + scheme.selection().name()
                        + " always steps by --granularity, so --step has no effect; leave it out");
    }

    /** Returns the scheme of a command that does not use frequencies. */
    public Scheme schemeWithoutFrequencies() throws IOException {
        Usage.refuse(frequencies, "--frequencies has no effect here: it decides what an index stores");
        return scheme();
    }

    /** A scheme is never larger, because its lists are bounded. */
    private static final int LARGEST = 64 << 20;

    /**
     * Reads a scheme from a file: the scheme that {@code stats} shows, or the whole output of {@code stats --format
     * json}.
     *
     * @throws FailedException if the file contains no scheme
     */
    public static Scheme read(Path file) throws IOException {
        String text = schemeText(file);
        try {
            Json outer = Json.of(text);
            return Scheme.fromJson(
                    outer.names().contains("scheme") ? outer.object("scheme").toString() : text);
        } catch (JsonProcessingException e) {
            throw new FailedException(
                    file + " contains no scheme as stats shows it: it is not JSON: " + e.getOriginalMessage());
        } catch (SchemeException | IllegalArgumentException | IOException e) {
            throw new FailedException(file + " contains no scheme as stats shows it: " + e.getMessage());
        }
    }

    private static String schemeText(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        try (LineReader lines = LineReader.open(file, LARGEST)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                text.append(line.get()).append('\n');
                if (text.length() > LARGEST) {
                    throw new FailedException(file + " is too large to be a scheme");
                }
            }
        }
        return text.toString();
    }
}
