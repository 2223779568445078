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
 * What a killed process leaves: all its changes are in the files, but some only in the memory of the system.
 *
 * @param forced what is on the disk
 * @param done what every process sees
 */
record KilledDisk(CrashImage forced, CrashImage done) {
    /** Files that are forced under another name and then renamed; other files only grow. */
    private static final Set<String> RENAMED = Set.of("MANIFEST", "CLOSED");

    /** Repeats the changes that were not forced on a disk that contains the forced ones. */
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
