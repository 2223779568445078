package io.whorl.rebuild;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.build.RunMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.journal.Journal;
import io.whorl.journal.Journal.JournalStep;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.zip.CRC32C;

/**
 * Merges the finished runs, checks the merged segment, and publishes it as the new index. Each is a step of the
 * journal.
 */
final class RebuildResult {
    static final String MERGED = "merged.whs";
    private static final String EXAMPLE = "example ";

    private final IndexDirectory directory;
    private final Path merged;
    private final Scheme scheme;
    private final BuildOptions options;
    private final Journal journal;

    RebuildResult(IndexDirectory directory, Scheme scheme, BuildOptions options, Journal journal) {
        this.directory = directory;
        this.scheme = scheme;
        this.options = options;
        this.journal = journal;
        merged = IndexFiles.rebuild(directory.path()).resolve(MERGED);
    }

    /** The published new segment; empty if it is not published yet. */
    static Optional<SegmentFile> swapped(IndexDirectory directory, Journal journal) throws IOException {
        Optional<JournalStep> step = journal.last(JournalStep.Kind.SWAPPING);
        if (step.isEmpty() || directory.manifest().isEmpty()) {
            return Optional.empty();
        }
        for (SegmentFile segment : directory.manifest().orElseThrow().segments()) {
            if (segment.name().equals(step.get().field("file"))
                    && SegmentIdentity.of(step.get()).isOf(directory.path().resolve(segment.name()))) {
                return Optional.of(segment);
            }
        }
        return Optional.empty();
    }

    /** Merges the runs, unless that step is finished. */
    BuildReport merge(List<Path> runs) throws IOException {
        Optional<JournalStep> done = mergedStep();
        if (done.isPresent()) {
            return report(done.get(), merged);
        }
        BuildReport report;
        Thread caller = Thread.currentThread();
        try {
            report = RunMerge.merge(
                    scheme, runs, options.duplicates(), merged, options, merged.getParent(), caller::isInterrupted);
        } catch (CancellationException e) {
            throw (InterruptedIOException) new InterruptedIOException("interrupted while merging").initCause(e);
        } catch (CorruptIndexException e) {
            throw damaged(e.getMessage(), e);
        }
        IndexFiles.force(merged.getParent());
        Map<String, String> fields = new HashMap<>(fields(report));
        fields.putAll(SegmentIdentity.of(merged).fields());
        journal.append(JournalStep.Kind.MERGED, fields);
        return report;
    }

    private Optional<JournalStep> mergedStep() throws IOException {
        Optional<JournalStep> step = journal.last(JournalStep.Kind.MERGED);
        return step.isPresent() && SegmentIdentity.of(step.get()).isOf(merged) ? step : Optional.empty();
    }

    /** The new segment before it is published. */
    Segment merged() throws IOException {
        return Segment.open(merged);
    }

    /** Reads the whole new segment and verifies it. If that step is finished, only verifies the checksums. */
    void check() throws IOException {
        int mergedAs = journal.last(JournalStep.Kind.MERGED).orElseThrow().number();
        if (journal.last(JournalStep.Kind.CHECKED)
                .filter(step -> step.number() > mergedAs)
                .isPresent()) {
            try {
                SegmentCheck.requireChecksums(merged(), true);
            } catch (CorruptIndexException e) {
                throw damaged(e.getMessage(), e);
            }
            return;
        }
        List<String> problems = DaemonThreads.with(
                options.threads(),
                threads -> SegmentCheck.problems(merged(), ParallelTasks.Runner.on(threads), options.threads()));
        if (!problems.isEmpty()) {
            throw damaged("the new segment differs from what was written: " + problems.get(0), null);
        }
        journal.append(JournalStep.Kind.CHECKED, Map.of());
    }

    private RefusedException damaged(String what, Throwable cause) {
        return new RefusedException(
                directory.path(),
                RefusedException.Reason.DAMAGED,
                what
                        + " (a file of the rebuild; the index itself is unchanged; begin the rebuild again, without"
                        + " resuming)",
                cause);
    }

