package io.whorl.lab.collection;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The documents of a collection, in its order, unpacked once into a scratch file that closing deletes: read again and
 * again, they cost neither heap nor unpacking. Thread-safe.
 */
public final class Texts implements Closeable {
    /** Takes one document after another. */
    @FunctionalInterface
    public interface Taker {
        void take(String id, byte[] utf8) throws IOException;
    }

    private record Place(long at, int length) {}

    private final Path file;
    private final FileChannel channel;
    private final Map<String, Place> places;
    private final String digest;

    private Texts(Path file, FileChannel channel, Map<String, Place> places, String digest) {
        this.file = file;
        this.channel = channel;
        this.places = places;
        this.digest = digest;
    }

    /** Starts a scratch file in the directory of {@code java.io.tmpdir}. */
    static Writer writer() throws IOException {
        return new Writer(Files.createTempFile("whorl-lab", ".texts"));
    }

    /** The ids, in the collection's order. */
    public Set<String> ids() {
        return Collections.unmodifiableSet(places.keySet());
    }

    public boolean holds(String id) {
        return places.containsKey(id);
    }

    public int size() {
        return places.size();
    }

    /** Bytes of all texts. */
    public long bytes() {
        return places.values().stream().mapToLong(Place::length).sum();
    }

    /** Of all ids and texts in their order, in hexadecimal digits. */
    public String digest() {
        return digest;
    }

    /** @throws IllegalArgumentException if the collection has no such document */
    public byte[] text(String id) throws IOException {
        Place place = places.get(id);
        if (place == null) {
            throw new IllegalArgumentException(
                    "id is '" + id + "'; it must be one of the collection's " + places.size() + " documents");
        }
        return read(place);
    }

    /** Every document, in the collection's order. */
    public void forEach(Taker taker) throws IOException {
        for (Map.Entry<String, Place> each : places.entrySet()) {
            taker.take(each.getKey(), read(each.getValue()));
        }
    }

    private byte[] read(Place place) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(place.length());
        while (text.hasRemaining()) {
            if (channel.read(text, place.at() + text.position()) < 0) {
                throw new IOException(file + " ends early: someone else has cut the scratch file");
            }
        }
        return text.array();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Fills the scratch file. */
    static final class Writer implements Closeable {
        private final Path file;
        private final FileChannel channel;
        private final Map<String, Place> places = new LinkedHashMap<>();
        private final Digest digest = new Digest();
        private boolean finished;

        private Writer(Path file) throws IOException {
            this.file = file;
            // Gone even if the process is killed, where a file can be deleted while it is open.
            channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        }

        /** @return whether the id is new; else nothing is kept (DEFINITIONS: the first stays) */
        boolean add(String id, byte[] utf8) throws IOException {
            if (places.containsKey(id)) {
                return false;
            }
            places.put(id, new Place(channel.position(), utf8.length));
            ByteBuffer rest = ByteBuffer.wrap(utf8);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            digest.add(id);
            digest.add(utf8);
            return true;
        }

        Texts finish() {
            finished = true;
            return new Texts(file, channel, places, digest.hex());
        }

        @Override
        public void close() throws IOException {
            if (!finished) {
                channel.close();
            }
        }
    }
}
