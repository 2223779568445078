/**
 * The fingerprint index. The packages that are exported to everybody are the public API; the others belong to the
 * implementation and may change in any release.
 */
@SuppressWarnings("module") // The modules of the qualified exports are compiled after this one.
module io.whorl.index {
    requires com.fasterxml.jackson.core;
    // For the events of writers, where it is present.
    requires static jdk.jfr;

    exports io.whorl;
    exports io.whorl.align;
    exports io.whorl.bulk;
    exports io.whorl.cluster;
    exports io.whorl.fingerprint;
    exports io.whorl.history;
    exports io.whorl.measure;
    exports io.whorl.passages;
    exports io.whorl.preset;
    exports io.whorl.query;
    exports io.whorl.rebuild;
    exports io.whorl.scheme;
    exports io.whorl.select;
    exports io.whorl.series;
    exports io.whorl.shard;
    exports io.whorl.write;
    exports io.whorl.agrona.collections to
            io.whorl.lucene;
    exports io.whorl.hash to
            io.whorl.cli,
            io.whorl.lab,
            io.whorl.lucene;
    exports io.whorl.internal to
            io.whorl.cli,
            io.whorl.lab,
            io.whorl.lucene;
    exports io.whorl.live to
            io.whorl.lab;
    exports io.whorl.minutiae to
            io.whorl.cli,
            io.whorl.lab;
    exports io.whorl.store to
            io.whorl.cli,
            io.whorl.lab;
    exports io.whorl.strategy to
            io.whorl.cli,
            io.whorl.lab,
            io.whorl.lucene;
    exports io.whorl.text to
            io.whorl.cli,
            io.whorl.lab;

    uses io.whorl.select.SelectionProvider;
}
