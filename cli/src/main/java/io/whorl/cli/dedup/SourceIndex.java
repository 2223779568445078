package io.whorl.cli.dedup;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
import io.whorl.cli.dedup.Decisions.UnreadWriter;
import io.whorl.cli.dedup.SourceDedup.DedupRequest;
import io.whorl.cli.input.DocumentDates;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.SurvivingOptions.KeepRule;
import io.whorl.cli.output.Amount;
import io.whorl.corpus.Document;
import io.whorl.corpus.format.Skipped;
import io.whorl.rebuild.IndexRebuild;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The first step: reads the sources into a temporary index and a log of documents. In the index, the id of a document
 * is its key by the rule, and its number in the order of the sources. So equal ids do no harm, and the order of ids is
 * that of the rule.
 */
final class SourceIndex {
    private static final String READ = "read";
    private static final int DIGITS = 10;
    private static final long CHECKPOINT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final DedupRequest request;
    private final WorkDirectory work;
    private final Console console;
    private final String outcome;

    /** @param outcome what the message of a failure says about the state */
    SourceIndex(DedupRequest request, WorkDirectory work, Console console, String outcome) {
        this.request = request;
        this.work = work;
        this.console = console;
        this.outcome = outcome;
    }

    static Path index(WorkDirectory work) {
        return work.file("index");
    }