    /**
     * Publishes the new segment as the only one in MANIFEST. The old segments, the log and the deleted documents are
     * removed.
     *
     * @param commit number of the last commit of the old state
     * @throws FileSystemException if the index is published, but that could not be made durable
     */
    void swap(long commit) throws IOException {
        String name = directory.newSegmentName();
        SegmentIdentity stamp = SegmentIdentity.of(merged);
        Map<String, String> fields = new HashMap<>(stamp.fields());
        fields.put("file", name);
        journal.append(JournalStep.Kind.SWAPPING, fields);
        Files.move(merged, directory.path().resolve(name), StandardCopyOption.ATOMIC_MOVE);
        SegmentFile segment = SegmentFile.whole(name, stamp.length());
        try {
            directory.replace(
                    scheme,
                    new StoredKinds(options.storeText(), options.storeFingerprints()),
                    List.of(segment),
                    Math.max(commit, sequence()) + 1,
                    Optional.empty());
        } catch (IOException e) {
            throw directory.inDoubt() ? inDoubt(e) : e;
        }
    }

    private long sequence() {
        return directory.manifest().map(Manifest::sequence).orElse(0L);
    }

    private IOException inDoubt(IOException failure) {
        IOException e = new FileSystemException(
                directory.path().toString(),
                null,
                "the new index is published,"
                        + " but may be lost in a power failure, because the disk did not confirm it ("
                        + failure.getMessage()
                        + "); resume the rebuild to make sure");
        e.initCause(failure);
        return e;
    }

    /**
     * Identifies a segment: its header contains the checksums of all its data.
     *
     * @param length bytes
     * @param header CRC32C of the header
     */
    private record SegmentIdentity(long length, long header) {
        private static final int HEADER = 1_024;

        static SegmentIdentity of(Path file) throws IOException {
            CRC32C crc = new CRC32C();
            try (InputStream in = Files.newInputStream(file)) {
                crc.update(in.readNBytes(HEADER));
            }
            return new SegmentIdentity(Files.size(file), crc.getValue());
        }

        static SegmentIdentity of(JournalStep step) {
            return new SegmentIdentity(step.count("length"), step.count("header"));
        }

        Map<String, String> fields() {
            return Map.of("length", Long.toString(length), "header", Long.toString(header));
        }

        boolean isOf(Path file) throws IOException {
            return Files.isRegularFile(file) && equals(of(file));
        }
    }

    /** What a report says beyond its segment, as fields of the journal: for a resume after the runs were merged. */
    private static Map<String, String> fields(BuildReport report) {
        Map<String, Long> counts = Map.of(
                "repeated-ids", report.repeatedIds(),
                "too-short", report.tooShort(),
                "malformed", report.malformed(),
                "text", report.textBytes(),
                "exact", report.duplicates().exact(),
                "lexical", report.duplicates().lexical(),
                "fingerprint", report.duplicates().fingerprint(),
                "runs", report.runs(),
                "temporary", report.temporaryBytes());
        Map<String, String> fields = new TreeMap<>();
        counts.forEach((name, count) -> fields.put(name, Long.toString(count)));
        List<Duplicates.Example> examples = report.duplicates().examples();
        for (int i = 0; i < examples.size(); i++) {
            fields.put(EXAMPLE + i, examples.get(i).kind().name());
            fields.put(EXAMPLE + i + " id", examples.get(i).id());
            fields.put(EXAMPLE + i + " first", examples.get(i).first());
        }
        return fields;
    }

    /** @param segment the merged segment */
    static BuildReport report(JournalStep step, Path segment) throws IOException {
        List<Duplicates.Example> examples = new ArrayList<>();
        for (int i = 0; step.fields().containsKey(EXAMPLE + i); i++) {
            examples.add(new Duplicates.Example(
                    Duplicates.Kind.valueOf(step.field(EXAMPLE + i)),
                    step.field(EXAMPLE + i + " id"),
                    step.field(EXAMPLE + i + " first")));
        }
        return RunMerge.report(
                segment,
                step.count("repeated-ids"),
                step.count("too-short"),
                step.count("malformed"),
                step.count("text"),
                new Duplicates.Counts(step.count("exact"), step.count("lexical"), step.count("fingerprint"), examples),
                step.count("runs"),
                step.count("temporary"));
    }
}
