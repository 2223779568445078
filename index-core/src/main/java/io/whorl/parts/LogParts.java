package io.whorl.parts;

import io.whorl.log.ForwardingSink;
import io.whorl.log.LogChain;
import io.whorl.log.LogFiles;
import io.whorl.log.LogPlace;
import io.whorl.log.LogTail;
import io.whorl.merge.LogReplay;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parts of a state of an index while its logs are read. The commits of a log go to a tier in heap if they fit, and
 * otherwise to a segment in a private scratch file. Holds all parts until {@link #finish} or {@link #close}. One thread
 * at a time.
 */
final class LogParts implements AutoCloseable {
    /**
     * A tier takes about so many bytes of heap for each byte of a log. Where fewer are left, a tier is not tried,
     * because the commits would be read twice.
     */
    private static final long HEAP_PER_BYTE = 8;

    private final DirectorySource origin;
    private final Path logs;
    private final Manifest manifest;
    private final List<SealedPart> sealed = new ArrayList<>();
    private final List<LoggedPart> logged = new ArrayList<>();
    private Optional<LogTail> tail = Optional.empty();

    private LogParts(DirectorySource origin) {
        this.origin = origin;
        manifest = origin.manifest();
        logs = IndexFiles.live(origin.index());
    }

    /** The segments of a source, whose hold this object takes over. */
    static LogParts of(DirectorySource origin) {
        LogParts parts = new LogParts(origin);
        parts.sealed.addAll(origin.sealed());
        return parts;
    }

    /** The parts of a source, held once more. */
    static LogParts heldAgain(DirectorySource source) {
        LogParts parts = new LogParts(source);
        try {
            for (SealedPart part : source.sealed()) {
                part.take();
                parts.sealed.add(part);
            }
            parts.hold(source.logged());
            return parts;
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    private void hold(List<LoggedPart> more) {
        more.forEach(part -> logged.add(part.held()));
    }

    /**
     * Adds the parts that an earlier source made from the same logs, held once more, and the deaths that it found.
     * Parts made from logs that are sealed by now are not needed.
     */
    void keep(DirectorySource earlier) {
        int gone = earlier.before(manifest.log());
        List<Part> before = earlier.parts().subList(0, earlier.sealed().size() + gone);
        List<SealedPart> buried = LoggedDeaths.of(earlier.named(), before, sealed);
        sealed.clear();
        sealed.addAll(buried);
        hold(earlier.logged().subList(gone, earlier.logged().size()));
    }

    /** Reads the commits from a place to the end of the last log. */
    void read(LogPlace from) throws IOException {
        LogTail end = readOne(from);
        while (end.ended()) {
            end = readOne(LogPlace.behind(end));
        }
        tail = Optional.of(end);
    }

    LogTail tail() {
        return tail.orElseThrow();
    }

    private LogTail readOne(LogPlace next) throws IOException {
        LogPlace from = next;
        if (!logged.isEmpty()) {
            LoggedPart last = logged.get(logged.size() - 1);
            if (last.from().log() == next.log() && last.tier().isPresent()) {
                logged.remove(logged.size() - 1);
                Optional<LogTail> end = continued(last, next);
                if (end.isPresent()) {
                    return end.get();
                }
                from = last.from();
            }
        }
        Optional<LogTail> end = begun(from);
        return end.isPresent() ? end.get() : segment(from);
    }

    /** Adds commits to the tier of a part, which this method replaces or releases. */
    private Optional<LogTail> continued(LoggedPart part, LogPlace next) throws IOException {
        try {
            return added(part.tier().orElseThrow(), part.from(), next, ((LivePart) part.part()).dead());
        } finally {
            // Its view; the new part has a view of its own.
            part.release();
        }
    }

    /** Adds commits to a new tier, if there is memory for it. */
    private Optional<LogTail> begun(LogPlace from) throws IOException {
        if (bytesBehind(from) > origin.memory().left() / HEAP_PER_BYTE) {
            return Optional.empty();
        }
        Optional<LoggedTier> tier = LoggedTier.create(
                origin.memory(), from.after(), manifest.scheme().frequencies());
        if (tier.isEmpty()) {
            return Optional.empty();
        }
        Optional<LogTail> end = Optional.empty();
        try {
            end = added(tier.get(), from, from, LoggedTier.none());
        } finally {
            if (end.isEmpty()) {
                tier.get().close();
            }
        }
        return end;
    }

    private long bytesBehind(LogPlace from) throws IOException {
        try {
            return Files.size(LogFiles.path(logs, from.log())) - from.offset();
        } catch (NoSuchFileException e) {
            // Reading reports it.
            return 0;
        }
    }

    private Optional<LogTail> added(LoggedTier tier, LogPlace start, LogPlace next, DeadDocuments dead)
            throws IOException {
        PartDeaths deaths = new PartDeaths(parts());
        Optional<LoggedTier.Read> read = tier.read(logs, next, manifest.scheme(), manifest.stored(), dead, deaths);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        bury(deaths);
        LivePart part = read.get().part();
        if (part.view().documents() == 0) {
            part.view().close();
        } else {
            logged.add(new LoggedPart(start, part, Optional.of(tier)));
        }
        return Optional.of(read.get().tail());
    }

    /** Makes a segment of commits. */
    private LogTail segment(LogPlace from) throws IOException {
        Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
        PartDeaths deaths = new PartDeaths(parts());
        try (LogReplay replay =
                new LogReplay(manifest.scheme(), manifest.stored(), List.of(), LogReplay.MEMORY, 1, scratch)) {
            LogTail end = LogChain.readOne(logs, from, manifest.scheme(), new Killing(replay, deaths));
            bury(deaths);
            if (replay.documents() > 0) {
                Path file = Files.createTempFile(scratch, "whorl-log-", ".whs");
                replay.writeScratch(file, DirectorySource.frequencies(parts()));
                logged.add(LoggedPart.of(from, SealedPart.of(Segment.openPrivateCounted(file))));
            }
            return end;
        }
    }

    /** Marks the documents of older parts as dead, and passes the operations on. */
    private static final class Killing extends ForwardingSink {
        private final PartDeaths deaths;

        Killing(LogReplay to, PartDeaths deaths) {
            super(to);
            this.deaths = deaths;
        }

        @Override
        public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n)
                throws IOException {
            deaths.kill(id);
            super.add(id, words, extra, minutiae, frequencies, n);
        }

        @Override
        public void delete(byte[] id) throws IOException {
            deaths.kill(id);
            super.delete(id);
        }
    }

    private List<Part> parts() {
        return Stream.concat(sealed.stream(), logged.stream().map(LoggedPart::part))
                .toList();
    }

    /** Replaces the parts by those without the documents that have died. */
    private void bury(PartDeaths deaths) {
        for (int i = 0; i < sealed.size(); i++) {
            sealed.set(i, (SealedPart) deaths.part(i));
        }
        for (int i = 0; i < logged.size(); i++) {
            logged.set(i, logged.get(i).with(deaths.part(sealed.size() + i)));
        }
    }

    /** The source with all parts, which the caller holds from now on. */
    DirectorySource finish() {
        DirectorySource finished =
                new DirectorySource(origin.index(), manifest, origin.memory(), origin.named(), sealed, logged, tail);
        sealed.clear();
        logged.clear();
        return finished;
    }

    @Override
    public void close() {
        sealed.forEach(SealedPart::release);
        logged.forEach(LoggedPart::release);
        sealed.clear();
        logged.clear();
    }
}
