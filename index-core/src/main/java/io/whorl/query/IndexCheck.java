package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.WhorlException;
import io.whorl.build.IdMerge;
import io.whorl.build.SegmentAssembler;
import io.whorl.cluster.Clusters;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.live.Log;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part;
import io.whorl.store.Part.PartDeaths;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Verifies every byte of an index, and repairs a damaged index. Thread-safe. */
public final class IndexCheck {
    private IndexCheck() {}

    /**
     * The result of a check.
     *
     * @param files the number of files that were read
     * @param bytes the size of the index
     * @param problems a description of each problem with its file and place; empty if the index is undamaged
     */
    public record Report(int files, long bytes, List<String> problems) {
        public Report {
            problems = List.copyOf(problems);
        }
    }

    /**
     * The result of a repair.
     *
     * @param kept the segments and logs that the index consists of now; if it is empty, nothing could be kept and
     *     nothing was changed
     * @param lost a description of each piece that could not be kept, with the reason
     */
    public record RepairReport(List<String> kept, List<String> lost) {
        public RepairReport {
            kept = List.copyOf(kept);
            lost = List.copyOf(lost);
        }
    }

    /**
     * Verifies an index. A writer and readers may use the index meanwhile.
     *
     * @param index the directory of the index
     * @return the problems found; if there are none, every answer from the index is right
     * @throws io.whorl.RefusedException if there is no index; if the index has a newer format
     */
    public static Report check(Path index) throws IOException {
        return check(index, Clusters.Progress.NONE);
    }

    /**
     * Verifies an index, as {@link #check(Path)}.
     *
     * @param progress receives the bytes of segments that are read, and twice the bytes of all: checksums come first
     */
    public static Report check(Path index, Clusters.Progress progress) throws IOException {
        Objects.requireNonNull(progress, "progress");
        try {
            Manifest manifest = IndexFiles.readManifest(index);
            while (true) {
                Report report = new StateCheck(index, manifest, progress).run();
                Manifest now = IndexFiles.readManifest(index);
                if (report.problems().isEmpty() || now.equals(manifest)) {
                    return report;
                }
                // A writer may have removed files while they were checked.
                manifest = now;
            }
        } catch (CorruptIndexException e) {
            return new Report(1, IndexFiles.bytes(index), List.of(e.getMessage()));
        }
    }

    /**
     * Keeps every undamaged segment and every complete commit of the logs. If MANIFEST is lost or damaged, or names no
     * undamaged segment, the undamaged segments in the directory become the index; if several hold the same id, the
     * document of the newest segment stays. Damaged files are renamed, not removed.
     *
     * @param index the directory of the index
     * @throws io.whorl.RefusedException if the path is not a directory; if a writer has the index open
     */
    public static RepairReport repair(Path index) throws IOException {
        Objects.requireNonNull(index, "index");
        try (IndexDirectory directory = IndexDirectory.repair(index)) {
            return new Salvage(directory).run();
        }
    }

    /** Verifies everything that a MANIFEST names: segments, their deleted documents, and the log. Used once. */
    private static final class StateCheck {
        /** Ids that are live twice are reported up to this number. */
        private static final int MOST_REPEATED = 100;

        private final Path index;
        private final Manifest manifest;
        private final List<String> problems = new ArrayList<>();
        private final List<SealedPart> sound = new ArrayList<>();
        private final Clusters.Progress progress;
        private final long total;
        private long read;
        private int files = 1;
        private int repeated;

        StateCheck(Path index, Manifest manifest, Clusters.Progress progress) {
            this.index = index;
            this.manifest = manifest;
            this.progress = progress;
            total = 2
                    * manifest.segments().stream()
                            .mapToLong(SegmentFile::length)
                            .sum();
        }

        private synchronized void read(long bytes) {
            read += bytes;
            progress.at(Math.min(read, total), total);
        }

        IndexCheck.Report run() throws IOException {
            for (SegmentFile file : manifest.segments()) {
                try {
                    segment(file);
                } catch (CorruptIndexException | NoSuchFileException e) {
                    problems.add(e.getMessage());
                }
            }
            findRepeatedIds();
            if (manifest.log() > 0) {
                try {
                    log();
                } catch (CorruptIndexException | NoSuchFileException e) {
                    problems.add(e.getMessage());
                }
            }
            return new IndexCheck.Report(files, IndexFiles.bytes(index), problems);
        }

