package io.whorl.write;

import io.whorl.CorruptIndexException;
import io.whorl.WriterException;
import io.whorl.build.LogReplay;
import io.whorl.live.LiveTier;
import io.whorl.live.LiveTiers;
import io.whorl.log.LogFiles;
import io.whorl.log.LogReader;
import io.whorl.log.LogReader.LogPlace;
import io.whorl.log.LogReader.LogTail;
import io.whorl.log.LogWriter;
import io.whorl.parts.LiveTierFeed;
import io.whorl.parts.Part.PartDeaths;
import io.whorl.parts.Part.SealedPart;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.OpenSegments;
import io.whorl.write.IndexState.Change;
import io.whorl.write.IndexState.SealedSegment;
import io.whorl.write.IndexState.TierState;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Recovers the state of the last commit from disk. The last log is replayed into a live tier, and continued. A log that
 * has ended or exceeds the tier is sealed. Work that an earlier attempt left unfinished is done again.
 */
final class Recovery {
    private static final System.Logger LOG = System.getLogger("io.whorl.write");

    /** The alternative, for a writer that requires a map. */
    private static final String ALTERNATIVE =
            "; or open the writer with LiveMap.AUTO or LiveMap.NONE, which need neither"
                    + " flags nor Chronicle Map (opening, querying and building an index do not need them either)";

    /** Whether this process has logged that writers work without a map; the reason is the same for all. */
    private static final AtomicBoolean told = new AtomicBoolean();

    private final IndexDirectory directory;
    private final Scheme scheme;
    private final WriterOptions options;
    private final Path live;
    private final LiveTiers tiers;
    private List<SealedSegment> segments = new ArrayList<>();

    private Recovery(IndexDirectory directory, WriterOptions options) {
        this.directory = directory;
        this.options = options;
        scheme = directory.manifest().orElseThrow().scheme();
        live = IndexFiles.live(directory.path());
        tiers = StateManager.tiers(directory, scheme, options);
    }

    static StateManager open(IndexDirectory directory, WriterOptions options) throws IOException {
        return new Recovery(directory, options).run();
    }

    private StateManager run() throws IOException {
        Manifest manifest = directory.manifest().orElseThrow();
        List<OpenSegments.Entry> open =
                OpenSegments.of(directory.path(), manifest, OpenSegments.none()).entries();
        for (int i = 0; i < open.size(); i++) {
            segments.add(new SealedSegment(
                    manifest.segments().get(i),
                    open.get(i).segment(),
                    open.get(i).dead()));
        }
        try {
            return replayed(manifest);
        } catch (Throwable e) {
            segments.forEach(SealedSegment::release);
            tiers.close();
            throw e;
        }
    }

    private StateManager replayed(Manifest opened) throws IOException {
        Manifest manifest = opened;
        Files.createDirectories(live);
        long number = manifest.log();
        if (number == 0) {
            return begin(manifest.sequence());
        }
        while (true) {
            TierState tier = StateManager.tier(tiers, options, number, manifest.sequence());
            IndexState state = new IndexState(segments, List.of(tier), manifest.sequence());
            LogTail tail;
            try {
                Change change = new Change(state);
                LiveTierFeed feed =
                        new LiveTierFeed(change::kill, tier.live(), state.sampled(), scheme, directory.stored(), true);
                tail = LogReader.readOne(live, LogPlace.start(number, manifest.sequence()), scheme, feed);
                if (!tail.ended()) {
                    requireLast(tail);
                    LogReader.requireReached(manifest.reached(), tail, live);
                }
                if (!tail.ended() && !feed.isFull()) {
                    feed.finish();
                    deleteLater(tail);
                    LogWriter log = LogWriter.resume(live, tail, scheme);
                    return new StateManager(
                            directory, options, tiers, change.done(tier.live().documents(), tail.sequence()), log);
                }
            } catch (IOException | RuntimeException e) {
                tier.live().close();
                throw e;
            }
            tier.live().close();
            seal(number);
            if (!tail.ended()) {
                // The log exceeds this live tier: a writer with other options wrote it.
                return begin(tail.sequence());
            }
            manifest = publish(tail.sequence(), ++number);
        }
    }

    private void requireLast(LogTail tail) throws IOException {
        for (long log : LogFiles.numbers(live)) {
            if (log > tail.number() && LogFiles.hasCommits(live, log)) {
                throw new CorruptIndexException(
                        LogFiles.path(live, tail.number()),
                        tail.end(),
                        "its end is missing, but a later log has commits");
            }
        }
    }

