package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.fail;

import io.whorl.RandomCorpus;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.write.Maintenance.SegmentMerger;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** Small live tiers, and texts that share nothing unless they have the same seed. */
final class WriterFixture {
    static final WriterOptions SMALL = WriterOptions.DEFAULT
            .liveMap(LiveMap.REQUIRED)
            .livePostings(1_000)
            .liveDocuments(100)
            .memory(16 << 20)
            .mergeFactor(2)
            .threads(2);
    static final WriterOptions DIRECT = SMALL.directPostings(1);
    /** Without a map; nothing is merged. */
    static final WriterOptions QUIET =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20).mergeFactor(64);

    static final WriterOptions STORING = QUIET.storeText(true).storeFingerprints(true);

    private WriterFixture() {}

    /**
     * Makes changes: {@code a=7} adds a document with the text of the number 7, {@code -a} deletes it, {@code ;}
     * commits, {@code |} seals, and {@code *} merges all.
     */
    static void change(IndexWriter writer, int words, String changes) throws IOException {
        for (String change : changes.split(" ")) {
            switch (change) {
                case ";" -> writer.commit();
                case "|" -> writer.seal();
                case "*" -> writer.forceMerge();
                default -> {
                    int at = change.indexOf('=');
                    if (at < 0) {
                        writer.delete(change.substring(1));
                    } else {
                        writer.add(change.substring(0, at), text(Long.parseLong(change.substring(at + 1)), words));
                    }
                }
            }
        }
    }

    /** A text of {@code words} words, which has {@code words} − 3 minutiae in the default scheme. */
    static byte[] text(long seed, int words) {
        return RandomCorpus.utf8(RandomCorpus.words("s" + seed + "w", 0, words));
    }

    /** The ids of the documents that match a text, best first. */
    static List<String> ids(Snapshot snapshot, byte[] text) {
        return snapshot.query(text, QueryOptions.DEFAULT).matches().stream()
                .map(Match::id)
                .toList();
    }

    /** Waits with a limit: what never happens fails the test instead of blocking it. */
    static final class Patience {
        private static final long SECONDS = 120;
        private static final ExecutorService THREADS = Executors.newCachedThreadPool(DaemonThreads.named("patience"));

        interface Call {
            void run() throws Exception;
        }

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

        /** Runs a call on another thread, so that it cannot block the test. */
        static void run(Call call) throws Exception {
            get(begin(call));
        }

        static Future<Void> begin(Call call) {
            return start(() -> {
                call.run();
                return null;
            });
        }

        /** A thread that never ends does not keep the process. */
        static <T> Future<T> start(Callable<T> call) {
            return THREADS.submit(call);
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

    /** Merges only after it is released or cancelled, so segments pile up as they do during a slow merge. */
    static final class HeldMerger implements UnaryOperator<SegmentMerger> {
        private volatile boolean holding;
        private volatile boolean released;

        /** Whether a merge has started. */
        boolean isHolding() {
            return holding;
        }

        void release() {
            released = true;
        }

        @Override
        public SegmentMerger apply(SegmentMerger merger) {
            return (inputs, memory, cancelled) -> {
                holding = true;
                assertDoesNotThrow(() -> Patience.until(() -> released || cancelled.getAsBoolean()));
                return merger.merge(inputs, memory, cancelled);
            };
        }
    }
}
