package io.whorl.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Makes lists of sorted postings: for each minutia that two families or more hold, their numbers. */
final class ListTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType SCHEMA = new StructType()
            .add("list", DataTypes.BinaryType, false)
            .add("minutia", DataTypes.LongType, false)
            .add("held", DataTypes.LongType, false)
            .add("holders", DataTypes.LongType, false);

    @Override
    public Iterator<Row> call(Iterator<Row> postings) {
        return new Lists(postings);
    }

    private static final class Lists implements Iterator<Row> {
        private final Iterator<Row> postings;
        private Row posting;
        private long[] families = new long[64];
        private Row next;

        Lists(Iterator<Row> postings) {
            this.postings = postings;
            advance();
        }

        private void advance() {
            posting = postings.hasNext() ? postings.next() : null;
        }

        @Override
        public boolean hasNext() {
            while (next == null && posting != null) {
                next = read();
            }
            return next != null;
        }

        /** Reads the postings of one minutia; null if one family alone holds it. */
        private Row read() {
            long minutia = posting.getLong(0);
            int held = 0;
            long more = 0;
            for (; posting != null && posting.getLong(0) == minutia; advance()) {
                long u = posting.getLong(1);
                if (u < 0) {
                    more -= u;
                    continue;
                }
                if (held == families.length) {
                    families = Arrays.copyOf(families, held * 2);
                }
                families[held++] = u;
            }
            return held < 2 ? null : RowFactory.create(Gaps.encode(families, held), minutia, (long) held, held + more);
        }

        @Override
        public Row next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there are no more lists");
            }
            Row current = next;
            next = null;
            return current;
        }
    }
}
