package io.whorl.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.whorl.align.Aligner;
import io.whorl.align.Aligner.Alignment;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.PairAlignment.SharingPair;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.passages.FoundPassages;
import io.whorl.passages.FoundPassages.FoundPassage;
import io.whorl.passages.PassageFinder;
import io.whorl.passages.PassageOptions;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.io.function.IOFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds passages: of texts in the documents of an index, or of given pairs of files. */
@Command(name = "passages")
final class PassagesCommand extends Subcommand {
    private static final int MAX_TOP = 1_000_000;
    private static final Document NONE = new Document("", new byte[0], "");
    private static final Set<String> OPTIONS_OF_PAIRS =
            Set.of("--pairs", "--xml", "--no-convert", "--leave-out", "--language", "--summaries");

    @Parameters(index = "0", paramLabel = "INDEX")
    private Path first;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE|-")
    private List<Path> rest;

    @Option(names = "--texts", paramLabel = "SOURCE")
    private List<Path> texts = List.of();

    @Option(names = "--top", paramLabel = "N")
    private int top = PassageOptions.DEFAULT.documents();

    @Option(names = "--pairs", paramLabel = "PAIRS.tsv")
    private Path list;

    @Option(names = "--xml", paramLabel = "DIR")
    private Path xml;

    @Option(
            names = "--leave-out",
            paramLabel = "both|references|quotations|none",
            completionCandidates = Choice.CitedParts.class)
    private CitedText.Parts cited = CitedText.Parts.NONE;

    @ArgGroup(exclusive = false, validate = false, heading = AlignmentSettings.HEADING)
    private AlignmentSettings alignment = new AlignmentSettings();

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    public Integer call() throws IOException {
        AlignmentOptions options = alignment.of();
        return list == null ? ofIndex(options) : ofPairs(options);
    }

    /** Aligns texts with the documents of the index that share minutiae with them. Returns the exit code. */
    private int ofIndex(AlignmentOptions alignmentOptions) throws IOException {
        refuse(top < 1 || top > MAX_TOP, "--top is " + top + "; it must be from 1 to " + MAX_TOP);
        PassageOptions options =
                PassageOptions.DEFAULT.alignment(alignmentOptions).documents(top);
        List<Path> sources = new ArrayList<>(rest);
        sources.addAll(texts);
        SourceCheck.refuseRepeatedStandardInput(sources);
        ReaderOptions readerOptions = reading.of(sources).threads(whorl.threads).mapped(true);
        outputs().check();
        int threads = whorl.threads;
        SkippedDocuments skipped = new SkippedDocuments(console(), reading);
        try (Snapshot snapshot = Snapshot.open(first);
                SourceReader queries = SourceReader.open(rest, readerOptions, skipped);
                IndexedTexts indexed = IndexedTexts.open(snapshot, texts, readerOptions, skipped, console());
                PassageOutput output =
                        PassageOutput.of(Optional.ofNullable(xml), console(), Aligner.of(options.alignment()), true)) {
            // The threads share the texts or, if there is only one, its documents.
            PassageFinder finder = indexed.finder(options.threads(queries.hasSeveral() ? 1 : threads));
            queries.compare(
                    threads,
                    true,
                    "aligned",
                    query -> finder.find(CitedText.without(query.utf8(), cited)),
                    (query, found) -> {
                        TextPlaces places = TextPlaces.of(query);
                        output.add(
                                new QueryPassages(query.id(), query.utf8(), found.passages(), places, indexed::places),
                                indexed.source);
                        found.unavailable().forEach(indexed::report);
                        warn(query, found, snapshot.scheme(), options);
                    });
            int readingCode = skipped.exitCode("the texts that were read are aligned");
            return Math.max(readingCode, indexed.exitCode());
        }
    }

    private void warn(Document query, FoundPassages found, Scheme scheme, PassageOptions options) {
        found.limited().forEach(id -> warn(TextWarnings.limitedAlignment(query.id(), id)));
        TextWarnings.tooShort(query.id(), query.utf8(), found.minutiae(), scheme, console());
        if (found.minutiae() == 0) {
            return;
        }
        if (!found.complete()) {
            warn("more than " + Amount.of(options.documents(), "document") + " share at least "
                    + Amount.of(options.minShared(scheme), "minutia", "minutiae") + " with " + query.id()
                    + "; it was aligned with those that share most (--top)");
        } else if (found.passages().isEmpty()) {
            note(query.id() + ": no shared passages");
        }
    }

