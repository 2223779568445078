package io.whorl.write;

import io.whorl.WriterException;
import io.whorl.write.WriterHealth.MergeFailure;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Delays commits and seals that would make a segment while the index has as many as allowed. They do not block the
 * commit thread, which must publish merged segments. They wait in a queue, which is checked after each merge. Only the
 * commit thread calls this class, except for {@link #isWaiting}.
 *
 * <p>If merging fails, waiting does not help. Then the index may have four times as many segments; beyond that, steps
 * that would make more are refused.
 */
final class AdmissionQueue {
    private static final int WHILE_FAILING = 4;
    /** The largest number of segments that one step makes: a direct commit, and the tier that is sealed with it. */
    private static final int OF_ONE_STEP = 2;

    /** Work of the commit thread that may make segments. It reports its result to its caller, and throws nothing. */
    interface Step {
        /**
         * Runs the step.
         *
         * @param room whether it may make a segment
         * @return false if it did not run, because it needs room for a segment
         */
        boolean run(boolean room);

        /** Refuses the step. */
        void refuse(RuntimeException reason);
    }

    private enum Room {
        YES,
        NOT_YET,
        NO
    }

    private final Path index;
    private final StateManager states;
    private final MergeScheduler merges;
    private final Deque<Step> waiting = new ArrayDeque<>();
    private WriterEvents.Stall stall = new WriterEvents.Stall();
    private volatile boolean isWaiting;
    private boolean open = true;

    AdmissionQueue(Path index, StateManager states, MergeScheduler merges) {
        this.index = index;
        this.states = states;
        this.merges = merges;
    }

    /** Runs a step now, or when there is room. */
    void admit(Step step) {
        waiting.add(step);
        admit();
    }

    /** Runs the waiting steps that can run, oldest first. Steps that need no room overtake the others. */
    void admit() {
        boolean full = false;
        boolean refused = false;
        for (Iterator<Step> steps = waiting.iterator(); steps.hasNext(); ) {
            Step step = steps.next();
            boolean done = step.run(false);
            if (!done && !full) {
                Room room = room();
                List<MergeFailure> failures = room == Room.NO ? merges.setAside() : List.of();
                if (!failures.isEmpty()) {
                    step.refuse(WriterException.merges(
                            index,
                            states.state().sealed().size(),
                            failures.get(failures.size() - 1).cause()));
                    refused = true;
                    done = true;
                } else if (room == Room.NOT_YET) {
                    full = true;
                } else {
                    done = step.run(true);
                }
            }
            if (done) {
                steps.remove();
            }
        }
        if (refused) {
            // Try again at once, so that the next call succeeds if the cause is gone.
            merges.retry();
        }
        reportStall();
    }

    private Room room() {
        int segments = states.state().sealed().size() + states.state().tiers().size() - 1 + OF_ONE_STEP;
        int allowed = merges.allowed();
        if (!open || merges.isStopped() || segments <= allowed) {
            return Room.YES;
        }
        merges.schedule();
        if (merges.isBusy()) {
            return Room.NOT_YET;
        }
        return segments <= WHILE_FAILING * allowed ? Room.YES : Room.NO;
    }

    private void reportStall() {
        if (!waiting.isEmpty() && !isWaiting) {
            stall = new WriterEvents.Stall();
            stall.segments = states.state().sealed().size();
            stall.begin();
        } else if (waiting.isEmpty() && isWaiting) {
            stall.commit();
        }
        isWaiting = !waiting.isEmpty();
    }

    /** Whether a step waits. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** Runs all waiting steps, because the writer closes and makes no more. */
    void close() {
        open = false;
        admit();
    }
}
