package io.whorl.lucene.collapse;

import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.collapse.KeptIndex.Kept;
import io.whorl.lucene.sketch.SketchFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ScoreDoc;

/**
 * Walks hits from the best on, and keeps those that do not resemble a kept one. Stops at the n-th kept hit, or at a
 * given one.
 */
final class CollapseWalk {
    /** Hits whose sketches are read at a time, for each group that is still missing, and at least. */
    private static final int AT_ONCE = 3;

    private static final int LEAST_AT_ONCE = 16;
    private static final int MOST_AT_ONCE = 1 << 10;

    private final CollapseOptions options;
    private final int n;
    private final int stopAt;
    /** The kept hits of earlier pages. */
    private final int before;

    private final KeptIndex index;
    private final KeptIndex.Probe probe;
    private final HitSketches sketches;
    private final List<Group> groups = new ArrayList<>();
    private long examined;
    private long withoutSketch;
    private long earlier;

    private static final class Group {
        private final ScoreDoc hit;
        private final List<ScoreDoc> members = new ArrayList<>(0);
        private long others;

        private Group(ScoreDoc hit) {
            this.hit = hit;
        }
    }

    /**
     * @param buffers that no other walk uses until this one is not needed any more
     * @param stopAt the document of a hit at which the walk stops once it is kept; -1 if there is none
     * @param earlierPages the kept hits of earlier pages, in order
     */
    CollapseWalk(
            SketchFields fields,
            CollapseOptions options,
            WalkBuffers buffers,
            int n,
            int stopAt,
            List<Kept> earlierPages) {
        this.options = options;
        this.n = n;
        this.stopAt = stopAt;
        sketches = buffers.sketches;
        probe = buffers.probe;
        before = earlierPages.size();
        index = new KeptIndex(fields.format(), options, buffers.samples);
        earlierPages.forEach(index::add);
    }

    /**
     * Walks the next hits until enough are kept.
     *
     * @param leaves the segments that hold them, in ascending order
     * @return how many were examined
     */
    int examine(ScoreDoc[] hits, List<LeafReaderContext> leaves) throws IOException {
        int at = 0;
        while (at < hits.length && !isDone()) {
            int first = at;
            int end = Math.min(hits.length, at + atOnce());
            sketches.read(hits, first, end, leaves);
            for (; at < end && !isDone(); at++) {
                place(hits[at], at - first);
            }
        }
        examined += at;
        return at;
    }

    private int atOnce() {
        return Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, AT_ONCE * (n - groups.size())));
    }

    /** Whether one of the hits after the n-th kept one belongs to no group of this page or an earlier one. */
    boolean passesOver(ScoreDoc[] hits, int from, List<LeafReaderContext> leaves) throws IOException {
        for (int first = from; first < hits.length; first += MOST_AT_ONCE) {
            int end = Math.min(hits.length, first + MOST_AT_ONCE);
            sketches.read(hits, first, end, leaves);
            for (int i = 0; i < end - first; i++) {
                if (find(i) < 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The first kept hit that is similar to a hit; -1 if there is none. */
    private int find(int i) {
        return sketches.size[i] == 0
                ? -1
                : index.find(
                        sketches.bytes,
                        sketches.from[i],
                        sketches.size[i],
                        sketches.keys.array,
                        sketches.keysFrom[i],
                        sketches.keysTo[i],
                        probe);
    }

    private void place(ScoreDoc hit, int i) {
        int found = find(i);
        withoutSketch += sketches.size[i] == 0 ? 1 : 0;
        if (found >= before) {
            Group group = groups.get(found - before);
            group.others++;
            if (group.members.size() < options.members()) {
                group.members.add(hit);
            }
        } else if (found >= 0) {
            earlier++;
        } else {
            groups.add(new Group(hit));
            index.add(sketches.kept(i));
        }
    }

    /** Whether n hits are kept. */
    boolean isFull() {
        return groups.size() == n;
    }

    /** Whether the hit at which the walk stops is kept. */
    boolean isFound() {
        return !groups.isEmpty() && last().doc == stopAt;
    }

    boolean isDone() {
        return isFull() || isFound();
    }

    KeptIndex index() {
        return index;
    }

    int before() {
        return before;
    }

    long examined() {
        return examined;
    }

    long withoutSketch() {
        return withoutSketch;
    }

    long earlier() {
        return earlier;
    }

    /** The last kept hit of this page. */
    ScoreDoc last() {
        return groups.get(groups.size() - 1).hit;
    }

    List<CollapsedGroup> groups() {
        List<CollapsedGroup> made = new ArrayList<>(groups.size());
        for (Group group : groups) {
            made.add(new CollapsedGroup(group.hit, group.others, group.members));
        }
        return made;
    }

    /** The buffers of one walk at a time. A page of ten takes less time if they are not allocated for each search. */
    static final class WalkBuffers {
        private static final int MOST_BYTES = 1 << 18;

        final HitSketches sketches;
        final KeptIndex.Probe probe = new KeptIndex.Probe();
        final Optional<KeptSamples> samples;

        WalkBuffers(SketchFields fields, CollapseOptions options) {
            sketches = new HitSketches(fields, options.candidates() == Candidates.GROUP_KEYS);
            samples = KeptSamples.of(fields.format(), options);
        }

        /** Forgets the walk. Returns whether the buffers are small enough to be kept. */
        boolean clear() {
            samples.ifPresent(KeptSamples::clear);
            return sketches.bytes() + samples.map(KeptSamples::bytes).orElse(0) <= MOST_BYTES;
        }
    }
}
