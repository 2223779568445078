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
 * The documents of a collection in their order. They are unpacked once into a temporary file, so that reading them
 * again needs little heap and time. Closing deletes the file. Thread-safe.
 */
public final class Texts implements Closeable {
    /** Receives one document after another. */
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

    /** Creates a temporary file in the directory {@code java.io.tmpdir}. */
    static Writer writer() throws IOException {
        return new Writer(Files.createTempFile("whorl-lab", ".texts"));
    }

    /** Returns the ids in the order of the collection. */
    public Set<String> ids() {
        return Collections.unmodifiableSet(places.keySet());
    }

    public boolean holds(String id) {
        return places.containsKey(id);
    }

    public int size() {
        return places.size();
    }

    /** Returns the size of all texts in bytes. */
    public long bytes() {
        return places.values().stream().mapToLong(Place::length).sum();
    }

    /** Returns a digest of all ids and texts in their order, in hexadecimal digits. */
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

    /** Passes each document to the taker, in the order of the collection. */
    public void forEach(Taker taker) throws IOException {
        for (Map.Entry<String, Place> each : places.entrySet()) {
            taker.take(each.getKey(), read(each.getValue()));
        }
    }

    private byte[] read(Place place) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(place.length());
        while (text.hasRemaining()) {
            if (channel.read(text, place.at() + text.position()) < 0) {
                throw new IOException(file + " ends early: another process has truncated the temporary file");
            }
        }
        return text.array();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Fills the temporary file. */
    static final class Writer implements Closeable {
        private final Path file;
        private final FileChannel channel;
        private final Map<String, Place> places = new LinkedHashMap<>();
        private final Digest digest = new Digest();
        private boolean finished;

        private Writer(Path file) throws IOException {
            this.file = file;
            // On systems that can delete open files, the file disappears even if the process is killed.
            channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        }

        /** @return whether the id is new; of documents with the same id only the first is kept */
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
