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
 * Files that are created and removed without the disk's file system, for example by a library that uses
 * {@code java.io.File}. Their bytes are never safe, and no code may rely on them.
 */
final class UnseenFiles {
    /** Such files can be large, and need not be copied completely, because their content is not used. */
    private static final int MOST = 1 << 16;

    private final CrashDisk disk;
    private final Set<FileNode> files = new HashSet<>();

    UnseenFiles(CrashDisk disk) {
        this.disk = disk;
    }

    /** Registers the content of a real directory as safe. */
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

    /** Records unreported additions to and removals from a directory. */
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
            // Removed after the listing.
            return new byte[0];
        }
    }
}
