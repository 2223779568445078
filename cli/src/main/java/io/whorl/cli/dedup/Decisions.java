package io.whorl.cli.dedup;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Which documents are dropped: a file of decisions in the order of the results, and a bit for each document. */
final class Decisions {
    private static final int BUFFER = 1 << 16;

    /** A dropped document, and the survivor for which it is dropped, by their numbers. */
    record Decision(long drop, long keep, long cluster, double score) {}

    private Decisions() {}

    private static Path decisions(WorkDirectory work) {
        return work.file("decisions");
    }

    private static Path bits(WorkDirectory work) {
        return work.file("dropped");
    }

    private static DataInputStream input(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
    }

    /** Reads all decisions once. */
    static final class Reader implements Closeable {
        private final DataInputStream in;
        private long left;

        /** @param dropped the number of decisions */
        Reader(WorkDirectory work, long dropped) throws IOException {
            in = input(decisions(work));
            left = dropped;
        }

        Optional<Decision> next() throws IOException {
            if (left == 0) {
                return Optional.empty();
            }
            left--;
            return Optional.of(new Decision(in.readLong(), in.readLong(), in.readLong(), in.readDouble()));
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Reads the bits of all documents in order. */
    static final class Bits implements Closeable {
        private final DataInputStream in;
        private int current;
        private long number;

        Bits(WorkDirectory work) throws IOException {
            in = input(bits(work));
        }

        /** Whether the next document is dropped. */
        boolean next() throws IOException {
            if (number % Byte.SIZE == 0) {
                current = in.readUnsignedByte();
            }
            return (current >> number++ % Byte.SIZE & 1) != 0;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Writes decisions. */
    static final class Writer implements Closeable {
        private final FileChannel decisions;
        private final FileChannel bits;
        private final DataOutputStream out;
        private final MappedByteBuffer dropped;

        /**
         * Replaces the decisions of an earlier run.
         *
         * @param documents the number of all documents, below 2^33
         */
        Writer(WorkDirectory work, long documents) throws IOException {
            decisions = create(decisions(work));
            try {
                bits = create(bits(work));
                long bytes = documents / Byte.SIZE + 1;
                // A mapping of a file with holes fails when the disk is full, and in a way that ends the process.
                for (ByteBuffer zeros = ByteBuffer.allocate(BUFFER); bits.size() < bytes; ) {
                    bits.write(zeros.clear(), bits.size());
                }
                dropped = bits.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            } catch (IOException e) {
                decisions.close();
                throw e;
            }
            out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(decisions), BUFFER));
        }

        private static FileChannel create(Path file) throws IOException {
            return FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        }

        void add(Decision decision) throws IOException {
            out.writeLong(decision.drop());
            out.writeLong(decision.keep());
            out.writeLong(decision.cluster());
            out.writeDouble(decision.score());
            int at = Math.toIntExact(decision.drop() / Byte.SIZE);
            dropped.put(at, (byte) (dropped.get(at) | 1 << decision.drop() % Byte.SIZE));
        }

        /** Makes all decisions durable. */
        void force() throws IOException {
            out.flush();
            decisions.force(true);
            dropped.force();
            bits.force(true);
        }

        @Override
        public void close() throws IOException {
            try (bits) {
                decisions.close();
            }
        }
    }
}
