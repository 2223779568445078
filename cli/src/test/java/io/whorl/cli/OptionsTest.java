package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.LimitExceededException;
import io.whorl.cli.OmissionOptions.SeriesRule;
import io.whorl.preset.Preset;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.TypeConversionException;

class OptionsTest {
    @TempDir
    private Path directory;

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @Command
    private static final class Probe {
        @ArgGroup(exclusive = false, validate = false)
        private SchemeOptions options = new SchemeOptions();
    }

    private static Scheme parse(String... arguments) throws IOException {
        Probe probe = new Probe();
        CommandLine line = new CommandLine(probe);
        Converters.register(line);
        line.parseArgs(arguments);
        return probe.options.scheme();
    }

    private static Scheme.Builder expected() {
        return Scheme.builder();
    }

    @Test
    void eachOptionSetsItsField() throws IOException {
        assertEquals(expected().unit(Chunking.Unit.CHAR).build(), parse("--unit", "char"));
        assertEquals(expected().granularity(7).build(), parse("--granularity", "7"));
        assertEquals(expected().step(3).build(), parse("--step", "3"));
        assertEquals(expected().order(Chunking.Order.BAG).build(), parse("--order", "bag"));
        assertEquals(expected().breakpoints(9).build(), parse("--breakpoints", "9"));
        assertEquals(expected().selection("mod", Map.of("m", "7")).build(), parse("--selection", "mod:m=7"));
        assertEquals(expected().hash(Hashing.Algorithm.RABIN).build(), parse("--hash", "rabin"));
        // RZ does not distinguish single words well, so their default is Rabin.
        assertEquals(
                Hashing.Algorithm.RABIN, parse("--granularity", "1").hashing().algorithm());
        assertEquals(expected().bits(64).build(), parse("--bits", "64"));
        assertEquals(expected().seed(-1).build(), parse("--seed", "0xffffffffffffffff"));
        assertEquals(expected().seed(42).build(), parse("--seed", "42"));
        assertEquals(expected().words(TextRules.Words.ALPHABETIC).build(), parse("--words", "alphabetic"));
        assertEquals(expected().apostrophe(TextRules.Apostrophe.JOIN).build(), parse("--apostrophe", "join"));
        assertEquals(expected().stop(TextRules.ENGLISH_STOP_WORDS).build(), parse("--stop", "english"));
        assertEquals(expected().stem("english").build(), parse("--stem", "english"));
        assertEquals(expected().numbers(TextRules.Numbers.SYMBOL).build(), parse("--numbers", "symbol"));
        assertEquals(expected().minWord(4).build(), parse("--min-word", "4"));
        assertEquals(expected().minSentence(5).build(), parse("--min-sentence", "5"));
        assertEquals(expected().unmask(true).build(), parse("--unmask"));
        assertEquals(expected().frequencies(true).build(), parse("--frequencies"));
    }

    @ParameterizedTest
    @EnumSource
    void aPresetSetsTheScheme(Preset preset) throws IOException {
        String name = Choice.name(preset);
        assertEquals(preset.scheme().build(), parse("--preset", name));
        assertEquals(
                preset.scheme()
                        .granularity(7)
                        .stop(TextRules.ENGLISH_STOP_WORDS)
                        .seed(3)
                        .build(),
                parse("--granularity", "7", "--preset", name, "--stop", "english", "--seed", "3"));
        assertEquals(
                preset.scheme().selection("mod", Map.of("m", "9")).build(),
                parse("--preset", name, "--selection", "mod:m=9"));
        // Chunks of one unit have their own default hash, with and without a preset.
        assertEquals(
                Hashing.Algorithm.RABIN,
                parse("--preset", name, "--granularity", "1").hashing().algorithm());
    }

    @Test
    void stopWordsOfAFileAreFolded(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("stop.txt"), "The\n  AND \n\nÉté\n");
        assertEquals(
                List.of("and", "the", "été"),
                parse("--stop", file.toString()).text().stop());
    }

    @ParameterizedTest
    @CsvSource({
        "0,0,0",
        "1000,1000,1000",
        "2k,2048,2k",
        "512m,536870912,512m",
        "4G,4294967296,4g",
        "1024m,1073741824,1g"
    })
    void sizesAreParsedAndFormatted(String text, long bytes, String written) {
        assertEquals(bytes, ByteSize.parse(text).bytes());
        assertEquals(written, ByteSize.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "-1", "1.5g", "4gb", "4 g", "99999999t", "9999999999999999"})
    void malformedSizesAreRefused(String text) {
        assertThrows(TypeConversionException.class, () -> ByteSize.parse(text));
    }

    @Test
    void aTableThatDoesNotFitInItsMemoryIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("series.tsv"), "a\ts\nb\ts\nb\ts\n");
        long two = 2 * (128 + 2 * 3);
        assertEquals(Map.of("a", "s", "b", "s"), SeriesRule.table(file, two));
        LimitExceededException refused =
                assertThrows(LimitExceededException.class, () -> SeriesRule.table(file, two - 1));
        assertEquals(two, refused.value());
        assertEquals("bytes of heap for the table of --series", refused.limit());
    }

    private static Set<Path> pipes() throws IOException {
        Set<Path> pipes = new HashSet<>();
        try (var open = Files.list(OPEN_FILES)) {
            for (Path file : open.toList()) {
                if (Files.isSymbolicLink(file)
                        && Files.readSymbolicLink(file).toString().startsWith("pipe:")) {
                    pipes.add(file);
                }
            }
        }
        return pipes;
    }

    /** A shell passes such a pipe for {@code <(zcat dump.gz)}, and /dev/stdin is one in a pipeline. */
    @Test
    void aPipeWithoutAPathIsASource() throws IOException {
        assumeTrue(Files.isDirectory(OPEN_FILES), "the system does not list the open files of this process");
        Set<Path> before = pipes();
        Process process = new ProcessBuilder("cat").start();
        try {
            Set<Path> pipes = pipes();
            pipes.removeAll(before);
            assertFalse(pipes.isEmpty());
            SourceCheck.check(directory.resolve("index"), List.copyOf(pipes));
        } finally {
            process.destroy();
        }
    }

    @ParameterizedTest
    @CsvSource({"64, 8", "384, 48", "512, 64", "4096, 64"})
    void theLimitOfADocumentIsAShareOfASmallHeap(long heapMegabytes, long documentMegabytes) {
        assertEquals(documentMegabytes << 20, ReadingOptions.defaultMaxDocument(heapMegabytes << 20));
    }

    @ParameterizedTest
    @CsvSource({"32, 4", "64, 10", "332, 100", "3032, 1000"})
    void theLargestDocumentFitsInTheHeapThreeTimes(long heapMegabytes, long documentMegabytes) {
        assertEquals(documentMegabytes, ReadingOptions.mostDocument(heapMegabytes << 20) >> 20);
    }
}
