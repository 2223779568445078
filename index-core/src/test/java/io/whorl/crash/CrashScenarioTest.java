package io.whorl.crash;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.crash.CrashFileSystem.CrashMode;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.CrashScenario.History;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Replaces a file: the correct steps pass, and each omitted step is detected. */
class CrashScenarioTest {
    private static final String OLD = "o".repeat(3_000);
    private static final String NEW = "n".repeat(9_000);

    @TempDir
    Path work;

    private CrashReport<String> replace(boolean forceFile, boolean forceName, boolean aside) throws Exception {
        CrashScenario<String> scenario = new CrashScenario<>(work, i -> Files.readString(i.resolve("file")), 20);
        return scenario.run(root -> Files.writeString(root.resolve("file"), OLD), OLD, (system, history) -> {
            history.begins(NEW);
            Path file = system.root().resolve(aside ? "next" : "file");
            write(file, 0, NEW.getBytes(), forceFile);
            if (aside) {
                Files.move(file, file.resolveSibling("file"), ATOMIC_MOVE, REPLACE_EXISTING);
            }
            if (forceName) {
                force(system.root());
            }
            history.acknowledged(NEW);
        });
    }

    @Test
    void anAtomicReplacementPasses() throws Exception {
        CrashReport<String> report = replace(true, true, true);
        assertEquals(Set.of(OLD, NEW), report.states().keySet());
        assertEquals(5, report.points());
        assertEquals(5 * 42, report.images());
        assertTrue(report.distinct() > 5, report::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "false, true, true, before force 1 of disk",
        "true, false, true, 'the end, NOTHING'",
        "true, true, false, before force 1 of file"
    })
    void eachOmittedStepIsDetected(boolean forceFile, boolean forceName, boolean aside, String where) {
        AssertionError e = assertThrows(AssertionError.class, () -> replace(forceFile, forceName, aside));
        assertTrue(e.getMessage().startsWith(where + ", "), e.getMessage());
    }

    @Test
    void onlyBegunStatesCanBeAcknowledged() {
        History<String> history = new History<>("a");
        history.begins("b");
        history.begins("c");
        history.acknowledged("b");
        assertEquals(Set.of("b", "c"), Set.copyOf(history.from(history.safe())));
        assertThrows(IllegalStateException.class, () -> history.acknowledged("d"));
        assertThrows(IllegalStateException.class, () -> history.acknowledged("a"));
    }

    // Forced changes are in every image; others may be lost in every way that the model permits.

    private static final int DRAWS = 300;

    @TempDir
    Path directory;

    private CrashFileSystem system;

    private Path root;

    @BeforeEach
    void make() throws IOException {
        Files.createDirectory(directory.resolve("disk"));
        Files.writeString(directory.resolve("disk").resolve("old"), "old");
        system = CrashFileSystem.over(directory.resolve("disk"));
        root = system.root();
    }

    private void write(String name, long at, byte[] bytes, boolean force) throws IOException {
        write(root.resolve(name), at, bytes, force);
    }

