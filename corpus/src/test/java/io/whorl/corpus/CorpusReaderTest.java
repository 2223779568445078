package io.whorl.corpus;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.OutcomeQueue.Outcome;
import io.whorl.corpus.OutcomeQueue.PendingOutcome;
import io.whorl.corpus.ReadAll.Plugins;
import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.example.CardFormat;
import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import io.whorl.testing.Packed;
import io.whorl.testing.Sources;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests a reader: the order, bounds and end of its threads, the facts of sources and single texts, and formats of
 * applications. Runs on the thread whose class loader it sets.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
class CorpusReaderTest extends ReadingFixture {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private static final String PAGE = "<title>na\u00efve</title><meta charset=latin1><p>One<p>Two<script>x</script>";
    private static final FileTime TIME = FileTime.fromMillis(1_000_000_000_000L);

    /** Converts text to capitals; some documents take long, never end, or fail. */
    public static final class Capitals implements FormatProvider, TextFormat {
        static CountDownLatch started = new CountDownLatch(1);

        @Override
        public List<TextFormat> texts() {
            return List.of(this);
        }

        @Override
        public String name() {
            return "capitals";
        }

        @Override
        public boolean recognises(Head head) {
            return head.isNamed(".cap");
        }

        @Override
        public MappedText text(byte[] document, Head head, boolean mapped) throws TextConversionException {
            String text = new String(document);
            switch (text.isEmpty() ? ' ' : text.charAt(0)) {
                case 's' -> pause(5);
                case 'f' -> {
                    started.countDown();
                    pause(100_000);
                }
                case 'u' -> throw new TextConversionException(Reason.NOT_TEXT, "not this one");
                case 'x' -> throw new IllegalStateException("a mistake");
                case 'o' -> throw new StackOverflowError();
                case 'l' -> text = text.repeat(1_000);
                default -> {}
            }
            return new MappedText(text.toUpperCase(Locale.ROOT).getBytes(), Optional.empty());
        }

        private static void pause(long millis) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @BeforeEach
    void plugIn() {
        plugIn(Capitals.class);
    }

