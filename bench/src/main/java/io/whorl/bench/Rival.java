package io.whorl.bench;

import io.whorl.bench.PostingLists.FoundLists;
import io.whorl.write.NewDocument;
import java.util.List;

/**
 * A system under measurement: Whorl, or another one that is set as its documentation advises. What it is filled with
 * decides which of the parts below it implements. Not thread-safe.
 */
public interface Rival extends AutoCloseable {
    /** A map from each minutia to the one document that holds it. */
    interface SingletonTable extends Rival {
        /** The result for a minutia that the table does not hold. */
        long ABSENT = -1;

        /** Returns the ordinal of the document that holds the minutia, or {@link #ABSENT}. */
        long find(long minutia) throws Exception;

        /**
         * Looks up {@code minutiae[from .. to - 1]} and stores each result of {@link #find} at the same index of
         * {@code ordinals}.
         */
        default void findAll(long[] minutiae, int from, int to, long[] ordinals) throws Exception {
            for (int i = from; i < to; i++) {
                ordinals[i] = find(minutiae[i]);
            }
        }

        /** Returns the size of the table's files in bytes. */
        long bytes() throws Exception;

        @Override
        void close();
    }

    /** A read-only map from minutiae to the documents that hold them. */
    interface PostingStore extends Rival {
        /** Adds the documents that hold a minutia, ascending, as one list, which may be empty. */
        void find(long minutia, FoundLists found) throws Exception;

        /** Adds a list for each of {@code minutiae[from .. to - 1]}, which are ascending. */
        default void findAll(long[] minutiae, int from, int to, FoundLists found) throws Exception {
            for (int i = from; i < to; i++) {
                find(minutiae[i], found);
            }
        }

        @Override
        void close();
    }

    /** An index that accepts documents with new ids. */
    interface DurableAdds extends Rival {
        /** Adds documents. When it returns, queries find them and they are forced to disk. */
        void add(List<NewDocument> batch) throws Exception;
    }

    /** The same as a key-value store, with numbers instead of document ids. */
    interface PostingAdds extends DurableAdds {
        /** Returns the documents that hold a minutia, ascending, numbered from 0 in the order of adding. */
        int[] documents(long minutia) throws Exception;
    }
}
