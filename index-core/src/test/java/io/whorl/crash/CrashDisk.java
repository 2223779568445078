package io.whorl.crash;

import io.whorl.crash.CrashFileSystem.CrashImage;
import io.whorl.crash.CrashFileSystem.CrashImage.Survival;
import io.whorl.crash.CrashFileSystem.CrashMode;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.CrashFileSystem.SyncPoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
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
    /** Files can be large, and need not be copied completely if their content is not used. */
    private static final int MOST = 1 << 16;

    final Path root;
    private final DirectoryNode top = new DirectoryNode();
    private final Set<FileNode> unseen = new HashSet<>();
    volatile Consumer<SyncPoint> syncing = point -> {};
    /** Receives the path of each write, while nothing is locked. */
    volatile Consumer<Path> writing = path -> {};

    private Optional<Fault> fault = Optional.empty();
    private long counted;
    private long failures;
    private long sequence;
    private long syncs;

    /** Existing files count as safe. */
    CrashDisk(Path root) throws IOException {
        this.root = root;
        load(root, top);
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
    Optional<Node<?>> find(Path real) {
        Node<?> node = top;
        for (Path name : root.relativize(normal(real))) {
            if (!name.toString().isEmpty()) {
                node = node instanceof DirectoryNode d ? d.now.get(name.toString()) : null;
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
            notice(directory, d);
        }
    }

    private static String name(Path real) {
        return normal(real).getFileName().toString();
    }

    void created(Path real, Node<?> node) {
        String name = name(real);
        record((directory, names) -> names.put(name, node), directoryOf(real));
    }

    void deleted(Path real) {
        String name = name(real);
        record((directory, names) -> names.remove(name), directoryOf(real));
    }

    /**
     * The node has the new name and no other, in any directory, even if an earlier rename was lost: a rename is atomic.
     */
    void renamed(Path from, Path to) {
        DirectoryNode target = directoryOf(to);
        String name = name(to);
        Node<?> node = find(from).orElseThrow();
        NameChange.Edit edit = (directory, names) -> {
            names.values().removeIf(n -> n == node);
            if (directory == target) {
                names.put(name, node);
            }
        };
        record(edit, directoryOf(from), target);
    }

    private void record(NameChange.Edit edit, DirectoryNode... directories) {
        NameChange change = new NameChange(next(), edit);
        for (DirectoryNode d : new LinkedHashSet<>(List.of(directories))) {
            d.add(change);
        }
    }

    void written(FileNode file, long at, byte[] bytes) {
        file.changes.add(new ByteChange(next(), at, bytes, true));
    }

    void truncated(FileNode file, long length) {
        file.changes.add(new ByteChange(next(), length, new byte[0], false));
    }

    /** Replaces the fault to inject. */
    synchronized void fail(Optional<Fault> next) {
        fault = next;
        counted = 0;
        failures = 0;
    }

    /** The number of operations that failed since the fault was set. */
    synchronized long failures() {
        return failures;
    }

    /** Whether the next operation fails; called once for each. */
    boolean strikes(Operation operation) {
        if (fault.isEmpty() || !fault.get().operations().contains(operation)) {
            return false;
        }
        counted++;
        boolean fails = counted == fault.get().nth()
                || fault.get().forever() && counted > fault.get().nth();
        failures += fails ? 1 : 0;
        return fails;
    }

    /** Whether a failing write writes half of its bytes. */
    boolean half() {
        return fault.map(Fault::half).orElse(false);
    }

    void check(Operation operation) throws IOException {
        if (strikes(operation)) {
            throw failure();
        }
    }

    IOException failure() {
        return fault.filter(Fault::denied).isPresent()
                ? new AccessDeniedException("a file")
                : new IOException("No space left on device");
    }

    /** Makes earlier changes safe. The real files need no force, because only the running process uses them. */
    void force(Node<?> node, Path path) throws IOException {
        long number;
        synchronized (this) {
            number = ++syncs;
        }
        syncing.accept(new SyncPoint(number, path, false));
        synchronized (this) {
            if (node instanceof DirectoryNode d) {
                notice(path, d);
            }
            if (strikes(Operation.FORCE)) {
                node.forceFailed();
                throw failure();
            }
            node.force();
        }
        syncing.accept(new SyncPoint(number, path, true));
    }

    synchronized CrashImage image(CrashMode mode, Random random) throws IOException {
        noticeAll(root, top);
        Set<Node<?>> nodes = new LinkedHashSet<>();
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
    private static void collect(Node<?> node, Set<Node<?>> nodes) {
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
    abstract static class Node<C extends Change> {
        final List<C> changes = new ArrayList<>();

        /** Makes changes part of the safe content. */
        abstract void settle(List<C> settled);

        final void force() {
            changes.forEach(c -> c.forced = !c.lost);
            int settled = 0;
            while (settled < changes.size() && changes.get(settled).forced) {
                settled++;
            }
            settle(changes.subList(0, settled));
            changes.subList(0, settled).clear();
        }

        /**
         * A failed force: the system may have dropped the changes without writing them, and a later successful force
         * does not report that (Linux since "fsyncgate", 2018).
         */
        final void forceFailed() {
            changes.forEach(c -> c.lost = !c.forced);
        }

        /** The positions among the disk's changes of those that a power loss may undo. */
        final List<Long> atRisk() {
            return changes.stream().filter(c -> !c.forced).map(c -> c.sequence).toList();
        }
    }

    static final class DirectoryNode extends Node<NameChange> {
        private final Map<String, Node<?>> safe = new TreeMap<>();
        /** The names that every process sees. */
        final Map<String, Node<?>> now = new TreeMap<>();

        /** Names that existed at the start, which are safe. */
        void addSafe(String name, Node<?> node) {
            safe.put(name, node);
            now.put(name, node);
        }

        void add(NameChange change) {
            changes.add(change);
            change.edit.apply(this, now);
        }

        @Override
        void settle(List<NameChange> settled) {
            settled.forEach(c -> c.edit.apply(this, safe));
        }

        /** The names that a power loss leaves. */
        Map<String, Node<?>> names(Survival survival) {
            Map<String, Node<?>> names = new TreeMap<>(safe);
            for (NameChange c : changes) {
                if (c.forced || survival.kept(c)) {
                    c.edit.apply(this, names);
                }
            }
            return names;
        }
    }

    static final class FileNode extends Node<ByteChange> {
        private byte[] safe;

        /** @param safe its forced bytes; empty for a new file */
        FileNode(byte[] safe) {
            this.safe = safe;
        }

        @Override
        void settle(List<ByteChange> settled) {
            safe = content(settled, Survival.ALL);
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
                if (c.forced) {
                    since.clear();
                    lengths.clear();
                } else {
                    since.add(c);
                }
                lengths.add(length);
            }
            byte[] content = Arrays.copyOf(safe, longest);
            for (ByteChange c : some) {
                c.apply(content, c.forced ? place -> true : survival.arrived(c));
            }
            return Arrays.copyOf(content, lengths.get(survival.lengthsArrived(since)));
        }
    }

    /** A change of the bytes of a file or of the names in a directory, and whether a force made it safe. */
    abstract static class Change {
        /** Its position among all changes of the disk. */
        final long sequence;

        /** Whether the change survives every power loss from now on. */
        boolean forced;

        boolean lost;

        Change(long sequence) {
            this.sequence = sequence;
        }
    }

    /** A change of the bytes of a file: a write, or a new length. */
    static final class ByteChange extends Change {
        /** The unit that a disk writes completely or not at all. */
        static final int SECTOR = 512;

        final long at;
        /** Whether it writes bytes; otherwise it cuts the file. */
        final boolean write;

        private final byte[] bytes;

        ByteChange(long sequence, long at, byte[] bytes, boolean write) {
            super(sequence);
            this.at = at;
            this.bytes = bytes;
            this.write = write;
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
            void apply(DirectoryNode directory, Map<String, Node<?>> names);
        }

        private final Edit edit;

        NameChange(long sequence, Edit edit) {
            super(sequence);
            this.edit = edit;
        }
    }

    // Files that are created and removed without the disk's file system, for example by a library that uses
    // java.io.File. Their bytes are never safe, and no code may rely on them.

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
        Set<String> gone = new HashSet<>(node.now.keySet());
        for (Path p : list(real)) {
            String name = p.getFileName().toString();
            if (!gone.remove(name)) {
                created(p, Files.isDirectory(p) ? new DirectoryNode() : unseen());
            }
            if (node.now.get(name) instanceof FileNode f && unseen.contains(f)) {
                f.changes.clear();
                written(f, 0, head(p));
            }
        }
        for (String name : gone) {
            deleted(real.resolve(name));
        }
    }

    private FileNode unseen() {
        FileNode file = new FileNode(new byte[0]);
        unseen.add(file);
        return file;
    }

    void noticeAll(Path real, DirectoryNode node) throws IOException {
        notice(real, node);
        for (String name : List.copyOf(node.now.keySet())) {
            if (node.now.get(name) instanceof DirectoryNode inner) {
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