        private void segment(SegmentFile file) throws IOException {
            files++;
            Segment segment = IndexFiles.openSegment(index, manifest, file);
            int processors = Runtime.getRuntime().availableProcessors();
            List<String> found = DaemonThreads.with(
                    processors,
                    threads -> SegmentCheck.problems(
                            segment,
                            ParallelTasks.Runner.on(threads).counting(segment.length(), this::read),
                            processors));
            problems.addAll(found);
            files += file.deaths().isPresent() ? 1 : 0;
            DeadDocuments dead = IndexFiles.openDeaths(index, file, segment);
            dead.requireIntact();
            if (found.isEmpty()) {
                sound.add(new SealedPart(segment, dead));
            }
        }

        /** An id must be live in one segment only, or queries would find both documents. */
        private void findRepeatedIds() {
            IdMerge.leaveOut(sound, (earlier, later, id) -> {
                if (repeated++ < MOST_REPEATED) {
                    Segment segment = sound.get(earlier).segment();
                    problems.add(segment.file().getFileName() + ": document "
                            + segment.documents().find(id) + ", '" + new String(id, StandardCharsets.UTF_8)
                            + "', is live in a later segment too");
                }
                return true;
            });
        }

        private void log() throws IOException {
            try (SegmentAssembler replay = new SegmentAssembler(
                    manifest.scheme(),
                    manifest.stored(),
                    SegmentAssembler.MEMORY,
                    1,
                    Path.of(System.getProperty("java.io.tmpdir")))) {
                long last =
                        Log.readAll(IndexFiles.live(index), manifest, replay).log();
                files += (int) (last - manifest.log() + 1);
            }
        }
    }

    /** Repairs an index. Used once. */
    private static final class Salvage {
        private final IndexDirectory directory;
        private final Path index;
        private final Optional<Manifest> manifest;
        private final List<Path> damaged = new ArrayList<>();
        private final List<String> lost = new ArrayList<>();
        private final List<String> kept = new ArrayList<>();
        /** The segments that are kept, and their files. */
        private final List<SealedPart> segments = new ArrayList<>();

        private final List<SegmentFile> files = new ArrayList<>();
        private long sequence;
        /** What the index stores of its documents: as MANIFEST says, or else the newest undamaged segment. */
        private StoredKinds stored = StoredKinds.NONE;

        Salvage(IndexDirectory directory) {
            this.directory = directory;
            index = directory.path();
            manifest = directory.manifest();
            sequence = manifest.map(Manifest::sequence).orElse(0L);
        }

        IndexCheck.RepairReport run() throws IOException {
            if (manifest.isEmpty()) {
                lost.add("MANIFEST: it is missing or damaged");
            }
            List<SegmentFile> named = manifest.map(Manifest::segments).orElse(List.of());
            for (SegmentFile file : named) {
                keep(file.name(), file.deaths());
            }
            // A MANIFEST without segments is complete: segments in the directory were not published, or are not any
            // more.
            boolean namesNone = manifest.isPresent() && named.isEmpty();
            if (segments.isEmpty() && !namesNone) {
                // Oldest first, as in MANIFEST.
                for (String name : directory.segmentNames()) {
                    if (!damaged.contains(index.resolve(name))) {
                        keep(name, Optional.empty());
                    }
                }
            }
            Optional<Segment> newest = segments.isEmpty()
                    ? Optional.empty()
                    : Optional.of(segments.get(segments.size() - 1).segment());
            Optional<Scheme> scheme = manifest.map(Manifest::scheme).or(() -> newest.map(Segment::scheme));
            if (scheme.isEmpty()) {
                return new IndexCheck.RepairReport(List.of(), lost);
            }
            stored = manifest.map(Manifest::stored)
                    .or(() -> newest.map(Segment::stored))
                    .orElseThrow();
            dropOtherSchemes(scheme.get());
            // If several segments hold an id, the document of the newest stays.
            dead(IdMerge.leaveOut(segments, (earlier, later, id) -> true));
            Optional<SegmentFile> logged = logs(scheme.get());
            // Without documents, but nothing is lost: the index is empty.
            boolean isEmpty = namesNone && lost.isEmpty();
            if (segments.isEmpty() && logged.isEmpty() && kept.isEmpty() && !isEmpty) {
                return new IndexCheck.RepairReport(List.of(), lost);
            }
            name(scheme.get(), logged);
            return new IndexCheck.RepairReport(kept, lost);
        }

