package io.whorl.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How often a thread commits. At an equal pace, two versions can be compared although one could commit faster. */
@State(Scope.Thread)
public class CommitPace {
    /** 0: as often as the index can. */
    @Param("0")
    public int commitsPerSecond;

    private long next;

    @Setup(Level.Iteration)
    public void begin() {
        next = System.nanoTime();
    }

    /** Waits until the next commit is due. A thread that falls behind does not catch up. */
    void await() {
        if (commitsPerSecond > 0) {
            for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            next = System.nanoTime() + TimeUnit.SECONDS.toNanos(1) / commitsPerSecond;
        }
    }
}
