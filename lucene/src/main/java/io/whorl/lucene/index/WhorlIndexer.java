package io.whorl.lucene.index;

import io.whorl.LimitExceededException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.OutOfStepException;
import io.whorl.lucene.collapse.FingerprintField;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;

/**
 * Writes documents to a Lucene index and to a Whorl index beside it. Adds, deletes and commits go to both, and after a
 * crash, opening brings both in step. The package describes the steps. Any number of threads may call any method.
 *
 * <p>The texts of uncommitted changes are also written to a journal next to the Whorl index, {@code NAME.journal}. The
 * error of a commit ends the indexer, and so does one of a change that only Lucene has: every later call but
 * {@link #close} throws. Open another; it brings both in step.
 */
public final class WhorlIndexer implements AutoCloseable {
    /** The name of the number of Whorl's commit in the user data of Lucene's commit. */
    static final String COMMIT = "whorl.commit";

    private static final int STRIPES = 64;
    private static final int MOST_ID_BYTES = 65_535;

    /** What opening did. */
    public enum Opening {
        /** Both indexes hold the same commit. */
        IN_STEP,
        /** Whorl was a commit behind, because the process ended between the two commits. The journal was replayed. */
        REPLAYED,
        /** A journal of changes that Lucene did not commit was dropped. Both hold the commit before. */
        DROPPED
    }

    private final org.apache.lucene.index.IndexWriter lucene;
    private final IndexWriter whorl;
    private final IndexerOptions options;
    private final Path journalPath;
    private final Opening opening;
    /** Changes hold the read lock, so that a commit sees each change in both writers or in none. */
    private final ReentrantReadWriteLock commitLock = new ReentrantReadWriteLock();
    /** Changes of one id hold the same lock, so that both writers see them in the same order. */
    private final Lock[] idLocks =
            Stream.generate(ReentrantLock::new).limit(STRIPES).toArray(Lock[]::new);

    /** Give fingerprints from which both indexes make what they store; empty if none serves both. */
    private final Optional<ThreadLocal<Fingerprinter>> fingerprinters;

    private final Object journalLock = new Object();
    private Optional<Journal> journal = Optional.empty();
    private long committed;
    private volatile Optional<Throwable> failure = Optional.empty();
    private volatile boolean closed;

    private WhorlIndexer(
            org.apache.lucene.index.IndexWriter lucene,
            IndexWriter whorl,
            IndexerOptions options,
            Path journalPath,
            Opening opening)
            throws IOException {
        this.lucene = lucene;
        this.whorl = whorl;
        this.options = options;
        this.journalPath = journalPath;
        this.opening = opening;
        Scheme scheme = whorl.scheme();
        fingerprinters = options.fingerprint
                .filter(f -> f.scheme().equals(scheme)
                        || f.fullScheme().filter(scheme::equals).isPresent())
                .map(f -> ThreadLocal.withInitial(() -> Fingerprinter.of(scheme)));
        committed = whorl.commit();
    }

    /**
     * Opens both indexes, creates those that do not exist, and brings them in step.
     *
     * @param lucene the directory of the Lucene index
     * @param config of Lucene's writer; it is set not to commit when it is closed, and must not demand a new index
     * @param whorl the directory of the Whorl index
     * @throws io.whorl.lucene.OutOfStepException if the indexes do not belong together
     * @throws io.whorl.RefusedException if Lucene's commit belongs to a Whorl index, and there is none; if another
     *     writer holds the Whorl index
     * @throws org.apache.lucene.store.LockObtainFailedException if another writer holds the Lucene index
     */
    public static WhorlIndexer open(Directory lucene, IndexWriterConfig config, Path whorl, IndexerOptions options)
            throws IOException {
        Objects.requireNonNull(options, "options");
        if (config.getOpenMode() == OpenMode.CREATE) {
            throw new IllegalArgumentException("config has the open mode CREATE, which would empty only one of the two"
                    + " indexes; use CREATE_OR_APPEND, and delete both indexes first to start anew");
        }
        org.apache.lucene.index.IndexWriter first =
                new org.apache.lucene.index.IndexWriter(lucene, config.setCommitOnClose(false));
        List<Closeable> opened = new ArrayList<>(List.of(first));
        try {
            OptionalLong expected = committed(first);
            Path journal = whorl.resolveSibling(whorl.getFileName() + ".journal");
            boolean create = !Files.exists(whorl) && expected.orElse(0) == 0;
            IndexWriter second = create
                    ? IndexWriter.create(whorl, options.scheme(), options.writer)
                    : IndexWriter.open(whorl, options.writer);
            opened.add(0, second::close);
            boolean empty = first.getDocStats().maxDoc == 0;
            Opening opening = repair(expected, empty, second, whorl, journal, options.adopt);
            return new WhorlIndexer(first, second, options, journal, opening);
        } catch (IOException | RuntimeException e) {
            IOUtils.closeWhileHandlingException(opened);
            throw e;
        }
    }

