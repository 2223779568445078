package io.whorl.crash;

import static io.whorl.testing.Thrown.assertMessage;
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
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertMessage(AssertionError.class, where + ", ", () -> replace(forceFile, forceName, aside));
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

    /**
     * Operations on a disk with one file, and the names and contents in all images of a mode. A {@code +} forces what
     * is written. A length may arrive before the bytes; a rename is atomic, even across directories and if the first of
     * two was lost; names are lost independently; and the bytes of a truncation that was forced do not return.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            write+ file new | NOTHING       | {old=old}
            write+ file new | EVERYTHING    | {file=new, old=old}
            write+ file new | PREFIX        | {old=old} {file=new, old=old}
            write+ file new | RANDOM        | {old=old} {file=new, old=old}
            write file new; force .         | NOTHING    | {file=, old=old}
            write file new; force .         | EVERYTHING | {file=new, old=old}
            write file new; force .         | RANDOM     | {file=, old=old} {file=???, old=old} {file=new, old=old}
            mkdir in; write+ in/f x; force in                                   | NOTHING    | {old=old}
            mkdir in; write+ in/f x; force in; force .; delete old; force .     | NOTHING    | {in/f=x}
            mkdir in; write+ in/f x; force in; force .; delete old; force .     | EVERYTHING | {in/f=x}
            mkdir in; write+ in/f x; force in; force .; delete old; force .     | PREFIX     | {in/f=x}
            mkdir in; write+ in/f x; force in; force .; delete old; force .     | RANDOM     | {in/f=x}
            write+ next new; force .; move next old                             | RANDOM | {next=new, old=old} {old=new}
            write+ next new; force .; move next old                             | PREFIX | {next=new, old=old} {old=new}
            write+ next new; force .; move next old; force .                    | RANDOM | {old=new}
            mkdir in; write+ a A; force .; move a b; move b in/c; delete old; force . | EVERYTHING | {in/c=A}
            mkdir in; write+ a A; delete old; force .; move a b; move b in/c    | RANDOM | {a=A} {b=A} {in/c=A}
            write new; delete old | RANDOM | {} {old=old} {new=} {new=, old=old}
            write new; delete old | PREFIX | {old=old} {new=, old=old} {new=}
            cut old 1             | PREFIX | {old=old} {old=o}
            cut+ old 1; patch old x | RANDOM | {old=o} {old=o?x} {old=o??}
            """)
    void imagesKeepWhatWasForcedAndMayLoseTheRest(String operations, CrashMode mode, String images) throws IOException {
        for (String operation : operations.split("; ")) {
            perform(operation.split(" "));
        }
        Set<String> drawn = drawn(mode).stream()
                .map(image -> image.toString().replace('\0', '?'))
                .collect(Collectors.toSet());
        assertEquals(Set.of(images.split("(?<=}) ")), drawn);
    }

    private void perform(String... words) throws IOException {
        String name = words[1];
        byte[] bytes = words.length < 3 ? new byte[0] : words[2].getBytes();
        switch (words[0]) {
            case "mkdir" -> Files.createDirectory(root.resolve(name));
            case "write" -> write(name, 0, bytes, false);
            case "write+" -> write(name, 0, bytes, true);
            case "patch" -> write(name, 2, bytes, false);
            case "force" -> force(root.resolve(name));
            case "delete" -> Files.delete(root.resolve(name));
            case "move" -> Files.move(root.resolve(name), root.resolve(words[2]), ATOMIC_MOVE, REPLACE_EXISTING);
            default -> {
                try (FileChannel channel = FileChannel.open(root.resolve(name), WRITE)) {
                    channel.truncate(Integer.parseInt(words[2]));
                    if (words[0].endsWith("+")) {
                        channel.force(true);
                    }
                }
            }
        }
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
