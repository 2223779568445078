package io.whorl.crash;

import io.whorl.crash.CrashFileSystem.CrashMode;
import io.whorl.crash.CrashFileSystem.Faults;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.CrashFileSystem.SyncPoint;
import io.whorl.crash.CrashImage.Survival;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
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
        NameChange change = new NameChange(next(), edit);
        for (DirectoryNode d : new LinkedHashSet<>(List.of(directories))) {
            d.add(change);
        }
    }

    void written(FileNode file, long at, byte[] bytes) {
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

    /** A file or a directory, independent of its names: its forced content, and the later changes in order. */
    abstract static class Node {
        abstract List<? extends Change> changes();

        /** Makes the first changes part of the safe content. */
        abstract void settle(int count);

        final void force() {
            changes().forEach(Change::force);
            int settled = 0;
            while (settled < changes().size() && changes().get(settled).forced()) {
                settled++;
            }
            settle(settled);
        }

        final void forceFailed() {
            changes().forEach(Change::forceFailed);
        }

        /** The positions among the disk's changes of those that a power loss may undo. */
        final List<Long> atRisk() {
            List<Long> sequences = new ArrayList<>();
            for (Change c : changes()) {
                if (!c.forced()) {
                    sequences.add(c.sequence);
                }
            }
            return sequences;
        }
    }

    /** The names in a directory. */
    static final class DirectoryNode extends Node {
        private final Map<String, Node> safe = new TreeMap<>();
        private final Map<String, Node> now = new TreeMap<>();
        private final List<NameChange> changes = new ArrayList<>();

        @Override
        List<NameChange> changes() {
            return changes;
        }

        /** Names that existed at the start, which are safe. */
        void addSafe(String name, Node node) {
            safe.put(name, node);
            now.put(name, node);
        }

        void add(NameChange change) {
            changes.add(change);
            change.apply(this, now);
        }

        @Override
        void settle(int count) {
            List<NameChange> settled = changes.subList(0, count);
            settled.forEach(c -> c.apply(this, safe));
            settled.clear();
        }

        /** The names that every process sees. */
        Map<String, Node> now() {
            return now;
        }

        /** The names that a power loss leaves. */
        Map<String, Node> names(Survival survival) {
            Map<String, Node> names = new TreeMap<>(safe);
            for (NameChange c : changes) {
                if (c.forced() || survival.kept(c)) {
                    c.apply(this, names);
                }
            }
            return names;
        }
    }

    /** The bytes of a file. */
    static final class FileNode extends Node {
        private byte[] safe;
        private final List<ByteChange> changes = new ArrayList<>();

        /** @param safe its forced bytes; empty for a new file */
        FileNode(byte[] safe) {
            this.safe = safe;
        }

        @Override
        List<ByteChange> changes() {
            return changes;
        }

        void add(ByteChange change) {
            changes.add(change);
        }

        /** Replaces all changes by one, for a file that is written without the file system. */
        void setOnly(ByteChange change) {
            changes.clear();
            changes.add(change);
        }

        @Override
        void settle(int count) {
            List<ByteChange> settled = changes.subList(0, count);
            safe = content(settled, Survival.ALL);
            settled.clear();
        }

        /** What a power loss leaves of the file. */
        byte[] content(Survival survival) {
            return content(changes, survival);
        }

        private byte[] content(List<ByteChange> some, Survival survival) {
            int length = safe.length;
            int longest = length;
            // The possible lengths: as last forced, and as after each change since.
            List<ByteChange> since = new ArrayList<>();
            List<Integer> lengths = new ArrayList<>(List.of(length));
            for (ByteChange c : some) {
                length = c.lengthAfter(length);
                longest = Math.max(longest, length);
                if (c.forced()) {
                    since.clear();
                    lengths.clear();
                } else {
                    since.add(c);
                }
                lengths.add(length);
            }
            byte[] content = Arrays.copyOf(safe, longest);
            for (ByteChange c : some) {
                c.apply(content, c.forced() ? place -> true : survival.arrived(c));
            }
            return Arrays.copyOf(content, lengths.get(survival.lengthsArrived(since)));
        }
    }

    /** A change of the bytes of a file or of the names in a directory, and whether a force made it safe. */
    abstract static class Change {
        /** Its position among all changes of the disk. */
        final long sequence;

        private boolean forced;
        private boolean lost;

        Change(long sequence) {
            this.sequence = sequence;
        }

        /** Whether the change survives every power loss from now on. */
        boolean forced() {
            return forced;
        }

        void force() {
            forced = !lost;
        }

        /**
         * A failed force: the system may have dropped the change without writing it, and a later successful force does
         * not report that (Linux since "fsyncgate", 2018).
         */
        void forceFailed() {
            lost = !forced;
        }
    }

    /** A change of the bytes of a file: a write, or a new length. */
    static final class ByteChange extends Change {
        /** The unit that a disk writes completely or not at all. */
        static final int SECTOR = 512;

        private final long at;
        private final byte[] bytes;
        private final boolean write;

        private ByteChange(long sequence, long at, byte[] bytes, boolean write) {
            super(sequence);
            this.at = at;
            this.bytes = bytes;
            this.write = write;
        }

        static ByteChange write(long sequence, long at, byte[] bytes) {
            return new ByteChange(sequence, at, bytes, true);
        }

        static ByteChange truncate(long sequence, long length) {
            return new ByteChange(sequence, length, new byte[0], false);
        }

        boolean isWrite() {
            return write;
        }

        long from() {
            return at;
        }

        /** The position after its last byte. */
        long to() {
            return at + bytes.length;
        }

        /** The new length of a file with this length. */
        int lengthAfter(long length) {
            return Math.toIntExact(write ? Math.max(length, to()) : Math.min(length, at));
        }

        /**
         * Applies the part that arrived on the disk.
         *
         * @param content long enough for all changes of the file
         * @param arrives returns whether a sector, or a part of one, arrived
         */
        void apply(byte[] content, LongPredicate arrives) {
            if (!write) {
                if (arrives.test(at)) {
                    // Bytes that a file later covers again read as zero.
                    Arrays.fill(content, Math.toIntExact(Math.min(at, content.length)), content.length, (byte) 0);
                }
                return;
            }
            for (long place = at; place < to(); ) {
                long end = Math.min(to(), (place / SECTOR + 1) * SECTOR);
                if (arrives.test(place)) {
                    System.arraycopy(bytes, (int) (place - at), content, (int) place, (int) (end - place));
                }
                place = end;
            }
        }
    }

    /** A change of the names in one directory, or in two: a rename between directories is one change of both. */
    static final class NameChange extends Change {
        /** The effect on the names of one directory. */
        interface Edit {
            void apply(DirectoryNode directory, Map<String, Node> names);
        }

        private final Edit edit;

        NameChange(long sequence, Edit edit) {
            super(sequence);
            this.edit = edit;
        }

        static Edit create(String name, Node node) {
            return (directory, names) -> names.put(name, node);
        }

        static Edit delete(String name) {
            return (directory, names) -> names.remove(name);
        }

        /**
         * The node has the new name and no other, in any directory, even if an earlier rename was lost: a rename is
         * atomic.
         */
        static Edit rename(DirectoryNode to, String name, Node node) {
            return (directory, names) -> {
                names.values().removeIf(n -> n == node);
                if (directory == to) {
                    names.put(name, node);
                }
            };
        }

        void apply(DirectoryNode directory, Map<String, Node> names) {
            edit.apply(directory, names);
        }
    }

    /**
     * Files that are created and removed without the disk's file system, for example by a library that uses
     * {@code java.io.File}. Their bytes are never safe, and no code may rely on them.
     */
    static final class UnseenFiles {
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
}
