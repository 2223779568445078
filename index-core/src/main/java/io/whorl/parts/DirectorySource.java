package io.whorl.parts;

import io.whorl.log.LogPlace;
import io.whorl.log.LogTail;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.OpenSegments;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of an index: MANIFEST names the sealed segments, and the log has later commits. The documents of the log
 * are in heap as far as there is room for them ({@link LogMemory}), and otherwise in private scratch files. So a
 * read-only directory can be read.
 *
 * <p>The snapshot of this source holds the files of its parts, which include those of {@code named}.
 *
 * @param index the directory
 * @param manifest the state of the files
 * @param memory for documents of logs
 * @param named the segments, with the documents that are deleted as of MANIFEST
 * @param sealed the same segments, with the documents that are deleted as of the end of the last log
 * @param logged the parts made from the logs, with the same
 * @param tail how far the log was read; empty if there is no log
 */
record DirectorySource(
        Path index,
        Manifest manifest,
        LogMemory memory,
        OpenSegments named,
        List<SealedPart> sealed,
        List<LoggedPart> logged,
        Optional<LogTail> tail)
        implements SnapshotSource {
    /** If more parts were made from logs, the logs are read again, which makes one part of each. */
    private static final int MOST_LOGGED = 8;

    DirectorySource {
        sealed = List.copyOf(sealed);
        logged = List.copyOf(logged);
    }

    /**
     * The parts of an index as its files are now; the caller holds them.
     *
     * @param before an earlier state, whose files the caller holds. Unchanged files are not mapped again, and commits
     *     that it read from the logs that MANIFEST still names are not read again
     */
    static SnapshotParts open(Path index, LogMemory memory, Optional<DirectorySource> before) throws IOException {
        return IndexFiles.readCurrent(index, manifest -> {
            OpenSegments named = OpenSegments.of(
                    index, manifest, before.map(DirectorySource::named).orElse(OpenSegments.none()));
            List<SealedPart> sealed = named.entries().stream()
                    .map(e -> new SealedPart(e.segment(), e.dead()))
                    .toList();
            DirectorySource origin =
                    new DirectorySource(index, manifest, memory, named, sealed, List.of(), Optional.empty());
            if (manifest.log() == 0) {
                return origin.snapshot();
            }
            Optional<DirectorySource> continued = before.filter(earlier -> earlier.isContinuedBy(manifest));
            try (LogParts parts = LogParts.of(origin)) {
                if (continued.isPresent()) {
                    parts.keep(continued.get());
                    parts.read(LogPlace.behind(continued.get().tail.orElseThrow()));
                } else {
                    parts.read(LogPlace.start(manifest.log(), manifest.sequence()));
                }
                return parts.finish().snapshot();
            }
        });
    }

    /** Whether the parts made from the log of a later MANIFEST, and from later logs, begin with its next commit. */
    private boolean isContinuedBy(Manifest now) {
        int first = before(now.log());
        return tail.isPresent()
                && now.scheme().equals(manifest.scheme())
                && now.stored().equals(manifest.stored())
                && !hasMostLogged()
                && (now.log() == manifest.log()
                        ? now.sequence() == manifest.sequence()
                        : first < logged.size() && logged.get(first).from().after() == now.sequence());
    }

    /** The number of parts that were made from earlier logs. */
    int before(long log) {
        return (int) logged.stream().filter(m -> m.from().log() < log).count();
    }

    private boolean hasMostLogged() {
        return logged.size() > MOST_LOGGED;
    }

    /** All parts, oldest first. */
    List<Part> parts() {
        return Stream.concat(sealed.stream(), logged.stream().map(LoggedPart::part))
                .toList();
    }

    private SnapshotParts snapshot() {
        List<SealedPart> segments = new ArrayList<>();
        List<LivePart> live = new ArrayList<>();
        for (Part part : parts()) {
            if (part instanceof SealedPart segment) {
                segments.add(segment);
            } else {
                live.add((LivePart) part);
            }
        }
        return new SnapshotParts(manifest.scheme(), segments, live, this);
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
    public void weigh() {
        logged.forEach(part -> part.weigh(() -> frequencies(parts())));
    }

    /** The frequencies of the minutiae of all segments among some parts. */
    static CollectionFrequencies frequencies(List<Part> parts) {
        return new CollectionFrequencies(parts.stream()
                .filter(SealedPart.class::isInstance)
                .map(SealedPart.class::cast)
                .map(s -> new CollectionFrequencies.Part(s.segment(), s.dead()))
                .toList());
    }

    @Override
    public Optional<SnapshotParts> refresh() throws IOException {
        if (!IndexFiles.readManifest(index).equals(manifest) || hasMostLogged()) {
            return Optional.of(open(index, memory, Optional.of(this)));
        }
        if (tail.isEmpty()) {
            return Optional.empty();
        }
        try (LogParts parts = LogParts.heldAgain(this)) {
            parts.read(LogPlace.behind(tail.get()));
            return parts.tail().sequence() == tail.get().sequence()
                    ? Optional.empty()
                    : Optional.of(parts.finish().snapshot());
        } catch (IOException | RuntimeException e) {
            if (IndexFiles.readManifest(index).equals(manifest)) {
                throw e;
            }
            // The log was sealed and removed meanwhile.
            return Optional.of(open(index, memory, Optional.of(this)));
        }
    }
}
