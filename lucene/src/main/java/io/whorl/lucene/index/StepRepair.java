package io.whorl.lucene.index;

import io.whorl.lucene.OutOfStepException;
import io.whorl.write.IndexWriter;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** Brings Whorl's index in step with Lucene's when both are opened. */
final class StepRepair {
    /** The name of the number of Whorl's commit in the user data of Lucene's commit. */
    static final String COMMIT = "whorl.commit";

    private StepRepair() {}

    /** The number in the user data of Lucene's last commit; empty if it has none. */
    static OptionalLong committed(org.apache.lucene.index.IndexWriter lucene) {
        Iterable<Map.Entry<String, String>> data = lucene.getLiveCommitData();
        if (data == null) {
            return OptionalLong.empty();
        }
        return StreamSupport.stream(data.spliterator(), false)
                .filter(e -> e.getKey().equals(COMMIT))
                .mapToLong(e -> Long.parseLong(e.getValue()))
                .findFirst();
    }

    /**
     * Compares the two indexes, and replays or drops the journal.
     *
     * @param expected the number in Lucene's commit; empty if it has none
     * @param empty whether the Lucene index has no document
     * @throws OutOfStepException if they do not belong together, or the journal that is needed is not whole
     */
    static WhorlIndexer.Opening repair(
            OptionalLong expected, boolean empty, IndexWriter whorl, Path index, Path journal, boolean adopt)
            throws IOException {
        long found = whorl.commit();
        Optional<Long> journaled = JournalReader.commit(journal);
        boolean known = expected.isPresent() || empty && found == 0;
        long commit = expected.orElse(0);
        WhorlIndexer.Opening opening = WhorlIndexer.Opening.IN_STEP;
        if (known && found == commit - 1 && journaled.equals(Optional.of(commit))) {
            replay(journal, whorl);
            opening = WhorlIndexer.Opening.REPLAYED;
        } else if (!adopt && (!known || found != commit)) {
            String reason = journaled
                    .map(number -> "the journal " + journal + " holds commit " + number)
                    .orElse("there is no whole journal " + journal);
            throw new OutOfStepException(index, expected.orElse(-1), found, reason);
        } else if (java.nio.file.Files.exists(journal) && !journaled.equals(Optional.of(commit))) {
            opening = WhorlIndexer.Opening.DROPPED;
        }
        Journal.delete(journal);
        return opening;
    }

    private static void replay(Path journal, IndexWriter whorl) throws IOException {
        JournalReader.replay(journal, (id, text) -> {
            if (text.isPresent()) {
                whorl.add(id, text.get());
            } else {
                whorl.delete(id);
            }
        });
        whorl.commit();
    }

    /** Reads a {@link Journal}. It is checked as a whole before its changes are used. */
    static final class JournalReader {
        private static final int BUFFER = 1 << 16;

        private JournalReader() {}

        /** Takes the changes of a journal, in order. */
        interface Changes {
            /** @param text of an added document; empty for a deleted one */
            void take(String id, Optional<byte[]> text) throws IOException;
        }

        /**
         * The number of Whorl's commit that a journal holds.
         *
         * @return empty if there is no journal, or if it is not whole
         */
        static Optional<Long> commit(Path path) throws IOException {
            return Files.exists(path) ? read(path, (id, text) -> {}) : Optional.empty();
        }

        /** Reads the changes of a journal that {@link #commit} has checked. */
        static void replay(Path path, Changes changes) throws IOException {
            if (read(path, changes).isEmpty()) {
                throw new IOException(path + " changed while it was read; open the indexes again");
            }
        }

        private static Optional<Long> read(Path path, Changes changes) throws IOException {
            CRC32C checksum = new CRC32C();
            long left = Files.size(path);
            try (DataInputStream in = new DataInputStream(
                    new CheckedInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER), checksum))) {
                if (!Arrays.equals(in.readNBytes(Journal.MAGIC.length), Journal.MAGIC)) {
                    return Optional.empty();
                }
                long count = 0;
                while (true) {
                    byte type = in.readByte();
                    if (type == Journal.END) {
                        return end(in, count, checksum);
                    }
                    if (type != Journal.ADD && type != Journal.DELETE) {
                        return Optional.empty();
                    }
                    Optional<byte[]> id = bytes(in, left);
                    Optional<byte[]> text = type == Journal.ADD ? bytes(in, left) : Optional.empty();
                    if (id.isEmpty() || type == Journal.ADD && text.isEmpty()) {
                        return Optional.empty();
                    }
                    changes.take(new String(id.get(), StandardCharsets.UTF_8), text);
                    count++;
                }
            } catch (EOFException e) {
                // The file was being written.
                return Optional.empty();
            }
        }

        private static Optional<Long> end(DataInputStream in, long count, CRC32C checksum) throws IOException {
            long commit = in.readLong();
            long changes = in.readLong();
            int computed = (int) checksum.getValue();
            boolean whole = in.readInt() == computed && changes == count && in.read() < 0;
            return whole ? Optional.of(commit) : Optional.empty();
        }

        /** Empty if the length cannot be right. */
        private static Optional<byte[]> bytes(DataInputStream in, long most) throws IOException {
            int length = in.readInt();
            if (length < 0 || length > most) {
                return Optional.empty();
            }
            byte[] bytes = in.readNBytes(length);
            return bytes.length == length ? Optional.of(bytes) : Optional.empty();
        }
    }
}
