package io.whorl.parts;

import io.whorl.log.LogTail;
import io.whorl.merge.LogReplay;
import io.whorl.merge.SegmentMerge;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.OpenSegments;
import io.whorl.store.Segment;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files of an index: MANIFEST names the sealed segments, and the log has later commits. The documents of the log
 * are written to a segment in a private scratch file. So one code path reads both, and a read-only directory can be
 * read.
 *
 * <p>The snapshot of this source holds the files of the parts, which include those of {@code named}.
 *
 * @param index the directory
 * @param manifest the state of the files
 * @param named the segments, with the documents that are deleted as of MANIFEST
 * @param parts the same segments, then those made from the logs, with the documents that are deleted as of the end of
 *     the last log
 * @param made where the segments made from the logs come from
 * @param tail how far the log was read; empty if there is no log
 */
public record DirectorySource(
        Path index,
        Manifest manifest,
        OpenSegments named,
        List<SealedPart> parts,
        List<Made> made,
        Optional<LogTail> tail)
        implements SnapshotSource {
    /** Each refresh makes another segment of new commits; after so many, the log is read from its start again. */
    private static final int MOST_LOGGED = 8;

    /** Bytes of heap for the replay of a log. */
    public static final long REPLAY_MEMORY =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8);

    /**
     * The commits of which a segment was made.
     *
     * @param log the number of their log
     * @param after the number of the commit before them
     */
    public record Made(long log, long after) {}

    public DirectorySource {
        parts = List.copyOf(parts);
        made = List.copyOf(made);
    }

    /** The parts of an index as its files are now; the caller holds them. */
    public static SnapshotParts open(Path index) throws IOException {
        return open(index, Optional.empty());
    }

    /**
     * @param before an earlier state, whose files the caller holds. Unchanged files are not mapped again, and commits
     *     that it read from the logs that MANIFEST still names are not read again
     */
    static SnapshotParts open(Path index, Optional<DirectorySource> before) throws IOException {
        return IndexFiles.readCurrent(index, manifest -> {
            OpenSegments named = OpenSegments.of(
                    index, manifest, before.map(DirectorySource::named).orElse(OpenSegments.none()));
            try {
                List<SealedPart> sealed = named.entries().stream()
                        .map(e -> new SealedPart(e.segment(), e.dead()))
                        .toList();
                DirectorySource origin =
                        new DirectorySource(index, manifest, named, sealed, List.of(), Optional.empty());
                if (manifest.log() == 0) {
                    return origin.snapshot();
                }
                return (before.isPresent() && before.get().isContinuedBy(manifest)
                                ? origin.continuing(before.get())
                                : origin.logged(manifest.log(), 0, manifest.sequence()))
                        .snapshot();
            } catch (IOException | RuntimeException e) {
                named.release();
                throw e;
            }
        });
    }

    /** Whether the segments made from the log of a later MANIFEST, and from later logs, begin with its next commit. */
    private boolean isContinuedBy(Manifest now) {
        int first = before(now.log());
        return tail.isPresent()
                && now.scheme().equals(manifest.scheme())
                && now.stored().equals(manifest.stored())
                && !hasMostLogged()
                && (now.log() == manifest.log()
                        ? now.sequence() == manifest.sequence()
                        : first < made.size() && made.get(first).after() == now.sequence());
    }

    /** The number of segments that were made from earlier logs. */
    private int before(long log) {
        return (int) made.stream().filter(m -> m.log() < log).count();
    }

    private boolean hasMostLogged() {
        return made.size() > MOST_LOGGED;
    }

    /**
     * This source with the segments that an earlier one made from the same logs, and with the commits after them.
     * Segments made from logs that are sealed by now are not needed.
     */
    private DirectorySource continuing(DirectorySource earlier) throws IOException {
        int gone = earlier.before(manifest.log());
        int first = earlier.parts.size() - earlier.made.size() + gone;
        List<SealedPart> kept = earlier.parts.subList(first, earlier.parts.size());
        List<SealedPart> now = new ArrayList<>(LoggedDeaths.of(earlier.named, earlier.parts.subList(0, first), parts));
        now.addAll(kept);
        kept.forEach(SealedPart::take);
        try {
            LogTail end = earlier.tail.orElseThrow();
            List<Made> left = earlier.made.subList(gone, earlier.made.size());
            return new DirectorySource(index, manifest, named, now, left, earlier.tail)
                    .logged(end.number(), end.end(), end.sequence());
        } catch (IOException | RuntimeException e) {
            kept.forEach(SealedPart::release);
            throw e;
        }
    }

    private SnapshotParts snapshot() {
        return new SnapshotParts(manifest.scheme(), parts, List.of(), this);
    }

    /** This source with the commits of the logs from a given place on. The caller holds the segments made from them. */
    private DirectorySource logged(long log, long offset, long after) throws IOException {
        DirectorySource now = ofOne(log, offset, after);
        try {
            for (LogTail end = now.tail.orElseThrow(); end.ended(); end = now.tail.orElseThrow()) {
                now = now.ofOne(end.number() + 1, 0, end.sequence());
            }
            return now;
        } catch (IOException | RuntimeException e) {
            now.parts.subList(parts.size(), now.parts.size()).forEach(SealedPart::release);
            throw e;
        }
    }

    /** The same for one log. */
    private DirectorySource ofOne(long log, long offset, long after) throws IOException {
        Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
        List<SegmentMerge.Input> older = parts.stream()
                .map(p -> new SegmentMerge.Input(p.segment(), p.dead()))
                .toList();
        try (LogReplay replay = new LogReplay(manifest.scheme(), manifest.stored(), older, REPLAY_MEMORY, 1, scratch)) {
            LogTail end = replay.readOne(IndexFiles.live(index), log, offset, after);
            List<SealedPart> now = new ArrayList<>();
            List<DeadDocuments> dead = replay.dead();
            for (int i = 0; i < dead.size(); i++) {
                now.add(new SealedPart(parts.get(i).segment(), dead.get(i)));
            }
            List<Made> from = new ArrayList<>(made);
            if (replay.documents() > 0) {
                Path file = Files.createTempFile(scratch, "whorl-log-", ".whs");
                replay.writeScratch(file);
                Segment segment = Segment.openPrivateCounted(file);
                now.add(new SealedPart(
                        segment, DeadDocuments.none(segment.counts().documents())));
                from.add(new Made(log, after));
            }
            return new DirectorySource(index, manifest, named, now, from, Optional.of(end));
        }
    }

    @Override
    public long bytes() throws IOException {
        return IndexFiles.bytes(index);
    }

    @Override
    public int segments() {
        return manifest.segments().size();
    }

    @Override
    public StoredKinds stored() {
        return manifest.stored();
    }

    @Override
    public Optional<SnapshotParts> refresh() throws IOException {
        if (!IndexFiles.readManifest(index).equals(manifest) || hasMostLogged()) {
            return Optional.of(open(index, Optional.of(this)));
        }
        if (tail.isEmpty()) {
            return Optional.empty();
        }
        DirectorySource next;
        try {
            next = logged(tail.get().number(), tail.get().end(), tail.get().sequence());
        } catch (IOException | RuntimeException e) {
            if (IndexFiles.readManifest(index).equals(manifest)) {
                throw e;
            }
            // The log was sealed and removed meanwhile.
            return Optional.of(open(index, Optional.of(this)));
        }
        if (next.tail.get().sequence() == tail.get().sequence()) {
            return Optional.empty();
        }
        parts.forEach(SealedPart::take);
        return Optional.of(next.snapshot());
    }
}
