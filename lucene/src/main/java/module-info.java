/**
 * Whorl inside an application that searches with Lucene: sketches in doc values, results without near-duplicates,
 * queries by shared text, and two indexes that are kept in step.
 */
module io.whorl.lucene {
    requires transitive io.whorl.index;
    requires transitive org.apache.lucene.core;

    exports io.whorl.lucene;
    exports io.whorl.lucene.analysis;
    exports io.whorl.lucene.collapse;
    exports io.whorl.lucene.index;
    exports io.whorl.lucene.query;

    // The values of options are read by reflection.
    opens io.whorl.lucene.collapse to
            io.whorl.index;
    opens io.whorl.lucene.index to
            io.whorl.index;
}
