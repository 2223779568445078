package io.whorl.cli;

import io.whorl.cli.DocumentLog.Change;
import io.whorl.cli.ParagraphDedup.ParagraphOptions.Unit;
import io.whorl.cli.SourceDedup.DedupRun;
import io.whorl.cli.SourceDedup.DedupSummary;
import io.whorl.cli.SourceDedup.Read;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.TextMap;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.store.LongTriples;
import io.whorl.store.ScratchSpace;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import picocli.CommandLine.Option;

/**
 * Drops paragraphs that occur before, in the order of the sources, and keeps the documents. The steps are: read and
 * decide, write, print. A step that was cut short is done again with the same result. The memory for paragraphs is
 * bounded: their digests are sorted on disk.
 *
 * @param memory bytes of heap for sorting
 */
record ParagraphDedup(DedupRun run, ParagraphOptions rule, int threads, long memory) {
    private static final String READ = "read";
    private static final String DECIDED = "paragraphs";
    private static final String PARAGRAPHS = "paragraphs";

    /**
     * What is counted. Of the paragraphs with words, those are repeated that are long enough and occur before. A
     * document is kept over the limit if it would lose too much, and kept with markup if its bytes are not its text.
     */
    private static final List<String> COUNTS = List.of(
            "documents",
            "shortened",
            "keptOverLimit",
            "keptMarkup",
            "paragraphs",
            "repeatedParagraphs",
            "droppedParagraphs",
            "words",
            "droppedWords",
            "bytes",
            "droppedBytes");

    /** Does all steps that are not finished. Returns the exit code. */
    public int steps() throws IOException {
        Optional<Map<String, String>> decided = run.work().step(DECIDED);
        if (run.work().step(READ).isEmpty() || decided.isEmpty()) {
            readAndDecide();
            run.requireUnchanged();
            decided = run.work().step(DECIDED);
        }
        Read read = run.work().step(READ, Read.class).orElseThrow();
        Map<String, Long> counts = new HashMap<>();
        decided.orElseThrow().forEach((name, count) -> counts.put(name, Long.parseLong(count)));
        if (run.target().isPresent()) {
            run.target().get().finish(run, counts.get("shortened"));
        }
        print(read, counts);
        return read.exit();
    }

    private void readAndDecide() throws IOException {
        WorkDirectory work = run.work();
        ScratchSpace scratch = new ScratchSpace(work.path());
        try (LongTriples repeated = new LongTriples(memory / 2, scratch)) {
            Read read = read(repeated, scratch);
            work.finish(DECIDED, decide(read, repeated.sort()));
            work.finish(READ, read);
            Files.deleteIfExists(work.file(PARAGRAPHS));
        }
    }

    /** Logs all documents with their paragraphs, and finds the numbers of those that occur before. */
    private Read read(LongTriples repeated, ScratchSpace scratch) throws IOException {
        SkippedDocuments skipped = new SkippedDocuments(run.console(), run.reading());
        long[] number = new long[1];
        try (LongTriples digests = new LongTriples(memory / 2, scratch);
                DocumentLog.Writer log = new DocumentLog.Writer(run.work(), run.target())) {
            ReaderOptions options = run.reader().mapped(run.target().isPresent());
            try (SourceReader all = SourceReader.open(run.sources(), options, skipped);
                    Progress progress = all.show("read", run.outcome());
                    WorkDirectory.Output paragraphs = run.work().create(PARAGRAPHS)) {
                OrderedTasks.runTexts(
                        all::nextIndexed,
                        threads,
                        d -> Splitter.OF_THREAD.get().split(d.utf8(), rule),
                        (document, found) -> {
                            boolean asStored = log.add(document)
                                    || document.map()
                                            .filter(TextMap.IDENTITY::equals)
                                            .isPresent();
                            paragraphs.writeBoolean(asStored);
                            paragraphs.writeInt(found.all());
                            paragraphs.writeLong(found.words());
                            paragraphs.writeInt(found.compared().size());
                            for (Paragraph paragraph : found.compared()) {
                                paragraphs.writeInt(paragraph.from());
                                paragraphs.writeInt(paragraph.to());
                                paragraphs.writeInt(paragraph.words());
                                digests.add(paragraph.digest(), number[0]++, paragraph.digestEnd());
                            }
                        });
                log.force();
                paragraphs.force();
            }
            findRepeated(digests.sort(), repeated);
            return log.read(skipped.counts(), skipped.exitCode("the documents that were read are compared"));
        }
    }

