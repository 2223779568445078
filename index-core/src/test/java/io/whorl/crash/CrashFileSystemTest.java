package io.whorl.crash;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.crash.CrashFileSystem.DiskCounts;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The file system behaves like any other, and the given operation fails with no effect or half of it. */
class CrashFileSystemTest {
    @TempDir
    Path directory;

    private CrashFileSystem system;
    private Path root;

    @BeforeEach
    void make() throws IOException {
        system = CrashFileSystem.over(directory);
        root = system.root();
    }

    @Test
    void pathsAreLikeRealOnes() throws IOException {
        Path file = root.resolve("a").resolve("b.txt");
        assertEquals(root.resolve("a"), file.getParent());
        assertEquals(root.resolve("a").hashCode(), file.getParent().hashCode());
        assertEquals("b.txt", file.getFileName().toString());
        assertEquals("a/b.txt", root.relativize(file).toString());
        assertTrue(file.startsWith(root) && file.endsWith("b.txt") && file.endsWith(system.getPath("b.txt")));
        assertTrue(file.toAbsolutePath().isAbsolute());
        assertEquals(directory.toRealPath().resolve("a/b.txt").toFile(), file.toFile());
        assertEquals(root, root.resolve("a").resolve("..").normalize());
        assertEquals(root, root.toRealPath());
        assertNotEquals(root, directory);
        assertNotEquals(root, CrashFileSystem.over(directory).root());
        assertEquals("x", root.resolve(Path.of("x")).getFileName().toString());
    }