    private int ofPairs(AlignmentOptions options) throws IOException {
        refuseOthers(OPTIONS_OF_PAIRS, " has no effect with --pairs; leave it out");
        refuse(rest.size() != 1, "--pairs needs two directories: DIR_A DIR_B");
        // Of the directories, the files of the list are read.
        OutputCheck outputs = OutputCheck.of(spec.commandLine().getParseResult(), false);
        outputs.check();
        return align(Aligner.of(options), outputs, rest.get(0));
    }

    /** A pair and its passages, or why there are none. */
    private record Outcome(Document a, Document b, Alignment alignment, String failure) {}

    /** Aligns given pairs of files without an index. Returns the exit code. */
    private int align(Aligner aligner, OutputCheck outputs, Path directoryB) throws IOException {
        SourceCheck.requireExisting(List.of(first, directoryB));
        for (Path directory : List.of(first, directoryB)) {
            if (!Files.isDirectory(directory)) {
                throw new FailedException(directory + " is not a directory");
            }
        }
        long[] done = new long[2];
        try (ListFile<FilePair> pairs = ListFile.open(
                        list,
                        console().streams(),
                        (line, number) -> checked(FilePair.parse(line, list + ":" + number), outputs, directoryB));
                PassageOutput output = PassageOutput.of(Optional.ofNullable(xml), console(), aligner, false);
                Progress progress = console().progressOfDocuments("passages", pairs.size())) {
            OrderedTasks.run(pairs, whorl.threads, pair -> align(aligner, pair, directoryB), (pair, outcome) -> {
                if (outcome.failure().isEmpty()) {
                    List<Passage> passages = outcome.alignment().passages();
                    output.addPair(
                            QueryPassages.ofPair(pair.a(), outcome.a(), pair.b(), outcome.b(), passages),
                            pair.b(),
                            outcome.b().utf8());
                    if (outcome.alignment().limited()) {
                        progress.message(TextWarnings.limitedAlignment(pair.a(), pair.b()));
                    }
                } else {
                    done[1]++;
                    progress.message(outcome.failure() + "; not aligned: " + pair.a() + " and " + pair.b());
                }
                progress.at(++done[0]);
            });
        }
        if (done[1] > 0) {
            warn(Amount.of(done[1], "pair") + " of " + Amount.of(done[0], "pair")
                    + " could not be aligned, because a file cannot be read");
            return FAILED;
        }
        return DONE;
    }

    private Optional<FilePair> checked(Optional<FilePair> pair, OutputCheck outputs, Path directoryB)
            throws IOException {
        if (pair.isPresent()) {
            outputs.checkFile("source", first.resolve(pair.get().a()));
            outputs.checkFile("source", directoryB.resolve(pair.get().b()));
        }
        return pair;
    }

    private Outcome align(Aligner aligner, FilePair pair, Path directoryB) {
        try {
            Document a = SourceReader.single(first.resolve(pair.a()), !reading.noConvert, true, console());
            Document b = SourceReader.single(directoryB.resolve(pair.b()), !reading.noConvert, true, console());
            return new Outcome(a, b, aligner.alignment(CitedText.without(a.utf8(), cited), b.utf8()), "");
        } catch (IOException e) {
            return new Outcome(NONE, NONE, new Alignment(List.of(), false), ErrorReport.message(e));
        }
    }

    private record FilePair(String a, String b) {
        /**
         * Reads a line of a list: two columns, separated by a tab or, in a line without a tab, by spaces. A blank line
         * has no pair.
         *
         * @param place names the line in messages
         * @throws FailedException if the line does not have two columns
         */
        public static Optional<FilePair> parse(String line, String place) throws FailedException {
            if (line.isBlank()) {
                return Optional.empty();
            }
            String[] names = line.strip().split(line.contains("\t") ? "\t" : "\\s+", -1);
            if (names.length != 2 || names[0].isBlank() || names[1].isBlank()) {
                throw new FailedException(
                        place + " does not have two columns; give two file names, separated by a tab: " + line.strip());
            }
            try {
                Path.of(names[0]);
                Path.of(names[1]);
            } catch (InvalidPathException e) {
                throw new FailedException(place + ": '" + e.getInput() + "' is not a path: " + e.getReason());
            }
            return Optional.of(new FilePair(names[0], names[1]));
        }
    }