    /** Of equal digests, all but the first are repeated. The sorted digests are equal in their first half. */
    private static void findRepeated(LongTriples.Sorted digests, LongTriples repeated) throws IOException {
        List<Long> seen = new ArrayList<>();
        boolean any = false;
        long half = 0;
        while (digests.next()) {
            if (!any || digests.first() != half) {
                seen.clear();
            }
            any = true;
            half = digests.first();
            if (seen.contains(digests.third())) {
                repeated.add(digests.second(), 0, 0);
            } else {
                seen.add(digests.third());
            }
        }
    }

    /** Writes the parts of each document that are dropped, and returns the counts. */
    private Map<String, Long> decide(Read read, LongTriples.Sorted repeated) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        COUNTS.forEach(name -> counts.put(name, 0L));
        ObjLongConsumer<String> count = (name, n) -> counts.merge(name, n, Long::sum);
        count.accept("documents", read.documents());
        count.accept("bytes", read.bytes());
        long number = 0;
        boolean more = repeated.next();
        try (DataInputStream in = run.work().input(PARAGRAPHS);
                WorkDirectory.Output changes = run.work().create(DocumentLog.CHANGES)) {
            for (long document = 0; document < read.documents(); document++) {
                boolean asStored = in.readBoolean();
                count.accept("paragraphs", in.readInt());
                long words = in.readLong();
                count.accept("words", words);
                int[] ranges = new int[2 * in.readInt()];
                int n = 0;
                int dropped = 0;
                long droppedWords = 0;
                long droppedBytes = 0;
                for (int i = 0; i < ranges.length; i += 2) {
                    int from = in.readInt();
                    int to = in.readInt();
                    int length = in.readInt();
                    if (more && repeated.first() == number) {
                        boolean adjacent = n > 0 && ranges[n - 1] == from;
                        ranges[adjacent ? n - 1 : n] = adjacent ? to : from;
                        if (!adjacent) {
                            ranges[n + 1] = to;
                            n += 2;
                        }
                        dropped++;
                        droppedWords += length;
                        droppedBytes += to - from;
                        more = repeated.next();
                    }
                    number++;
                }
                count.accept("repeatedParagraphs", dropped);
                if (dropped > 0 && droppedWords > rule.maxCut * words) {
                    count.accept("keptOverLimit", 1);
                } else if (dropped > 0 && run.target().isPresent() && !asStored) {
                    count.accept("keptMarkup", 1);
                } else if (dropped > 0) {
                    count.accept("droppedParagraphs", dropped);
                    count.accept("droppedWords", droppedWords);
                    count.accept("droppedBytes", droppedBytes);
                    count.accept("shortened", 1);
                    new Change(document, dropped, droppedWords, words, Arrays.copyOf(ranges, n)).write(changes);
                }
            }
            Change.end(changes);
        }
        return counts;
    }

    private void print(Read read, Map<String, Long> counts) throws IOException {
        record Row(String id, Change change) {}

        Console console = run.console();
        try (DocumentLog log = new DocumentLog(run.work());
                DataInputStream changes = run.work().input(DocumentLog.CHANGES);
                Table<Row>.Rows rows = console.open(new Table<Row>()
                        .count("dropped", r -> r.change().paragraphs())
                        .count("droppedWords", r -> r.change().droppedWords())
                        .count("words", r -> r.change().words())
                        .text("id", Row::id))) {
            for (Optional<Change> change = Change.read(changes);
                    change.isPresent() && !(console.isClosed() && run.summary().isEmpty());
                    change = Change.read(changes)) {
                rows.add(new Row(log.get(change.get().document()).id(), change.get()));
            }
        }
        console.note("dropped " + Amount.of(counts.get("droppedParagraphs"), "repeated paragraph") + " of "
                + Amount.of(counts.get("shortened"), "document") + " ("
                + DedupSummary.percent(counts.get("droppedWords"), counts.get("words")) + " of the words) of "
                + Amount.of(read.documents(), "document"));
        if (counts.get("keptOverLimit") > 0) {
            console.note("kept " + Amount.of(counts.get("keptOverLimit"), "document")
                    + " whole, which would lose more than " + rule.maxCut + " of the words (--max-cut)");
        }
        if (counts.get("keptMarkup") > 0) {
            console.warn("warning: kept " + Amount.of(counts.get("keptMarkup"), "document")
                    + " whole, because only plain text in UTF-8 and JSON objects can be shortened");
        }
        if (run.summary().isPresent()) {
            Figures all = new Figures();
            COUNTS.forEach(name -> all.count(name, counts.get(name)));
            SkippedDocuments.addTo(all, read.skipped());
            run.summary().get().write(all, read.bytes());
        }
    }

    /**
     * A paragraph. Equal ones have equal words after the folding of letters, and SHA-256 of these is cut to 128 bits.
     *
     * @param to its end, exclusive, with the line ends after it
     */
    private record Paragraph(int from, int to, int words, long digest, long digestEnd) {}

    /**
     * The paragraphs of a text.
     *
     * @param all the number of those with words
     * @param compared those that are long enough
     */
    private record Paragraphs(int all, long words, List<Paragraph> compared) {}

    /** Splits texts into paragraphs. One thread. */
    private static final class Splitter {
        private static final ThreadLocal<Splitter> OF_THREAD = ThreadLocal.withInitial(Splitter::new);
        private static final TextRules RULES = Scheme.builder().build().text();

        private final WordReader reader = WordReader.of(RULES, false);
        private final WordBlock block = new WordBlock();
        private final MessageDigest sha = DocumentDigests.sha256();

        Paragraphs split(byte[] utf8, ParagraphOptions rule) throws IOException {
            List<Paragraph> compared = new ArrayList<>();
            int all = 0;
            long words = 0;
            for (int start = 0, end; start < utf8.length; start = end) {
                end = rule.unit == Unit.LINES ? lineEnd(utf8, start) : blockEnd(utf8, start);
                int here = read(utf8, start, end);
                words += here;
                all += here > 0 ? 1 : 0;
                if (here >= rule.minWords) {
                    ByteBuffer digest = ByteBuffer.wrap(sha.digest());
                    compared.add(new Paragraph(start, end, here, digest.getLong(), digest.getLong()));
                }
            }
            return new Paragraphs(all, words, compared);
        }

        private static int lineEnd(byte[] utf8, int start) {
            int at = start;
            while (at < utf8.length && utf8[at] != '\n') {
                at++;
            }
            return Math.min(utf8.length, at + 1);
        }

        /** The end of the lines up to the next one that follows a blank one. */
        private static int blockEnd(byte[] utf8, int start) {
            int at = start;
            boolean text = false;
            boolean blank = false;
            while (at < utf8.length) {
                int end = lineEnd(utf8, at);
                boolean isBlank = isBlank(utf8, at, end);
                if (!isBlank && text && blank) {
                    return at;
                }
                text |= !isBlank;
                blank = isBlank;
                at = end;
            }
            return at;
        }

        private static boolean isBlank(byte[] utf8, int start, int end) {
            for (int i = start; i < end; i++) {
                if (utf8[i] != ' ' && utf8[i] != '\t' && utf8[i] != '\r' && utf8[i] != '\n') {
                    return false;
                }
            }
            return true;
        }

        /** Digests the words of a paragraph, and returns their number. */
        private int read(byte[] utf8, int start, int end) throws IOException {
            int words = 0;
            sha.reset();
            reader.open(utf8, start, end);
            while (reader.next(block)) {
                words += block.count;
                // A space follows each word, so different words have different bytes.
                sha.update(block.bytes, 0, block.end[block.count - 1] + 1);
            }
            return words;
        }
    }

    /** The options that decide which repeated paragraphs are dropped. */
    static final class ParagraphOptions {
        public enum Unit {
            /** A line. */
            LINES,
            /** Lines without a blank one between them. */
            BLOCKS
        }

        /** Null if documents are compared as wholes. */
        @Option(names = "--paragraphs", paramLabel = "UNIT", completionCandidates = Choice.ParagraphUnits.class)
        Unit unit;

        /** Shorter paragraphs are never dropped. */
        @Option(names = "--min-words", paramLabel = "N")
        private int minWords = 13;

        /** A document of which more than this share of the words would be dropped is not changed. */
        @Option(names = "--max-cut", paramLabel = "X")
        private double maxCut = 0.5;

        void check() {
            Usage.refuse(minWords < 1, "--min-words is " + minWords + "; it must be 1 or more");
            Usage.refuse(!(maxCut > 0 && maxCut <= 1), "--max-cut is " + maxCut + "; it must be more than 0, up to 1");
        }
    }
}