        private void keep(String name, Optional<SegmentFile.Deaths> deaths) throws IOException {
            Path file = index.resolve(name);
            try {
                Segment segment = Segment.open(file);
                List<String> problems = SegmentCheck.problems(segment);
                if (!problems.isEmpty()) {
                    lost.addAll(problems);
                    damaged.add(file);
                    return;
                }
                Optional<SegmentFile.Deaths> whole = deaths(name, deaths, segment);
                SegmentFile named = new SegmentFile(name, segment.length(), whole);
                segments.add(new SealedPart(segment, IndexFiles.openDeaths(index, named, segment)));
                files.add(named);
            } catch (WhorlException e) {
                lost.add(e.getMessage());
                damaged.add(file);
            } catch (NoSuchFileException e) {
                lost.add(name + ": it is missing");
            }
        }

        /** The named file of deleted documents if it is undamaged, else the newest undamaged one. */
        private Optional<SegmentFile.Deaths> deaths(String name, Optional<SegmentFile.Deaths> named, Segment segment)
                throws IOException {
            if (named.isPresent()) {
                try {
                    IndexFiles.openDeaths(index, new SegmentFile(name, segment.length(), named), segment)
                            .requireIntact();
                    return named;
                } catch (WhorlException e) {
                    lost.add(e.getMessage() + "; deleted documents may be present again");
                    damaged.add(index.resolve(named.get().name()));
                }
            } else if (manifest.isPresent()) {
                return Optional.empty();
            }
            return IndexFiles.newestDeaths(index, name, segment.counts().documents());
        }

        /** An index has one scheme, and stores the same of all its documents. */
        private void dropOtherSchemes(Scheme scheme) {
            for (int i = segments.size() - 1; i >= 0; i--) {
                Segment segment = segments.get(i).segment();
                boolean other = !segment.scheme().equals(scheme);
                if (other || !segment.stored().equals(stored)) {
                    lost.add(files.get(i).name() + ": "
                            + (other ? "it has another scheme" : segment.stored() + ", unlike the index"));
                    segments.remove(i);
                    files.remove(i);
                }
            }
        }

        private void dead(List<DeadDocuments> dead) {
            for (int i = 0; i < dead.size(); i++) {
                segments.set(i, segments.get(i).dead(dead.get(i)));
            }
        }

        /** Writes the documents of the logs to a segment. */
        private Optional<SegmentFile> logs(Scheme scheme) throws IOException {
            long first = manifest.map(Manifest::log).orElse(1L);
            Path live = IndexFiles.live(index);
            List<Long> numbers = first == 0 || !Files.isDirectory(live)
                    ? List.of()
                    : Log.numbers(live).stream().filter(n -> n >= first).toList();
            if (first > 0 && manifest.isPresent() && !numbers.contains(first)) {
                lost.add(Log.path(live, first) + ": the log is missing");
            }
            PartDeaths deaths = new PartDeaths(segments);
            try (SegmentAssembler replay =
                    new SegmentAssembler(scheme, stored, SegmentAssembler.MEMORY, 1, index).unknown(deaths::kill)) {
                for (long number : numbers) {
                    log(scheme, number, replay);
                }
                sequence += replay.commits();
                long reached = manifest.map(Manifest::reached).orElse(0L);
                if (sequence < reached) {
                    lost.add("commits " + (sequence + 1) + " to " + reached
                            + ": they are not in the logs; what they deleted may be deleted or not");
                }
                List<Part> remaining = IntStream.range(0, segments.size())
                        .mapToObj(deaths::part)
                        .toList();
                dead(remaining.stream().map(Part::dead).toList());
                if (replay.documents() == 0) {
                    return Optional.empty();
                }
                String name = directory.newSegmentName();
                replay.write(index.resolve(name), true);
                return Optional.of(SegmentFile.whole(name, Files.size(index.resolve(name))));
            }
        }

        private void log(Scheme scheme, long number, SegmentAssembler replay) throws IOException {
            Path file = Log.path(IndexFiles.live(index), number);
            long before = replay.commits();
            try {
                List<String> gaps = Log.salvage(IndexFiles.live(index), number, scheme, replay);
                if (!gaps.isEmpty()) {
                    lost.addAll(gaps);
                    damaged.add(file);
                }
                kept.add(file.getFileName() + " (" + (replay.commits() - before) + " commits)");
            } catch (WhorlException e) {
                lost.add(e.getMessage());
                damaged.add(file);
            }
        }

        private void name(Scheme scheme, Optional<SegmentFile> logged) throws IOException {
            for (int i = 0; i < segments.size(); i++) {
                files.set(
                        i,
                        directory.writeDeadDocuments(
                                files.get(i), segments.get(i).dead()));
                kept.add(files.get(i).name());
            }
            logged.ifPresent(files::add);
            // Without a log: the next writer creates one.
            directory.publish(scheme, stored, files, sequence);
            for (Path file : damaged) {
                directory.putAside(file);
            }
        }
    }
}
