package io.whorl.cli.dedup;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.Progress;
import io.whorl.cli.dedup.SourceDedup.DedupSummary;
import io.whorl.cli.dedup.SourceDedup.Read;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.option.ParagraphOptions.ParagraphRule;
import io.whorl.cli.option.ParagraphOptions.Unit;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import io.whorl.cli.output.Table;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.report.SummaryFile;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.TextMap;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.pairs.LongTriples;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.store.ScratchSpace;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Drops paragraphs that occur before, in the order of the sources, and keeps the documents. The steps are: read and
 * decide, write, print. A step that was cut short is done again with the same result. The memory for paragraphs is
 * bounded: their digests are sorted on disk.
 *
 * @param target where the shortened documents are written; empty if they are not
 * @param memory bytes of heap for sorting
 * @param outcome what the message of a failure says about the state
 */
public record ParagraphDedup(
        List<Path> sources,
        ReaderOptions reader,
        ReadingOptions reading,
        ParagraphRule rule,
        Optional<Target> target,
        int threads,
        long memory,
        WorkDirectory work,
        Console console,
        String outcome) {
    private static final String READ = "read";
    private static final String DECIDED = "paragraphs";
    private static final String PARAGRAPHS = "paragraphs";

    /**
     * What was found.
     *
     * @param paragraphs all paragraphs with words
     * @param repeated those that are long enough and occur before
     * @param dropped those of them that are dropped
     * @param shortened the documents that lose some
     * @param overLimit the documents that would lose too much, and stay as they are
     * @param markup the documents that stay as they are because their bytes are not their text
     */
    record Decided(
            long paragraphs,
            long repeated,
            long dropped,
            long words,
            long droppedWords,
            long droppedBytes,
            long shortened,
            long overLimit,
            long markup) {}

    /**
     * Does all steps that are not finished.
     *
     * @param facts those of the sources when the run began
     * @return the exit code
     */
    public int run(Map<String, String> facts, Optional<SummaryFile> summary) throws IOException {
        return SourceDedup.run(outcome, () -> {
            Optional<Decided> decided = work.step(DECIDED, Decided.class);
            if (work.step(READ).isEmpty() || decided.isEmpty()) {
                decided = Optional.of(readAndDecide());
                SourceDedup.requireSame(facts, SourceDedup.facts(sources));
            }
            Read read = work.step(READ, Read.class).orElseThrow();
            if (target.isPresent()) {
                target.get().finish(work, decided.get().shortened(), sources, facts, console, outcome);
            }
            print(read, decided.get(), summary);
            return read.exit();
        });
    }

    private Decided readAndDecide() throws IOException {
        ScratchSpace scratch = new ScratchSpace(work.path());
        try (LongTriples repeated = new LongTriples(memory / 2, scratch)) {
            Read read = read(repeated, scratch);
            Decided decided = decide(read, repeated.sort());
            work.finish(DECIDED, decided);
            work.finish(READ, read);
            Files.deleteIfExists(work.file(PARAGRAPHS));
            return decided;
        }
    }

    /** Logs all documents with their paragraphs, and finds the numbers of those that occur before. */
    private Read read(LongTriples repeated, ScratchSpace scratch) throws IOException {
        SkippedDocuments skipped = new SkippedDocuments(console, reading);
        SourcePlaces places = new SourcePlaces(target);
        long[] bytes = new long[1];
        long[] number = new long[1];
        try (LongTriples digests = new LongTriples(memory / 2, scratch)) {
            long documents;
            try (SourceReader all = SourceReader.open(sources, reader.mapped(target.isPresent()), skipped);
                    Progress progress = all.show("read", outcome);
                    DocumentLog.Writer log = new DocumentLog.Writer(work);
                    WorkDirectory.Output paragraphs = work.create(PARAGRAPHS)) {
                OrderedTasks.runTexts(
                        all::nextIndexed,
                        threads,
                        d -> Splitter.OF_THREAD.get().split(d.utf8(), rule),
                        (document, found) -> {
                            SourcePlaces.Place place = places.of(document.place());
                            log.add(document, place);
                            boolean asStored = place.record() != 0
                                    || document.map()
                                            .filter(TextMap.IDENTITY::equals)
                                            .isPresent();
                            bytes[0] += document.utf8().length;
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
                documents = log.documents();
                log.force();
                paragraphs.force();
            }
            findRepeated(digests.sort(), repeated);
            skipped.noteExcluded();
            int exit = skipped.exitCode("the documents that were read are compared");
            return new Read(documents, bytes[0], skipped.counts().toString(), exit);
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

    /** Writes the parts of each document that are dropped. */
    private Decided decide(Read read, LongTriples.Sorted repeated) throws IOException {
        long paragraphs = 0;
        long allRepeated = 0;
        long allDropped = 0;
        long allWords = 0;
        long allDroppedWords = 0;
        long allDroppedBytes = 0;
        long shortened = 0;
        long overLimit = 0;
        long markup = 0;
        long number = 0;
        boolean more = repeated.next();
        try (DataInputStream in = work.input(PARAGRAPHS);
                Decisions.ChangeWriter changes = new Decisions.ChangeWriter(work)) {
            for (long document = 0; document < read.documents(); document++) {
                boolean asStored = in.readBoolean();
                paragraphs += in.readInt();
                long words = in.readLong();
                allWords += words;
                int count = in.readInt();
                int[] ranges = new int[2 * count];
                int n = 0;
                int dropped = 0;
                long droppedWords = 0;
                long droppedBytes = 0;
                for (int i = 0; i < count; i++) {
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
                allRepeated += dropped;
                if (dropped > 0 && droppedWords > rule.maxCut() * words) {
                    overLimit++;
                } else if (dropped > 0 && target.isPresent() && !asStored) {
                    markup++;
                } else if (dropped > 0) {
                    allDropped += dropped;
                    allDroppedWords += droppedWords;
                    allDroppedBytes += droppedBytes;
                    shortened++;
                    changes.write(
                            new Decisions.Change(document, dropped, droppedWords, words, Arrays.copyOf(ranges, n)));
                }
            }
            changes.finish();
        }
        return new Decided(
                paragraphs,
                allRepeated,
                allDropped,
                allWords,
                allDroppedWords,
                allDroppedBytes,
                shortened,
                overLimit,
                markup);
    }

    private void print(Read read, Decided decided, Optional<SummaryFile> summary) throws IOException {
        record Row(String id, Decisions.Change change) {}

        try (DocumentLog log = new DocumentLog(work);
                DataInputStream changes = Decisions.openChanges(work);
                Table<Row>.Rows rows = console.open(new Table<Row>()
                        .count("dropped", r -> r.change().paragraphs())
                        .count("droppedWords", r -> r.change().droppedWords())
                        .count("words", r -> r.change().words())
                        .text("id", Row::id))) {
            for (Optional<Decisions.Change> change = Decisions.readChange(changes);
                    change.isPresent() && !(console.isClosed() && summary.isEmpty());
                    change = Decisions.readChange(changes)) {
                rows.add(new Row(log.get(change.get().document()).id(), change.get()));
            }
        }
        console.note("dropped " + Amount.of(decided.dropped(), "repeated paragraph") + " of "
                + Amount.of(decided.shortened(), "document") + " ("
                + DedupSummary.percent(decided.droppedWords(), decided.words()) + " of the words) of "
                + Amount.of(read.documents(), "document"));
        if (decided.overLimit() > 0) {
            console.note("kept " + Amount.of(decided.overLimit(), "document") + " whole, which would lose more than "
                    + rule.maxCut() + " of the words (--max-cut)");
        }
        if (decided.markup() > 0) {
            console.warn("warning: kept " + Amount.of(decided.markup(), "document")
                    + " whole, because only plain text in UTF-8 and JSON objects can be shortened");
        }
        if (summary.isPresent()) {
            Figures all = new Figures()
                    .count("documents", read.documents())
                    .count("shortened", decided.shortened())
                    .count("keptOverLimit", decided.overLimit())
                    .count("keptMarkup", decided.markup())
                    .count("paragraphs", decided.paragraphs())
                    .count("repeatedParagraphs", decided.repeated())
                    .count("droppedParagraphs", decided.dropped())
                    .count("words", decided.words())
                    .count("droppedWords", decided.droppedWords())
                    .count("bytes", read.bytes())
                    .count("droppedBytes", decided.droppedBytes());
            SkippedDocuments.addTo(all, read.skipped());
            summary.get().write(all, read.bytes());
        }
    }

    /**
     * A paragraph. Equal ones have equal words after the folding of letters, and SHA-256 of these is cut to 128 bits.
     *
     * @param from its first byte
     * @param to its end, exclusive, with the line ends after it
     */
    private record Paragraph(int from, int to, int words, long digest, long digestEnd) {}

    /**
     * The paragraphs of a text.
     *
     * @param all the number of those with words
     * @param words the number of words of the text
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

        Paragraphs split(byte[] utf8, ParagraphRule rule) throws IOException {
            List<Paragraph> compared = new ArrayList<>();
            int all = 0;
            long words = 0;
            for (int start = 0, end; start < utf8.length; start = end) {
                end = rule.unit() == Unit.LINES ? lineEnd(utf8, start) : blockEnd(utf8, start);
                int here = read(utf8, start, end);
                words += here;
                all += here > 0 ? 1 : 0;
                if (here >= rule.minWords()) {
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
}
