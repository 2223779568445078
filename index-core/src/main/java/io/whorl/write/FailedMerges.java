package io.whorl.write;

import io.whorl.CorruptIndexException;
import io.whorl.write.WriterHealth.MergeFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Segments whose merge failed, and when to try them again. Time is counted in seals: without seals no segments pile up,
 * so waiting costs nothing. One thread at a time.
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
    void sealed() {
        seals++;
    }

    /** Excludes the segment that a failure names, or all inputs if it names none of them. */
    MergeFailure failed(List<SealedSegment> inputs, Throwable cause) {
        failures++;
        List<String> all = inputs.stream().map(SealedSegment::name).toList();
        List<String> damaged = all.stream().filter(name -> names(cause, name)).toList();
        List<String> aside = damaged.isEmpty() ? all : damaged;
        int before = aside.stream()
                .filter(entries::containsKey)
                .mapToInt(name -> entries.get(name).failure.attempts())
                .max()
                .orElse(0);
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
    void merged(List<SealedSegment> inputs) {
        inputs.forEach(s -> entries.remove(s.name()));
    }

    /** Lets every segment be tried again. */
    void retry() {
        entries.replaceAll((name, e) -> new Entry(e.failure, e.damaged, seals));
    }

    /** Whether a segment may be merged now. */
    boolean isMergeable(SealedSegment s) {
        return !entries.containsKey(s.name()) || entries.get(s.name()).until <= seals;
    }

    /** Whether a segment is known to be damaged. */
    boolean isDamaged(SealedSegment s) {
        return entries.containsKey(s.name()) && entries.get(s.name()).damaged;
    }

    /** The failure that found a segment damaged, if one of these segments is known to be. */
    Optional<Throwable> damage(List<SealedSegment> segments) {
        return segments.stream()
                .filter(this::isDamaged)
                .map(s -> entries.get(s.name()).failure.cause())
                .findFirst();
    }

    /** The number of failed merges since the beginning. */
    long failures() {
        return failures;
    }

    /** The failures whose segments are among these, each once, oldest first. */
    List<MergeFailure> of(List<SealedSegment> segments) {
        List<String> names = segments.stream().map(SealedSegment::name).toList();
        return entries.entrySet().stream()
                .filter(e -> names.contains(e.getKey()))
                .map(e -> e.getValue().failure)
                .distinct()
                .toList();
    }
}
