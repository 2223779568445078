package io.whorl.runs;

import io.whorl.bulk.BuildReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * The documents of a finished segment without minutiae, which never match.
 *
 * @param count of all of them
 * @param first ids of the first of them, in the order of ids
 */
record EmptyDocuments(long count, List<String> first) {
    /**
     * @param documents the number of documents
     * @param minutiae returns the number of minutiae by ordinal
     * @param id returns the id by ordinal
     */
    static EmptyDocuments among(long documents, LongUnaryOperator minutiae, LongFunction<String> id) {
        long count = 0;
        List<String> first = new ArrayList<>();
        for (long i = 0; i < documents; i++) {
            if (minutiae.applyAsLong(i) == 0 && count++ < BuildReport.MOST_NAMED) {
                first.add(id.apply(i));
            }
        }
        return new EmptyDocuments(count, first);
    }
}
