package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.scheme.Scheme;
import io.whorl.store.ScratchArrays.ScratchBits;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.ScratchSpace.TempFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadAheadTest {
    private static final int PAGE = 4_096;

    /** A file whose reads take as long as the test says, by a clock of its own. */
    private static final class TimedFile implements LongConsumer {
        final AtomicLong clock = new AtomicLong();
        final Map<Long, Integer> reads = new ConcurrentHashMap<>();
        volatile long each;
        volatile boolean fails;

        @Override
        public void accept(long offset) {
            if (fails) {
                throw new IllegalStateException("Already closed");
            }
            clock.addAndGet(each);
            reads.merge(offset, 1, Integer::sum);
        }
    }

    private final TimedFile file = new TimedFile();

    @Test
    void pagesThatWaitForTheDiskAreAllReadOnce() throws InterruptedException {
        file.each = ReadAhead.SLOW_NANOSECONDS;
        DaemonThreads.<Void, RuntimeException>with(8, threads -> {
            for (int count : new int[] {1, 2, 3, 100, 1_000, 4_096}) {
                file.reads.clear();
                long[] offsets = offsets(count);
                ReadAhead.on(threads, file.clock::get).read(file, offsets);
                assertArrayEquals(
                        offsets,
                        file.reads.keySet().stream().mapToLong(o -> o).sorted().toArray());
                assertTrue(file.reads.values().stream().allMatch(n -> n == 1), count + " pages");
            }
            return null;
        });
    }

    @Test
    void pagesInMemoryAreSampledAcrossTheFile() {
        assertEquals(0, read(4_096, Runnable::run));
        assertEquals(ReadAhead.SAMPLE, file.reads.size());
        for (long quarter = 0; quarter < 4; quarter++) {
            long from = quarter * 1_024 * PAGE;
            long sampled = file.reads.keySet().stream()
                    .filter(o -> o >= from && o < from + 1_024 * PAGE)
                    .count();
            assertTrue(sampled > ReadAhead.SAMPLE / 8, sampled + " of quarter " + quarter);
        }
    }

    @Test
    void failedReadsAndMissingThreadsCauseNoError() {
        file.fails = true;
        assertEquals(0, read(10, Runnable::run));
        file.fails = false;
        file.each = ReadAhead.SLOW_NANOSECONDS;
        Executor none = task -> {
            throw new RejectedExecutionException("no threads");
        };
        assertEquals(10, read(10, none), "the caller reads them alone");
        assertEquals(10, file.reads.size());
    }

    @Test
    void interruptedCallerWaitsForReadsThatHaveBegun() throws InterruptedException {
        Thread caller = Thread.currentThread();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean callerWaited = new AtomicBoolean();
        file.each = ReadAhead.SLOW_NANOSECONDS;
        LongConsumer reader = offset -> {
            if (Thread.currentThread() == caller) {
                file.accept(offset);
                if (file.reads.size() == 2) {
                    // The first slow read has started the other thread.
                    await(begun);
                }
            } else {
                begun.countDown();
                caller.interrupt();
                callerWaited.set(waits(caller));
            }
        };
        DaemonThreads.<Void, RuntimeException>with(1, thread -> {
            ReadAhead.on(thread, file.clock::get).read(reader, offsets(10));
            assertTrue(Thread.interrupted());
            assertTrue(callerWaited.get());
            return null;
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean waits(Thread thread) {
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10); System.nanoTime() < end; ) {
            if (thread.getState() == Thread.State.WAITING) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    @Test
    void fileIsReadAheadWhileReadsWait() {
        ReadAhead ahead = ReadAhead.on(Runnable::run, file.clock::get);
        assertTrue(ahead.isReading());
        file.each = ReadAhead.SLOW_NANOSECONDS;
        for (int i = 0; i < 10; i++) {
            ahead.readLines(file, offsets(500));
            assertTrue(ahead.isReading());
        }
        file.each = 1_000;
        ahead.readLines(file, offsets(500));
        ahead.readLines(file, offsets(500));
        assertTrue(ahead.isReading());
        ahead.readLines(file, offsets(500));
        assertFalse(ahead.isReading());
    }

    @Test
    void longLookUpsResumeReadingAhead() {
        ReadAhead ahead = ReadAhead.on(Runnable::run, file.clock::get);
        for (int i = 0; i < 3; i++) {
            ahead.readLines(file, offsets(500));
        }
        ahead.lookedUp(1_000, 50_000);
        assertFalse(ahead.isReading());
        ahead.lookedUp(1_000, 5_000_000);
        assertTrue(ahead.isReading());
        ahead.readLines(file, offsets(500));
        assertFalse(ahead.isReading(), "one batch shows that the processor was busy");
        ahead.lookedUp(1_000, 5_000_000);
        file.each = ReadAhead.SLOW_NANOSECONDS;
        ahead.readLines(file, offsets(500));
        ahead.readLines(file, offsets(500));
        assertTrue(ahead.isReading());
    }

    @Test
    void lookUpsAreTheSameWithAndWithoutReadingAhead(@TempDir Path folder) throws IOException {
        Random random = new Random(5);
        long mask = (1L << 40) - 1;
        long[] minutiae = LongStream.generate(() -> random.nextLong() & mask)
                .limit(20_000)
                .distinct()
                .sorted()
                .toArray();
        long[] holders = LongStream.range(0, minutiae.length).map(i -> i % 2).toArray();
        List<TestSegments.Doc> documents = List.of(
                new TestSegments.Doc("a", 9, 10_000, new byte[0]), new TestSegments.Doc("b", 9, 10_000, new byte[0]));
        Path path = folder.resolve("segment");
        Segment plain = TestSegments.write(path, Scheme.builder().build(), documents, out -> {}, minutiae, holders, 30);
        long[] asked = LongStream.concat(
                        LongStream.of(minutiae), random.longs(5_000).map(m -> m & mask))
                .sorted()
                .toArray();
        long[] expected = new long[asked.length];
        plain.table().findAll(asked, 0, asked.length, expected, new MinutiaTable.Scratch());
        assertFalse(plain.lists().readsAhead(), "a small file is not read ahead");
        for (int partBits : new int[] {12, 30}) {
            Segment ahead = Segment.open(path, partBits, 0);
            assertTrue(ahead.lists().readsAhead());
            ahead.lists().readAhead(new long[] {0, 1L << 50, 7}, 3);
            long[] found = new long[asked.length];
            for (int round = 0; round < 2; round++) {
                ahead.table().findAll(asked, 0, asked.length, found, new MinutiaTable.Scratch());
                assertArrayEquals(expected, found);
            }
        }
    }

    private int read(int pages, Executor threads) {
        return ReadAhead.on(threads, file.clock::get).read(file, offsets(pages));
    }

    private static long[] offsets(int count) {
        return LongStream.range(0, count).map(i -> i * PAGE).toArray();
    }

    // Only an interrupt of the caller marks the caller as interrupted.

    /** A task that waits on a thread that is interrupted. */
    private static Void waitInterrupted() throws InterruptedException {
        Thread.currentThread().interrupt();
        throw new AssertionError("not interrupted: " + new CountDownLatch(1).await(50, TimeUnit.SECONDS));
    }

    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    @Test
    void anInterruptOfAPoolThreadIsAFailureOfItsTask() throws IOException {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        List<ParallelTasks.Task> tasks = List.of(ReadAheadTest::waitInterrupted, () -> ran.add("second"));
        IOException e = assertThrows(IOException.class, () -> runOnAPool(tasks));
        assertFalse(Thread.currentThread().isInterrupted(), "the caller is interrupted");
        assertFalse(e instanceof InterruptedIOException, "the caller is told that it was interrupted");
        assertInstanceOf(InterruptedException.class, e.getCause());
        assertTrue(e.getMessage().contains("whorl-work-1"), e.getMessage());
        assertTrue(ran.contains("second"), "the other task did not run");
    }

    @Test
    void anInterruptOfACallerThatRunsTheTaskMarksIt() {
        InterruptedIOException e = assertThrows(
                InterruptedIOException.class, () -> ParallelTasks.runInTurn(List.of(ReadAheadTest::waitInterrupted)));
        assertTrue(Thread.interrupted());
        assertInstanceOf(InterruptedException.class, e.getCause());
    }

    @Test
    void anInterruptOfACallerThatWaitsMarksIt() {
        Thread caller = Thread.currentThread();
        CountDownLatch never = new CountDownLatch(1);
        List<ParallelTasks.Task> tasks = List.of(() -> {
            caller.interrupt();
            throw new AssertionError("not interrupted: " + never.await(50, TimeUnit.SECONDS));
        });
        assertThrows(InterruptedIOException.class, () -> runOnAPool(tasks));
        assertTrue(Thread.interrupted());
    }

    @Test
    void everyFailureOfATaskReachesTheCaller() throws IOException {
        for (Throwable failure : List.of(
                new IOException("io"), new IllegalArgumentException("argument"), new StackOverflowError("error"))) {
            assertSame(failure, failureOf(failure, false));
            assertSame(failure, failureOf(failure, true));
        }
        Exception unexpected = new TimeoutException("checked");
        for (boolean pool : List.of(false, true)) {
            assertSame(
                    unexpected,
                    assertInstanceOf(IllegalStateException.class, failureOf(unexpected, pool))
                            .getCause());
        }
    }

    private static void runOnAPool(List<ParallelTasks.Task> tasks) throws IOException {
        DaemonThreads.<Void, IOException>with(1, threads -> {
            ParallelTasks.runAll(tasks, threads);
            return null;
        });
    }

    private static Throwable failureOf(Throwable failure, boolean pool) {
        List<ParallelTasks.Task> tasks = List.of(() -> {
            if (failure instanceof Error e) {
                throw e;
            }
            throw (Exception) failure;
        });
        return assertThrows(
                Throwable.class,
                () -> DaemonThreads.<Void, IOException>with(1, threads -> {
                    ParallelTasks.Runner runner = pool ? ParallelTasks.Runner.on(threads) : ParallelTasks::runInTurn;
                    runner.runAll(tasks);
                    return null;
                }));
    }

    // Scratch space accounts for the space of its files and keeps a reserve free.

    @TempDir
    Path directory;

    @Test
    void reservingFailsBeforeTheDiskIsFull() throws IOException {
        AtomicLong free = new AtomicLong(100 << 20);
        ScratchSpace space = new ScratchSpace(directory, 40 << 20) {
            @Override
            long usable() {
                return free.get();
            }
        };
        try (TempFile file = new TempFile(space)) {
            DiskSpaceException e = assertThrows(DiskSpaceException.class, () -> {
                for (int i = 0; i < 100; i++) {
                    file.reserve(1 << 20);
                    free.addAndGet(-(1 << 20));
                }
            });
            assertTrue(free.get() >= 40 << 20 && free.get() < 60 << 20, () -> "free: " + free.get());
            assertEquals(free.get(), e.free());
        }
        free.set(100 << 20);
        space.alsoKeepFree(50 << 20);
        space.require(10 << 20);
        DiskSpaceException least = assertThrows(DiskSpaceException.class, () -> space.require((11 << 20) + 1));
        assertEquals((101 << 20) + 1, least.needed());
    }

    @Test
    void peakIsTheMaximumAtOneTime() throws IOException {
        ScratchSpace space = new ScratchSpace(directory);
        for (int i = 1; i <= 3; i++) {
            try (TempFile a = new TempFile(space);
                    TempFile b = new TempFile(space)) {
                a.append(ByteBuffer.allocate(1_000 * i));
                b.append(ByteBuffer.allocate(10));
            }
        }
        space.take(5);
        assertEquals(3_010, space.peak());
    }

    @Test
    void arraysInFilesEqualArraysInHeap() throws IOException {
        Random random = new Random(1);
        int n = 100_003;
        for (long heap : new long[] {0, 5L * n, Long.MAX_VALUE}) {
            try (ScratchArrays arrays = new ScratchArrays(heap, new ScratchSpace(directory))) {
                ScratchInts ints = arrays.cells(n);
                ScratchLongs longs = arrays.longs(n);
                ScratchBits bits = arrays.bits(n);
                BitSet model = new BitSet(n);
                for (int i = 0; i < n; i++) {
                    ints.set(i, i * 31);
                    assertEquals(0, longs.get(n - 1 - i));
                    longs.set(n - 1 - i, i * 0x1234_5678_9ABCL);
                    int drawn = random.nextInt(n);
                    assertEquals(model.get(drawn), bits.contains(drawn));
                    assertEquals(!model.get(drawn), bits.add(drawn));
                    model.set(drawn);
                }
                assertEquals(model.cardinality(), bits.count());
                DeadDocuments dead = bits.asDead();
                for (int i = 0; i < n; i++) {
                    assertEquals(i * 31, ints.get(i));
                    assertEquals(i * 0x1234_5678_9ABCL, longs.get(n - 1 - i));
                    assertEquals(model.get(i), dead.contains(i));
                }
                assertThrows(IndexOutOfBoundsException.class, () -> bits.add(n));
                assertThrows(IndexOutOfBoundsException.class, () -> longs.get(n));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "1, 1", "32, 32", "33, 32 1", "100, 32 32 32 4"})
    void bytesInHeapAreInPartsOfTheSizeThatAddressesExpect(long length, String sizes) throws IOException {
        assertEquals(
                sizes,
                Stream.of(FileMapping.parts(length, 5, (from, n) -> ByteBuffer.allocate((int) n)))
                        .map(part -> Integer.toString(part.capacity()))
                        .collect(Collectors.joining(" ")));
    }
}
