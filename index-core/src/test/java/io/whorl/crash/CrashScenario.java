package io.whorl.crash;

import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem.CrashImage;
import io.whorl.crash.CrashFileSystem.CrashMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Performs actions on a disk and loses the power just before and just after every force, and at the end. Each image
 * must have one of the states from the last acknowledged one to the last one begun.
 *
 * @param <S> states, compared by equals
 */
public final class CrashScenario<S> {
    private final Path work;
    private final Reader<S> reader;
    private final int seeds;
    private final Map<String, S> read = new HashMap<>();
    private final Map<S, Integer> states = new HashMap<>();
    private long points;
    private long images;
    private Throwable failure;

    /** Reads the state of an image, which it may change. An exception fails the scenario. */
    public interface Reader<S> {
        S read(Path image) throws Exception;
    }

    /** Prepares a real directory; its content counts as forced. */
    public interface Setup {
        void prepare(Path root) throws Exception;
    }

    /** The actions on the disk. They report each state to the history before and after. */
    public interface Actions<S> {
        void run(CrashFileSystem system, History<S> history) throws Exception;
    }

    /**
     * @param work an empty real directory for the disk and the images
     * @param seeds images to draw at each point in each random mode
     */
    public CrashScenario(Path work, Reader<S> reader, int seeds) {
        this.work = work;
        this.reader = reader;
        this.seeds = seeds;
    }

    /**
     * Runs a scenario; once.
     *
     * @param first the state after the setup
     * @throws AssertionError for the first image without an allowed state; names point, mode and seed
     */
    public CrashReport<S> run(Setup setup, S first, Actions<S> actions) throws Exception {
        Path root = Files.createDirectory(work.resolve("disk"));
        setup.prepare(root);
        CrashFileSystem system = CrashFileSystem.over(root);
        History<S> history = new History<>(first);
        system.onSync(point -> cut(system, history, point.toString(), point.number() * 2 + (point.done() ? 1 : 0)));
        actions.run(system, history);
        cut(system, history, "the end", 0);
        synchronized (this) {
            if (failure != null) {
                throw new AssertionError(failure.getMessage(), failure);
            }
            return new CrashReport<>(points, images, read.size(), states);
        }
    }

    /**
     * One point at a time, whichever thread forces. A failure is kept, because it must not look like a failure of the
     * disk.
     */
    private synchronized void cut(CrashFileSystem system, History<S> history, String point, long number) {
        points++;
        for (CrashMode mode : CrashMode.values()) {
            boolean chance = mode == CrashMode.PREFIX || mode == CrashMode.RANDOM;
            for (int seed = 0; seed < (chance ? seeds : 1) && failure == null; seed++) {
                try {
                    draw(system, history, mode, new Random(number * 1_000_003 + seed * 31L + mode.ordinal()));
                } catch (Throwable e) {
                    failure = new AssertionError(point + ", " + mode + ", seed " + seed + ": " + e, e);
                }
            }
        }
    }

    private void draw(CrashFileSystem system, History<S> history, CrashMode mode, Random random) throws Exception {
        // Other threads continue meanwhile. So the image may have any state from the last one acknowledged before it to
        // the last one begun after it.
        int safe = history.safe();
        CrashImage image = system.image(mode, random);
        List<S> allowed = history.from(safe);
        images++;
        String digest = image.digest();
        if (!read.containsKey(digest)) {
            Path target = work.resolve("image-" + read.size());
            image.writeTo(target);
            read.put(digest, reader.read(target));
            TestFiles.delete(target);
        }
        S state = read.get(digest);
        states.merge(state, 1, Integer::sum);
        if (!allowed.contains(state)) {
            throw new AssertionError("the image " + image + " holds " + state + ", not one of " + allowed);
        }
    }

    /**
     * The result of a scenario.
     *
     * @param points moments at which the power was lost
     * @param images images drawn
     * @param distinct distinct images, each of which was read
     * @param states how many images had each state
     */
    public record CrashReport<S>(long points, long images, long distinct, Map<S, Integer> states) {
        public CrashReport {
            states = Map.copyOf(states);
        }
    }

    /**
     * The states of a scenario in order: the acknowledged ones, which are safe, and those that may already be on disk.
     * Thread-safe.
     *
     * @param <S> states, compared by equals
     */
    public static final class History<S> {
        private final List<S> states = new ArrayList<>();
        private int safe;

        /** @param first the initial state, which is safe */
        public History(S first) {
            states.add(first);
        }

        /** Call this before beginning the step to this state: from now on a power loss may leave it. */
        public synchronized void begins(S state) {
            states.add(state);
        }

        /** Call this when the state is acknowledged: from now on a power loss leaves it or a later one. */
        public synchronized void acknowledged(S state) {
            int at = states.lastIndexOf(state);
            if (at < safe) {
                throw new IllegalStateException("this state was never begun, or a later one is acknowledged: " + state);
            }
            safe = at;
        }

        /** The index of the last acknowledged state. */
        synchronized int safe() {
            return safe;
        }

        /** The states from an index to the last one begun. */
        synchronized List<S> from(int place) {
            return List.copyOf(states.subList(place, states.size()));
        }
    }
}
