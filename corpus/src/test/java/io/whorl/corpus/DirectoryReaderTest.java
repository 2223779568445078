package io.whorl.corpus;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import io.whorl.testing.LongForm;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories, lists of sources, and very many files; which documents are read, and their dates and maps. */
class DirectoryReaderTest extends ReadingFixture {
    private static final int FILES = LongForm.of(20_000, 500_000);

    /** A path, an id and a record for each file took about 200 bytes. */
    private static final int BYTES_FOR_EACH = 100;

    private static final int BASE = 4 << 20;

    @Test
    void filesAreOrderedByTheBytesOfTheirPaths() throws IOException {
        List<String> ids =
                List.of(".hidden", "B", "a-b", "a.b", "a/b", "a/c/d", "a0", "\u00e9", "\uffee", "\ud83d\ude00");
        for (int i = ids.size(); i-- > 0; ) {
            write(ids.get(i), ids.get(i));
        }
        ReadAll all = ReadAll.of(dir);
        assertEquals(ids.stream().map(id -> id + "=" + id).toList(), all.pairs());
        assertEquals(List.of(), all.skipped());
    }

    @Test
    void archivesInDirectoriesAreOpened() throws IOException {
        write("a.tar.gz", Packed.gzip(TestArchives.tar(Map.of("./x/y", "one"))));
        write("b.gz", Packed.gzip("two"));
        write("sub/c.zip", TestArchives.zip(Map.of("z", "three")));
        ReadAll all = ReadAll.of(dir);
        all.gives("a.tar.gz!x/y=one", "b=two", "sub/c.zip!z=three").skips();
        assertEquals(dir.resolve("a.tar.gz") + "!x/y", all.documents().get(0).place());
    }

    @Test
    void linksAreFollowedExceptCycles() throws IOException {
        write("d/file", "x");
        Files.createSymbolicLink(dir.resolve("link"), dir.resolve("d/file"));
        Files.createSymbolicLink(dir.resolve("dirlink"), dir.resolve("d"));
        Files.createSymbolicLink(dir.resolve("d/up"), dir);
        ReadAll all = ReadAll.of(dir);
        all.gives("d/file=x", "dirlink/file=x", "link=x").skips();
    }