    @AfterEach
    void noThreadRemains() throws InterruptedException {
        Thread.interrupted();
        Thread.currentThread().setContextClassLoader(before);
        // A pool terminates a moment before the last of its threads.
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("whorl-corpus")) {
                thread.join(10_000);
                assertFalse(thread.isAlive(), thread.getName());
            }
        }
    }

    private Path tar(Map<String, String> members) throws IOException {
        return write("x.tar", TestArchives.tar(members));
    }

    @Test
    void documentsAndReportsKeepTheirOrderOnAnyNumberOfThreads() throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        String kinds = "asuxlot";
        for (int i = 0; i < 300; i++) {
            members.put(i + (i % 3 == 0 ? ".txt" : ".cap"), kinds.charAt(i * 7 / 5 % kinds.length()) + " text " + i);
        }
        Path tar = tar(members);
        List<List<String>> runs = new ArrayList<>();
        for (int threads : new int[] {1, 2, 8}) {
            List<String> told = new ArrayList<>();
            ReaderOptions options =
                    ReaderOptions.DEFAULT.threads(threads).formats(FormatOptions.DEFAULT.maxDocument(1_000));
            try (CorpusReader reader = CorpusReader.open(List.of(tar), options, s -> told.add(s.toString()))) {
                for (Optional<Document> d = reader.next(); d.isPresent(); d = reader.next()) {
                    told.add(d.get().id() + "=" + new String(d.get().utf8()));
                }
            }
            runs.add(told);
        }
        assertEquals(300, runs.get(0).size());
        assertTrue(runs.get(0).contains("1.cap=S TEXT 1"));
        assertTrue(runs.get(0).contains("0.txt=a text 0"));
        assertEquals(runs.get(0), runs.get(1));
        assertEquals(runs.get(0), runs.get(2));
    }

    @Test
    void failuresOfAFormatAreReported() throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        for (String text : List.of("u", "x", "o", "l", "fine")) {
            members.put(text + ".cap", text.equals("fine") ? "a" : text);
        }
        ReadAll all = ReadAll.of(999, tar(members))
                .gives("fine.cap=A")
                .skips(Reason.NOT_TEXT, Reason.INVALID, Reason.INVALID, Reason.TOO_LARGE);
        assertEquals(dir.resolve("x.tar") + "!u.cap", all.place(0));
        assertTrue(all.detail(1).contains("capitals"), all.skipped()::toString);
    }

    @Test
    void aDocumentFormatBasedOnZipIsOneDocument() throws IOException {
        byte[] zip = TestArchives.zip(Map.of("a", "x"));
        ReadAll all = read("x.cap", zip);
        assertEquals(List.of("x.cap"), all.ids());
        assertEquals("PK", new String(all.documents().get(0).utf8(), 0, 2));
        assertEquals(
                List.of("x.cap"),
                read(ReaderOptions.DEFAULT.convert(false), "x.cap", zip).ids());
    }

    @Test
    void textExtractorConvertsLikeTheReader() throws Exception {
        TextExtractor converting = TextExtractor.of(ReaderOptions.DEFAULT);
        TextExtractor plain = TextExtractor.of(ReaderOptions.DEFAULT.convert(false));
        byte[] a = Packed.utf8("a");
        assertEquals("A", new String(converting.text("d/a.cap", a)));
        assertEquals("a", new String(converting.text("a.txt", a)));
        assertEquals("a", new String(plain.text("a.cap", a)));
        assertThrows(TextConversionException.class, () -> converting.text("a.cap", Packed.utf8("u")));
        assertMessage(TextConversionException.class, "gzip", () -> plain.text("a.gz", Packed.gzip(a)));
    }

    /** The texts are a thousand times as large as the documents, so the converting threads must wait for the caller. */
    @Test
    void largeTextsOfSmallDocumentsKeepTheirOrder() throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        for (int i = 10; i < 60; i++) {
            members.put(i + ".cap", "l".repeat(1_000));
        }
        List<String> ids =
                ReadAll.of(ReaderOptions.DEFAULT.threads(3), tar(members)).ids();
        assertEquals(List.copyOf(members.keySet()), ids);
    }

    /** More bytes than the queue admits, so the reading thread is waiting for room. */
    @Test
    void closeStopsAllThreads() throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        for (int i = 0; i < 40; i++) {
            members.put(i + ".cap", "a".repeat(1 << 20));
        }
        try (CorpusReader reader = CorpusReader.open(List.of(tar(members)), ReaderOptions.DEFAULT, s -> {})) {
            assertEquals("0.cap", reader.next().orElseThrow().id());
        }
    }

    @Test
    void aReaderStartsNoThreadBeforeTheFirstDocument() throws IOException {
        CorpusReader.open(List.of(tar(Map.of("a.cap", "a"))), ReaderOptions.DEFAULT, s -> {})
                .close();
    }

    @Test
    void anInterruptedCallLosesNoDocument() throws Exception {
        Capitals.started = new CountDownLatch(1);
        Path tar = tar(new LinkedHashMap<>(Map.of("a.cap", "forever")));
        try (CorpusReader reader = CorpusReader.open(List.of(tar), ReaderOptions.DEFAULT, s -> {})) {
            Thread waiting = Thread.currentThread();
            Thread interrupting = new Thread(() -> {
                try {
                    Capitals.started.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                waiting.interrupt();
            });
            interrupting.start();
            assertThrows(ClosedByInterruptException.class, reader::next);
            assertTrue(Thread.interrupted());
            interrupting.join();
        }
    }

    @Test
    void htmlIsConvertedWithoutAName() throws TextConversionException {
        byte[] page = PAGE.getBytes(StandardCharsets.ISO_8859_1);
        byte[] text = TextExtractor.htmlToText(page);
        assertEquals("na\u00efve\n\nOne\n\nTwo", new String(text, StandardCharsets.UTF_8));
        assertArrayEquals(text, TextExtractor.of(ReaderOptions.DEFAULT).text("a.html", page));
        assertArrayEquals(new byte[0], TextExtractor.htmlToText(new byte[0]));
    }

    @Test
    void factsOfAFileAreSizeTimeAndBothEnds() throws IOException {
        byte[] bytes = new byte[200_000];
        new Random(1).nextBytes(bytes);
        Path file = dated("dump", bytes);
        Map<String, String> facts = SourceFacts.of(List.of(file));
        assertEquals(4, facts.size());
        assertEquals(facts, SourceFacts.of(List.of(file)));
        for (int at : new int[] {0, 65_535, 199_999}) {
            byte[] changed = bytes.clone();
            changed[at]++;
            dated("dump", changed);
            assertNotEquals(facts, SourceFacts.of(List.of(file)), "byte " + at);
        }
        dated("dump", bytes);
        assertEquals(facts, SourceFacts.of(List.of(file)));
        Files.setLastModifiedTime(file, FileTime.fromMillis(5));
        assertNotEquals(facts, SourceFacts.of(List.of(file)));
    }

    @Test
    void factsOfADirectoryDependOnItsFiles() throws IOException {
        dated("in/a", new byte[] {1});
        dated("in/sub/b", new byte[] {2});
        List<Path> sources = List.of(dir.resolve("in"));
        Map<String, String> facts = SourceFacts.of(sources);
        assertEquals("2", facts.get("number of files in " + dir.resolve("in")));
        assertEquals(2, SourceFacts.bytes(sources));
        assertTrue(SourceFacts.isRepeatable(dir.resolve("in/a")) && SourceFacts.isRepeatable(dir.resolve("in")));
        assertFalse(SourceFacts.isRepeatable(dir.resolve("missing")));
        dated("in/sub/b", new byte[] {2, 3});
        assertNotEquals(facts, SourceFacts.of(sources));
        dated("in/sub/b", new byte[] {2});
        assertEquals(facts, SourceFacts.of(sources));
        Files.move(dir.resolve("in/a"), dir.resolve("in/c"));
        assertNotEquals(facts, SourceFacts.of(sources));
    }

    @Test
    void theOrderOfSourcesCounts() throws IOException {
        Path a = dated("a", new byte[] {1});
        Path b = dated("b", new byte[] {2});
        assertNotEquals(SourceFacts.of(List.of(a, b)), SourceFacts.of(List.of(b, a)));
    }

    private Path dated(String name, byte[] bytes) throws IOException {
        return Files.setLastModifiedTime(write(name, bytes), TIME);
    }

    // The queue between the threads and the caller.

    private static final long MANY = 20L << 20;
    private static final Outcome NONE = Outcome.of(new Skipped("", Reason.INVALID, ""));

    private final OutcomeQueue queue = new OutcomeQueue();

    private PendingOutcome put(long bytes) {
        PendingOutcome entry = new PendingOutcome(
                CompletableFuture.completedFuture(List.of(NONE)), bytes, 0, CorpusReader.Position.START);
        queue.put(entry);
        return entry;
    }

    /** Starts a thread that reports the outcome of an entry and waits. */
    private Thread waiting(PendingOutcome entry) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                queue.known(entry, MANY);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            assertFalse(thread.getState() == Thread.State.TERMINATED, "it did not wait");
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    void aLargeResultWaitsUntilItIsTaken() throws InterruptedException {
        PendingOutcome first = put(1);
        PendingOutcome second = put(1);
        Thread maker = waiting(second);
        assertSame(first, queue.take().orElseThrow());
        assertSame(second, queue.take().orElseThrow());
        maker.join();
        // An entry that was taken no longer counts, and no thread waits for it.
        queue.known(second, MANY);
        // Otherwise both calls would wait for room forever.
        put(15L << 20);
        put(1L << 20);
    }

    @Test
    void aSmallResultMakesRoom() throws InterruptedException {
        PendingOutcome large = put(15L << 20);
        queue.known(large, 10);
        // Otherwise this call would wait forever.
        put(15L << 20);
        assertSame(large, queue.take().orElseThrow());
    }

    /** At most two large documents are in memory. */
    @Test
    void aLargeEntryWaitsUntilThePreviousOneIsReleased() throws InterruptedException {
        long large = 17L << 20;
        PendingOutcome first = put(large);
        assertSame(first, queue.take().orElseThrow());
        Thread reader = new Thread(() -> put(large));
        reader.start();
        while (reader.getState() != Thread.State.WAITING) {
            assertFalse(reader.getState() == Thread.State.TERMINATED, "it did not wait");
            Thread.onSpinWait();
        }
        assertFalse(queue.take().orElseThrow() == first);
        reader.join();
    }

    @Test
    void closeReleasesWaitingThreads() throws InterruptedException {
        put(1);
        Thread maker = waiting(put(1));
        queue.close();
        maker.join();
    }

    @Test
    void aDocumentWithoutAThreadStillHasAnOutcome() throws Exception {
        SourceList page = SourceList.of(List.of(Files.writeString(dir.resolve("a.html"), "<html><p>text")), Map.of());
        FormatRegistry formats = FormatRegistry.load(ReaderOptions.DEFAULT);
        ExecutorService pool = Executors.newSingleThreadExecutor(work -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        new PartWalker(page, ReaderOptions.DEFAULT, formats, CorpusReader.Position.START, queue, pool).run();
        assertEquals(
                "text",
                new String(queue.take()
                        .orElseThrow()
                        .outcome
                        .get()
                        .get(0)
                        .document()
                        .orElseThrow()
                        .utf8()));
        assertThrows(OutOfMemoryError.class, queue::take);
    }

    // Formats of applications. Unexpected exceptions affect only the source that they read.

    private static final byte[] CARDS =
            Packed.utf8("== a.1\nFirst\ncard.\n== a.2\n" + "long ".repeat(30) + "\n== a.3\nThird.\n");

    private void plugIn(Class<?> format) {
        Thread.currentThread().setContextClassLoader(Plugins.loader(dir, FormatProvider.class, format));
    }

    @Test
    void anApplicationFormatIsReadLikeTheBuiltInOnes() throws IOException {
        read("x.cards", CARDS).gives("x.cards=" + new String(CARDS, StandardCharsets.UTF_8));
        plugIn(CardFormat.class);
        FormatOptions options = FormatOptions.DEFAULT.maxDocument(100);
        read(options, "x.cards", CARDS)
                .gives("a.1=First\ncard.\n", "a.3=Third.\n")
                .skips(Reason.TOO_LARGE);
        ReadAll packed = read(options, "x.tar.gz", Packed.gzip(TestArchives.tarOf("old.cards", CARDS)))
                .gives("a.1=First\ncard.\n", "a.3=Third.\n")
                .skips(Reason.TOO_LARGE);
        assertEquals(
                dir.resolve("x.tar.gz") + "!old.cards#a.1",
                packed.documents().get(0).place());
    }

    /** Delivers a good document, then one that fails after as many bytes as its file name states; none for -1. */
    public static final class FaultyFormat implements FormatProvider, ContainerFormat {
        @Override
        public List<ContainerFormat> containers() {
            return List.of(this);
        }

        @Override
        public String name() {
            return "careless";
        }

        @Override
        public boolean recognises(Head head) {
            return head.isNamed(".careless");
        }

        @Override
        public PartReader open(Part whole, ReadContext context) {
            int good = Integer.parseInt(whole.name().substring(0, whole.name().indexOf('.')));
            return new PartReader() {
                private int given;

                @Override
                public Optional<Part> next() {
                    if (good < 0 && given > 0) {
                        throw new CancellationException("a mistake");
                    }
                    InputStream body = given == 0
                            ? new ByteArrayInputStream(new byte[] {'x'})
                            : ReadAll.failing(
                                    Packed.utf8("x".repeat(good)), good, new IllegalStateException("a mistake"));
                    return Optional.of(Part.member(whole.place() + "#" + given, "part-" + given++, body));
                }

                @Override
                public void close() {}
            };
        }
    }

    @Test
    void aCancellationByAFormatIsNotTheEndOfTheSources() throws IOException {
        plugIn(FaultyFormat.class);
        Path bad = write("-1.careless", "-");
        assertMessage(IllegalStateException.class, "a mistake", () -> ReadAll.of(bad));
    }

    @Test
    void runtimeExceptionsOfAStreamAreDamage() throws IOException {
        plugIn(FaultyFormat.class);
        for (int good : new int[] {0, 1, Head.MAX_BYTES, 3 * Head.MAX_BYTES}) {
            Path bad = write(good + ".careless", "-");
            ReadAll all = ReadAll.of(bad, write("next.txt", "n"))
                    .gives("part-0=x", "next.txt=n")
                    .skips(Reason.DAMAGED);
            assertEquals(bad.toString(), all.place(0));
            assertTrue(all.detail(0).contains("a mistake"), all.detail(0));
        }
    }

    // The examples of docs/formats.md.

    private static final Path FORMATS = Path.of("..", "docs", "formats.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

    @Test
    void thePageNamesTheVersionsOfTikaThatTheTestsCall() throws IOException {
        String build = Files.readString(Path.of("..", "pom.xml"));
        for (String version : new String[] {"tika3.version", "tika4.version"}) {
            Matcher number = Pattern.compile("<" + version + ">([^<]+)<").matcher(build);
            assertTrue(number.find(), version);
            assertTrue(Files.readString(FORMATS).contains(" " + number.group(1)), number.group(1));
        }
    }

    private static Map<String, String> examples() throws IOException {
        Map<String, String> examples = new LinkedHashMap<>();
        Matcher example = EXAMPLE.matcher(Files.readString(FORMATS));
        while (example.find()) {
            Matcher name = CLASS.matcher(example.group(1));
            assertTrue(name.find(), example.group(1));
            examples.put(name.group(1), example.group(1));
        }
        return examples;
    }

    private Path compile(Map<String, String> sources) throws IOException {
        Path classes = Files.createDirectory(dir.resolve("classes"));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Sources.compile(source.getKey(), source.getValue(), System.getProperty("java.class.path"), classes);
        }
        return classes;
    }

    @Test
    void theExamplesReadDocumentsOfAnAddedFormat() throws Exception {
        Path classes = compile(examples());
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(FormatProvider.class.getName()), "SubtitleFormat");
        Path film = Files.writeString(
                dir.resolve("film.srt"), "1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n2\n00:00:03,000 --> x\nBye.\n");
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            loader.loadClass("ListDocuments").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {film.toString()});
            byte[] text = TextExtractor.of(ReaderOptions.DEFAULT).text("film.srt", Files.readAllBytes(film));
            assertEquals("Hello.\n\nBye.\n", new String(text, StandardCharsets.UTF_8));
            TextMap map = TextExtractor.of(ReaderOptions.DEFAULT)
                    .mappedText("film.srt", Files.readAllBytes(film))
                    .map()
                    .orElseThrow();
            assertEquals(new TextRange(32, 38, 32, 38), map.original(new TextRange(0, 6, 0, 6)));
        } finally {
            System.setOut(out);
        }
        assertEquals("film.srt: 13 bytes\n", printed.toString(StandardCharsets.UTF_8));
    }
}
