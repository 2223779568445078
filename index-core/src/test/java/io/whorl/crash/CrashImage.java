package io.whorl.crash;

import io.whorl.crash.CrashDisk.ByteChange;
import io.whorl.crash.CrashDisk.Change;
import io.whorl.crash.CrashFileSystem.CrashMode;
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
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

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
                digest.update((f.getKey() + ":" + f.getValue().remaining() + "\n").getBytes(StandardCharsets.UTF_8));
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
            if (!change.isWrite() || random.nextBoolean()) {
                return Survival.super.arrived(change);
            }
            if (random.nextBoolean()) {
                long first = change.from() / ByteChange.SECTOR;
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
