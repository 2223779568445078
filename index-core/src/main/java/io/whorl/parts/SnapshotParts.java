package io.whorl.parts;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.build.IdMerge;
import io.whorl.live.LiveTier.TierHeap;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The parts of a snapshot, from the files of an index or from its writer. An id is live in one part at most.
 * Thread-safe.
 *
 * @param scheme the scheme of every part, with its selection written out in full
 * @param stored what the index stores of its documents
 * @param indexes the directories of the indexes that the parts are of
 * @param segments sealed segments of these indexes. A snapshot may have more, made from a log
 * @param commit the number of the commit; empty if the parts are of several indexes
 * @param threads the number of threads that search for one query
 * @param newer reads the parts of the current state, held for the caller; empty if the index has not changed since
 */
public record SnapshotParts(
        Scheme scheme,
        StoredKinds stored,
        List<Part> parts,
        List<Path> indexes,
        int segments,
        OptionalLong commit,
        int threads,
        Channels.FileWork<Optional<SnapshotParts>> newer) {
    /**
     * The parts of an index as its files are now, without a writer; the caller holds them.
     *
     * @param index its directory
     */
    public static SnapshotParts ofFiles(Path index) throws IOException {
        return DirectorySource.open(index, TierHeap.OF_PROCESS, Optional.empty())
                .snapshot();
    }

    /**
     * The parts of several indexes as their files are now; the caller holds them. Each index keeps its own files.
     * Documents with an id that another index has are left out as if they were deleted, until each id has one.
     *
     * @param rule decides which of two documents with one id is left out; the inputs are the indexes
     * @param threads the number of threads that search for one query
     * @throws RefusedException if two of the indexes differ in their scheme or in what they store
     */
    public static SnapshotParts ofAll(List<Path> indexes, IdMerge.Rule rule, int threads) throws IOException {
        List<SnapshotParts> shards = new ArrayList<>();
        return Channels.orElse(() -> ShardedSource.release(shards), () -> {
            for (Path index : indexes) {
                // Documents of several indexes are compared in the order of their ids, which only segments have.
                shards.add(DirectorySource.open(index, TierHeap.NONE, Optional.empty())
                        .snapshot());
            }
            return new ShardedSource(indexes, shards, rule, threads).snapshot();
        });
    }

    public List<SealedPart> sealed() {
        return parts.stream()
                .filter(SealedPart.class::isInstance)
                .map(SealedPart.class::cast)
                .toList();
    }

    public long documents() {
        return parts.stream().mapToLong(Part::documents).sum();
    }

    /** Bytes of all files of the indexes except LOCK. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (Path index : indexes) {
            bytes += IndexFiles.bytes(index);
        }
        return bytes;
    }

    /** Whether the parts are those of several indexes, whose stored weights do not count the other indexes. */
    public boolean isSharded() {
        return commit.isEmpty();
    }

    /**
     * Several indexes that are read as one.
     *
     * @param shards the parts of each index, which the snapshot of this source holds
     */
    private record ShardedSource(List<Path> indexes, List<SnapshotParts> shards, IdMerge.Rule rule, int threads) {
        private static void release(List<SnapshotParts> shards) {
            shards.forEach(shard -> shard.parts().forEach(Part::release));
        }

        private void requireLikeFirst(int i) {
            SnapshotParts first = shards.get(0);
            SnapshotParts other = shards.get(i);
            if (!other.scheme().equals(first.scheme())) {
                throw new RefusedException(
                        indexes.get(i),
                        Reason.SCHEME,
                        "its scheme and that of " + indexes.get(0) + " differ: "
                                + other.scheme().differences(first.scheme())
                                + "; query indexes of one scheme together");
            }
            if (!other.stored().equals(first.stored())) {
                throw new RefusedException(
                        indexes.get(i),
                        Reason.OPTIONS,
                        other.stored() + "; of " + indexes.get(0) + ": " + first.stored()
                                + "; query indexes together that store the same");
            }
        }

        /** Whether the ids show that no two indexes have a common one, without reading more than two ids a segment. */
        private boolean haveDisjointRanges() {
            // The least and the greatest id of each index; their documents may be dead.
            List<byte[][]> ranges = new ArrayList<>();
            for (SnapshotParts shard : shards) {
                List<SealedPart> filled = shard.sealed().stream()
                        .filter(p -> p.dead().documents() > 0)
                        .toList();
                if (!filled.isEmpty()) {
                    byte[] first = filled.stream()
                            .map(p -> p.id(0))
                            .min(Arrays::compareUnsigned)
                            .orElseThrow();
                    byte[] last = filled.stream()
                            .map(p -> p.id(p.dead().documents() - 1))
                            .max(Arrays::compareUnsigned)
                            .orElseThrow();
                    ranges.add(new byte[][] {first, last});
                }
            }
            ranges.sort((a, b) -> Arrays.compareUnsigned(a[0], b[0]));
            return IntStream.range(1, ranges.size())
                    .allMatch(i -> Arrays.compareUnsigned(ranges.get(i - 1)[1], ranges.get(i)[0]) < 0);
        }

        private SnapshotParts snapshot() {
            List<Part> parts = new ArrayList<>();
            List<SealedPart> sealed = new ArrayList<>();
            List<Integer> shardOf = new ArrayList<>();
            for (int i = 0; i < shards.size(); i++) {
                requireLikeFirst(i);
                sealed.addAll(shards.get(i).sealed());
                shardOf.addAll(Collections.nCopies(sealed.size() - shardOf.size(), i));
            }
            if (haveDisjointRanges()) {
                parts.addAll(sealed);
            } else {
                List<DeadDocuments> dead = IdMerge.leaveOut(
                        sealed, (earlier, later, id) -> rule.laterStays(shardOf.get(earlier), shardOf.get(later), id));
                IntStream.range(0, dead.size())
                        .forEach(i -> parts.add(sealed.get(i).dead(dead.get(i))));
            }
            return new SnapshotParts(
                    shards.get(0).scheme(),
                    shards.get(0).stored(),
                    parts,
                    indexes,
                    shards.stream().mapToInt(SnapshotParts::segments).sum(),
                    OptionalLong.empty(),
                    threads,
                    this::newer);
        }

        private Optional<SnapshotParts> newer() throws IOException {
            List<SnapshotParts> next = new ArrayList<>();
            return Channels.orElse(() -> release(next), () -> {
                for (SnapshotParts shard : shards) {
                    Optional<SnapshotParts> newer = shard.newer().run();
                    if (newer.isEmpty()) {
                        shard.parts().forEach(Part::take);
                    }
                    next.add(newer.orElse(shard));
                }
                if (next.equals(shards)) {
                    release(next);
                    return Optional.empty();
                }
                return Optional.of(new ShardedSource(indexes, next, rule, threads).snapshot());
            });
        }
    }
}