    /** Prints the passages of one text after another. */
    interface PassageOutput extends Closeable {
        void add(QueryPassages found, TextSource texts) throws IOException;

        /** Adds the passages of a text and one other, even if there are none. */
        default void addPair(QueryPassages found, String other, byte[] otherUtf8) throws IOException {
            add(found, id -> Optional.of(otherUtf8));
        }

        @Override
        default void close() throws IOException {}

        /**
         * Opens the output: XML files in a directory if there is one, or else the format of the console.
         *
         * @param xml the directory for XML files
         * @param aligner counts the words of a text
         * @param ranked whether the others are documents of an index: several may compete for a place, and records have
         *     a rank
         */
        static PassageOutput of(Optional<Path> xml, Console console, Aligner aligner, boolean ranked)
                throws IOException {
            if (xml.isPresent()) {
                return new PanXml(xml.get());
            }
            if (console.format() == Format.TABLE) {
                return new PassageSentences(console, aligner);
            }
            return console.format() == Format.PASSIM ? new PassimRecords(console) : new PassageRecords(console, ranked);
        }

        /**
         * Writes XML files of PAN's format, as PAN's scorer reads them: one for each pair, or one for each text with
         * the passages of all its sources. Offsets are in code points of the files.
         */
        final class PanXml implements PassageOutput {
            static final String EXTENSION = ".xml";

            private static final int MAX_NAME = 200;
            /** File systems take names of this many bytes. */
            private static final int MAX_BYTES = 255;

            private final Path directory;
            /** The names of this run, so that texts of the same name in different directories do not collide. */
            private final Set<String> written = new HashSet<>();

            /** Creates the directory if it does not exist. */
            PanXml(Path directory) throws IOException {
                this.directory = Files.createDirectories(directory);
            }

            @Override
            public void add(QueryPassages found, TextSource texts) throws IOException {
                write(stem(found.query()), found);
            }

            @Override
            public void addPair(QueryPassages found, String other, byte[] otherUtf8) throws IOException {
                write(stem(found.query()) + "-" + stem(other), found);
            }

            /** Replaces the file of an earlier run. */
            private void write(String file, QueryPassages all) throws IOException {
                StringBuilder xml = new StringBuilder(
                                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"")
                        .append(Escapes.xml(name(all.query())))
                        .append("\">\n");
                for (FoundPassage found : all.passages()) {
                    Passage passage = all.original(found);
                    xml.append(Amount.say(
                            "  <feature name=\"detected-plagiarism\" this_offset=\"%d\" this_length=\"%d\""
                                    + " source_reference=\"%s\" source_offset=\"%d\" source_length=\"%d\"/>\n",
                            passage.a().start(),
                            passage.a().length(),
                            Escapes.xml(name(found.id())),
                            passage.b().start(),
                            passage.b().length()));
                }
                xml.append("</document>\n");
                ResultFile.at(directory.resolve(fileName(file))).writeText(out -> out.write(xml.toString()));
            }

            /** Returns a name that no other file of this run has. Some file systems ignore the case of letters. */
            private String fileName(String wanted) {
                String name = wanted.replaceAll("[\\p{Cntrl}/\\\\:]", "_");
                name = name.length() > MAX_NAME ? name.substring(0, name.offsetByCodePoints(0, MAX_NAME / 2)) : name;
                String unique = cut(name, EXTENSION.length());
                for (int n = 2; !written.add(unique.toLowerCase(Locale.ROOT)); n++) {
                    unique = cut(name, ("-" + n + EXTENSION).length()) + "-" + n;
                }
                return unique + EXTENSION;
            }

            /** Shortens a name so that the file system takes it with so many bytes after it. */
            private static String cut(String name, int after) {
                byte[] cut = Snippet.beginning(name.getBytes(StandardCharsets.UTF_8), MAX_BYTES - after);
                return new String(cut, StandardCharsets.UTF_8);
            }

            private static String stem(String id) {
                String name = name(id);
                return name.endsWith(".txt") ? name.substring(0, name.length() - ".txt".length()) : name;
            }

            private static String name(String id) {
                String name = id.substring(id.lastIndexOf('/') + 1);
                return name.isEmpty() ? id : name;
            }
        }