    @Test
    void unreadableFilesAreReported() throws IOException {
        write("file", "x");
        write("large", "1234");
        Files.createSymbolicLink(dir.resolve("broken"), dir.resolve("nothing"));
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(dir.resolve("socket")));
            ReadAll all = ReadAll.of(3, dir);
            all.gives("file=x").skips(Reason.UNREADABLE, Reason.UNREADABLE, Reason.TOO_LARGE);
            assertEquals(Set.of(dir + "/broken", dir + "/socket"), Set.of(all.place(0), all.place(1)));
        }
    }

    @Test
    void sourcesKeepTheirOrderAndBytesAreCounted() throws IOException {
        Path zip = write("z.zip", TestArchives.zip(Map.of("z", "z")));
        Path gone = write("gone", "123");
        Path tgz = write("t.tgz", Packed.gzip(TestArchives.tar(Map.of("t", "t"))));
        Path sub = Files.createDirectory(dir.resolve("sub"));
        write("sub/s", "12345");
        Path damaged = write("d.tar", "x".repeat(1000));
        long total = Files.size(zip) + 3 + Files.size(tgz) + 5 + 1000;
        List<Skipped> skipped = new ArrayList<>();
        List<Path> sources = List.of(zip, gone, tgz, sub, damaged, tgz);
        try (CorpusReader reader = CorpusReader.open(sources, ReaderOptions.DEFAULT, skipped::add)) {
            assertEquals(0, reader.bytesRead());
            assertEquals(total + Files.size(tgz), reader.bytesTotal());
            Files.delete(gone);
            long before = 0;
            for (String id : List.of("z", "t", "s", "t")) {
                assertEquals(id, reader.next().orElseThrow().id());
                assertTrue(reader.bytesRead() > before && reader.bytesRead() <= reader.bytesTotal());
                before = reader.bytesRead();
            }
            assertTrue(reader.next().isEmpty());
            assertTrue(reader.next().isEmpty());
            assertEquals(reader.bytesTotal(), reader.bytesRead());
        }
        assertEquals(
                List.of(Reason.UNREADABLE, Reason.DAMAGED),
                skipped.stream().map(Skipped::reason).toList());
        assertEquals(gone.toString(), skipped.get(0).place());
    }

    /** Also of what is in records and archives, of what is skipped, and of a source that is read twice. */
    @Test
    void filesAndRecordsAreNumbered() throws IOException {
        String lines =
                "{\"id\":\"a\",\"text\":\"x\"}\n{bad}\n{\"id\":\"\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"x\"}\n";
        byte[] first = WarcTest.record("resource", "http://one/", "text/plain", Packed.utf8("one"));
        byte[] dump = WarcTest.record("resource", "http://dump/", "unknown/unknown", Packed.utf8(lines));
        Path directory = dir.resolve("s");
        Files.createDirectories(directory);
        Files.createSymbolicLink(directory.resolve("broken"), dir.resolve("nothing"));
        write("s/1.txt", "one");
        Path two = write("s/2.jsonl.gz", Packed.gzip(lines));
        Path three = write("s/3.zip", TestArchives.zip(Map.of("c.jsonl", lines)));
        Path four = write("s/4.warc", Packed.concat(first, dump));
        Path five = write("s/5.tar", "x".repeat(1000));
        int at = first.length;
        ReadAll all = ReadAll.of(directory, two);
        assertEquals(
                List.of(
                        directory.resolve("1.txt") + " 0 0",
                        two + ":1 1 1",
                        two + ":4 1 4",
                        three + "!c.jsonl:1 2 -1",
                        three + "!c.jsonl:4 2 -1",
                        four + "@0 3 1",
                        four + "@" + at + ":1 3 " + (at + 1),
                        four + "@" + at + ":4 3 " + (at + 1),
                        two + ":1 5 1",
                        two + ":4 5 4"),
                all.documents().stream()
                        .map(d -> d.place() + " " + d.file() + " " + d.record())
                        .toList());
        assertEquals(
                List.of(
                        directory.resolve("broken") + " -1 0",
                        two + ":2 1 2",
                        two + ":3 1 3",
                        three + "!c.jsonl:2 2 -1",
                        three + "!c.jsonl:3 2 -1",
                        four + "@" + at + ":2 3 " + (at + 1),
                        four + "@" + at + ":3 3 " + (at + 1),
                        five + " 4 0",
                        two + ":2 5 2",
                        two + ":3 5 3"),
                all.skipped().stream()
                        .map(s -> s.place() + " " + s.file() + " " + s.record())
                        .toList());
    }

    /** Everything after a place is delivered and reported from there again, and nothing before it. */
    @Test
    void readingBeginsAtEachPlaceThatWasReached() throws IOException {
        Path one = Files.createDirectory(dir.resolve("one"));
        Files.createSymbolicLink(one.resolve("broken"), dir.resolve("nothing"));
        write("one/a.jsonl", "{\"id\":1,\"text\":\"t\"}\nx\n{\"id\":2,\"text\":\"u\"}\n");
        write("one/b.tgz", Packed.gzip(TestArchives.tar(Map.of("m", "t", "n", "u"))));
        Path two = Files.createDirectory(dir.resolve("two"));
        Files.createSymbolicLink(two.resolve("broken"), dir.resolve("nothing"));
        write("two/c.txt", "x".repeat(200));
        write("two/d.txt", "d");
        List<Path> sources = List.of(one, two, write("e.txt", "e"));
        Map<Position, Integer> reached = new LinkedHashMap<>();
        List<String> all = events(sources, Position.START, reached);
        assertEquals(10, all.size(), all::toString);
        assertEquals(4, reached.size(), reached::toString);
        reached.forEach((position, before) -> {
            List<String> rest = assertDoesNotThrow(() -> events(sources, position, new LinkedHashMap<>()));
            assertEquals(all.subList(before, all.size()), rest, position::toString);
        });
        assertTrue(reached.containsKey(new Position(4, 0)), reached::toString);
    }

    /** An empty file is a document, and an empty stream has none: the program that should write to it has failed. */
    @Test
    void aStreamIsReadInThePlaceOfItsPath() throws IOException {
        List<Path> sources = List.of(write("a.txt", "a"), Path.of("-"), Path.of("none"), write("b.txt", ""));
        Map<Path, InputStream> streams = Map.of(
                Path.of("-"),
                new ByteArrayInputStream(Packed.gzip(Packed.utf8("{\"text\":\"t\"}\n{\"text\":\"u\"}"))),
                Path.of("none"),
                InputStream.nullInputStream());
        for (int limit : new int[] {3, 9}) {
            List<String> ids = new ArrayList<>();
            ReaderOptions options = ReaderOptions.DEFAULT.limit(limit);
            streams.get(Path.of("-")).reset();
            try (CorpusReader reader =
                    CorpusReader.open(sources, streams, options, skipped -> {}, Position.START, position -> {})) {
                for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                    ids.add(next.get().id());
                }
            }
            assertEquals(List.of("a.txt", "-:1", "-:2", "b.txt").subList(0, Math.min(4, limit)), ids);
        }
    }

    /** @param reached receives the number of events before each place */
    private static List<String> events(List<Path> sources, Position from, Map<Position, Integer> reached)
            throws IOException {
        List<String> events = new ArrayList<>();
        ReaderOptions options =
                ReaderOptions.DEFAULT.formats(ReaderOptions.DEFAULT.formats().maxDocument(100));
        try (CorpusReader reader = CorpusReader.open(
                sources,
                Map.of(),
                options,
                skipped -> events.add(skipped.place()),
                from,
                position -> reached.put(position, events.size()))) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                events.add(next.get().id());
            }
            assertEquals(reader.bytesTotal(), reader.bytesRead());
        }
        return events;
    }

    @Test
    void aMissingSourceIsNamedBeforeAnythingIsRead() throws IOException {
        Path there = write("x.jsonl", "invalid");
        Path missing = dir.resolve("missing");
        List<Skipped> skipped = new ArrayList<>();
        NoSuchFileException e = assertThrows(
                NoSuchFileException.class,
                () -> CorpusReader.open(List.of(there, missing), ReaderOptions.DEFAULT, skipped::add));
        assertEquals(missing.toString(), e.getFile());
        assertEquals(List.of(), skipped);
    }

    @Test
    void exceptionsOfTheListenerPropagate() throws IOException {
        Path file = write("x.jsonl", "invalid\n{\"id\":1,\"text\":\"t\"}");
        try (CorpusReader reader = CorpusReader.open(List.of(file), ReaderOptions.DEFAULT, s -> {
            throw new IllegalArgumentException("strict");
        })) {
            assertThrows(IllegalArgumentException.class, reader::next);
            assertEquals("1", reader.next().orElseThrow().id());
        }
    }

    @Test
    void aStreamIsReadLikeAFile() throws IOException {
        stream("plain text").gives("-=plain text");
        stream("{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}").gives("1=a", "2=b");
        stream(TestArchives.zip(Map.of("x.txt", "x"))).gives("x.txt=x");
    }

    private static ReadAll stream(Object content) throws IOException {
        byte[] bytes = content instanceof String text ? Packed.utf8(text) : (byte[]) content;
        return ReadAll.of(ReaderOptions.DEFAULT, "-", new ByteArrayInputStream(bytes));
    }

    @Test
    void aClosedReaderThrows() throws IOException {
        CorpusReader reader = CorpusReader.open(List.of(dir), ReaderOptions.DEFAULT, s -> {});
        reader.close();
        reader.close();
        assertThrows(IllegalStateException.class, reader::next);
    }

    @Test
    void anInterruptIsNotDamage() throws IOException {
        Path file = write("x.zip", TestArchives.zip(Map.of("x", "x")));
        List<Skipped> skipped = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(file, file), ReaderOptions.DEFAULT, skipped::add)) {
            Thread.currentThread().interrupt();
            assertThrows(ClosedByInterruptException.class, reader::next);
        } finally {
            Thread.interrupted();
        }
        assertEquals(List.of(), skipped);
    }

    @Test
    void aFileTakesLittleMoreThanItsName() throws IOException, InterruptedException {
        for (int i = 0; i < FILES; i++) {
            Files.createFile(dir.resolve(String.format("%07d", i)));
        }
        assertEquals(
                List.of(
                        "facts: " + FILES,
                        "list: " + FILES,
                        dir.resolve("0000000").toString(),
                        "read: " + FILES),
                ReadAll.inSmallHeap(DirectoryReaderTest.class, BASE + FILES * BYTES_FOR_EACH, dir));
    }

    /** Also holds a list while the files are read, as the removal of duplicates does. */
    public static void main(String[] directory) throws IOException {
        Path source = Path.of(directory[0]);
        Map<String, String> facts = SourceFacts.of(List.of(source));
        System.out.println("facts: " + facts.get("number of files in " + source));
        List<Path> files = RecordFiles.list(source);
        System.out.println("list: " + files.size());
        int read = 0;
        try (CorpusReader reader = CorpusReader.open(List.of(source), ReaderOptions.DEFAULT, System.out::println)) {
            while (reader.next().isPresent()) {
                read++;
            }
        }
        System.out.println(files.get(0));
        System.out.println("read: " + read);
    }

    // Which documents are read.

    private Path tar(int members) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < members; i++) {
            texts.put((i % 2 == 0 ? "even/" : "odd/") + i + ".txt", "t");
        }
        return Files.write(dir.resolve("x.tar"), TestArchives.tar(texts));
    }

    @Test
    void globsSelectByIdAndOtherDocumentsAreCounted() throws IOException {
        ReaderOptions options =
                ReaderOptions.DEFAULT.include(List.of("even/**", "**/1.txt")).exclude(List.of("**/{4,6}.*"));
        ReadAll all = ReadAll.of(options, tar(10));
        assertEquals(List.of("even/0.txt", "odd/1.txt", "even/2.txt", "even/8.txt"), all.ids());
        assertEquals(6, all.skipped().size());
        assertTrue(all.reasons().stream().allMatch(Reason.LEFT_OUT::equals));
    }

    @Test
    void readingEndsAtTheLimit() throws IOException {
        assertEquals(
                List.of("even/0.txt", "odd/1.txt", "even/2.txt"),
                ReadAll.of(ReaderOptions.DEFAULT.limit(3), tar(1_000), dir.resolve("x.tar"))
                        .ids());
    }

    @Test
    void samplesDoNotDependOnOrderAndGrowWithTheirShare() throws IOException {
        List<String> all = ReadAll.of(tar(2_000)).ids();
        Sample tenth = new Sample(0.1, 7);
        List<String> drawn = ReadAll.of(ReaderOptions.DEFAULT.sample(tenth), dir.resolve("x.tar"))
                .ids();
        assertEquals(all.stream().filter(tenth::contains).toList(), drawn);
        // Ten standard deviations of 13.4 around 200.
        assertTrue(drawn.size() > 66 && drawn.size() < 334, drawn.size() + " drawn");
        assertTrue(drawn.stream().allMatch(new Sample(0.2, 7)::contains));
        assertFalse(drawn.stream().allMatch(new Sample(0.2, 8)::contains));
        assertEquals(all, all.stream().filter(Sample.ALL::contains).toList());
    }

    @Provide
    Arbitrary<String> globs() {
        return Arbitraries.of(("a¦b¦/¦*¦**¦?¦[a-b]¦[!a]¦{a,b/}¦{,a*b,?}¦[c\ud83d\ude00]¦\\*¦-¦.¦,").split("¦"))
                .list()
                .ofMaxSize(5)
                .map(parts -> String.join("", parts))
                .filter(glob -> !glob.contains("***"));
    }

    /** Holds on systems that separate paths by a slash, for ids that are paths. */
    @Property
    void globsMatchLikeThePathMatcher(@ForAll("globs") String glob, @ForAll("texts") String id) {
        Path path = Path.of(id);
        Assume.that(!id.isEmpty() && path.toString().equals(id));
        assertEquals(
                FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(path),
                GlobSet.of(List.of(glob)).matches(id));
    }

    /** Ids are any texts, not only paths. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "** `` true", "* `` true", "? `` false", "{,a} `` true", "a/** a/ true", "a/* a// false",
                "a**b a~/~b true", "a?b a~b true", "[!a]b ~b true", "*/ / true", "**/b //b true", "a? a/ false"
            })
    void globsMatchAnyText(String glob, String id, boolean matches) {
        assertEquals(matches, GlobSet.of(List.of(glob)).matches(id.replace('~', '\n')));
    }

    /** Each star and brace has many ways to match, all of which fail: an id is matched without trying them in turn. */
    @Test
    void aGlobOfManyStarsIsMatchedAgainstALongId() throws IOException {
        String id = "-".repeat(1_000) + "x";
        Path lines = Files.writeString(dir.resolve("x.jsonl"), "{\"id\":\"" + id + "\",\"text\":\"t\"}");
        String stars = "*-".repeat(20);
        ReaderOptions options = ReaderOptions.DEFAULT
                .exclude(List.of(stars + "*.html", "**" + stars + "{*-,*-*}" + stars + ".html"))
                .include(List.of(stars + "*x"));
        ReadAll all = assertTimeoutPreemptively(Duration.ofMinutes(1), () -> ReadAll.of(options, lines));
        assertEquals(List.of(id), all.ids());
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "b", "*", "-", ".", ",", "/", "c", "\ud83d\ude00", "\ud83d\ude01")
                .list()
                .ofMaxSize(7)
                .map(parts -> String.join("", parts));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "[]", "{a", "{a,{b}}", "a\\", "[b-a]"})
    void unbalancedGlobsAreRejected(String glob) {
        assertMessage(IllegalArgumentException.class, glob, () -> ReaderOptions.DEFAULT.include(List.of(glob)));
    }

    @Test
    void valuesOutsideTheirRangesAreRejected() {
        ReaderOptions options = ReaderOptions.DEFAULT;
        assertThrows(IllegalArgumentException.class, () -> options.limit(0));
        assertThrows(IllegalArgumentException.class, () -> FormatOptions.DEFAULT.maxDocument(0));
        assertThrows(IllegalArgumentException.class, () -> FormatOptions.DEFAULT.maxDocument(2_000_000_001));
        assertThrows(NullPointerException.class, () -> FormatOptions.DEFAULT.idField(null));
        assertThrows(IllegalArgumentException.class, () -> options.threads(0));
        assertThrows(IllegalArgumentException.class, () -> options.maxDepth(65));
        assertThrows(IllegalArgumentException.class, () -> options.maxExpansion(0));
        assertThrows(IllegalArgumentException.class, () -> new Sample(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Sample(Double.NaN, 1));
        assertEquals(1L << 30, ReaderOptions.DEFAULT.expansionAllowance());
    }

    @Test
    void everyOptionIsKept() {
        ReaderOptions options = ReaderOptions.DEFAULT
                .formats(FormatOptions.DEFAULT
                        .maxDocument(1)
                        .idField("a")
                        .textField("b")
                        .namespaces(Set.of(4))
                        .redirects(true))
                .convert(false)
                .include(List.of("a"))
                .exclude(List.of("b"))
                .sample(new Sample(0.5, 2))
                .limit(3)
                .threads(4)
                .maxDepth(5)
                .maxExpansion(6)
                .expansionAllowance(7);
        assertEquals(
                List.of(false, List.of("a"), List.of("b"), new Sample(0.5, 2), 3L, 4, 5, 6, 7L),
                List.of(
                        options.convert(),
                        options.include(),
                        options.exclude(),
                        options.sample(),
                        options.limit(),
                        options.threads(),
                        options.maxDepth(),
                        options.maxExpansion(),
                        options.expansionAllowance()));
        assertEquals(new FormatOptions(1, "a", "b", Optional.empty(), false, Set.of(4), true), options.formats());
    }

    // The dates that sources state for their documents, and the forms of dates.

    private static final FormatOptions WHEN = FormatOptions.DEFAULT.dateField("when");
    private static final String MAIL = "Date: Fri,\n  1 Mar 2024 12:30:00 +0100\nSubject: s\n\nbody\n";

    private void assertDates(FormatOptions formats, String expected, String name, Object content) throws IOException {
        String dates = read(formats, name, content).documents().stream()
                .map(d -> d.date().orElse("-"))
                .collect(Collectors.joining(" | "));
        assertEquals(expected, dates);
    }

    @Test
    void sourcesStateTheDatesOfTheirDocuments() throws IOException {
        String json = "{\"id\":\"a\",\"text\":\"one\",\"when\":\"2024-01-02\"}\n"
                + "{\"id\":\"b\",\"text\":\"two\",\"when\":1700000000}\n"
                + "{\"id\":\"c\",\"text\":\"three\",\"when\":{\"year\":2024}}\n"
                + "{\"id\":\"d\",\"text\":\"four\",\"when\":null}\n"
                + "{\"id\":\"e\",\"text\":\"five\"}\n";
        assertDates(WHEN, "2024-01-02 | 1700000000 | - | - | -", "a.jsonl", json);
        assertDates(FormatOptions.DEFAULT, "- | - | - | - | -", "a.jsonl", json);
        String table = "id,text,when\na,one,2024\nb,two,\n";
        assertDates(WHEN, "2024 | -", "a.csv", table);
        assertDates(WHEN.dateField("other"), "- | -", "a.csv", table);
        String box = "From a\nMessage-ID: <1@a>\n" + MAIL + "\nFrom b\nSubject: undated\n\nbody\n";
        assertDates(FormatOptions.DEFAULT, "Fri, 1 Mar 2024 12:30:00 +0100 | -", "a.mbox", box);
        // A mail keeps its own date although the times of files are requested.
        for (boolean fileDates : new boolean[] {false, true}) {
            FormatOptions formats = FormatOptions.DEFAULT.fileDates(fileDates);
            assertDates(formats, "Fri, 1 Mar 2024 12:30:00 +0100", "a.eml", MAIL);
        }
        String body = "some text of a page";
        String warc = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\n"
                + "WARC-Date: 2024-03-01T12:30:00Z\r\nContent-Type: text/plain\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body + "\r\n\r\n";
        assertDates(FormatOptions.DEFAULT, "2024-03-01T12:30:00Z", "a.warc", warc);
        String wiki = "<mediawiki><siteinfo></siteinfo><page><title>A</title><ns>0</ns><revision>"
                + "<timestamp>2024-03-01T12:30:00Z</timestamp><text>Some text.</text></revision></page></mediawiki>";
        assertDates(FormatOptions.DEFAULT, "2024-03-01T12:30:00Z", "a.xml", wiki);
    }

    @Test
    void fileTimesAreDatesOnlyOnRequest() throws IOException {
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            ZipEntry entry = new ZipEntry("member.txt");
            entry.setLastModifiedTime(FileTime.from(Instant.parse("2021-05-06T07:08:10Z")));
            out.putNextEntry(entry);
            out.write(Packed.utf8("text of a member"));
        }
        Path text = write("a.txt", "some text");
        Path packed = write("b.txt.gz", Packed.gzip("more text"));
        for (Path file : List.of(text, packed)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-05-06T07:08:09Z")));
        }
        Path[] files = {text, packed, write("c.zip", zip.toByteArray())};
        FormatOptions requested = FormatOptions.DEFAULT.fileDates(true);
        assertEquals(
                List.of("2020-05-06T07:08:09Z", "2020-05-06T07:08:09Z", "2021-05-06T07:08:10Z"),
                ReadAll.of(ReaderOptions.DEFAULT.formats(requested), files).documents().stream()
                        .map(d -> d.date().orElse("-"))
                        .toList());
        assertTrue(ReadAll.of(files).documents().stream().allMatch(d -> d.date().isEmpty()));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "dates.csv", delimiter = '|', quoteCharacter = '\'')
    void knownFormsAreRead(String text, Instant date) {
        assertEquals(Optional.of(date), DateText.parse(text));
    }

    @Test
    void uncertainAndImpossibleDatesAreNotRead() {
        for (String text : ("¦yesterday¦0000¦12345¦202403¦2024-13¦2023-02-29¦2024-03-01T25:00¦2024-03-01T12:60¦"
                        + "2024-03-01T12:30:05+19:00¦03/04/2024¦31.12.2024¦20241301¦2024010203"
                        + "¦202401020304¦12345678901¦"
                        + "17000000001234¦-1700000000¦31 Feb 2024¦1 Foo 2024 12:00¦2024-W10-1")
                .split("¦")) {
            assertEquals(Optional.empty(), DateText.parse(text), text);
        }
    }

    @Test
    void longTextIsNotRead() {
        assertEquals(Optional.empty(), DateText.parse("2024" + " ".repeat(500)));
        assertEquals(Optional.empty(), DateText.parse("(".repeat(100) + ")".repeat(100)));
    }

    // Maps to places in the source.

    private static final ReaderOptions MAPPED =
            ReaderOptions.DEFAULT.mapped(true).threads(2);

    /** Reads four documents of different formats. */
    private Map<String, Document> mapped(ReaderOptions options) throws IOException {
        write("page.html", "<html><p>One <b>wo</b>rd &amp; more");
        write("plain.txt", "One word & more");
        write("table.jsonl", "{\"id\":\"row\",\"text\":\"One \\u0077ord & more\"}\n");
        write("letter.eml", "From: a@b\nSubject: One\nTo: c@d\n\nword & more\n");
        return ReadAll.of(options, dir).documents().stream().collect(Collectors.toMap(Document::id, d -> d));
    }

    @Test
    void documentsHaveNoMapsUnlessTheyAreRequested() throws IOException {
        assertTrue(mapped(ReaderOptions.DEFAULT).values().stream()
                .allMatch(document -> document.map().isEmpty()));
    }

    @Test
    void theMapLeadsFromTheTextToTheDocument() throws IOException {
        Document page = mapped(MAPPED).get("page.html");
        assertEquals("One word & more", page.text());
        TextRange range = page.map().orElseThrow().original(new TextRange(4, 10, 4, 10));
        byte[] slice =
                Arrays.copyOfRange(Files.readAllBytes(dir.resolve("page.html")), range.startByte(), range.endByte());
        assertEquals("wo</b>rd &amp;", new String(slice, StandardCharsets.UTF_8));
    }

    @Test
    void textThatIsNotConvertedMapsToItself() throws IOException {
        TextRange any = new TextRange(4, 10, 4, 10);
        for (String id : List.of("plain.txt", "row")) {
            TextMap map = mapped(MAPPED).get(id).map().orElseThrow();
            assertTrue(map.isIdentity());
            assertEquals(any, map.original(any));
        }
        ReaderOptions unconverted = MAPPED.convert(false);
        assertTrue(mapped(unconverted).get("page.html").map().orElseThrow().isIdentity());
    }

    @Test
    void formatsThatDoNotKnowPlacesHaveNoMap() throws IOException {
        byte[] page = "<html><meta charset=iso-2022-jp><p>\u8a00\u8449".getBytes(Charset.forName("ISO-2022-JP"));
        write("japanese.html", page);
        Document document = mapped(MAPPED).get("japanese.html");
        assertEquals("\u8a00\u8449", document.text());
        assertTrue(document.map().isEmpty());
    }

    @Test
    void theMapOfAMailLeadsToItsSubjectAndBody() throws IOException {
        Document letter = mapped(MAPPED).get("letter.eml");
        assertEquals("One\n\nword & more\n", letter.text());
        TextRange range = letter.map().orElseThrow().original(new TextRange(0, 9, 0, 9));
        assertEquals(new TextRange(19, 36, 19, 36), range);
    }

    @Test
    void anExtractorMapsSingleDocuments() throws Exception {
        TextExtractor extractor = TextExtractor.of(ReaderOptions.DEFAULT);
        byte[] page = Packed.utf8("<p>a &lt; b");
        TextMap map = extractor.mappedText("page.html", page).map().orElseThrow();
        assertFalse(map.isIdentity());
        assertEquals(new TextRange(5, 9, 5, 9), map.original(new TextRange(2, 3, 2, 3)));
        assertTrue(extractor.mappedText("a.txt", page).map().orElseThrow().isIdentity());
    }
}
