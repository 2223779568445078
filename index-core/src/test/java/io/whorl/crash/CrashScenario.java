package io.whorl.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Does something on a disk and cuts the power just before and just after every force, and at the end: each image drawn
 * there must hold one of the states from the last acknowledged to the last begun.
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

    /** Reads the state of an image, which it may change; what it throws fails the scenario. */
    public interface Reader<S> {
        S read(Path image) throws Exception;
    }

    /** Prepares a real directory; what it leaves is taken as forced. */
    public interface Setup {
        void prepare(Path root) throws Exception;
    }

    /** What is done on the disk, telling the history of each state before and after. */
    public interface Actions<S> {
        void run(CrashFileSystem system, History<S> history) throws Exception;
    }

    /**
     * @param work an empty real directory for the disk and the images
     * @param seeds images to draw at each point in each of the modes that chance takes part in
     */
    public CrashScenario(Path work, Reader<S> reader, int seeds) {
        this.work = work;
        this.reader = reader;
        this.seeds = seeds;
    }

    /**
     * Runs a scenario; once.
     *
     * @param first the state that the setup leaves
     * @throws AssertionError for the first image that holds no allowed state, naming point, mode and seed
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
            return new CrashReport<>(points, images, read.size(), states, system.counts());
        }
    }

    /** One point at a time, whichever threads force; a failure is kept, for it must not be taken for the disk's. */
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
        // Other threads go on meanwhile: what was acknowledged before the image and begun after it bound what it may
        // hold.
        int safe = history.safe();
        CrashImage image = system.image(mode, random);
        List<S> allowed = history.from(safe);
        images++;
        String digest = image.digest();
        if (!read.containsKey(digest)) {
            Path target = work.resolve("image-" + read.size());
            image.writeTo(target);
            read.put(digest, reader.read(target));
            remove(target);
        }
        S state = read.get(digest);
        states.merge(state, 1, Integer::sum);
        if (!allowed.contains(state)) {
            throw new AssertionError("the image " + image + " holds " + state + ", not one of " + allowed);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path p : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(p);
            }
        }
    }
}
