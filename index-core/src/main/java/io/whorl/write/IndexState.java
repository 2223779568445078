package io.whorl.write;

import io.whorl.live.LiveTier;
import io.whorl.live.LiveView;
import io.whorl.store.Channels;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Part;
import io.whorl.store.Part.PartDeaths;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The whole index as of one commit. Immutable. The commit thread makes the next state.
 *
 * @param tiers the tiers being sealed, oldest first, and last the active tier, which receives commits
 * @param sequence number of the commit
 */
record IndexState(List<SealedSegment> sealed, List<TierState> tiers, long sequence) {
    IndexState {
        sealed = List.copyOf(sealed);
        tiers = List.copyOf(tiers);
    }

    TierState active() {
        return tiers.get(tiers.size() - 1);
    }

    /** All parts, oldest first. A caller that uses them longer than this state must hold them. */
    List<Part> parts() {
        return Stream.concat(
                        sealed.stream().map(SealedSegment::part), tiers.stream().map(TierState::view))
                .toList();
    }

    /**
     * The next state.
     *
     * @param deaths of the {@link #parts}
     * @param fed makes the dead documents of the active tier, which has new documents, of those before
     */
    IndexState next(PartDeaths deaths, UnaryOperator<DeadDocuments> fed, long number) {
        List<SealedSegment> nextSealed = IntStream.range(0, sealed.size())
                .mapToObj(i -> sealed.get(i).dead(deaths.part(i).dead()))
                .toList();
        List<TierState> nextTiers = new ArrayList<>();
        for (TierState t : tiers) {
            DeadDocuments dead = deaths.part(sealed.size() + nextTiers.size()).dead();
            nextTiers.add(
                    t == active()
                            ? new TierState(t.live, t.live.documents(), fed.apply(dead), t.log, t.first)
                            : new TierState(t.live, t.documents, dead, t.log, t.first));
        }
        return new IndexState(nextSealed, nextTiers, number);
    }

    /** Whether there is a living document with this id. */
    boolean contains(byte[] id) {
        for (int i = tiers.size() - 1; i >= 0; i--) {
            int document = tiers.get(i).live().find(id, tiers.get(i).documents());
            if (document >= 0) {
                return !tiers.get(i).dead().contains(document);
            }
        }
        return sealed.stream().anyMatch(s -> s.part().living(id) >= 0);
    }

    /**
     * A live tier as of one commit, with the log that contains the same documents.
     *
     * @param documents how many documents it has as of the commit, dead or alive
     * @param log number of its log
     * @param first number of the last commit before those in its log
     */
    record TierState(LiveTier live, int documents, DeadDocuments dead, long log, long first) {
        /** A caller that uses it longer than this state must hold it. */
        LiveView view() {
            return live.view(documents, dead);
        }

        /** A segment made from the log of this tier, without documents that died after the log was read. */
        SealedSegment bury(SealedSegment built) {
            return built.carrying(List.of(DeadDocuments.none(documents)), List.of(view()));
        }
    }

    /**
     * A segment of the index with its dead documents. The writer holds its files while a state contains it. No MANIFEST
     * names a new one yet; the state that will name it owns the reference to the segment.
     */
    record SealedSegment(SegmentFile file, SealedPart part) {
        interface Writer {
            SegmentCounts write(Path file) throws IOException;
        }

        /** Makes a new segment; empty if it has no documents. */
        static Optional<SealedSegment> write(IndexDirectory directory, Writer writer) throws IOException {
            String name = directory.newSegmentName();
            Path file = directory.path().resolve(name);
            return Channels.create(file, () -> {
                if (writer.write(file).documents() == 0) {
                    Files.deleteIfExists(file);
                    return Optional.empty();
                }
                return Optional.of(whole(name, Segment.openCounted(file)));
            });
        }

        static List<SealedSegment> open(Path index, Manifest manifest) throws IOException {
            List<SealedPart> open = IndexFiles.openParts(index, manifest, List.of());
            return IntStream.range(0, open.size())
                    .mapToObj(i -> new SealedSegment(manifest.segments().get(i), open.get(i)))
                    .toList();
        }

        static SealedSegment whole(String name, Segment segment) {
            return new SealedSegment(SegmentFile.whole(name, segment.length()), SealedPart.of(segment));
        }

        Segment segment() {
            return part.segment();
        }

        DeadDocuments dead() {
            return part.dead();
        }

        /** After a failure, releases a new segment and deletes its file, unless MANIFEST names it or may name it. */
        void discard(IndexDirectory directory, Exception failure) {
            boolean named = directory.manifest().stream()
                    .flatMap(m -> m.segments().stream())
                    .anyMatch(s -> s.name().equals(name()));
            if (!named && !directory.inDoubt()) {
                part.release();
                try {
                    Files.deleteIfExists(directory.path().resolve(name()));
                } catch (IOException e) {
                    // The next writer deletes it.
                    failure.addSuppressed(e);
                }
            }
        }

        SealedSegment dead(DeadDocuments now) {
            return now == dead() ? this : new SealedSegment(file, part.dead(now));
        }

        /**
         * This segment, made of other parts, without the documents that died in them since; {@link PartDeaths#carry}.
         */
        SealedSegment carrying(List<DeadDocuments> then, List<? extends Part> now) {
            PartDeaths deaths = new PartDeaths(List.of(part));
            deaths.carry(then, now);
            return dead(deaths.part(0).dead());
        }

        /** These segments with durable files of their dead documents, for MANIFEST. */
        static List<SealedSegment> named(List<SealedSegment> segments, IndexDirectory directory) throws IOException {
            SealedSegment[] named = segments.toArray(SealedSegment[]::new);
            for (int i = 0; i < named.length; i++) {
                SealedSegment s = named[i];
                named[i] = new SealedSegment(directory.writeDeadDocuments(s.file, s.dead()), s.part);
            }
            return List.of(named);
        }

        /** The file name, which is unique among all segments of an index. */
        String name() {
            return file.name();
        }

        /** About the share of the living documents in a quantity of the whole segment. */
        long liveShare(long whole) {
            return part.documents() == 0 ? 0 : (long) ((double) whole / dead().documents() * part.documents());
        }

        void release() {
            part.release();
        }
    }
}
