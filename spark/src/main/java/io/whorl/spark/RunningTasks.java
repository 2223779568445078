package io.whorl.spark;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkStatusTracker;

/** The tasks of the jobs that were started under a tag. */
final class RunningTasks implements AutoCloseable {
    private static final int MOST_POLLS = 300;
    private static final long POLL_MILLIS = 100;

    private final SparkContext context;
    private final String tag;

    RunningTasks(SparkContext context, String tag) {
        this.context = context;
        this.tag = tag;
    }

    /** Tags the jobs that this thread starts until {@link #close}. */
    RunningTasks tag() {
        context.addJobTag(tag);
        return this;
    }

    @Override
    public void close() {
        context.removeJobTag(tag);
    }

    /**
     * Waits, for half a minute at most, until no task runs. When a job ends, Spark kills its speculative tasks, and
     * those of a failed job, but does not wait for them. A task that has not ended by then may write files later.
     */
    void awaitEnd() {
        try {
            for (int i = 0; i < MOST_POLLS && active() > 0; i++) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int active() {
        SparkStatusTracker tracker = context.statusTracker();
        int active = 0;
        for (int job : tracker.getJobIdsForTag(tag)) {
            for (int stage : stages(tracker, job)) {
                active += tracker.getStageInfo(stage).fold(() -> 0, info -> info.numActiveTasks());
            }
        }
        return active;
    }

    private static int[] stages(SparkStatusTracker tracker, int job) {
        return tracker.getJobInfo(job).fold(() -> new int[0], info -> info.stageIds());
    }
}
