package io.whorl.lucene.collapse;

import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.sketch.SketchFields;
import java.util.Optional;

/** The buffers of one walk at a time. A page of ten takes less time if they are not allocated for each search. */
final class WalkBuffers {
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
