package io.whorl.live;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The main class of a process without JVM flags: {@code live INDEX} runs an index through its whole life;
 * {@code initialize CLASS...} initializes classes of Agrona. Prints the results.
 */
public final class FlagFreeLife {
    private static final byte[] TEXT = "one two three four five six".getBytes(StandardCharsets.UTF_8);

    private FlagFreeLife() {}

    /** True for the classes that the library may use outside this package: they need no flag. */
    static boolean isPermitted(String className) {
        return className.startsWith("org.agrona.collections.")
                || className.equals("org.agrona.BitUtil")
                || className.equals("org.agrona.generation.DoNotSub");
    }

    public static void main(String[] args) throws IOException {
        if (args[0].equals("live")) {
            System.out.println("matches " + live(Path.of(args[1])));
            return;
        }
        for (int i = 1; i < args.length; i++) {
            System.out.println((initializes(args[i]) ? "works " : "fails ") + args[i]);
        }
        System.out.println(buffersWork() ? "buffers work" : "buffers fail");
        System.out.println(collectionsWork() ? "collections work" : "collections fail");
    }

    /** Builds, adds, deletes, merges and queries; returns the number of matches. */
    private static int live(Path index) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("a", TEXT);
            builder.add("b", TEXT);
            builder.finish();
        }
        try (IndexWriter writer = IndexWriter.open(
                index, WriterOptions.builder().liveMap(LiveMap.NONE).build())) {
            writer.add("c", TEXT);
            writer.delete("b");
            writer.commit();
            writer.seal();
            writer.add("d", TEXT);
            writer.commit();
            writer.forceMerge();
        }
        return Snapshot.open(index).query(TEXT, QueryOptions.DEFAULT).matches().size();
    }

    private static boolean initializes(String className) {
        try {
            Class.forName(className);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static boolean buffersWork() {
        try {
            return new UnsafeBuffer(new byte[Long.BYTES]).getLong(0) == 0;
        } catch (LinkageError e) {
            return false;
        }
    }

    private static boolean collectionsWork() {
        LongArrayList longs = new LongArrayList();
        IntArrayList ints = new IntArrayList();
        LongHashSet set = new LongHashSet();
        Int2IntHashMap intMap = new Int2IntHashMap(-1);
        Long2LongHashMap longMap = new Long2LongHashMap(-1);
        Long2ObjectHashMap<String> objects = new Long2ObjectHashMap<>();
        for (int i = 0; i < 1_000; i++) {
            longs.addLong(i);
            ints.addInt(i);
            set.add((long) i);
            intMap.put(i, i);
            longMap.put(i, i);
            objects.put((long) i, "");
        }
        return longs.size() + ints.size() + set.size() + intMap.size() + longMap.size() + objects.size() == 6_000;
    }
}
