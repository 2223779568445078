package io.whorl.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Tracks which files and names of a directory are safe. An operation on the real files and its record here are one step
 * under the monitor of this object.
 */
final class CrashDisk {
    final Path root;
    final Faults faults = new Faults();
    private final DirectoryNode top = new DirectoryNode();
    private final UnseenFiles unseen = new UnseenFiles(this);
    private final List<SyncPoint.Listener> listeners = new ArrayList<>();
    private volatile Consumer<Path> writing = path -> {};
    private DiskCounts counts = DiskCounts.NONE;
    private long sequence;
    private long syncs;

    /** Existing files count as safe. */
    CrashDisk(Path root) throws IOException {
        this.root = root;
        UnseenFiles.load(root, top);
    }

    synchronized void onSync(SyncPoint.Listener listener) {
        listeners.add(listener);
    }

    void onWrite(Consumer<Path> listener) {
        writing = listener;
    }

    /** Announces a write. Nothing may be locked. */
    void writing(Path path) {
        writing.accept(path);
    }

    synchronized DiskCounts counts() {
        return counts;
    }

    long next() {
        return sequence++;
    }

    /** Whether a real path is on this disk. */
    boolean holds(Path real) {
        return normal(real).startsWith(root);
    }

    private static Path normal(Path real) {
        return real.toAbsolutePath().normalize();
    }

    /** The node of a real path, if it exists. */
    Optional<Node> find(Path real) {
        Node node = top;
        for (Path name : root.relativize(normal(real))) {
            if (!name.toString().isEmpty()) {
                node = node instanceof DirectoryNode d ? d.now().get(name.toString()) : null;
            }
        }
        return Optional.ofNullable(node);
    }

    /** The directory that contains the name of a real path. */
    DirectoryNode directoryOf(Path real) {
        return (DirectoryNode) find(normal(real).getParent())
                .orElseThrow(() -> new IllegalStateException(real + " is in no directory that was ever seen"));
    }

    /** Detects unreported changes next to a path that is about to be used. */
    void notice(Path real) throws IOException {
        Path directory = normal(real).getParent();
        if (directory.startsWith(root) && find(directory).orElse(null) instanceof DirectoryNode d) {
            unseen.notice(directory, d);
        }
    }

    private static String name(Path real) {
        return normal(real).getFileName().toString();
    }

    void created(Path real, Node node) {
        record(NameChange.create(name(real), node), directoryOf(real));
    }

    void deleted(Path real) {
        record(NameChange.delete(name(real)), directoryOf(real));
    }

    void renamed(Path from, Path to) {
        DirectoryNode target = directoryOf(to);
        record(NameChange.rename(target, name(to), find(from).orElseThrow()), directoryOf(from), target);
    }

    private void record(NameChange.Edit edit, DirectoryNode... directories) {
        counts = counts.andName();
        NameChange change = new NameChange(next(), edit);
        for (DirectoryNode d : new LinkedHashSet<>(List.of(directories))) {
            d.add(change);
        }
    }

    void written(FileNode file, long at, byte[] bytes) {
        counts = counts.andWrite(bytes.length);
        file.add(ByteChange.write(next(), at, bytes));
    }

    void truncated(FileNode file, long length) {
        file.add(ByteChange.truncate(next(), length));
    }

    /** Makes earlier changes safe. The real files need no force, because only the running process uses them. */
    void force(Node node, Path path) throws IOException {
        boolean directory = node instanceof DirectoryNode;
        long number;
        synchronized (this) {
            number = ++syncs;
        }
        tell(new SyncPoint(number, path, directory, false));
        synchronized (this) {
            if (node instanceof DirectoryNode d) {
                unseen.notice(path, d);
            }
            counts = counts.andForce(directory);
            if (faults.strikes(Operation.FORCE)) {
                node.forceFailed();
                throw faults.failure();
            }
            node.force();
        }
        tell(new SyncPoint(number, path, directory, true));
    }

    private void tell(SyncPoint point) {
        List<SyncPoint.Listener> reported;
        synchronized (this) {
            reported = List.copyOf(listeners);
        }
        reported.forEach(l -> l.at(point));
    }

    synchronized CrashImage image(CrashMode mode, Random random) throws IOException {
        unseen.noticeAll(root, top);
        Set<Node> nodes = new LinkedHashSet<>();
        collect(top, nodes);
        List<Long> atRisk = nodes.stream()
                .flatMap(n -> n.atRisk().stream())
                .distinct()
                .sorted(Comparator.naturalOrder())
                .collect(Collectors.toList());
        List<String> directories = new ArrayList<>();
        Map<String, ByteBuffer> files = new TreeMap<>();
        draw(top, "", Survival.of(mode, random, atRisk), directories, files);
        return new CrashImage(directories, files);
    }

    /** Everything with a name, either forced or current. */
    private static void collect(Node node, Set<Node> nodes) {
        if (nodes.add(node) && node instanceof DirectoryNode d) {
            d.names(Survival.ALL).values().forEach(n -> collect(n, nodes));
            d.names(change -> false).values().forEach(n -> collect(n, nodes));
        }
    }

    private static void draw(
            DirectoryNode directory,
            String prefix,
            Survival survival,
            List<String> directories,
            Map<String, ByteBuffer> files) {
        directory.names(survival).forEach((name, node) -> {
            if (node instanceof DirectoryNode d) {
                directories.add(prefix + name);
                draw(d, prefix + name + "/", survival, directories, files);
            } else {
                files.put(prefix + name, ByteBuffer.wrap(((FileNode) node).content(survival)));
            }
        });
    }
}