        /** Prints passages, one record each. Places are in code points and in bytes, ends exclusive. */
        final class PassageRecords implements PassageOutput {
            private final Table<Row>.Rows rows;

            /**
             * A passage.
             *
             * @param passage its places in the files
             * @param other the places of the other text
             */
            private record Row(QueryPassages query, FoundPassage found, Passage passage, TextPlaces other) {}

            PassageRecords(Console console, boolean ranked) throws IOException {
                rows = console.open(new Table<Row>()
                        .text("query", r -> r.query().query())
                        .text("id", r -> r.found().id())
                        .part(r -> r, fields(ranked)));
            }

            private static Table<Row> fields(boolean ranked) {
                return new Table<Row>()
                        .count("queryStart", r -> r.passage().a().start())
                        .count("queryEnd", r -> r.passage().a().end())
                        .count("start", r -> r.passage().b().start())
                        .count("end", r -> r.passage().b().end())
                        .count("queryStartBytes", r -> r.passage().a().startByte())
                        .count("queryEndBytes", r -> r.passage().a().endByte())
                        .count("startBytes", r -> r.passage().b().startByte())
                        .count("endBytes", r -> r.passage().b().endByte())
                        .text("kind", r -> Choice.name(r.passage().kind()))
                        .count("words", r -> r.passage().words())
                        .number("score", r -> Value.ratio(r.passage().score()))
                        .when(ranked, t -> t.count("rank", r -> r.found().rank()))
                        .optionalText("queryPlaces", r -> counted(r.query().places()))
                        .optionalText("places", r -> counted(r.other()))
                        .optionalText("queryPage", r -> r.query()
                                .places()
                                .pages(r.found().passage().a()))
                        .optionalText(
                                "page", r -> r.other().pages(r.found().passage().b()));
            }

            private static List<Row> rows(QueryPassages query) throws IOException {
                List<Row> rows = new ArrayList<>();
                for (FoundPassage found : query.passages()) {
                    TextPlaces other = query.placesOf().apply(found.id());
                    rows.add(new Row(query, found, query.original(found), other));
                }
                return rows;
            }

            static String json(QueryPassages pair) throws IOException {
                return fields(false).json(rows(pair));
            }

            @Override
            public void add(QueryPassages query, TextSource texts) throws IOException {
                for (Row row : rows(query)) {
                    rows.add(row);
                }
                rows.flush();
            }

            /** Says that places count in the text without markup, not in the file. */
            private static Optional<String> counted(TextPlaces places) {
                return places.map().isPresent() ? Optional.empty() : Optional.of("text");
            }

            @Override
            public void close() throws IOException {
                rows.close();
            }
        }

        /**
         * Prints passages as Passim's file {@code out.json} describes them: one object for each passage of a cluster. A
         * cluster is a place of a query with all passages there, of which the first is that of the query.
         */
        final class PassimRecords implements PassageOutput {
            private final Table<Row>.Rows records;
            private long clusters;

            /**
             * A passage.
             *
             * @param span its place in the text, without markup
             * @param place its place in the file
             */
            private record Row(long cluster, int size, String id, byte[] utf8, Span span, Span place) {}

            PassimRecords(Console console) throws IOException {
                records = console.open(new Table<Row>()
                        .count("uid", r -> QueryPassages.uidOf(r.id()))
                        .count("cluster", Row::cluster)
                        .count("size", Row::size)
                        .text("id", Row::id)
                        .count("begin", r -> r.place().start())
                        .count("end", r -> r.place().end())
                        .text("text", r -> QueryPassages.text(r.utf8(), r.span())));
            }

            @Override
            public void add(QueryPassages found, TextSource texts) throws IOException {
                List<FoundPassage> all = found.passages();
                for (int from = 0, to; from < all.size(); from = to) {
                    to = from + 1;
                    while (to < all.size() && all.get(to).rank() > 1) {
                        to++;
                    }
                    int size = to - from + 1;
                    FoundPassage first = all.get(from);
                    Span span = first.passage().a();
                    Span place = found.original(first).a();
                    records.add(new Row(++clusters, size, found.query(), found.utf8(), span, place));
                    for (FoundPassage passage : all.subList(from, to)) {
                        byte[] text = texts.text(passage.id())
                                .orElseThrow(() -> new IOException("the text of " + passage.id() + " is gone"));
                        Span there = passage.passage().b();
                        Span original = found.original(passage).b();
                        records.add(new Row(clusters, size, passage.id(), text, there, original));
                    }
                }
                records.flush();
            }

