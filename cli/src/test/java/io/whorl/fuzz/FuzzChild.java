package io.whorl.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runs targets in a process of its own, so that a hang, a crash of the virtual machine or an exhausted heap ends only
 * that process. Prints one line per target. The exit code is 1 if an input causes an undocumented error; the input is
 * kept.
 */
final class FuzzChild {
    private static final int SECONDS_FOR_ONE = 60;

    private FuzzChild() {}

    /** Arguments: a group or the name of a target, the number of rounds, the random seed, and a directory for files. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[3]);
        ExecutorService reader = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "fuzz");
            thread.setDaemon(true);
            return thread;
        });
        boolean sound = true;
        for (FuzzTarget target : FuzzTargets.of(args[0], Files.createDirectories(directory.resolve("seeds")))) {
            int rounds = Integer.parseInt(args[1]);
            long begun = System.nanoTime();
            long slowest = run(target, rounds, Long.parseLong(args[2]), directory, reader);
            sound &= slowest >= 0;
            System.out.println(target.name() + ": " + rounds + " rounds, " + millis(begun) + " ms, the slowest "
                    + slowest + " ms");
        }
        System.out.println(sound ? "done" : "failed");
        System.exit(sound ? 0 : 1);
    }

    private static long millis(long since) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    }

    /** Returns the time of the slowest round in milliseconds, or −1 if a round failed. */
    private static long run(FuzzTarget target, int rounds, long seed, Path directory, ExecutorService reader)
            throws IOException, InterruptedException {
        List<byte[]> seeds = target.seeds();
        long slowest = 0;
        for (int round = 0; round < rounds; round++) {
            Random random = new Random((seed * 31 + target.name().hashCode()) * 1_000_003 + round);
            int which = random.nextInt(seeds.size());
            byte[] changed = new Mutator(random).mutate(seeds.get(which), seeds);
            Path work = Files.createDirectory(directory.resolve("work-" + target.name() + "-" + round));
            Thread[] thread = new Thread[1];
            long begun = System.nanoTime();
            Future<Void> done = reader.submit(() -> {
                thread[0] = Thread.currentThread();
                try {
                    target.read(which, changed, random, work);
                } catch (Exception | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
                return null;
            });
            try {
                done.get(SECONDS_FOR_ONE, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                report(target, seed, round, changed, directory, e.getCause());
                return -1;
            } catch (TimeoutException e) {
                Exception hangs = new Exception("timeout after " + SECONDS_FOR_ONE + " s");
                hangs.setStackTrace(thread[0].getStackTrace());
                report(target, seed, round, changed, directory, hangs);
                return -1;
            }
            slowest = Math.max(slowest, millis(begun));
            remove(work);
        }
        return slowest;
    }

    private static void report(FuzzTarget target, long seed, int round, byte[] changed, Path directory, Throwable what)
            throws IOException {
        Path kept = Files.write(directory.resolve(target.name() + "-" + seed + "-" + round + ".bin"), changed);
        System.out.println(
                "FAILED " + target.name() + ", seed " + seed + ", round " + round + ", input kept in " + kept);
        what.printStackTrace(System.out);
    }

    private static void remove(Path work) throws IOException {
        try (Stream<Path> tree = Files.walk(work)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
