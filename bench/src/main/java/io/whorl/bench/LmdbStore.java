package io.whorl.bench;

import io.whorl.bench.PostingLists.FoundLists;
import io.whorl.bench.PostingLists.PostingCode;
import io.whorl.bench.Rival.PostingStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * An LMDB with integer keys in native byte order, appended in ascending order, as its documentation advises for bulk
 * loading, and synced at the end. One read transaction for all look-ups; one cursor for several keys, so that a key on
 * the same page as the last one is found faster.
 */
final class LmdbStore implements PostingStore {
    private static final String NAME = "postings";
    /** The maximum size of the file; it only uses the space of its data. */
    private static final long MOST_BYTES = 64L << 30;

    private static final int BATCH = 1 << 20;

    private final Env<ByteBuffer> environment;
    private final Dbi<ByteBuffer> map;
    private final Txn<ByteBuffer> reading;
    private final Cursor<ByteBuffer> cursor;
    private final ByteBuffer key = key();

    LmdbStore(Path folder) {
        environment = Env.create().setMapSize(MOST_BYTES).setMaxDbs(1).open(folder.toFile(), EnvFlags.MDB_RDONLY_ENV);
        map = environment.openDbi(NAME, DbiFlags.MDB_INTEGERKEY);
        reading = environment.txnRead();
        cursor = map.openCursor(reading);
    }

    private static ByteBuffer key() {
        return ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    }

    static void fill(PostingLists lists, Path folder) throws Exception {
        try (Env<ByteBuffer> environment =
                Env.create().setMapSize(MOST_BYTES).setMaxDbs(1).open(folder.toFile(), EnvFlags.MDB_NOSYNC)) {
            Dbi<ByteBuffer> map = environment.openDbi(NAME, DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY);
            Appending appending = new Appending(environment, map);
            lists.forEach(appending);
            appending.end();
            environment.sync(true);
        }
    }

    /** Writes with one transaction after another, each with a cursor. */
    private static final class Appending implements PostingLists.Taker {
        private final Env<ByteBuffer> environment;
        private final Dbi<ByteBuffer> map;
        private final PostingCode code = new PostingCode();
        private final ByteBuffer key = key();
        private ByteBuffer value = ByteBuffer.allocateDirect(1 << 10);
        private Txn<ByteBuffer> writing;
        private Cursor<ByteBuffer> cursor;
        private int inBatch;

        Appending(Env<ByteBuffer> environment, Dbi<ByteBuffer> map) {
            this.environment = environment;
            this.map = map;
        }

        @Override
        public void take(long minutia, int[] documents, int count) {
            if (writing == null) {
                writing = environment.txnWrite();
                cursor = map.openCursor(writing);
                inBatch = 0;
            }
            code.encode(documents, count);
            if (value.capacity() < code.length()) {
                value = ByteBuffer.allocateDirect(2 * code.length());
            }
            key.clear().putLong(minutia).flip();
            value.clear().put(code.bytes(), 0, code.length()).flip();
            cursor.put(key, value, PutFlags.MDB_APPEND);
            if (++inBatch == BATCH) {
                end();
            }
        }

        private void end() {
            if (writing != null) {
                cursor.close();
                writing.commit();
                writing.close();
                writing = null;
            }
        }
    }

    @Override
    public void find(long minutia, FoundLists found) {
        key.clear().putLong(minutia).flip();
        ByteBuffer held = map.get(reading, key);
        if (held == null) {
            found.end();
        } else {
            PostingCode.decode(held, found);
        }
    }

    @Override
    public void findAll(long[] minutiae, int from, int to, FoundLists found) {
        for (int i = from; i < to; i++) {
            key.clear().putLong(minutiae[i]).flip();
            if (cursor.get(key, GetOp.MDB_SET_KEY)) {
                PostingCode.decode(cursor.val(), found);
            } else {
                found.end();
            }
        }
    }

    @Override
    public void close() {
        cursor.close();
        reading.close();
        environment.close();
    }
}
