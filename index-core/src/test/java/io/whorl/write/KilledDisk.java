package io.whorl.write;

import io.whorl.crash.CrashImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * What a killed process leaves: everything it did is in the files, and some of it is in the system's memory only.
 *
 * @param forced what is on the disk
 * @param done what every process sees
 */
record KilledDisk(CrashImage forced, CrashImage done) {
    /** Files that are forced under another name, then renamed; others only grow. */
    private static final Set<String> RENAMED = Set.of("MANIFEST", "CLOSED");

    /** Does again, on a disk that holds what was forced, what was not forced. */
    void redo(Path root) throws IOException {
        for (String directory : done.directories()) {
            Files.createDirectories(root.resolve(directory));
        }
        for (String name : done.files().keySet()) {
            ByteBuffer before =
                    forced.files().getOrDefault(name, ByteBuffer.allocate(0)).duplicate();
            ByteBuffer after = done.files().get(name).duplicate();
            Path file = root.resolve(name);
            if (!RENAMED.contains(file.getFileName().toString())) {
                append(file, after, before.limit(), false);
            } else if (!before.equals(after)) {
                Path next = file.resolveSibling(file.getFileName() + ".tmp");
                append(next, after, 0, true);
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        for (String name : forced.files().keySet()) {
            if (!done.files().containsKey(name)) {
                Files.deleteIfExists(root.resolve(name));
            }
        }
    }

    private static void append(Path file, ByteBuffer bytes, int from, boolean force) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (from < bytes.limit()) {
                channel.write(bytes.duplicate().position(from), from);
            }
            if (force) {
                channel.force(true);
            }
        }
    }
}
