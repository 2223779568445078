package io.whorl.write;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits with a limit: what never happens fails the test instead of blocking it. */
final class Patience {
    private static final long SECONDS = 120;

    private Patience() {}

    static <T> T get(Future<T> future) throws Exception {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return fail("it has not ended after " + SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    static void until(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                fail("it has not come about after " + SECONDS + " s");
            }
            Thread.sleep(1);
        }
    }
}
