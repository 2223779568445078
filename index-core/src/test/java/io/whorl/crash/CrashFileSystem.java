package io.whorl.crash;

import io.whorl.crash.CrashDisk.ByteChange;
import io.whorl.crash.CrashDisk.Change;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.tests.mockfile.FilterFileSystem;

/**
 * A file system over a real directory that models power losses. Files and their mappings are real. It also records
 * which changes were forced (the bytes of a file by a force of the file, names by a force of their directory), and
 * draws images of what a machine could find after a power loss. It also counts operations, and fails them like a full
 * disk. Thread-safe. Paths outside its root go to the real file system unchanged. No attributes, and links only if they
 * are allowed.
 *
 * <p>The model is the weakest that file systems promise: a force of a file does not force its name; changes that were
 * not forced arrive in any order and partially; but a sector, a rename and a length are atomic.
 */
public final class CrashFileSystem extends FilterFileSystem {
    private final CrashProvider provider;
    private final CrashDisk disk;
    private final Path root;

    private CrashFileSystem(CrashProvider provider) {
        super(provider, provider.disk.root.getFileSystem());
        provider.serve(this);
        this.provider = provider;
        disk = provider.disk;
        root = provider.wrapPath(disk.root);
    }

    /** @param directory a real directory; its content counts as forced */
    public static CrashFileSystem over(Path directory) throws IOException {
        return new CrashFileSystem(new CrashProvider(new CrashDisk(directory.toRealPath())));
    }

    /** The root directory, as a path of this file system. */
    public Path root() {
        return root;
    }

    /** Draws an image that a power loss now could leave. */
    public CrashImage image(CrashMode mode, Random random) throws IOException {
        return disk.image(mode, random);
    }

    /**
     * Announces every force from now on, just before and just after it takes effect, on the thread that forces, which
     * waits. Nothing of the disk is locked meanwhile. Replaces an earlier listener.
     */
    public void onSync(Consumer<SyncPoint> listener) {
        disk.syncing = listener;
    }

    /**
     * Announces every write from now on, just before it is made, on the thread that writes, which waits. Nothing of the
     * disk is locked meanwhile. Replaces an earlier listener.
     *
     * @param listener receives the path of the file, by its name when it was opened
     */
    public void onWrite(Consumer<Path> listener) {
        disk.writing = listener;
    }

    /**
     * Announces every directory from now on, just before it is created or found to exist, on the thread that creates
     * it, which waits. Replaces an earlier listener.
     */
    public void onCreateDirectory(Consumer<Path> listener) {
        provider.creating = listener;
    }

    /** Allows hard links from now on. */
    public void allowLinks() {
        provider.links = true;
    }

    /** Sets the fault to inject, replacing an earlier one. */
    public void fail(Fault fault) {
        disk.fail(Optional.of(fault));
    }

    /** Removes the fault. */
    public void heal() {
        disk.fail(Optional.empty());
    }

    /** The number of operations that failed because of the current fault. */
    public long failures() {
        return disk.failures();
    }

    /** What a power loss leaves of the changes that were not forced. */
    public enum CrashMode {
        /** None of them: the system has not written anything back yet. */
        NOTHING,
        /** All of them: the system has just written everything back. This is what killing a process leaves. */
        EVERYTHING,
        /** Those up to some moment, in any file: what an ordered journal leaves. */
        PREFIX,
        /** Any of them, writes also partially: what a system leaves that writes back in any order. */
        RANDOM
    }

    /**
     * A force of a file or directory: the moments at which the possible result of a power loss changes.
     *
     * @param number of the force, from 1; before and after it are two points with one number
     * @param path of the forced file, by its name when it was opened
     * @param directory whether it is a directory
     * @param done false just before the force takes effect, true just after
     */
    public record SyncPoint(long number, Path path, boolean directory, boolean done) {
        @Override
        public String toString() {
            return (done ? "after" : "before") + " force " + number + " of " + path.getFileName();
        }
    }

    /** The operations that can fail, as on a full disk. */
    public enum Operation {
        WRITE,
        TRUNCATE,
        /** Of a file or a directory. */
        FORCE,
        /** Of a file or a directory. */
        CREATE,
        RENAME,
        DELETE
    }

    /**
     * The operation that fails with "No space left on device", or because access is denied.
     *
     * @param operations the kinds that count
     * @param nth the one that fails, from 1, counted since the fault was set
     * @param forever whether all later ones fail too, as on a disk that stays full
     * @param half whether a failing write writes the first half of its bytes
     * @param denied whether access is denied, rather than space missing
     */
    public record Fault(Set<Operation> operations, long nth, boolean forever, boolean half, boolean denied) {
        /** All of these operations fail, because the process has no permission. */
        public static Fault denying(Operation... operations) {
            return new Fault(Set.of(operations), 1, true, false, true);
        }

        /** The n-th of these operations fails, once, and has no effect. */
        public static Fault at(long nth, Operation... operations) {
            return new Fault(Set.of(operations), nth, false, false, false);
        }

        /** The same for another n. */
        public Fault numbered(long n) {
            return new Fault(operations, n, forever, half, denied);
        }

