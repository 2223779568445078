package io.whorl.write;

import io.whorl.WriterException;
import io.whorl.write.WriterHealth.MergeFailure;
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
        void refuse(Throwable reason);
    }

    private final StateManager states;
    private final MergeScheduler merges;
    private final Deque<Step> waiting = new ArrayDeque<>();
    private Runnable stallEnded = () -> {};
    private volatile boolean isWaiting;
    private boolean open = true;

    AdmissionQueue(StateManager states, MergeScheduler merges) {
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
        boolean refused = false;
        boolean full = false;
        for (Iterator<Step> steps = waiting.iterator(); steps.hasNext(); ) {
            Step step = steps.next();
            boolean done = step.run(false);
            if (!done && !full) {
                int allowed = merges.allowed();
                // After one more step.
                int segments =
                        states.state().sealed().size() + states.state().tiers().size() - 1 + OF_ONE_STEP;
                boolean limited = open && !merges.isStopped() && segments > allowed;
                full = limited && mergesRun();
                List<MergeFailure> failures = limited && !full && segments > WHILE_FAILING * allowed
                        ? merges.setAside(states.state().sealed())
                        : List.of();
                if (!failures.isEmpty()) {
                    states.activity.refusedCommits.increment();
                    step.refuse(WriterException.merges(
                            states.directory.path(),
                            states.state().sealed().size(),
                            failures.get(failures.size() - 1).cause()));
                    refused = true;
                    done = true;
                } else if (!full) {
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

    /** Whether there are merges to wait for. */
    private boolean mergesRun() {
        merges.schedule();
        return merges.isBusy();
    }

    private void reportStall() {
        if (!waiting.isEmpty() && !isWaiting) {
            stallEnded = states.activity.stall(states.state().sealed().size());
        } else if (waiting.isEmpty() && isWaiting) {
            stallEnded.run();
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
