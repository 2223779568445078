package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.build.SegmentAssembler;
import io.whorl.cluster.Clusters;
import io.whorl.live.LiveView;
import io.whorl.parts.SnapshotParts;
import io.whorl.store.Channels;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a backup of a snapshot, which holds the parts meanwhile. The backup has no log, because a log that is replaced
 * and the MANIFEST that names it cannot change in one step; the documents of live tiers become segments. Files get
 * names of their own, so that the earlier backup stays whole until MANIFEST is replaced, even if an index uses a name
 * of a removed segment again. Used once.
 */
final class SnapshotBackup {
    private final SnapshotParts parts;
    private final IndexDirectory directory;
    /** The state of the earlier backup, and those of its segments that this one does not have yet. */
    private final Optional<Manifest> before;

    private final List<SegmentFile> earlier = new ArrayList<>();
    private int linked;
    private int copied;
    private int kept;
    private long written;
    private final Clusters.Progress progress;
    private final long total;
    private long verified;

    private SnapshotBackup(SnapshotParts parts, IndexDirectory directory, Clusters.Progress progress) {
        this.parts = parts;
        this.directory = directory;
        this.progress = progress;
        total = parts.parts().stream()
                .mapToLong(part ->
                        part instanceof SealedPart sealed ? sealed.segment().length() : 0)
                .sum();
        before = directory.manifest();
        before.ifPresent(manifest -> earlier.addAll(manifest.segments()));
    }

    static Snapshot.Backup make(SnapshotParts parts, Path target, Clusters.Progress progress) throws IOException {
        SnapshotParts.Origin origin = parts.origin()
                .orElseThrow(() -> new RefusedException(
                        target,
                        Reason.NOT_AN_INDEX,
                        "the snapshot is of several indexes; make a backup of each in a directory of its own"));
        Path index = real(origin.index());
        if (real(target).startsWith(index)) {
            throw new RefusedException(
                    target,
                    Reason.EXISTS,
                    "it is in the index " + index + " itself; choose a directory outside, best on another disk");
        }
        try (IndexDirectory directory = IndexDirectory.backup(target, index.toString())) {
            directory.announce("which makes a backup");
            try {
                return new SnapshotBackup(parts, directory, progress).run(index.toString(), origin.sequence());
            } catch (IOException | RuntimeException e) {
                directory.abandon(e);
                throw e;
            }
        }
    }

    /** The real path of a directory that may not exist. */
    private static Path real(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        Path parent = absolute.getParent();
        return parent == null || Files.exists(absolute)
                ? absolute.toRealPath()
                : real(parent).resolve(absolute.getFileName()).normalize();
    }

    private Snapshot.Backup run(String index, long sequence) throws IOException {
        List<SegmentFile> files = new ArrayList<>();
        for (Part part : parts.parts()) {
            if (!part.isEmpty()) {
                files.add(part instanceof LiveView live ? sealed(live) : placed((SealedPart) part));
            }
        }
        Manifest now = directory.replace(parts.scheme(), parts.stored(), files, sequence, Optional.of(index));
        Set<String> removed = new HashSet<>(before.map(Manifest::files).orElse(Set.of()));
        removed.removeAll(now.files());
        return new Snapshot.Backup(
                sequence, linked, copied, kept, removed.size(), IndexFiles.bytes(directory.path()), written);
    }

    private Path path(String name) {
        return directory.path().resolve(name);
    }

    private SegmentFile sealed(LiveView live) throws IOException {
        String name = directory.newSegmentName();
        try (SegmentAssembler assembler = WholeSnapshot.assembler(
                live, parts.scheme(), parts.stored(), SegmentAssembler.MEMORY, 1, directory.path())) {
            assembler.write(path(name), new CollectionFrequencies(parts.parts()), true);
        }
        Segment segment = checked(path(name));
        try {
            Optional<SegmentFile> same = earlier(segment);
            if (same.isPresent()) {
                Files.delete(path(name));
                kept++;
            } else {
                copied++;
                written += segment.length();
            }
            return SegmentFile.whole(same.map(SegmentFile::name).orElse(name), segment.length());
        } finally {
            segment.release();
        }
    }

    private SegmentFile placed(SealedPart part) throws IOException {
        Optional<SegmentFile> same = earlier(part.segment());
        kept += same.isPresent() ? 1 : 0;
        return withDeaths(same.isPresent() ? same.get() : added(part.segment()), part);
    }

    /** The equal segment of the earlier backup. One that is damaged is none. */
    private Optional<SegmentFile> earlier(Segment segment) throws IOException {
        for (SegmentFile file : earlier) {
            try {
                if (file.length() == segment.length() && segment.isOf(path(file.name()))) {
                    checked(path(file.name())).release();
                    earlier.remove(file);
                    return Optional.of(file);
                }
            } catch (CorruptIndexException | NoSuchFileException e) {
                // Another file takes its place.
            }
        }
        return Optional.empty();
    }

    /** Opens a segment of the backup, and verifies all of its checksums. */
    private Segment checked(Path file) throws IOException {
        Segment segment = Segment.openCounted(file);
        try {
            ParallelTasks.Runner inTurn = ParallelTasks::runInTurn;
            SegmentCheck.requireChecksums(segment, true, inTurn.counting(segment.length(), bytes -> {
                verified += bytes;
                progress.at(Math.min(verified, total), total);
            }));
            return segment;
        } catch (IOException | RuntimeException e) {
            segment.release();
            throw e;
        }
    }

    /** Links or copies a segment. */
    private SegmentFile added(Segment segment) throws IOException {
        SegmentFile file = SegmentFile.whole(directory.newSegmentName(), segment.length());
        Path path = path(file.name());
        boolean isLink = Channels.link(segment.file(), path);
        if (isLink && !segment.isOf(path)) {
            // The segment was removed since the snapshot, and its name used again.
            Files.delete(path);
            isLink = false;
        }
        if (isLink) {
            linked++;
        } else {
            new ScratchSpace(directory.path(), WholeSnapshot.RESERVE).require(segment.length());
            segment.copyTo(path);
            copied++;
            written += segment.length();
        }
        try {
            checked(path).release();
        } catch (CorruptIndexException e) {
            // If the damage is in the index, this names its file.
            SegmentCheck.requireChecksums(segment, true);
            throw e;
        }
        return file;
    }

    /** @param placed the file of the segment, with the deleted documents of the earlier backup if it is kept */
    private SegmentFile withDeaths(SegmentFile placed, SealedPart part) throws IOException {
        boolean same = placed.deaths().isPresent() && hasDeaths(placed, part);
        SegmentFile named = directory.writeDeadDocuments(
                same ? placed : SegmentFile.whole(placed.name(), placed.length()), part.dead());
        if (same) {
            kept++;
        } else if (named.deaths().isPresent()) {
            Path file = path(named.deaths().get().name());
            String problem = IndexFiles.deathsProblem(directory.path(), named, part.segment());
            if (!problem.isEmpty()) {
                throw new CorruptIndexException(file, 0, problem);
            }
            copied++;
            written += Files.size(file);
        }
        return named;
    }

    private boolean hasDeaths(SegmentFile placed, SealedPart part) throws IOException {
        try {
            SealedPart before = part.dead(IndexFiles.openDeaths(directory.path(), placed, part.segment()));
            return before.reading(() -> before.dead().isSame(part.dead()));
        } catch (CorruptIndexException e) {
            // Written again; damage of the index is reported then.
            return false;
        }
    }
}