    private static void write(Path file, long at, byte[] bytes, boolean force) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE, WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), at);
            if (force) {
                channel.force(true);
            }
        }
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, READ)) {
            channel.force(true);
        }
    }

    private void rename(String from, String to) throws IOException {
        Files.move(root.resolve(from), root.resolve(to), ATOMIC_MOVE, REPLACE_EXISTING);
    }

    /** The contents of many images: names with the text of each file. */
    private Set<Map<String, String>> drawn(CrashMode mode) throws IOException {
        Set<Map<String, String>> seen = new HashSet<>();
        for (int seed = 0; seed < DRAWS; seed++) {
            Map<String, String> texts = new TreeMap<>();
            system.image(mode, new Random(seed)).files().forEach((name, b) -> texts.put(name, new String(b.array())));
            seen.add(texts);
        }
        return seen;
    }

    @ParameterizedTest
    @EnumSource
    void forcedChangesSurvive(CrashMode mode) throws IOException {
        Path inner = Files.createDirectory(root.resolve("inner"));
        write("inner/file", 0, "forced".getBytes(), true);
        force(inner);
        force(root);
        Files.delete(root.resolve("old"));
        force(root);
        assertEquals(Set.of(Map.of("inner/file", "forced")), drawn(mode));
        Path target = directory.resolve("image");
        system.image(mode, new Random(1)).writeTo(target);
        assertEquals("forced", Files.readString(target.resolve("inner").resolve("file")));
    }

    @Test
    void otherChangesMayBeLostOrKept() throws IOException {
        write("file", 0, "new".getBytes(), true);
        Map<String, String> without = Map.of("old", "old");
        Map<String, String> with = Map.of("old", "old", "file", "new");
        assertEquals(Set.of(without), drawn(CrashMode.NOTHING));
        assertEquals(Set.of(with), drawn(CrashMode.EVERYTHING));
        assertEquals(Set.of(with, without), drawn(CrashMode.PREFIX));
        assertEquals(Set.of(with, without), drawn(CrashMode.RANDOM));
    }

    /** The names are safe, but not the bytes. */
    @Test
    void aForcedNameMayBelongToAnEmptyFile() throws IOException {
        write("file", 0, "new".getBytes(), false);
        force(root);
        assertEquals(Set.of(Map.of("old", "old", "file", "")), drawn(CrashMode.NOTHING));
        Map<String, String> zeros = Map.of("old", "old", "file", "\0\0\0");
        assertTrue(drawn(CrashMode.RANDOM).contains(zeros), "a length may arrive before the bytes");
    }

    @Test
    void aDirectoryWhoseNameIsLostIsLostWithItsContent() throws IOException {
        Path inner = Files.createDirectory(root.resolve("inner"));
        write("inner/file", 0, "forced".getBytes(), true);
        force(inner);
        assertEquals(Set.of(Map.of("old", "old")), drawn(CrashMode.NOTHING));
    }

    @Test
    void aRenameIsAtomic() throws IOException {
        write("next", 0, "new".getBytes(), true);
        force(root);
        rename("next", "old");
        Map<String, String> before = Map.of("old", "old", "next", "new");
        Map<String, String> after = Map.of("old", "new");
        assertEquals(Set.of(before, after), drawn(CrashMode.RANDOM));
        assertEquals(Set.of(before, after), drawn(CrashMode.PREFIX));
        force(root);
        assertEquals(Set.of(after), drawn(CrashMode.RANDOM));
    }

    /** A file has one name, even across directories and if the first of two renames was lost. */
    @Test
    void aFileRenamedTwiceHasOneName() throws IOException {
        Files.createDirectory(root.resolve("inner"));
        write("a", 0, "A".getBytes(), true);
        force(root);
        rename("a", "b");
        rename("b", "inner/c");
        Set<String> names = new TreeSet<>();
        for (Map<String, String> image : drawn(CrashMode.RANDOM)) {
            image.remove("old");
            assertEquals(Map.of(image.keySet().iterator().next(), "A"), image);
            names.addAll(image.keySet());
        }
        assertEquals(Set.of("a", "b", "inner/c"), names);
    }

    @Test
    void namesAreLostIndependently() throws IOException {
        write("new", 0, new byte[0], false);
        Files.delete(root.resolve("old"));
        Set<Set<String>> names = new HashSet<>();
        drawn(CrashMode.RANDOM).forEach(i -> names.add(i.keySet()));
        assertEquals(Set.of(Set.of(), Set.of("old"), Set.of("new"), Set.of("old", "new")), names);
        names.clear();
        drawn(CrashMode.PREFIX).forEach(i -> names.add(i.keySet()));
        assertEquals(Set.of(Set.of("old"), Set.of("old", "new"), Set.of("new")), names);
    }

    /** Sectors are atomic; pages arrive in any order; the length is that before or after a write. */
    @Test
    void writesCanBeTorn() throws IOException {
        byte[] ones = new byte[5_000];
        Arrays.fill(ones, (byte) 1);
        write("file", 0, ones, true);
        force(root);
        byte[] twos = new byte[20_000];
        Arrays.fill(twos, (byte) 2);
        write("file", 100, twos, false);
        boolean cut = false;
        boolean holes = false;
        for (int seed = 0; seed < DRAWS; seed++) {
            byte[] b = system.image(CrashMode.RANDOM, new Random(seed))
                    .files()
                    .get("file")
                    .array();
            assertTrue(b.length == 5_000 || b.length == 20_100);
            int arrived = 0;
            boolean gap = false;
            for (int sector = 0; sector * 512 < b.length; sector++) {
                int from = Math.max(100, sector * 512);
                int to = Math.min(b.length, (sector + 1) * 512);
                for (int i = from; i < to; i++) {
                    assertEquals(b[from] == 2, b[i] == 2, "a sector is whole");
                    assertEquals(b[i] == 2 ? 2 : i < 5_000 ? 1 : 0, b[i]);
                }
                gap |= b[from] != 2;
                holes |= gap && b[from] == 2;
                arrived += b[from] == 2 ? 1 : 0;
            }
            cut |= arrived > 0 && arrived * 512 < b.length - 512;
        }
        assertTrue(cut && holes);
    }

    @Test
    void aTruncationCanBeLostButItsBytesDoNotReturn() throws IOException {
        try (FileChannel channel = FileChannel.open(root.resolve("old"), WRITE)) {
            channel.truncate(1);
            assertEquals(Set.of(Map.of("old", "old"), Map.of("old", "o")), drawn(CrashMode.PREFIX));
            channel.force(true);
            channel.write(ByteBuffer.wrap("x".getBytes()), 2);
        }
        for (Map<String, String> image : drawn(CrashMode.RANDOM)) {
            assertTrue(Set.of("o", "o\0x", "o\0\0").contains(image.get("old")), image.get("old"));
        }
    }

    /** After a failed force it is unknown what arrived, and a later successful one does not change that. */
    @Test
    void aFailedForceIsNotRepairedByTheNext() throws IOException {
        try (FileChannel channel = FileChannel.open(root.resolve("old"), WRITE)) {
            channel.write(ByteBuffer.wrap("new".getBytes()), 0);
            system.fail(Fault.at(1, Operation.FORCE));
            assertThrows(IOException.class, () -> channel.force(true));
            channel.write(ByteBuffer.wrap("!".getBytes()), 3);
            channel.force(true);
        }
        assertEquals(Set.of(Map.of("old", "old!")), drawn(CrashMode.NOTHING));
        assertEquals(Set.of(Map.of("old", "new!")), drawn(CrashMode.EVERYTHING));
    }

    /** A library that uses java.io.File writes without the file system: none of that is safe. */
    @Test
    void unreportedFilesAreNeverSafe() throws IOException {
        Files.writeString(root.resolve("unseen").toFile().toPath(), "bytes");
        assertEquals(Set.of(Map.of("old", "old", "unseen", "bytes")), drawn(CrashMode.EVERYTHING));
        force(root);
        assertEquals(Set.of(Map.of("old", "old", "unseen", "")), drawn(CrashMode.NOTHING));
        assertTrue(Files.deleteIfExists(root.resolve("unseen")));
        assertTrue(root.resolve("old").toFile().delete());
        assertEquals(Set.of(Map.of()), drawn(CrashMode.EVERYTHING));
    }
}