        /** How a disk fills up: for one operation, in the middle of a write, and for good. */
        public static Stream<Fault> fullDisks() {
            return Stream.of(
                    at(1, Operation.values()),
                    at(1, Operation.WRITE).halfWritten(),
                    at(1, Operation.values()).andAllAfter(),
                    // Deleting frees space where writing finds none.
                    at(1, Operation.WRITE, Operation.CREATE, Operation.FORCE).andAllAfter());
        }

        public Fault andAllAfter() {
            return new Fault(operations, nth, true, half, denied);
        }

        public Fault halfWritten() {
            return new Fault(operations, nth, forever, true, denied);
        }
    }

    /**
     * The content of a disk after a power loss. Images are equal if they have the same names and bytes.
     *
     * @param directories below the root, by path from it, parents first
     * @param files by path from the root
     */
    public record CrashImage(List<String> directories, Map<String, ByteBuffer> files) {
        public CrashImage {
            directories = List.copyOf(directories);
            files = Map.copyOf(files);
        }

        /** Writes the image to a directory that is empty or does not exist. */
        public void writeTo(Path target) throws IOException {
            Files.createDirectories(target);
            for (String d : directories) {
                Files.createDirectory(target.resolve(d));
            }
            for (Map.Entry<String, ByteBuffer> f : files.entrySet()) {
                byte[] bytes = new byte[f.getValue().remaining()];
                f.getValue().duplicate().get(bytes);
                Files.write(target.resolve(f.getKey()), bytes);
            }
        }

        /** A digest: equal for equal images, and in practice for no others. */
        String digest() {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                directories.stream().sorted().forEach(d -> digest.update((d + "\n").getBytes(StandardCharsets.UTF_8)));
                files.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(f -> {
                    digest.update(
                            (f.getKey() + ":" + f.getValue().remaining() + "\n").getBytes(StandardCharsets.UTF_8));
                    digest.update(f.getValue().duplicate());
                });
                return HexFormat.of().formatHex(digest.digest());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Names and lengths, for messages. */
        @Override
        public String toString() {
            return directories + " "
                    + files.entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(f -> f.getKey() + ":" + f.getValue().remaining())
                            .collect(Collectors.joining(", ", "{", "}"));
        }

        /** Decides which changes that were not forced survive one power loss. */
        interface Survival {
            /** Whether a change survives; always the same for the same change. */
            boolean kept(Change change);

            /** Which sectors of a write survive, or whether a new length does, by position in the file. */
            default LongPredicate arrived(ByteChange change) {
                boolean kept = kept(change);
                return place -> kept;
            }

            /** How many of these changes of a file, in order, affect its length. */
            default int lengthsArrived(List<ByteChange> changes) {
                int kept = 0;
                while (kept < changes.size() && kept(changes.get(kept))) {
                    kept++;
                }
                return kept;
            }

            Survival ALL = change -> true;

            /** @param atRisk the numbers of all changes that may be lost, in order */
            static Survival of(CrashMode mode, Random random, List<Long> atRisk) {
                // Consecutive seeds give similar first numbers of a Random.
                RandomGenerator chance = new SplittableRandom(random.nextLong());
                return switch (mode) {
                    case NOTHING -> change -> false;
                    case EVERYTHING -> ALL;
                    case PREFIX -> {
                        int kept = chance.nextInt(atRisk.size() + 1);
                        long end = kept == 0 ? -1 : atRisk.get(kept - 1);
                        yield change -> change.sequence <= end;
                    }
                    case RANDOM -> new RandomSurvival(chance);
                };
            }
        }

        /** Each change independently is kept, lost, or partially written. */
        static final class RandomSurvival implements Survival {
            /** The unit in which a system writes back. */
            private static final int PAGE = 4096;
            /** High, even and low probabilities, so that nearly full and nearly empty images occur. */
            private static final double[] CHANCES = {0.1, 0.5, 0.9};

            private final RandomGenerator random;
            private final double chance;
            private final Map<Change, Boolean> kept = new HashMap<>();

            RandomSurvival(RandomGenerator random) {
                this.random = random;
                chance = CHANCES[random.nextInt(CHANCES.length)];
            }

            @Override
            public boolean kept(Change change) {
                return kept.computeIfAbsent(change, c -> random.nextDouble() < chance);
            }

            @Override
            public LongPredicate arrived(ByteChange change) {
                if (!change.write || random.nextBoolean()) {
                    return Survival.super.arrived(change);
                }
                if (random.nextBoolean()) {
                    long first = change.at / ByteChange.SECTOR;
                    long last = change.to() / ByteChange.SECTOR;
                    long cut = (first + (long) (random.nextDouble() * (last - first + 1))) * ByteChange.SECTOR;
                    return place -> place < cut;
                }
                Map<Long, Boolean> pages = new HashMap<>();
                return place -> pages.computeIfAbsent(place / PAGE, p -> random.nextBoolean());
            }

            @Override
            public int lengthsArrived(List<ByteChange> changes) {
                return random.nextInt(changes.size() + 1);
            }
        }
    }
}
