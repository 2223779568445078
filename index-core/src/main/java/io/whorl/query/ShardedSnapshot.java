package io.whorl.query;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.build.IdMerge;
import io.whorl.bulk.RepeatedIds;
import io.whorl.internal.Ranges;
import io.whorl.parts.ShardedSource;
import io.whorl.shard.SegmentSet;
import io.whorl.store.FileErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/**
 * Opens several indexes as one snapshot, for an index that is larger than the disk of one machine, or a segment set
 * that no index has adopted. The answers are those of one index with the documents of all of them: document frequencies
 * and the number of documents are summed over the indexes, and so are the weights of documents.
 *
 * <p>The first query by weighted resemblance reads the tables of all indexes once, side by side, and keeps 20 bytes a
 * document in a scratch file. Pairs, clusters, survivors and changes merge all indexes into a scratch segment, as for
 * any index of several segments, so they need as much disk as the indexes.
 *
 * <p>Opening reads the ids of all indexes once, side by side, unless the ranges of their ids do not overlap. That takes
 * about half a second for each million documents.
 */
public final class ShardedSnapshot {
    private ShardedSnapshot() {}

    /**
     * Opens several indexes.
     *
     * @param indexes the directories of 1 to 2,048 indexes, in an order that decides which of several documents with
     *     one id is found
     * @return closes all indexes when it is closed; {@link Snapshot#refresh} refreshes each of them
     * @throws io.whorl.RefusedException if a directory has no index; if two indexes differ in their scheme or in what
     *     they store, or if an id is repeated and the options refuse that; if an index has a newer format
     * @throws io.whorl.CorruptIndexException if a file is damaged
     */
    public static Snapshot open(List<Path> indexes, ShardOptions options) throws IOException {
        Objects.requireNonNull(indexes, "indexes");
        Objects.requireNonNull(options, "options");
        List<Path> all = List.copyOf(indexes);
        Ranges.check("indexes", all.size(), 1, SegmentSet.MOST_SHARDS);
        HashSet<Path> seen = new HashSet<>();
        for (Path index : all) {
            if (!seen.add(index.toAbsolutePath().normalize())) {
                throw new IllegalArgumentException("indexes name " + index + " twice; give each index once");
            }
        }
        try {
            return Snapshot.of(ShardedSource.open(all, rule(all, options.repeatedIds()), options.threads()));
        } catch (IOException e) {
            FileErrors.check(e);
            throw e;
        }
    }

    /**
     * Opens the shards of a segment set.
     *
     * @param segmentSet the directory of the set
     * @return as {@link #open(List, ShardOptions)}
     * @throws RefusedException if the directory is not a segment set, or a file of it is missing or damaged
     */
    public static Snapshot open(Path segmentSet, ShardOptions options) throws IOException {
        Objects.requireNonNull(segmentSet, "segmentSet");
        Objects.requireNonNull(options, "options");
        SegmentSet set = SegmentSet.read(segmentSet);
        set.requireFiles(segmentSet);
        return open(
                set.shards().stream()
                        .map(shard -> segmentSet.resolve(shard.name()))
                        .toList(),
                options);
    }

    private static IdMerge.Rule rule(List<Path> indexes, RepeatedIds repeated) {
        return (earlier, later, id) -> {
            if (repeated == RepeatedIds.REFUSE) {
                throw new RefusedException(
                        indexes.get(later),
                        Reason.REPEATED_ID,
                        "it has the id " + new String(id, StandardCharsets.UTF_8) + ", and so has "
                                + indexes.get(earlier) + "; find the first or the last of them, or delete one");
            }
            return repeated == RepeatedIds.LAST;
        };
    }
}
