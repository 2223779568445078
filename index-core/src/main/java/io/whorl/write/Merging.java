package io.whorl.write;

import io.whorl.build.SegmentMerge;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** From several segments to one, while the index goes on. */
final class Merging {
    private Merging() {}

    /** @param all the index's segments */
    static Built merge(IndexDirectory directory, WriterOptions options, List<Sealed> inputs, List<Sealed> all,
            BooleanSupplier cancelled) throws IOException {
        MergeEvent event = new MergeEvent();
        event.begin();
        try {
            List<SegmentMerge.Input> merged = inputs.stream()
                    .map(s -> new SegmentMerge.Input(s.segment(), s.dead())).toList();
            List<Sealed> others = all.stream()
                    .filter(s -> inputs.stream().noneMatch(i -> i.segment() == s.segment())).toList();
            Built built = Built.by(directory, file -> SegmentMerge.merge(merged, State.frequencies(others), file,
                    options.memory(), directory.path(), cancelled));
            built.segment().map(Segment::counts).ifPresent(counts -> {
                event.documents = counts.documents();
                event.postings = counts.postings();
            });
            event.bytes = built.bytes();
            return built;
        } catch (IOException | RuntimeException e) {
            event.failure = e.toString();
            throw e;
        } finally {
            event.segments = inputs.size();
            event.dropped = inputs.stream().mapToLong(s -> s.dead().count()).sum();
            event.commit();
        }
    }

    /**
     * The segments with the merged one in place of those it is made of.
     *
     * @param now the segments as they are by now: of the inputs, more may have died
     * @param inputs as they were when they were merged
     */
    static List<Sealed> replaced(List<Sealed> now, List<Sealed> inputs, Built built) {
        List<Sealed> segments = new ArrayList<>();
        Ordinals died = new Ordinals();
        int place = -1;
        for (Sealed s : now) {
            Optional<Sealed> input = inputs.stream().filter(i -> i.segment() == s.segment()).findAny();
            if (input.isEmpty()) {
                segments.add(s);
                continue;
            }
            place = place < 0 ? segments.size() : place;
            built.segment().ifPresent(merged -> addDied(s, input.get().dead(), merged, died));
        }
        if (built.sealed().isPresent()) {
            Sealed merged = built.sealed().get();
            segments.add(place, merged.dead(merged.dead().with(died.array(), died.size())));
        }
        return segments;
    }

    private static void addDied(Sealed now, DeadDocuments before, Segment merged, Ordinals died) {
        for (long d = now.dead().next(0); d >= 0; d = now.dead().next(d + 1)) {
            if (!before.contains(d)) {
                died.add(merged.documents().find(now.segment().documents().idBytes(d)));
            }
        }
    }
}