    @Test
    void filesAreReadAndWritten() throws IOException {
        Path file = root.resolve("file");
        assertFalse(Files.exists(file));
        assertThrows(NoSuchFileException.class, () -> Files.size(file));
        assertThrows(NoSuchFileException.class, () -> FileChannel.open(file, READ));
        Files.writeString(file, "hello");
        assertEquals("hello", Files.readString(file));
        assertEquals("hello", Files.readString(directory.resolve("file")));
        assertThrows(FileAlreadyExistsException.class, () -> FileChannel.open(file, CREATE_NEW, WRITE));
        try (FileChannel channel = FileChannel.open(file, APPEND)) {
            channel.write(bytes(" world"));
        }
        try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            assertEquals(11, channel.size());
            channel.position(1).write(new ByteBuffer[] {bytes("E"), bytes("L")});
            assertEquals(3, channel.position());
            ByteBuffer all = ByteBuffer.allocate(11);
            assertEquals(11, channel.read(all, 0));
            assertEquals("hELlo world", new String(all.array(), StandardCharsets.UTF_8));
            channel.truncate(5);
            assertThrows(UnsupportedOperationException.class, () -> channel.map(FileChannel.MapMode.READ_WRITE, 0, 5));
        }
        assertEquals(5, Files.size(file));
        FileChannel.open(file, WRITE, TRUNCATE_EXISTING).close();
        assertEquals(0, Files.size(file));
        assertTrue(Files.deleteIfExists(file));
        assertFalse(Files.deleteIfExists(file));
    }

    @Test
    void directoriesAreListedAndTempFilesMade() throws IOException {
        Path inner = Files.createDirectories(root.resolve("a").resolve("b"));
        assertTrue(Files.isDirectory(inner));
        Path temp = Files.createTempFile(inner, "spill-", ".tmp");
        List<Path> listed = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(inner)) {
            stream.forEach(listed::add);
        }
        assertEquals(List.of(temp), listed);
        Path moved = Files.move(
                temp, root.resolve("moved"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        assertTrue(Files.exists(moved) && !Files.exists(temp));
    }

    @Test
    void anUnlinkedFileStaysUsable() throws IOException {
        Path file = root.resolve("file");
        Files.write(file, new byte[] {1, 2, 3});
        MappedByteBuffer mapped;
        try (FileChannel channel = FileChannel.open(file, READ, WRITE, DELETE_ON_CLOSE)) {
            assertFalse(Files.exists(file));
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 3);
            channel.write(bytes("x"), 1);
            channel.force(true);
        }
        byte[] read = new byte[3];
        mapped.get(read);
        assertArrayEquals(new byte[] {1, 'x', 3}, read);
    }

    @Test
    void locksAreReal() throws IOException {
        FileLock lock;
        try (FileChannel channel = FileChannel.open(root.resolve("LOCK"), CREATE, READ, WRITE)) {
            lock = channel.tryLock();
            assertTrue(lock.isValid());
            try (FileChannel real = FileChannel.open(directory.resolve("LOCK"), WRITE)) {
                assertThrows(OverlappingFileLockException.class, real::tryLock);
            }
        }
        assertFalse(lock.isValid());
    }

    @Test
    void pathsOutsideTheRootAreNotAffected() throws IOException {
        try (FileChannel parent = FileChannel.open(root.getParent(), READ)) {
            parent.force(true);
        }
        assertEquals(DiskCounts.NONE, system.counts());
    }

    @Test
    void forcesAndBytesAreCounted() throws IOException {
        List<String> points = new ArrayList<>();
        system.onSync(p -> points.add(p + " " + p.directory()));
        try (FileChannel file = FileChannel.open(root.resolve("f"), CREATE, WRITE);
                FileChannel names = FileChannel.open(root, READ)) {
            file.write(bytes("12345"));
            file.write(bytes("678"));
            DiskCounts before = system.counts();
            assertEquals(new DiskCounts(0, 0, 2, 8, 1), before);
            file.force(false);
            names.force(true);
            Files.delete(root.resolve("f"));
            assertEquals(new DiskCounts(1, 1, 0, 0, 1), system.counts().since(before));
        }
        String last = directory.getFileName().toString();
        assertEquals(
                List.of(
                        "before force 1 of f false",
                        "after force 1 of f false",
                        "before force 2 of " + last + " true",
                        "after force 2 of " + last + " true"),
                points);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void fails(Executable what) {
        assertEquals(
                "No space left on device", assertThrows(IOException.class, what).getMessage());
    }

    @Test
    void theNthWriteFailsOnceOrForever() throws IOException {
        try (FileChannel channel = FileChannel.open(root.resolve("file"), CREATE, WRITE)) {
            system.fail(Fault.at(2, Operation.WRITE));
            ByteBuffer bytes = ByteBuffer.allocate(10);
            channel.write(bytes);
            bytes.clear();
            fails(() -> channel.write(bytes));
            assertEquals(0, bytes.position());
            channel.write(bytes);
            assertEquals(20, channel.size());
            system.fail(
                    Fault.at(2, Operation.WRITE, Operation.FORCE).andAllAfter().halfWritten());
            channel.force(true);
            bytes.clear();
            fails(() -> channel.write(bytes, 20));
            assertEquals(5, bytes.position());
            assertEquals(25, channel.size());
            fails(() -> channel.force(true));
            assertEquals(2, system.failures());
            system.heal();
            channel.force(true);
        }
        assertEquals(25, Files.size(root.resolve("file")));
    }

    @Test
    void changesOfNamesAndLengthsCanFail() throws IOException {
        Path other = system.root().resolve("other");
        system.fail(Fault.at(1, Operation.CREATE).andAllAfter());
        fails(() -> Files.createFile(root.resolve("file")));
        fails(() -> Files.createDirectory(root.resolve("file")));
        assertFalse(Files.exists(root.resolve("file")));
        system.heal();
        Files.write(root.resolve("file"), new byte[9]);
        system.fail(Fault.at(1, Operation.RENAME, Operation.DELETE, Operation.TRUNCATE)
                .andAllAfter());
        fails(() -> Files.move(root.resolve("file"), other));
        fails(() -> Files.delete(root.resolve("file")));
        assertFalse(Files.deleteIfExists(other));
        try (FileChannel channel = FileChannel.open(root.resolve("file"), WRITE)) {
            fails(() -> channel.truncate(1));
        }
        assertEquals(9, Files.size(root.resolve("file")));
        assertTrue(Files.exists(root.resolve("file")) && !Files.exists(other));
        assertEquals(3, system.failures());
    }
}
