package io.whorl.write;

import io.whorl.CorruptIndexException;
import io.whorl.write.WriterHealth.MergeFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Segments whose merge failed, and when to try them again. Time is counted in seals: without seals no segments pile up,
 * so waiting costs nothing. Thread-safe.
 */
final class FailedMerges {
    private static final int LONGEST = 1 << 10;

    /**
     * @param damaged whether the failure names this segment
     * @param until number of seals at which to try again
     */
    private record Entry(MergeFailure failure, boolean damaged, long until) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private long seals;
    private long failures;

    /** Counts a seal or a direct commit. */
    synchronized void sealed() {
        seals++;
    }

    /** Excludes the segment that a failure names, or all inputs if it names none of them. */
    synchronized MergeFailure failed(List<SealedSegment> inputs, Throwable cause) {
        failures++;
        List<String> damaged = inputs.stream()
                .map(SealedSegment::name)
                .filter(name -> names(cause, name))
                .toList();
        List<String> aside =
                damaged.isEmpty() ? inputs.stream().map(SealedSegment::name).toList() : damaged;
        int before = 0;
        for (String name : aside) {
            before = Math.max(
                    before,
                    entries.containsKey(name) ? entries.get(name).failure.attempts() : 0);
        }
        int delay = before >= Integer.numberOfTrailingZeros(LONGEST) ? LONGEST : 1 << before;
        MergeFailure failure = new MergeFailure(aside, cause, before + 1, delay);
        aside.forEach(name -> entries.put(name, new Entry(failure, !damaged.isEmpty(), seals + delay)));
        return failure;
    }

    /** Whether a failure is damage of one segment, so that other merges can continue. */
    static boolean isDamage(List<SealedSegment> inputs, Throwable cause) {
        return inputs.stream().anyMatch(s -> names(cause, s.name()));
    }

    private static boolean names(Throwable cause, String segment) {
        return cause instanceof CorruptIndexException e
                && e.file() != null
                && e.file().getFileName().toString().equals(segment);
    }

    /** Removes segments that were merged. */
    synchronized void merged(List<SealedSegment> inputs) {
        inputs.forEach(s -> entries.remove(s.name()));
    }

    /** Lets every segment be tried again. */
    synchronized void retry() {
        entries.replaceAll((name, e) -> new Entry(e.failure, e.damaged, seals));
    }

    /** The segments that may be merged now. */
    synchronized List<SealedSegment> mergeable(List<SealedSegment> segments) {
        return segments.stream()
                .filter(s -> !entries.containsKey(s.name()) || entries.get(s.name()).until <= seals)
                .toList();
    }

    /** The failure that found a segment damaged, if one of these segments is known to be. */
    synchronized Optional<Throwable> damage(List<SealedSegment> segments) {
        return segments.stream()
                .map(s -> entries.get(s.name()))
                .filter(e -> e != null && e.damaged)
                .map(e -> e.failure.cause())
                .findFirst();
    }

    /** The segments without those that are known to be damaged. */
    synchronized List<SealedSegment> undamaged(List<SealedSegment> segments) {
        return segments.stream()
                .filter(s -> !entries.containsKey(s.name()) || !entries.get(s.name()).damaged)
                .toList();
    }

    /** The number of failed merges since the beginning. */
    synchronized long failures() {
        return failures;
    }

    /** The failures whose segments are among these, each once, oldest first. */
    synchronized List<MergeFailure> of(List<SealedSegment> segments) {
        Set<String> names = segments.stream().map(SealedSegment::name).collect(Collectors.toSet());
        List<MergeFailure> of = new ArrayList<>();
        entries.forEach((name, e) -> {
            if (names.contains(name) && !of.contains(e.failure)) {
                of.add(e.failure);
            }
        });
        return of;
    }
}