    /** The user data of Lucene's last commit, and what the application has set since. */
    private static Map<String, String> userData(org.apache.lucene.index.IndexWriter lucene) {
        Map<String, String> data = new LinkedHashMap<>();
        Iterable<Map.Entry<String, String>> live = lucene.getLiveCommitData();
        if (live != null) {
            live.forEach(e -> data.put(e.getKey(), e.getValue()));
        }
        return data;
    }

    /** The number of Whorl's commit in the user data; empty if it has none. */
    private static OptionalLong committed(org.apache.lucene.index.IndexWriter lucene) {
        String number = userData(lucene).get(COMMIT);
        return number == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number));
    }

    /**
     * Compares the two indexes, and replays or drops the journal.
     *
     * @param expected the number in Lucene's commit; empty if it has none
     * @param empty whether the Lucene index has no document
     * @throws OutOfStepException if they do not belong together, or the journal that is needed is not whole
     */
    private static Opening repair(
            OptionalLong expected, boolean empty, IndexWriter whorl, Path index, Path journal, boolean adopt)
            throws IOException {
        long found = whorl.commit();
        Optional<Long> journaled = Journal.commit(journal);
        boolean known = expected.isPresent() || empty && found == 0;
        long commit = expected.orElse(0);
        Opening opening = Opening.IN_STEP;
        if (known && found == commit - 1 && journaled.equals(Optional.of(commit))) {
            replay(journal, whorl);
            opening = Opening.REPLAYED;
        } else if (!adopt && (!known || found != commit)) {
            String reason = journaled
                    .map(number -> "the journal " + journal + " holds commit " + number)
                    .orElse("there is no whole journal " + journal);
            throw new OutOfStepException(index, expected.orElse(-1), found, reason);
        } else if (Files.exists(journal) && !journaled.equals(Optional.of(commit))) {
            opening = Opening.DROPPED;
        }
        Journal.delete(journal);
        return opening;
    }

    private static void replay(Path journal, IndexWriter whorl) throws IOException {
        Journal.replay(journal, (id, text) -> {
            if (text.isPresent()) {
                whorl.add(id, text.get());
            } else {
                whorl.delete(id);
            }
        });
        whorl.commit();
    }

    /** What opening did. */
    public Opening opening() {
        return opening;
    }

    /**
     * Lucene's writer, for readers of uncommitted changes and for its settings. Do not commit with it, and do not add
     * or delete documents with it: Whorl would not see that.
     */
    public org.apache.lucene.index.IndexWriter lucene() {
        return lucene;
    }

    /**
     * Whether one fingerprint of each text serves both indexes: there is a fingerprint field, and the scheme of the
     * Whorl index is its {@link FingerprintField#scheme} or {@link FingerprintField#fullScheme}. Otherwise, each index
     * fingerprints the text itself.
     */
    public boolean fingerprintsOnce() {
        return fingerprinters.isPresent();
    }

    /** A snapshot of the Whorl index as of the last commit. */
    public Snapshot snapshot() {
        checkUsable();
        return whorl.snapshot();
    }

    /**
     * Adds a document to both indexes. It replaces the document with the same id, if there is one. If Lucene refuses
     * the document, nothing changes. If Whorl refuses it, because its text needs too much memory, neither index has a
     * document of this id afterwards.
     *
     * @param id 1 to 65,535 bytes of UTF-8; half of a surrogate pair has none
     * @param text the text to fingerprint
     * @param fields the other fields; the field of the id and the fingerprint field are added
     * @return whether it replaced a document
     * @throws IllegalArgumentException if the id is not one, or the fields contain the field of the id
     * @throws io.whorl.LimitExceededException if fingerprinting the text needs too much memory
     */
    public boolean add(String id, String text, Iterable<? extends IndexableField> fields) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] idBytes = checkId(id);
        Optional<Fingerprint> shared = shared(utf8);
        List<IndexableField> document = document(id, utf8, shared, fields);
        return change(idBytes, () -> {
            lucene.updateDocument(term(id), document);
            boolean replaced;
            try {
                NewDocument added = new NewDocument(id, utf8);
                replaced = shared.isPresent() ? whorl.update(added, shared.get()) : whorl.update(added);
            } catch (io.whorl.LimitExceededException e) {
                lucene.deleteDocuments(term(id));
                whorl.delete(id);
                noted(j -> j.delete(idBytes));
                throw e;
            } catch (IOException | RuntimeException | Error e) {
                // Lucene has the change, and Whorl may not have it.
                failure = Optional.of(e);
                throw e;
            }
            noted(j -> j.add(idBytes, utf8));
            return replaced;
        });
    }

    /**
     * Deletes a document from both indexes.
     *
     * @return whether there was one
     */
    public boolean delete(String id) throws IOException {
        byte[] idBytes = checkId(id);
        return change(idBytes, () -> {
            lucene.deleteDocuments(term(id));
            boolean existed;
            try {
                existed = whorl.delete(id);
            } catch (IOException | RuntimeException | Error e) {
                // Lucene has the change, and Whorl may not have it.
                failure = Optional.of(e);
                throw e;
            }
            noted(j -> j.delete(idBytes));
            return existed;
        });
    }

    private Optional<Fingerprint> shared(byte[] utf8) {
        try {
            // As much memory as Whorl's writer allows for a document.
            return fingerprinters.map(f -> f.get().fingerprint(utf8, options.writer.memory() / 2));
        } catch (LimitExceededException e) {
            // Whorl's writer will refuse the document in its own words.
            return Optional.empty();
        }
    }

    private Term term(String id) {
        return new Term(options.idField, id);
    }

    private static byte[] checkId(String id) {
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > MOST_ID_BYTES) {
            throw new IllegalArgumentException(
                    "id has " + bytes.length + " bytes of UTF-8; it must have from 1 to " + MOST_ID_BYTES);
        }
        if (!new String(bytes, StandardCharsets.UTF_8).equals(id)) {
            // Lucene would store it as another id, and Whorl refuses it.
            throw new IllegalArgumentException("id has half of a surrogate pair, which has no UTF-8; replace it");
        }
        return bytes;
    }

    private List<IndexableField> document(
            String id, byte[] utf8, Optional<Fingerprint> shared, Iterable<? extends IndexableField> fields) {
        List<IndexableField> document = new ArrayList<>();
        for (IndexableField field : fields) {
            if (field.name().equals(options.idField)) {
                throw new IllegalArgumentException(
                        "fields contain " + field.name() + ", the field of the id; the indexer adds it itself");
            }
            document.add(field);
        }
        document.add(new StringField(options.idField, id, Field.Store.YES));
        options.fingerprint
                .map((FingerprintField f) -> shared.map(f::fields).orElseGet(() -> f.fields(utf8)))
                .ifPresent(document::addAll);
        return document;
    }

    private boolean change(byte[] id, IOSupplier<Boolean> change) throws IOException {
        Lock idLock = idLocks[Math.floorMod(java.util.Arrays.hashCode(id), STRIPES)];
        commitLock.readLock().lock();
        idLock.lock();
        try {
            checkUsable();
            return change.get();
        } finally {
            idLock.unlock();
            commitLock.readLock().unlock();
        }
    }

    private void noted(IOConsumer<Journal> entry) throws IOException {
        synchronized (journalLock) {
            try {
                if (journal.isEmpty()) {
                    journal = Optional.of(Journal.create(journalPath));
                }
                entry.accept(journal.get());
            } catch (IOException e) {
                // The change is in both writers, and could not be repaired after a crash.
                failure = Optional.of(e);
                throw e;
            }
        }
    }

    /**
     * Commits everything that was added or deleted before, in both indexes.
     *
     * @return the number of Whorl's commit, which Lucene's commit holds too
     * @throws IOException if a commit fails; the indexer has ended then
     */
    public long commit() throws IOException {
        commitLock.writeLock().lock();
        try {
            checkUsable();
            if (journal.isEmpty()) {
                if (!committed(lucene).equals(OptionalLong.of(committed))) {
                    name(committed);
                }
                lucene.commit();
            } else {
                commit(journal.get());
            }
            return committed;
        } catch (IOException | RuntimeException | Error e) {
            failure = failure.isPresent() ? failure : Optional.of(e);
            throw e;
        } finally {
            commitLock.writeLock().unlock();
        }
    }

    private void commit(Journal changes) throws IOException {
        long next = committed + 1;
        changes.end(next);
        name(next);
        lucene.prepareCommit();
        lucene.commit();
        long number = whorl.commit();
        if (number != next) {
            throw new IOException("Whorl's commit has the number " + number + " instead of " + next
                    + "; something else wrote to its index");
        }
        committed = number;
        changes.close();
        Journal.delete(journalPath);
        journal = Optional.empty();
    }

    /** Adds the number of Whorl's commit to the user data of Lucene's next commit. */
    private void name(long commit) {
        Map<String, String> data = userData(lucene);
        data.put(COMMIT, Long.toString(commit));
        lucene.setLiveCommitData(data.entrySet());
    }

    private void checkUsable() {
        if (closed) {
            throw new IllegalStateException("the indexer is closed; open another");
        }
        failure.ifPresent(cause -> {
            throw new IllegalStateException(
                    "a change or a commit failed; close the indexer and open another, which brings both indexes in"
                            + " step",
                    cause);
        });
    }

    /** Closes both writers. Uncommitted changes are dropped in both. */
    @Override
    public void close() throws IOException {
        commitLock.writeLock().lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            boolean drop = journal.isPresent() && failure.isEmpty();
            IOUtils.close(lucene::rollback, whorl::close, () -> {
                if (journal.isPresent()) {
                    journal.get().close();
                }
                if (drop) {
                    Journal.delete(journalPath);
                }
            });
        } finally {
            commitLock.writeLock().unlock();
        }
    }

    /**
     * Writes the changes of one commit to a file, as they are made, and reads them: the checksum of a whole journal is
     * checked before its changes are used. All numbers are big-endian:
     *
     * <pre>
     * header   8 bytes "WHORLJN1"
     * add      1 byte 1, int length of the id, id in UTF-8, int length of the text, text
     * delete   1 byte 2, int length of the id, id in UTF-8
     * end      1 byte 3, long number of Whorl's commit, int CRC-32C of all bytes before
     * </pre>
     *
     * <p>Without an end that is whole, the file is not a journal of a commit. One thread at a time.
     */
    static final class Journal implements AutoCloseable {
        private static final byte[] MAGIC = "WHORLJN1".getBytes(StandardCharsets.US_ASCII);
        private static final byte ADD = 1;
        private static final byte DELETE = 2;
        private static final byte END = 3;
        /** The bytes of the end after its first one. */
        private static final int END_BYTES = Long.BYTES + Integer.BYTES;

        private static final int BUFFER = 1 << 16;

        private final Path path;
        private final FileChannel channel;
        private final CRC32C checksum = new CRC32C();
        private final DataOutputStream out;

        private Journal(Path path, FileChannel channel) {
            this.path = path;
            this.channel = channel;
            out = new DataOutputStream(new CheckedOutputStream(
                    new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER), checksum));
        }

        /** Creates the file, in place of an earlier one. */
        static Journal create(Path path) throws IOException {
            FileChannel channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
            Journal journal = new Journal(path, channel);
            // Into the buffer.
            journal.out.write(MAGIC);
            return journal;
        }

        /** Notes that a document was added, or replaced the one with the same id. */
        void add(byte[] id, byte[] text) throws IOException {
            out.writeByte(ADD);
            write(id);
            write(text);
        }

        void delete(byte[] id) throws IOException {
            out.writeByte(DELETE);
            write(id);
        }

        private void write(byte[] bytes) throws IOException {
            out.writeInt(bytes.length);
            out.write(bytes);
        }

        /**
         * Ends the journal, and forces it and its directory to disk.
         *
         * @param commit the number of Whorl's commit with these changes
         */
        void end(long commit) throws IOException {
            out.writeByte(END);
            out.writeLong(commit);
            out.writeInt((int) checksum.getValue());
            out.flush();
            channel.force(true);
            IOUtils.fsync(directory(path), true);
        }

        /** Deletes a journal, if there is one. */
        static void delete(Path path) throws IOException {
            if (Files.deleteIfExists(path)) {
                IOUtils.fsync(directory(path), true);
            }
        }

        private static Path directory(Path path) {
            return path.toAbsolutePath().getParent();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }

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
            long length = Files.exists(path) ? Files.size(path) : 0;
            if (length < MAGIC.length + 1 + END_BYTES) {
                return Optional.empty();
            }
            CheckedInputStream checked =
                    new CheckedInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER), new CRC32C());
            try (DataInputStream in = new DataInputStream(checked)) {
                boolean begun = Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
                in.skipNBytes(length - MAGIC.length - END_BYTES);
                long commit = in.readLong();
                int computed = (int) checked.getChecksum().getValue();
                return begun && in.readInt() == computed ? Optional.of(commit) : Optional.empty();
            }
        }

        /** Reads the changes of a journal that is whole. */
        static void replay(Path path, Changes changes) throws IOException {
            if (commit(path).isEmpty()) {
                throw new IOException(path + " changed while it was read; open the indexes again");
            }
            try (DataInputStream in =
                    new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER))) {
                in.skipNBytes(MAGIC.length);
                for (byte type = in.readByte(); type != END; type = in.readByte()) {
                    String id = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
                    changes.take(id, type == ADD ? Optional.of(in.readNBytes(in.readInt())) : Optional.empty());
                }
            }
        }
    }
}
