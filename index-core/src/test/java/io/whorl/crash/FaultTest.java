package io.whorl.crash;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The given operation fails and has no effect, or half of its effect. */
class FaultTest {
    @TempDir
    Path directory;

    private CrashFileSystem system;
    private Path file;

    @BeforeEach
    void make() throws IOException {
        system = CrashFileSystem.over(directory);
        file = system.root().resolve("file");
    }

    private static void fails(Executable what) {
        assertEquals(
                "No space left on device", assertThrows(IOException.class, what).getMessage());
    }

    @Test
    void theNthWriteFailsOnceOrForever() throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE, WRITE)) {
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
        assertEquals(25, Files.size(file));
    }

    @Test
    void changesOfNamesAndLengthsCanFail() throws IOException {
        Path other = system.root().resolve("other");
        system.fail(Fault.at(1, Operation.CREATE).andAllAfter());
        fails(() -> Files.createFile(file));
        fails(() -> Files.createDirectory(file));
        assertFalse(Files.exists(file));
        system.heal();
        Files.write(file, new byte[9]);
        system.fail(Fault.at(1, Operation.RENAME, Operation.DELETE, Operation.TRUNCATE)
                .andAllAfter());
        fails(() -> Files.move(file, other));
        fails(() -> Files.delete(file));
        assertFalse(Files.deleteIfExists(other));
        try (FileChannel channel = FileChannel.open(file, WRITE)) {
            fails(() -> channel.truncate(1));
        }
        assertEquals(9, Files.size(file));
        assertTrue(Files.exists(file) && !Files.exists(other));
        assertEquals(3, system.failures());
    }
}