            @Override
            public void close() throws IOException {
                records.close();
            }
        }

        /**
         * Prints passages for people: a sentence for each document, then the passages in the order of the text. Long
         * quotations are cut at the width of the terminal.
         */
        final class PassageSentences implements PassageOutput {
            /** The documents, and the other passages of a place, that are shown. */
            private static final int MAX_SHOWN = 10;

            /** A shorter excerpt has a line of its own. */
            private static final int LEAST_EXCERPT = 24;

            private static final String INDENT = "      ";

            private final Writer out;
            private final int width;
            private final Aligner aligner;

            PassageSentences(Console console, Aligner aligner) {
                this.out = console.streams().out();
                this.width = console.width();
                this.aligner = aligner;
            }

            @Override
            public void add(QueryPassages found, TextSource texts) throws IOException {
                if (found.passages().isEmpty()) {
                    return;
                }
                List<Map.Entry<String, List<Passage>>> documents = found.byDocument();
                int words = aligner.prepare(found.utf8()).words();
                int shown = 0;
                for (Map.Entry<String, List<Passage>> document : documents) {
                    if (shown++ == MAX_SHOWN) {
                        line("... and passages of " + Amount.of(documents.size() - MAX_SHOWN, "more document"));
                        break;
                    }
                    line(sentence(found.query(), words, document.getKey(), document.getValue()));
                }
                int others = 0;
                for (FoundPassage passage : found.passages()) {
                    if (passage.rank() == 1) {
                        others(others);
                        others = 0;
                        place(passage, found);
                    } else if (passage.rank() <= MAX_SHOWN) {
                        line("    also " + match(passage, found));
                    } else {
                        others++;
                    }
                }
                others(others);
                out.flush();
            }

            private static String sentence(String query, int words, String id, List<Passage> passages) {
                int taken = SharingPair.sharedWords(passages);
                return Amount.say(
                        "%s shares %s with %s in %s, %.0f %% of %1$s",
                        query,
                        Amount.of(taken, "word"),
                        id,
                        Amount.of(passages.size(), "passage"),
                        100.0 * Math.min(1, (double) taken / Math.max(1, words)));
            }

            private void place(FoundPassage found, QueryPassages query) throws IOException {
                Passage passage = found.passage();
                Passage original = query.original(found);
                String at = place(original.a(), query.places().pages(passage.a()));
                String start = "  at " + at + ": " + match(found, query) + ": ";
                int room = width - start.codePointCount(0, start.length());
                if (room < LEAST_EXCERPT) {
                    line(start);
                    start = INDENT;
                    room = width - INDENT.length();
                }
                line(start
                        + Snippet.quoted(
                                query.utf8(),
                                passage.a().startByte(),
                                passage.a().endByte(),
                                room));
            }

            private static String match(FoundPassage found, QueryPassages query) throws IOException {
                Passage passage = query.original(found);
                TextPlaces places = query.placesOf().apply(found.id());
                String kind =
                        switch (passage.kind()) {
                            case VERBATIM -> "verbatim";
                            case REORDERED -> "reordered";
                            case REWORDED -> "reworded";
                            case SUMMARY -> "summarised";
                        };
                return Amount.of(passage.words(), "word") + " " + kind + " from " + found.id() + " at "
                        + place(passage.b(), places.pages(found.passage().b()));
            }

            /** Returns a place in words, with its page if it is known. */
            private static String place(Span span, Optional<String> pages) {
                return Amount.say("%,d", span.start())
                        + pages.map(p -> " (" + p + ")").orElse("");
            }

            private void others(int count) throws IOException {
                if (count > 0) {
                    line("    also in " + Amount.of(count, "more place"));
                }
            }

            private void line(String text) throws IOException {
                out.write(Escapes.visible(text.stripTrailing()));
                out.write('\n');
            }
        }
    }

