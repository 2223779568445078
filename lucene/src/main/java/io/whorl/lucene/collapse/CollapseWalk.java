package io.whorl.lucene.collapse;

import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.sketch.SketchFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ScoreDoc;

/** Walks hits from the best on, in batches, and keeps the first n that do not resemble a kept one. */
final class CollapseWalk {
    private final SketchFields fields;
    private final CollapseOptions options;
    private final int n;
    /** The kept hits of earlier pages. */
    private final int before;

    private final KeptIndex index;
    private final KeptIndex.Probe probe = new KeptIndex.Probe();
    private final List<Group> groups = new ArrayList<>();
    private long examined;
    private long withoutSketch;
    private long earlier;
    /** Whether a hit after the n-th kept one belongs to no group of this page or an earlier one. */
    private boolean passedOver;

    private static final class Group {
        private final ScoreDoc hit;
        private final List<ScoreDoc> members = new ArrayList<>();
        private long others;

        private Group(ScoreDoc hit) {
            this.hit = hit;
        }
    }

    /** @param earlierPages the kept hits of earlier pages, in order */
    CollapseWalk(SketchFields fields, CollapseOptions options, int n, List<Kept> earlierPages) {
        this.fields = fields;
        this.options = options;
        this.n = n;
        before = earlierPages.size();
        index = new KeptIndex(fields.format(), options);
        earlierPages.forEach(index::add);
    }

    /**
     * Walks the next hits.
     *
     * @param leaves the segments that hold them, in ascending order
     */
    void examine(ScoreDoc[] hits, List<LeafReaderContext> leaves) throws IOException {
        boolean withKeys = options.candidates() == Candidates.GROUP_KEYS;
        HitSketches sketches = HitSketches.read(hits, leaves, fields, withKeys);
        for (int i = 0; i < hits.length; i++) {
            int found = -1;
            if (sketches.isEmpty(i)) {
                withoutSketch++;
            } else {
                found = index.find(
                        sketches.orders.array,
                        sketches.orderStart[i],
                        sketches.orderEnd[i],
                        sketches.keys.array,
                        sketches.keyStart[i],
                        sketches.keyEnd[i],
                        probe);
            }
            place(hits[i], found, sketches, i);
        }
        examined += hits.length;
    }

    private void place(ScoreDoc hit, int found, HitSketches sketches, int i) {
        if (found >= before) {
            Group group = groups.get(found - before);
            group.others++;
            if (group.members.size() < options.members()) {
                group.members.add(hit);
            }
        } else if (found >= 0) {
            earlier++;
        } else if (isFull()) {
            passedOver = true;
        } else {
            groups.add(new Group(hit));
            index.add(sketches.kept(i));
        }
    }

    /** Whether n hits are kept. */
    boolean isFull() {
        return groups.size() == n;
    }

    /** Whether it is known that the next page is not empty. */
    boolean passedOver() {
        return passedOver;
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
        return groups.stream()
                .map(g -> new CollapsedGroup(g.hit, g.others, g.members))
                .toList();
    }
}
