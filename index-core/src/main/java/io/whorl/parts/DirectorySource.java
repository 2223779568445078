package io.whorl.parts;

import io.whorl.build.SegmentAssembler;
import io.whorl.live.LiveTier;
import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.live.LiveTier.TierHeap;
import io.whorl.live.LiveView;
import io.whorl.live.Log;
import io.whorl.live.Log.LogPosition;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Part;
import io.whorl.store.Part.PartDeaths;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The parts of an index as another process sees them, from its files.
 *
 * <pre>
 * MANIFEST ─► named segments, without what later commits deleted ──────────────────────┬► parts, oldest first
 * logs, from the one that MANIFEST names ─► LoggedPart: a live tier, or a scratch segment ┘
 * </pre>
 *
 * <ol>
 *   <li>Nothing is written to the directory, so it may be read-only.
 *   <li>A commit that adds or deletes an id kills its document in all older parts. So each id has one live document.
 *   <li>A log is read into a tier in heap if there is room ({@link TierHeap}), and otherwise into a scratch segment.
 *   <li>A refresh reads on where the last one ended. Commits are read again only if their tier is full or was continued
 *       by another snapshot, or if MANIFEST now begins within a part or there are more than {@value #MOST_LOGGED}.
 *   <li>The snapshot of a source holds the files of its parts, which include those of {@code named}.
 * </ol>
 *
 * @param index the directory
 * @param manifest the state of the files
 * @param memory for documents of logs
 * @param named the segments, with the documents that are deleted as of MANIFEST
 * @param current the same segments, and then the parts made from the logs, oldest first, with the documents that are
 *     deleted as of the end of the last log
 * @param tail how far the log was read; empty if there is no log
 */
record DirectorySource(
        Path index,
        Manifest manifest,
        TierHeap memory,
        List<SealedPart> named,
        List<LoggedPart> current,
        Optional<LogPosition> tail) {
    private static final int MOST_LOGGED = 8;

    DirectorySource {
        current = List.copyOf(current);
    }

    /**
     * The parts of an index as its files are now; the caller holds them.
     *
     * @param before an earlier state, whose files the caller holds. Unchanged files are not mapped again, and commits
     *     that it read from the logs that MANIFEST still names are not read again
     */
    static DirectorySource open(Path index, TierHeap memory, Optional<DirectorySource> before) throws IOException {
        return IndexFiles.readCurrent(index, manifest -> {
            List<SealedPart> named = IndexFiles.openParts(
                    index, manifest, before.map(DirectorySource::named).orElse(List.of()));
            List<LoggedPart> parts = named.stream()
                    .map(part -> new LoggedPart(LogPosition.start(0, 0), part, Optional.empty()))
                    .toList();
            DirectorySource origin = new DirectorySource(index, manifest, memory, named, parts, Optional.empty());
            if (manifest.log() == 0) {
                return origin;
            }
            Optional<DirectorySource> continued = before.filter(earlier -> earlier.isContinuedBy(manifest));
            try (LogParts logs = new LogParts(origin)) {
                if (continued.isPresent()) {
                    logs.keep(continued.get());
                    logs.read(continued.get().tail.orElseThrow().next());
                } else {
                    logs.read(LogPosition.start(manifest.log(), manifest.sequence()));
                }
                return logs.finish();
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
                        : first < current.size() && current.get(first).from().sequence() == now.sequence());
    }

    /** The number of segments and of parts that were made from earlier logs. */
    int before(long log) {
        return (int) current.stream().filter(part -> part.from().log() < log).count();
    }

    private boolean hasMostLogged() {
        return current.size() - named.size() > MOST_LOGGED;
    }

    List<Part> parts() {
        return current.stream().map(LoggedPart::part).toList();
    }

    SnapshotParts snapshot() {
        return new SnapshotParts(
                manifest.scheme(),
                manifest.stored(),
                parts(),
                List.of(index),
                manifest.segments().size(),
                OptionalLong.of(tail.map(LogPosition::sequence).orElse(manifest.sequence())),
                1,
                () -> refresh().map(DirectorySource::snapshot));
    }

    private Optional<DirectorySource> refresh() throws IOException {
        if (!IndexFiles.readManifest(index).equals(manifest) || hasMostLogged()) {
            return Optional.of(open(index, memory, Optional.of(this)));
        }
        if (tail.isEmpty()) {
            return Optional.empty();
        }
        parts().forEach(Part::take);
        try (LogParts parts = new LogParts(this)) {
            parts.read(tail.get().next());
            return parts.tail.orElseThrow().sequence() == tail.get().sequence()
                    ? Optional.empty()
                    : Optional.of(parts.finish());
        } catch (IOException | RuntimeException e) {
            if (IndexFiles.readManifest(index).equals(manifest)) {
                throw e;
            }
            // The log was sealed and removed meanwhile.
            return Optional.of(open(index, memory, Optional.of(this)));
        }
    }

    /** The parts while the logs are read. Holds all until {@link #finish} or {@link #close}. One thread at a time. */
    private static final class LogParts implements AutoCloseable {
        /**
         * A tier takes about so many bytes of heap for each byte of a log. Where fewer are left, a tier is not tried,
         * because the commits would be read twice.
         */
        private static final long HEAP_PER_BYTE = 8;

        private static final LiveLimits LIMITS = new LiveLimits(1 << 22, 1 << 20);

        private final DirectorySource origin;
        private final Path logs;
        private final Manifest manifest;
        private final List<LoggedPart> current = new ArrayList<>();
        private Optional<LogPosition> tail = Optional.empty();

        /** @param origin has the first parts, whose hold this object takes over */
        LogParts(DirectorySource origin) {
            this.origin = origin;
            manifest = origin.manifest();
            logs = IndexFiles.live(origin.index());
            current.addAll(origin.current());
        }

        /**
         * Adds the parts that an earlier source made from the same logs, held once more, and the deaths that it found.
         * Parts made from logs that are sealed by now are not needed.
         */
        void keep(DirectorySource earlier) {
            int gone = earlier.before(manifest.log());
            List<Part> before = earlier.parts().subList(0, gone);
            List<DeadDocuments> then = new ArrayList<>();
            earlier.named().forEach(part -> then.add(part.dead()));
            before.subList(then.size(), gone)
                    .forEach(part -> then.add(DeadDocuments.none(part.dead().documents())));
            PartDeaths deaths = new PartDeaths(parts());
            deaths.carry(then, before);
            bury(deaths);
            for (LoggedPart part :
                    earlier.current().subList(gone, earlier.current().size())) {
                part.part().take();
                current.add(part);
            }
        }

        /** Reads the commits from a position to the end of the last log. */
        void read(LogPosition from) throws IOException {
            LogPosition end = readOne(from);
            while (end.ended()) {
                end = readOne(end.next());
            }
            Log.requireReached(manifest.reached(), end, logs);
            tail = Optional.of(end);
        }

        private LogPosition readOne(LogPosition next) throws IOException {
            LogPosition from = next;
            if (!current.isEmpty()) {
                LoggedPart last = current.get(current.size() - 1);
                if (last.from().log() == next.log() && last.tier().isPresent()) {
                    current.remove(current.size() - 1);
                    Optional<LogPosition> end = continued(last, next);
                    if (end.isPresent()) {
                        return end.get();
                    }
                    from = last.from();
                }
            }
            Optional<LogPosition> end = begun(from);
            return end.isPresent() ? end.get() : segment(from);
        }

        /** Adds commits to the tier of a part, which this method replaces or releases. */
        private Optional<LogPosition> continued(LoggedPart part, LogPosition next) throws IOException {
            try {
                return added(
                        part.tier().orElseThrow(),
                        part.from(),
                        next,
                        part.part().dead());
            } finally {
                // The new part has a view of its own.
                part.part().release();
            }
        }

        /** Adds commits to a new tier, if there is memory for it. */
        private Optional<LogPosition> begun(LogPosition from) throws IOException {
            if (bytesBehind(from) > origin.memory().remaining() / HEAP_PER_BYTE) {
                return Optional.empty();
            }
            Optional<LiveTier> tier = LiveTier.inHeap(LIMITS, manifest.scheme().frequencies(), origin.memory());
            if (tier.isEmpty()) {
                return Optional.empty();
            }
            try {
                return added(
                        new LoggedTier(tier.get(), from.sequence()),
                        from,
                        from,
                        DeadDocuments.none(LIMITS.documents()));
            } finally {
                tier.get().leaveToViews();
            }
        }

        private long bytesBehind(LogPosition from) throws IOException {
            try {
                return Files.size(Log.path(logs, from.log())) - from.offset();
            } catch (NoSuchFileException e) {
                // Reading reports it.
                return 0;
            }
        }

        /**
         * Adds the commits from a position to the end of the log to a tier, and a part with all of its documents.
         *
         * @param start where the first commits of the tier are
         * @param dead the dead documents of the tier
         * @return empty if the tier cannot add them: there is no room, another snapshot has added commits, or reading
         *     has failed before
         */
        private Optional<LogPosition> added(LoggedTier to, LogPosition start, LogPosition next, DeadDocuments dead)
                throws IOException {
            synchronized (to) {
                if (to.reading || next.sequence() != to.last) {
                    return Optional.empty();
                }
                to.reading = true;
                PartDeaths older = new PartDeaths(parts());
                LiveTier.Feed feed = to.live.new Feed(older::kill, manifest.stored(), true);
                LogPosition end = Log.readOne(logs, next, manifest.scheme(), feed);
                if (feed.isFull()) {
                    return Optional.empty();
                }
                to.last = end.sequence();
                to.reading = false;
                bury(older);
                if (to.live.documents() > 0) {
                    LiveView view = to.live.view(to.live.documents(), feed.dead(dead));
                    view.take();
                    current.add(new LoggedPart(start, view, Optional.of(to)));
                }
                return Optional.of(end);
            }
        }

        private LogPosition segment(LogPosition from) throws IOException {
            Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
            PartDeaths deaths = new PartDeaths(parts());
            try (SegmentAssembler replay = new SegmentAssembler(
                            manifest.scheme(), manifest.stored(), SegmentAssembler.MEMORY, 1, scratch)
                    .unknown(deaths::kill)) {
                LogPosition end = Log.readOne(logs, from, manifest.scheme(), replay);
                bury(deaths);
                if (replay.documents() > 0) {
                    Path file = Files.createTempFile(scratch, "whorl-log-", ".whs");
                    replay.write(file, false);
                    SealedPart made = SealedPart.of(Segment.openPrivate(file));
                    current.add(new LoggedPart(from, made, Optional.empty()));
                }
                return end;
            }
        }

        private List<Part> parts() {
            return current.stream().map(LoggedPart::part).toList();
        }

        /** Replaces the parts by those without the documents that have died. */
        private void bury(PartDeaths deaths) {
            for (int i = 0; i < current.size(); i++) {
                LoggedPart before = current.get(i);
                current.set(i, new LoggedPart(before.from(), deaths.part(i), before.tier()));
            }
        }

        /** The source with all parts, which the caller holds from now on. */
        DirectorySource finish() {
            DirectorySource finished =
                    new DirectorySource(origin.index(), manifest, origin.memory(), origin.named(), current, tail);
            current.clear();
            return finished;
        }

        @Override
        public void close() {
            parts().forEach(Part::release);
            current.clear();
        }
    }

    /**
     * A part of a snapshot of files: a segment that MANIFEST names, or one that was made from commits of a log.
     *
     * @param from where the first of its commits is; in log 0 for a segment that MANIFEST names
     * @param part a segment in a scratch file, or a view of {@code tier}
     * @param tier to which a refresh adds documents; empty for a segment
     */
    private record LoggedPart(LogPosition from, Part part, Optional<LoggedTier> tier) {}

    /**
     * The documents of commits of one log, in heap. The snapshots that contain them share the tier, but only the newest
     * one can add later commits. Its fields are guarded by this.
     */
    private static final class LoggedTier {
        private final LiveTier live;
        /** The number of the last commit in the tier. Other commits than the next one cannot be added. */
        private long last;
        /** True while commits are read, and after that failed: then documents of other commits may be in the tier. */
        private boolean reading;

        LoggedTier(LiveTier live, long after) {
            this.live = live;
            last = after;
        }
    }
}