    /**
     * The passages that one text shares with others.
     *
     * @param query the name of the text
     * @param utf8 the text; callers must not change it
     * @param passages in the order of the text; at each place, the best one first
     * @param places leads from places in the text to places in its file
     * @param placesOf the same for the other texts, by id
     */
    record QueryPassages(
            String query,
            byte[] utf8,
            List<FoundPassage> passages,
            TextPlaces places,
            IOFunction<String, TextPlaces> placesOf) {
        /** Returns the passages of a text and one other, each with its name. */
        public static QueryPassages ofPair(String query, Document a, String id, Document b, List<Passage> passages) {
            return ofPair(query, a.utf8(), TextPlaces.of(a), id, TextPlaces.of(b), passages);
        }

        public static QueryPassages ofPair(
                String query, byte[] utf8, TextPlaces places, String id, TextPlaces there, List<Passage> passages) {
            List<FoundPassage> found =
                    passages.stream().map(p -> new FoundPassage(id, 1, p)).toList();
            return new QueryPassages(query, utf8, found, places, any -> there);
        }

        /** Returns a passage with its places in the files, if they are known. */
        public Passage original(FoundPassage found) throws IOException {
            Passage passage = found.passage();
            Span there = placesOf.apply(found.id()).original(passage.b());
            return new Passage(places.original(passage.a()), there, passage.kind(), passage.words(), passage.score());
        }

        /** Returns the passages of each other text, those with the most shared words first. */
        public List<Map.Entry<String, List<Passage>>> byDocument() {
            return passages.stream()
                    .sorted(Comparator.comparingInt(found -> found.passage().a().start()))
                    .collect(groupingBy(FoundPassage::id, TreeMap::new, mapping(FoundPassage::passage, toList())))
                    .entrySet()
                    .stream()
                    .sorted(Comparator.comparingInt(entry -> -SharingPair.sharedWords(entry.getValue())))
                    .toList();
        }

        public static String text(byte[] utf8, Span span) {
            return new String(utf8, span.startByte(), span.bytes(), StandardCharsets.UTF_8);
        }

        /** Returns the number that Passim gives to a document of this id. */
        public static long uidOf(String id) {
            return XxHash64.of(id, XxHash64.SPARK_SEED);
        }

        /**
         * The hash function XXH64. Passim numbers documents by the XXH64 of their ids with the seed 42, as Spark's
         * function {@code xxhash64} computes it.
         */
        static final class XxHash64 {
            static final long SPARK_SEED = 42;

            private static final long PRIME_1 = 0x9E3779B185EBCA87L;
            private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
            private static final long PRIME_3 = 0x165667B19E3779F9L;
            private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
            private static final long PRIME_5 = 0x27D4EB2F165667C5L;

            private XxHash64() {}

            static long of(String text, long seed) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                ByteBuffer in = ByteBuffer.wrap(utf8).order(ByteOrder.LITTLE_ENDIAN);
                long hash = (utf8.length < 4 * Long.BYTES ? seed + PRIME_5 : stripes(in, seed)) + utf8.length;
                while (in.remaining() >= Long.BYTES) {
                    hash = Long.rotateLeft(hash ^ round(0, in.getLong()), 27) * PRIME_1 + PRIME_4;
                }
                if (in.remaining() >= Integer.BYTES) {
                    hash = Long.rotateLeft(hash ^ ((in.getInt() & 0xffffffffL) * PRIME_1), 23) * PRIME_2 + PRIME_3;
                }
                while (in.hasRemaining()) {
                    hash = Long.rotateLeft(hash ^ ((in.get() & 0xff) * PRIME_5), 11) * PRIME_1;
                }
                hash = (hash ^ (hash >>> 33)) * PRIME_2;
                hash = (hash ^ (hash >>> 29)) * PRIME_3;
                return hash ^ (hash >>> 32);
            }

            private static long stripes(ByteBuffer in, long seed) {
                long[] lanes = {seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1};
                while (in.remaining() >= lanes.length * Long.BYTES) {
                    for (int i = 0; i < lanes.length; i++) {
                        lanes[i] = round(lanes[i], in.getLong());
                    }
                }
                long hash = Long.rotateLeft(lanes[0], 1)
                        + Long.rotateLeft(lanes[1], 7)
                        + Long.rotateLeft(lanes[2], 12)
                        + Long.rotateLeft(lanes[3], 18);
                for (long lane : lanes) {
                    hash = (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
                }
                return hash;
            }

            private static long round(long lane, long value) {
                return Long.rotateLeft(lane + value * PRIME_2, 31) * PRIME_1;
            }
        }
    }
}
