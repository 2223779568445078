package io.whorl.crash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Files made and removed without the disk's file system, such as a library does that takes a {@code java.io.File}. None
 * of their bytes are ever safe, and nobody may rely on any.
 */
final class UnseenFiles {
    /** Such files can be large; what nobody may believe need not be whole. */
    private static final int MOST = 1 << 16;

    private final CrashDisk disk;
    private final Set<FileNode> files = new HashSet<>();

    UnseenFiles(CrashDisk disk) {
        this.disk = disk;
    }

    /** Takes a real directory's content as safe. */
    static void load(Path real, DirectoryNode node) throws IOException {
        for (Path p : list(real)) {
            if (Files.isDirectory(p)) {
                DirectoryNode inner = new DirectoryNode();
                load(p, inner);
                node.addSafe(p.getFileName().toString(), inner);
            } else {
                node.addSafe(p.getFileName().toString(), new FileNode(Files.readAllBytes(p)));
            }
        }
    }

    /** Records what has appeared in and vanished from a directory unseen. */
    void notice(Path real, DirectoryNode node) throws IOException {
        if (!Files.isDirectory(real)) {
            return;
        }
        Set<String> gone = new HashSet<>(node.now().keySet());
        for (Path p : list(real)) {
            String name = p.getFileName().toString();
            if (!gone.remove(name)) {
                disk.created(p, Files.isDirectory(p) ? new DirectoryNode() : unseen());
            }
            if (node.now().get(name) instanceof FileNode f && files.contains(f)) {
                f.setOnly(ByteChange.write(disk.next(), 0, head(p)));
            }
        }
        for (String name : gone) {
            disk.deleted(real.resolve(name));
        }
    }

    private FileNode unseen() {
        FileNode file = new FileNode(new byte[0]);
        files.add(file);
        return file;
    }

    void noticeAll(Path real, DirectoryNode node) throws IOException {
        notice(real, node);
        for (String name : List.copyOf(node.now().keySet())) {
            if (node.now().get(name) instanceof DirectoryNode inner) {
                noticeAll(real.resolve(name), inner);
            }
        }
    }

    private static List<Path> list(Path real) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(real)) {
            stream.forEach(paths::add);
        }
        return paths;
    }

    private static byte[] head(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MOST);
        } catch (NoSuchFileException e) {
            // Removed since it was listed.
            return new byte[0];
        }
    }
}