    private static String id(String key, long number) {
        String digits = Long.toString(number);
        return key + "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** The number of a document from its id in the index. */
    static long number(String id) {
        return Long.parseLong(id, id.length() - DIGITS, id.length(), 10);
    }

    /**
     * What was read.
     *
     * @param documents the number of documents
     * @param bytes the size of their texts
     * @param skipped the number of documents that were not read, for each reason
     * @param exit the exit code: not 0 if a source breaks off
     */
    record Read(long documents, long bytes, Map<Skipped.Reason, Long> skipped, int exit) {
        private Map<String, String> fields() {
            Map<String, String> fields = new TreeMap<>();
            fields.put("documents", Long.toString(documents));
            fields.put("bytes", Long.toString(bytes));
            fields.put("exit", Integer.toString(exit));
            skipped.forEach((reason, count) -> fields.put(reason.name(), Long.toString(count)));
            return fields;
        }

        private static Read of(Map<String, String> fields) {
            Map<Skipped.Reason, Long> skipped = new EnumMap<>(Skipped.Reason.class);
            for (Skipped.Reason reason : Skipped.Reason.values()) {
                if (fields.containsKey(reason.name())) {
                    skipped.put(reason, Long.parseLong(fields.get(reason.name())));
                }
            }
            return new Read(
                    Long.parseLong(fields.get("documents")),
                    Long.parseLong(fields.get("bytes")),
                    skipped,
                    Integer.parseInt(fields.get("exit")));
        }
    }

    /** Does the step, or the rest of it. */
    @SuppressWarnings("try")
    Read run() throws IOException {
        Path index = index(work);
        boolean begun = Files.exists(index.resolve("rebuild").resolve("JOURNAL"));
        Optional<Map<String, String>> read = work.step(READ);
        if (read.isPresent() && !begun && Files.exists(index.resolve("MANIFEST"))) {
            Read earlier = Read.of(read.get());
            String skipped = SkippedDocuments.totals(earlier.skipped());
            if (!skipped.isEmpty()) {
                console.warn("the earlier run could not read all documents: " + skipped);
            }
            return earlier;
        }
        work.undo(READ);
        if (!begun && Files.exists(index)) {
            WorkDirectory.remove(index, index);
        }
        SkippedDocuments skipped = new SkippedDocuments(console::warn);
        SourcePlaces places =
                new SourcePlaces(request.target().map(Target::files).orElse(List.of()));
        try (UnreadWriter unread = new UnreadWriter(work);
                IndexRebuild rebuild = begun
                        ? IndexRebuild.resume(index, request.rebuild())
                        : IndexRebuild.begin(index, request.rebuild());
                SourceReader reader = SourceReader.open(request.sources(), request.reader(), console.streams(), s -> {
                    skipped.accept(s);
                    if (request.dropUnread()) {
                        unread.add(s, places);
                    }
                });
                Progress progress = console.progress("read", reader.bytesTotal())) {
            skipped.reportTo(progress::message);
            return add(reader, rebuild, places, unread, skipped, progress);
        }
    }

    private Read add(
            SourceReader reader,
            IndexRebuild rebuild,
            SourcePlaces places,
            UnreadWriter unread,
            SkippedDocuments skipped,
            Progress progress)
            throws IOException {
        SourceDocuments documents = new SourceDocuments(reader, progress, skipped, request.reading(), outcome);
        RefusedDocuments refused =
                new RefusedDocuments(skipped, request.reading().strict());
        rebuild.onRefused(refused);
        long checkpoint = System.nanoTime();
        long bytes = 0;
        try (DocumentLog.Writer log = new DocumentLog.Writer(work);
                RuleKeys keys = new RuleKeys(request.rule(), request.dating())) {
            for (Optional<Document> next = documents.next(); next.isPresent(); next = documents.next()) {
                Document document = next.get();
                rebuild.add(id(keys.of(document), log.documents()), document.utf8());
                log.add(
                        document,
                        request.target().isEmpty() ? SourcePlaces.Place.UNKNOWN : places.of(document.place()));
                bytes += document.utf8().length;
                refused.report();
                if (System.nanoTime() - checkpoint > CHECKPOINT_NANOS) {
                    rebuild.checkpoint();
                    checkpoint = System.nanoTime();
                }
            }
            keys.report(console);
            log.force();
            unread.force();
            skipped.noteExcluded(console);
            int exit =
                    skipped.exitCode(request.reading().lenient(), "the documents that were read are compared", console);
            Read read = new Read(log.documents(), bytes, skipped.counts(), exit);
            work.finish(READ, read.fields());
            progress.phase("merging, checking");
            rebuild.finish();
            refused.report();
            return read;
        }
    }

    /** Fails if the sources are not what they were when the run began. */
    static void requireSame(Map<String, String> then, Map<String, String> now) throws FailedException {
        for (Map.Entry<String, String> fact : then.entrySet()) {
            if (!fact.getValue().equals(now.get(fact.getKey()))) {
                throw new FailedException("the sources have changed while they were read: the " + fact.getKey()
                        + " was " + fact.getValue() + " and is " + now.getOrDefault(fact.getKey(), "unknown")
                        + "; start from the beginning, without --resume");
            }
        }
    }

    /**
     * The keys of documents by a rule, in the order in which documents survive: the strings are in the order of the
     * rule. No key is the beginning of another. One thread.
     */
    private static final class RuleKeys implements Closeable {
        private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,300}(\\.\\d{1,300})?([eE][+-]?\\d{1,3})?");
        private static final HexFormat HEX = HexFormat.of();
        /** After all hexadecimal digits. */
        private static final String NONE = "~";

        private static final String NUMBERS = "1";
        private static final String TEXTS = "2";
        private static final int LONGEST_TEXT = 100;

        private final KeepRule rule;
        private final DocumentDates dates;
        private long with;
        private long without;

        RuleKeys(KeepRule rule, DatingOptions dating) throws IOException {
            this.rule = rule;
            dates = DocumentDates.open(dating);
        }

        /** Returns the key of a document; empty if the rule needs none. */
        String of(Document document) {
            Optional<String> key =
                    switch (rule.kind()) {
                        case FIRST, LONGEST -> Optional.of("");
                        case OLDEST -> dates.of(document).map(RuleKeys::date);
                        case FIELD -> document.date().map(this::value);
                    };
            with += key.isPresent() ? 1 : 0;
            without += key.isPresent() ? 0 : 1;
            return key.orElse(NONE);
        }

        private static String date(Instant date) {
            return HEX.toHexDigits(date.toEpochMilli() ^ Long.MIN_VALUE);
        }

        /** Numbers come before texts. */
        private String value(String value) {
            String stripped = value.strip();
            double number = NUMBER.matcher(stripped).matches() ? Double.parseDouble(stripped) : Double.NaN;
            if (Double.isFinite(number)) {
                // Adding 0 makes −0 equal to 0.
                long bits = Double.doubleToLongBits(number + 0.0);
                long ascending = bits ^ (bits >> Long.SIZE - 1 | Long.MIN_VALUE);
                return NUMBERS + HEX.toHexDigits(rule.least() ? ascending : ~ascending);
            }
            byte[] utf8 = stripped.getBytes(StandardCharsets.UTF_8);
            byte[] cut = Arrays.copyOf(utf8, Math.min(utf8.length, LONGEST_TEXT));
            for (int i = 0; !rule.least() && i < cut.length; i++) {
                cut[i] = (byte) ~cut[i];
            }
            // A text comes before its continuations, or after them.
            return TEXTS + HEX.formatHex(cut) + (rule.least() ? '!' : 'g');
        }

        /**
         * Prints how many documents have no key.
         *
         * @throws FailedException if none has one
         */
        void report(Console console) throws FailedException {
            boolean oldest = rule.kind() == KeepRule.Kind.OLDEST;
            String what = oldest ? "date" : "field \"" + rule.field() + "\"";
            if (oldest) {
                dates.report(console);
            }
            if (without > 0 && with == 0) {
                throw new FailedException("no document has a " + what + ", which --keep " + rule + " needs"
                        + (oldest ? "; give --dates or --date-field" : ""));
            }
            if (without > 0) {
                console.warn("warning: " + Amount.of(without, "document") + Amount.verb(without, " has", " have")
                        + " no " + what + ", and " + Amount.verb(without, "comes", "come")
                        + " last in the order of --keep " + rule);
            }
        }

        @Override
        public void close() throws IOException {
            dates.close();
        }
    }
}