    /** Begins a new log, with a number that no file has. */
    private StateManager begin(long sequence) throws IOException {
        List<Long> logs = LogFiles.numbers(live);
        long number = logs.isEmpty() ? 1 : logs.get(logs.size() - 1) + 1;
        LogWriter log = LogWriter.create(live, number, scheme, sequence);
        try {
            publish(sequence, number);
            TierState tier = StateManager.tier(tiers, options, number, sequence);
            return new StateManager(directory, options, tiers, new IndexState(segments, List.of(tier), sequence), log);
        } catch (Throwable e) {
            log.close();
            throw e;
        }
    }

    private void seal(long number) throws IOException {
        PartDeaths deaths = new PartDeaths(segments.stream()
                .map(s -> new SealedPart(s.segment(), s.dead()))
                .toList());
        try (LogReplay replay =
                new LogReplay(scheme, directory.stored(), deaths::kill, options.memory(), 1, directory.path())) {
            LogReader.read(live, number, scheme, replay);
            List<SealedSegment> now = new ArrayList<>();
            for (int i = 0; i < segments.size(); i++) {
                now.add(segments.get(i).dead(deaths.part(i).dead()));
            }
            SealedSegment.write(directory, file -> replay.write(file, SealedSegment.frequencies(now), true))
                    .ifPresent(now::add);
            segments = now;
        }
    }

    private Manifest publish(long sequence, long log) throws IOException {
        segments = SealedSegment.named(segments, directory);
        return directory.publishChange(
                segments.stream().map(SealedSegment::file).toList(), sequence, log, sequence);
    }

    private void deleteLater(LogTail tail) throws IOException {
        for (long log : LogFiles.numbers(live)) {
            if (log > tail.number()) {
                // Created as the next log, but the current one was not ended: nothing was committed to it.
                Files.delete(LogFiles.path(live, log));
            }
        }
    }

    /**
     * Checks options. Fails, before any file is changed, if the map is required and this process clearly lacks a
     * prerequisite.
     *
     * @throws WriterException if so
     */
    static void requireMap(WriterOptions options) {
        if (options.checked().liveMap() == LiveMap.REQUIRED) {
            try {
                LiveTier.check();
            } catch (WriterException e) {
                throw required(e);
            }
        }
    }

    private static WriterException required(WriterException e) {
        return WriterException.liveTier(e.getMessage() + ALTERNATIVE, e);
    }

    /**
     * Decides for an index that this writer has locked.
     *
     * @return the options with {@link LiveMap#REQUIRED} or {@link LiveMap#NONE}
     * @throws WriterException if the map is required and does not work
     * @throws IOException if the map is required and its file cannot be created
     */
    static WriterOptions decided(Path index, WriterOptions options) throws IOException {
        Consumer<WriterActivity.LiveMapChoice> ended = WriterActivity.liveMapChoice();
        Optional<String> obstacle = obstacle(index, options.liveMap());
        boolean map = obstacle.isEmpty();
        String reason = obstacle.orElse("a trial map works");
        ended.accept(new WriterActivity.LiveMapChoice(options.liveMap().name(), map, reason));
        boolean fallback = options.liveMap() == LiveMap.AUTO && !map;
        if (!fallback || !told.getAndSet(true)) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "the writer of " + index + " opens " + (map ? "with" : "without") + " a Chronicle Map ("
                            + options.liveMap() + "): " + reason);
        }
        return options.liveMap(map ? LiveMap.REQUIRED : LiveMap.NONE);
    }

    /** The reason against a map, if there is one. */
    private static Optional<String> obstacle(Path index, LiveMap option) throws IOException {
        if (option == LiveMap.NONE) {
            return Optional.of("the options say so");
        }
        try {
            Path live = IndexFiles.live(index);
            Files.createDirectories(live);
            LiveTier.probe(live.resolve("map-000000.chm"));
            return Optional.empty();
        } catch (WriterException e) {
            if (option == LiveMap.REQUIRED) {
                throw required(e);
            }
            return Optional.of(e.getMessage());
        } catch (IOException e) {
            if (option == LiveMap.REQUIRED) {
                throw e;
            }
            return Optional.of(e.getMessage());
        }
    }
}
