package io.whorl.cluster;

import io.whorl.cluster.Survivors.Dropped;
import io.whorl.store.DocumentTable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.ObjLongConsumer;

/**
 * The documents of an index that are superfluous because a similar document survives. A rule puts all documents in an
 * order ({@link SimilarityOptions.Keep}). In this order, each document survives unless its score with an earlier
 * survivor reaches the threshold. So:
 *
 * <ul>
 *   <li>each dropped document has a score, counted exactly, with a survivor that comes before it by the rule; of
 *       several such survivors the one with the highest score is named, then the first one;
 *   <li>no two survivors are similar: no document drops out if the survivors are indexed again, unless that changes
 *       weights or frequencies above a limit, or pairs are missed for {@link SimilarityOptions#superShingles};
 *   <li>nothing is dropped because of a chain of pairs.
 * </ul>
 *
 * <p>Documents of equal fingerprints count as one in these steps, at the place of the first of them by the rule.
 *
 * <p>Documents without minutiae are similar to none, and survive. Dropped documents are read one by one, those of the
 * largest cluster first, then in the order of their ids. The same index and options give the same result, with any
 * number of threads and any memory. Close the object to release memory and files. One thread at a time.
 */
public final class Survivors extends SimilarityResult<Dropped> {
    /**
     * The figures of a decision.
     *
     * @param documents all documents of the index
     * @param dropped the documents that do not survive
     * @param clusters the survivors for which a document is dropped
     * @param equal the dropped documents whose fingerprint equals that of the survivor
     * @param withoutMinutiae the documents without minutiae, which survive
     * @param words the words of all documents
     * @param droppedWords the words of the dropped documents
     * @param withoutKey the documents without a key or a date, if the rule needs one; they come last in its order
     * @param unknownKeys the keys that were given for ids that the index does not have
     * @param ignored the minutiae that the document-frequency limit excluded
     */
    public record Figures(
            long documents,
            long dropped,
            long clusters,
            long equal,
            long withoutMinutiae,
            long words,
            long droppedWords,
            long withoutKey,
            long unknownKeys,
            Clusters.Ignored ignored) {
        /** The documents that survive. */
        public long kept() {
            return documents - dropped;
        }
    }

    private final ClusterTable table;
    private final Figures figures;
    private String survivor = "";
    private int cluster = -1;
    private int next;
    private int size;

    Survivors(ClusterTable table) {
        super(table.pairs, "there are no more dropped documents");
        this.table = table;
        DocumentTable documents = table.pairs.tables.segment.documents();
        long empty = 0;
        long words = 0;
        for (long d = 0; d < table.all; d++) {
            empty += documents.minutiae(d) == 0 ? 1 : 0;
            words += documents.words(d);
        }
        long equal = 0;
        long droppedWords = 0;
        for (int k = 0; k < table.clusters; k++) {
            equal += table.unitSize(table.representative(k)) - 1;
            for (int i = 1; i < table.size(k); i++) {
                droppedWords += documents.words(table.document(k, i));
            }
        }
        figures = new Figures(
                table.all,
                table.clustered - table.clusters,
                table.clusters,
                equal,
                empty,
                words,
                droppedWords,
                table.leads.keyless,
                table.leads.unknown,
                ignored());
    }

    /** The figures. They can be read after {@link #close} too. */
    public Figures figures() {
        return figures;
    }

    @Override
    Optional<Dropped> read() {
        if (next == size) {
            if (cluster + 1L == figures.clusters()) {
                return Optional.empty();
            }
            cluster++;
            next = 1;
            size = table.size(cluster);
            survivor = table.id(table.document(cluster, 0));
        }
        int document = table.document(cluster, next++);
        return Optional.of(new Dropped(table.id(document), survivor, cluster + 1L, table.score(cluster, document)));
    }

    /**
     * A document that another one makes superfluous, with the reason: a score that was counted exactly.
     *
     * @param drop the id of the document
     * @param keep the id of the similar document that survives
     * @param cluster the number of the cluster of both, from 1. Its members are the documents with the same
     *     {@code keep}
     * @param score the score of {@code drop} with {@code keep}; it reaches the threshold
     */
    public record Dropped(String drop, String keep, long cluster, double score) {}

    /**
     * Gives keys to documents, such as dates: of similar documents the one with the least key survives. Keys are passed
     * on one by one, in any order, so they need not fit in memory.
     */
    @FunctionalInterface
    public interface DocumentKeys {
        /** The key of a document to which none is given. It is greater than all others. */
        long NONE = Long.MAX_VALUE;

        /**
         * Passes all keys to a receiver.
         *
         * @param sink takes the id of a document, and its key. An id that the index does not have is counted and
         *     ignored. The least key survives; of several keys of a document the least counts
         * @throws IOException if they cannot be read
         */
        void forEach(ObjLongConsumer<String> sink) throws IOException;
    }
}
