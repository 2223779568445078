package io.whorl.strategy;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.SchemeException;
import io.whorl.hash.MinutiaOrder;
import io.whorl.plugin.IdleStrategy;
import io.whorl.plugin.LongWords;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.select.Selector;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PluginsTest {
    private static final Chunking WORDS =
            new Chunking(Chunking.Unit.WORD, 4, 1, Chunking.Order.SEQUENCE, OptionalInt.empty());
    private static final MinutiaOrder ORDER = MinutiaOrder.ofWidth(40);

    @TempDir
    Path dir;

    @Test
    void strategiesComeFromTheContextClassLoader() throws Exception {
        assertFalse(names().contains("other"));
        assertEquals("other:bytes=6", seeing(Other.class.getName(), () -> create("other", Map.of())
                .selection()
                .toString()));
        assertFalse(names().contains("other"));
        assertReason(SchemeException.Reason.INVALID, () -> create("other", Map.of()));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            assertTrue(names().contains("long-words"));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void aBuiltInNameCannotBeTaken() throws Exception {
        String message = seeing(Usurper.class.getName(), () -> refusal("mod"));
        assertTrue(message.contains(Usurper.class.getName()), message);
        assertTrue(message.contains("takes the name of the built-in selection mod"), message);
        assertReason(
                SchemeException.Reason.INVALID,
                () -> Strategies.create(new Usurper(), Selection.of("mod"), WORDS, ORDER));
    }

    @Test
    void brokenPluginsAreTypedErrors() throws Exception {
        assertTrue(seeing("io.whorl.NoSuchClass", () -> refusal("full")).contains("io.whorl.NoSuchClass"));
        assertTrue(
                seeing(Twin.class.getName(), () -> refusal("full")).contains("two plug-ins give selection long-words"));
        assertTrue(seeing(Misnamed.class.getName(), () -> refusal("full")).contains("'Loud'"));
    }

    @Test
    void aStrategyThatChangesItsNameIsRefused() {
        SelectionProvider fickle = new LongWords("fickle") {
            @Override
            public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
                return new LongWords().create(selection, chunking, order);
            }
        };
        assertReason(
                SchemeException.Reason.INVALID, () -> Strategies.create(fickle, Selection.of("fickle"), WORDS, ORDER));
    }

    private <T> T seeing(String className, Callable<T> action) throws Exception {
        return IdleStrategy.seeing(dir, className, action);
    }

    private static List<String> names() {
        return Strategies.providers().stream().map(SelectionProvider::name).toList();
    }

    private static String refusal(String name) {
        return assertReason(SchemeException.Reason.INVALID, () -> create(name, Map.of()))
                .getMessage();
    }

    /** A plug-in with its own name. */
    public static final class Other extends LongWords {
        public Other() {
            super("other");
        }
    }

    /** A plug-in with the name of a built-in strategy. */
    public static final class Usurper extends LongWords {
        public Usurper() {
            super("mod");
        }
    }

    /** A plug-in with the name of another plug-in. */
    public static final class Twin extends LongWords {
        public Twin() {
            super("long-words");
        }
    }

    /** A plug-in with an invalid name. */
    public static final class Misnamed extends LongWords {
        public Misnamed() {
            super("Loud");
        }
    }

    @Test
    void equalParametersAreWrittenInOneWay() {
        assertEquals(
                "first-r:r=7", create("first-r", Map.of("r", "007")).selection().toString());
        assertEquals(
                "random:r=15,seed=-1",
                create("random", Map.of("seed", "0xffffffffffffffff"))
                        .selection()
                        .toString());
        assertEquals(
                "anchor:anchors=ab|cd|é",
                create("anchor", Map.of("anchors", "cd|é|ab|cd")).selection().toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "first-r r 0 1 1000000",
                "first-r r 1000001 1 1000000",
                "first-r-sliding r -3 1 1000000",
                "random r many 1 1000000",
                "rarest-in-document r 1.5 1 1000000",
                "rarest-prefix p 0 1 100",
                "rarest-prefix p 101 1 100",
                "kth-in-sentence k 0 1 1000000",
                "kth-in-paragraph k 0 1 1000000",
                "kth-sentence k 0 1 1000000",
                "mod m 0 1 1000000000",
                "mod m 99999999999999999999 1 1000000000",
                "min-s s 0 1 1000000",
                "winnowing w 10001 1 10000",
                "winnowing parts 101 1 100",
            })
    void valuesOutOfRangeAreNamed(String strategy, String parameter, String value, String least, String most) {
        String message = refusal(strategy, Map.of(parameter, value));
        assertTrue(message.startsWith("selection " + strategy + ": " + parameter + " is '" + value + "'"), message);
        assertTrue(message.endsWith("from " + least + " to " + most), message);
    }

    @Test
    void unknownParametersAreNamed() {
        assertEquals("selection mod: unknown parameter q=3; it takes m", refusal("mod", Map.of("q", "3")));
        assertEquals("selection full: unknown parameter r=3; it takes none", refusal("full", Map.of("r", "3")));
        assertEquals(
                "selection rarest-prefix: unknown parameter R=3; it takes r, p",
                refusal("rarest-prefix", Map.of("R", "3")));
        assertTrue(refusal("random", Map.of("seed", "0x")).contains("hexadecimal"));
        String unknown = assertReason(SchemeException.Reason.INVALID, () -> create("rarest-in-collection", Map.of()))
                .getMessage();
        assertTrue(
                unknown.startsWith("selection rarest-in-collection is unknown; known are full, all-substrings, "),
                unknown);
        Strategies.BUILT_INS.forEach(p -> assertTrue(unknown.contains(p.name()), unknown));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "|", "ab|", "a b", "Ab", "abcdefghijabcdefghijabcdefghijabc"})
    void anchorsThatNoWordCouldContainAreRefused(String anchors) {
        String message = refusal("anchor", Map.of("anchors", anchors));
        assertTrue(message.startsWith("selection anchor: anchors is '" + anchors + "'"), message);
    }

    @ParameterizedTest
    @EnumSource(value = Chunking.Unit.class, names = "WORD", mode = EnumSource.Mode.EXCLUDE)
    void structureStrategiesNeedWords(Chunking.Unit unit) {
        Chunking chunking = new Chunking(unit, 2, 1, Chunking.Order.SEQUENCE, OptionalInt.empty());
        for (SelectionProvider provider : Strategies.BUILT_INS) {
            Selection selection = Selection.of(provider.name());
            if (create(provider.name(), Map.of()).needs() == ChunkNeeds.MINUTIA) {
                Strategies.create(selection, chunking, ORDER);
            } else {
                String message = assertReason(
                                SchemeException.Reason.INVALID, () -> Strategies.create(selection, chunking, ORDER))
                        .getMessage();
                assertTrue(message.startsWith("selection " + provider.name() + " needs unit word"), message);
            }
        }
    }

    @Test
    void nonOverlappingStrategiesStepByTheGranularity() {
        for (String name : List.of("all-substrings", "first-r")) {
            SelectionStrategy strategy = create(name, Map.of());
            assertEquals(words(4, 4), Strategies.chunking(strategy, words(4, 1)));
            assertEquals(words(4, 4), Strategies.chunking(strategy, words(4, 4)));
            assertEquals(words(1, 1), Strategies.chunking(strategy, words(1, 1)));
            assertReason(
                    SchemeException.Reason.INVALID,
                    "granularity, 4, and the step is 2",
                    () -> Strategies.create(Selection.of(name), words(4, 2), ORDER));
        }
        assertEquals(words(4, 2), Strategies.chunking(create("full", Map.of()), words(4, 2)));
    }

    @Test
    void breakpointsNeedNoStep() {
        Chunking breakpoints = new Chunking(Chunking.Unit.WORD, 1, 1, Chunking.Order.SEQUENCE, OptionalInt.of(10));
        assertReason(
                SchemeException.Reason.INVALID,
                () -> Strategies.create(Selection.of("all-substrings"), breakpoints, ORDER));
        SelectionStrategy first = Strategies.create(Selection.of("first-r"), breakpoints, ORDER);
        assertEquals(breakpoints, Strategies.chunking(first, breakpoints));
    }

    private static Chunking words(int granularity, int step) {
        return new Chunking(Chunking.Unit.WORD, granularity, step, Chunking.Order.SEQUENCE, OptionalInt.empty());
    }

    private static SelectionStrategy create(String name, Map<String, String> parameters) {
        return Strategies.create(new Selection(name, parameters), WORDS, ORDER);
    }

    private static String refusal(String name, Map<String, String> parameters) {
        return assertThrows(IllegalArgumentException.class, () -> create(name, parameters))
                .getMessage();
    }

    /** For each strategy its defaults, needs, comparison (by the size of a sketch), overlap and share of the chunks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "full MINUTIA SETS true 1",
                "all-substrings MINUTIA SETS false -1",
                "first-r:r=15 MINUTIA SETS false -1",
                "first-r-sliding:r=15 MINUTIA SETS true -1",
                "random:r=15,seed=0 MINUTIA SETS true -1",
                "rarest-in-document:r=15 MINUTIA SETS true -1",
                "rarest-prefix:p=5,r=15 FIRST_WORD SETS true -1",
                "anchor:anchors=DEFAULT FIRST_WORD SETS true -1",
                "kth-in-sentence:k=5 STRUCTURE SETS true -1",
                "kth-in-paragraph:k=15 STRUCTURE SETS true -1",
                "kth-sentence:k=5 STRUCTURE SETS true -1",
                "mod:m=25 MINUTIA SETS true 0.04",
                "mod-by-size MINUTIA LEVELS true -1",
                "min-s:s=400 MINUTIA 400 true -1",
                "winnowing:parts=1,w=8 MINUTIA SETS true -1"
            })
    void factsOfStrategies(String written, ChunkNeeds needs, String compared, boolean overlapping, double share) {
        String name = written.split(":")[0];
        SelectionProvider provider = Strategies.BUILT_INS.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow();
        SelectionStrategy strategy = create(name, Map.of());
        Selection selection = strategy.selection();
        assertEquals(written.replace("DEFAULT", Anchor.DEFAULT), selection.toString());
        assertEquals(selection, create(name, selection.parameters()).selection());
        assertEquals(
                List.copyOf(selection.parameters().keySet()),
                provider.parameters().stream().sorted().toList());
        assertEquals(needs, strategy.needs());
        assertEquals(overlapping, !strategy.nonOverlapping());
        assertEquals(share < 0 ? OptionalDouble.empty() : OptionalDouble.of(share), strategy.expectedShare());
        Comparability expected =
                switch (compared) {
                    case "SETS" -> Comparability.SETS;
                    case "LEVELS" -> Comparability.LEVELS;
                    default -> Comparability.sketches(Integer.parseInt(compared));
                };
        assertEquals(expected, strategy.comparability());
        assertEquals(
                expected,
                Strategies.comparability(
                        Scheme.builder().selection(Selection.of(name)).build()));
    }

    @Test
    void everyBuiltInStrategyHasItsFacts() {
        assertEquals(15, Strategies.BUILT_INS.size());
        assertThrows(IllegalArgumentException.class, () -> Comparability.sketches(0));
    }

    // What fingerprints do not show of strategies. DefinitionsTest compares these with their definitions.

    private static final int MOST = 1_500;

    @Test
    void depthIsTheGreatestLevelThatKeepsAMinutia() {
        assertEquals(63, ModBySize.depth(0));
        assertEquals(0, ModBySize.depth(1));
        assertEquals(3, ModBySize.depth(24));
        assertEquals(63, ModBySize.depth(Long.MIN_VALUE));
    }

    @Test
    void firstRReportsWhenNoMoreChunksAreNeeded() {
        Selector selector = create("first-r", Map.of("r", "3")).selector();
        ChunkBlock two = new ChunkBlock();
        two.count = 2;
        two.minutia = new long[] {1, 2};
        SelectedChunks out = new SelectedChunks(false);
        selector.start();
        assertTrue(selector.accept(two, out));
        assertFalse(selector.accept(two, out));
        assertEquals(3, out.size());
    }

    /** Compares the default anchors with the file of anchors. */
    @NeedsData
    @Test
    void defaultAnchorsMatchTheAnchorFile() throws Exception {
        assertEquals(Anchor.DEFAULT, String.join("|", Files.readAllLines(TestData.of("anchors.txt"))));
    }

    @Test
    void prefixesBeyondTheLimitOfAnArrayAreRefused() {
        RaritySelection.RarestPrefix selector = new RaritySelection.RarestPrefix(1, 3, MOST);
        SelectedChunks none = new SelectedChunks(true);
        selector.start();
        for (int i = 0; i < MOST / 3; i++) {
            selector.accept(wordOf((byte) i, (byte) (i >> 8), (byte) 1), none);
        }
        assertMessage(
                LimitExceededException.class,
                "1501 is more than the limit of 1500",
                () -> selector.accept(wordOf((byte) 9), none));
    }

    private static ChunkBlock wordOf(byte... word) {
        ChunkBlock block = new ChunkBlock();
        block.add(1);
        block.firstWord = Arrays.copyOf(word, word.length + 1);
        block.firstWordEnd = new int[] {word.length};
        return block;
    }
}
