package io.whorl.bench.section;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.OpenBenchmark;
import io.whorl.bench.jmh.WhorlIndexes;
import io.whorl.bench.report.Row;
import io.whorl.bench.rival.LuceneIndexing;
import io.whorl.bench.table.ChronicleTable;
import io.whorl.bench.table.SingletonTable;
import io.whorl.bench.table.SparkeyTable;
import io.whorl.lab.files.Folders;
import io.whorl.query.IndexStats;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Bytes per posting of whole indexes, without stored text. */
final class SizeSection {
    private SizeSection() {}

    static List<Row> measure(Settings settings) throws IOException {
        try (WorkFolder folder = WorkFolder.in(settings.work())) {
            List<Row> rows = new ArrayList<>(collection(settings, folder));
            rows.addAll(singletons(settings, folder));
            return rows;
        }
    }

    private static List<Row> collection(Settings settings, WorkFolder folder) throws IOException {
        TextCollection text = TextCollection.load(settings.data(), settings.collection());
        IndexStats whorl = Snapshot.open(WhorlIndexes.made(text, folder)).stats();
        double lucene = (double) Folders.bytes(LuceneIndexing.made(text, folder)) / whorl.postings();
        return List.of(size(1.8, "size, " + settings.collection(), whorl, "Lucene " + bytes(lucene)));
    }

    private static List<Row> singletons(Settings settings, WorkFolder folder) throws IOException {
        SingletonSet set = new SingletonSet(settings.minutiae(), settings.documents());
        IndexStats whorl = Snapshot.open(OpenBenchmark.singletons(folder, settings.documents()))
                .stats();
        Path lucene = LuceneIndexing.made(set, folder);
        List<Row> rows = new ArrayList<>();
        rows.add(size(5.5, "size, singletons", whorl, "Lucene " + bytes((double) Folders.bytes(lucene) / set.count())));
        rows.add(other("Chronicle Map, int values", ChronicleTable.ofInts(set, folder), set));
        rows.add(other("Chronicle Map, long values", ChronicleTable.ofLongs(set, folder), set));
        rows.add(other("Sparkey", SparkeyTable.made(set, folder), set));
        return rows;
    }

    private static Row size(double bar, String what, IndexStats stats, String rival) {
        String of = String.format(Locale.ROOT, "%s, %,d postings, a posting", what, stats.postings());
        return Row.figureAtMost(bar, of, bytes(stats.bytesPerPosting()), rival, stats.bytesPerPosting());
    }

    private static Row other(String what, SingletonTable table, SingletonSet set) {
        try (table) {
            return Row.plain("size, singletons, " + what, bytes((double) table.bytes() / set.count()));
        }
    }

    private static String bytes(double each) {
        return String.format(Locale.ROOT, "%.2f B", each);
    }
}
