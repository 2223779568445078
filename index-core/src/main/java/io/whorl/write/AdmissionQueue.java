package io.whorl.write;

import io.whorl.MergesFailingException;
import io.whorl.write.WriterHealth.MergeFailure;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Holds back commits and seals that would make a segment while the allowed number is reached. They do not occupy the
 * commit thread, which puts merged segments in their places: they stand in a queue, which is looked at after each
 * merge. Only the commit thread calls it, except for {@link #isWaiting}.
 *
 * <p>If merging fails, waiting does not help: then the index may have four times as many segments, and beyond that,
 * steps that would make more are refused.
 */
final class AdmissionQueue {
    private static final int WHILE_FAILING = 4;
    /** Segments that one step makes at the most: of a direct commit, and of the tier that is sealed with it. */
    private static final int OF_ONE_STEP = 2;

    /** Work of the commit thread that may make segments. It tells its caller how it ended, and throws nothing. */
    interface Step {
        /**
         * Does the work.
         *
         * @param room whether a segment may be made
         * @return false if it is not done, since it needs room
         */
        boolean run(boolean room);

        /** Gives the work up. */
        void refuse(RuntimeException reason);
    }

    private enum Room {
        YES,
        NOT_YET,
        NO
    }

    private final Path index;
    private final StateManager ledger;
    private final MergeScheduler merges;
    private final Deque<Step> waiting = new ArrayDeque<>();
    private StallEvent stall = new StallEvent();
    private volatile boolean isWaiting;
    private boolean open = true;

    AdmissionQueue(Path index, StateManager ledger, MergeScheduler merges) {
        this.index = index;
        this.ledger = ledger;
        this.merges = merges;
    }

    /** Has a step done now, or when there is room. */
    void admit(Step step) {
        waiting.add(step);
        admit();
    }

    /** Looks at those that wait, the oldest first. Steps that need no room pass the others. */
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
                    step.refuse(new MergesFailingException(
                            index,
                            ledger.state().sealed().size(),
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
            // So that the next call succeeds if the cause is gone.
            merges.retry();
        }
        told();
    }

    private Room room() {
        int segments = ledger.state().sealed().size() + ledger.state().tiers().size() - 1 + OF_ONE_STEP;
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

    private void told() {
        if (!waiting.isEmpty() && !isWaiting) {
            stall = new StallEvent();
            stall.segments = ledger.state().sealed().size();
            stall.begin();
        } else if (waiting.isEmpty() && isWaiting) {
            stall.commit();
        }
        isWaiting = !waiting.isEmpty();
    }

    /** Whether anything waits. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** Lets all that wait through: the writer closes, and makes no more. */
    void close() {
        open = false;
        admit();
    }
}
