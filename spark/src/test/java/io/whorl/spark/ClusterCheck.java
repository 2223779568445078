package io.whorl.spark;

import com.sun.management.OperatingSystemMXBean;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/**
 * Makes the sample of the script {@code cluster}, and compares what the cluster made with what one machine builds:
 * {@code ClusterCheck table TAR.GZ|JSONL|NUMBER TABLE}, then {@code ClusterCheck build TABLE SET WORK}, and
 * {@code ClusterCheck dedup TABLE LINES WORK}, which writes the lines of one machine. {@code ClusterCheck copy FROM TO}
 * copies a directory between file systems of Hadoop.
 */
public final class ClusterCheck {
    private static final int FILES = 8;

    private ClusterCheck() {}

    /** Runs a part; exit code 1 if the bytes differ. */
    public static void main(String[] arguments) throws IOException {
        SparkSession session = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", false)
                // The bytes of all rows of an iteration, one partition after another.
                .config("spark.driver.maxResultSize", 0)
                .getOrCreate();
        boolean right = run(session, arguments);
        session.stop();
        System.exit(right ? 0 : 1);
    }

    /** Returns false if the bytes differ. */
    static boolean run(SparkSession session, String... arguments) throws IOException {
        boolean right = true;
        if (arguments[0].equals("table")) {
            table(session, arguments[1], arguments[2]);
        } else if (arguments[0].equals("copy")) {
            Configuration hadoop = session.sessionState().newHadoopConf();
            org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(arguments[1]);
            org.apache.hadoop.fs.Path to = new org.apache.hadoop.fs.Path(arguments[2]);
            FileUtil.copy(from.getFileSystem(hadoop), from, to.getFileSystem(hadoop), to, false, hadoop);
        } else {
            Path work = Path.of(arguments[3]);
            SortedDocuments documents = SortedDocuments.of(session, arguments[1], work.resolve("sorted"));
            if (arguments[0].equals("build")) {
                right = sameSegment(documents, Path.of(arguments[2]), work);
            } else {
                dedup(documents, Path.of(arguments[2]), work);
            }
        }
        return right;
    }

    private static void table(SparkSession session, String source, String table) throws IOException {
        if (source.endsWith(".jsonl")) {
            session.read().schema(SampleDocuments.SCHEMA).json(source).write().parquet(table);
            System.out.println(session.read().parquet(table).count() + " documents");
            return;
        }
        List<Row> rows =
                source.matches("\\d+") ? SampleDocuments.versions(Integer.parseInt(source)) : archive(Path.of(source));
        session.createDataFrame(rows, SampleDocuments.SCHEMA)
                .repartition(FILES)
                .write()
                .parquet(table);
        System.out.println(rows.size() + " documents");
    }

    private static List<Row> archive(Path archive) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream in = new TarArchiveInputStream(new GZIPInputStream(file))) {
            for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (entry.isFile()) {
                    rows.add(RowFactory.create(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8)));
                }
            }
        }
        return rows;
    }

    private static void build(SortedDocuments documents, Path index, Scheme scheme, Duplicates duplicates)
            throws IOException {
        long before = processorNanos();
        long bytes;
        BuildOptions options =
                BuildOptions.DEFAULT.threads(1).repeatedIds(RepeatedIds.FIRST).duplicates(duplicates);
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
            bytes = documents.forEach(builder::add);
            builder.finish();
        }
        say("one machine builds in %.1f s of processor time, %.1f MB of text", secondsSince(before), bytes / 1e6);
    }

    private static boolean sameSegment(SortedDocuments documents, Path set, Path work) throws IOException {
        Path single = work.resolve("single");
        build(documents, single, Scheme.builder().build(), BuildOptions.DEFAULT.duplicates());
        Path adopted = work.resolve("adopted");
        long before = processorNanos();
        IndexWriter.createFrom(adopted, set, AdoptOptions.DEFAULT);
        double adopting = secondsSince(before);
        try (IndexWriter writer = IndexWriter.open(adopted, WriterOptions.DEFAULT)) {
            writer.forceMerge();
        }
        say("adopting took %.1f s of processor time, and merging %.1f s", adopting, secondsSince(before) - adopting);
        boolean same = Files.mismatch(segment(single), segment(adopted)) < 0;
        System.out.println(Files.size(segment(adopted)) + " bytes after adoption and merge, "
                + (same ? "the same as" : "OTHERS THAN") + " those that one machine builds");
        return same;
    }

    /** Writes what one machine drops, with the options that the commands have by default. */
    private static void dedup(SortedDocuments documents, Path lines, Path work) throws IOException {
        Path index = work.resolve("single-dedup");
        build(documents, index, Preset.NEAR_DUPLICATES.scheme().build(), Duplicates.ALIAS);
        long before = processorNanos();
        try (Writer out = Files.newBufferedWriter(lines)) {
            OneMachine.dedup(
                    index, SimilarityOptions.SURVIVORS, line -> out.append(line).append('\n'));
        }
        say("one machine finds what it drops in %.1f s of processor time", secondsSince(before));
    }

    /** The only segment of an index. */
    static Path segment(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index)) {
            List<Path> segments =
                    files.filter(file -> file.toString().endsWith(".whs")).toList();
            if (segments.size() != 1) {
                throw new IllegalStateException(index + " has " + segments.size() + " segments");
            }
            return segments.get(0);
        }
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static double secondsSince(long before) {
        return (processorNanos() - before) / 1e9;
    }

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /**
     * The documents of a table in the order of their ids and texts, in one scratch file. Spark sorts them on disk, so
     * their number is not bounded by memory, and a single build that reads the file does not count what reading the
     * table costs. Rows without an id or a text, and ids that no index takes, are left out and counted, as the jobs do.
     */
    private static final class SortedDocuments {
        private static final int BUFFER = 1 << 20;

        private final Path file;

        private SortedDocuments(Path file) {
            this.file = file;
        }

        /** Receives the documents. */
        interface Consumer {
            void accept(String id, byte[] text) throws IOException;
        }

        /** The documents of a Parquet table, which are sorted if the file does not exist yet. */
        static SortedDocuments of(SparkSession session, String table, Path file) throws IOException {
            if (!Files.exists(file)) {
                Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
                try (DataOutputStream out =
                        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(unfinished), BUFFER))) {
                    Dataset<Row> all = session.read().parquet(table).select("id", "text");
                    Dataset<Row> documents = all.where("octet_length(id) between 1 and 65535 and text is not null");
                    System.out.println(all.count() - documents.count() + " rows are no documents");
                    Iterator<Row> rows = documents.orderBy("id", "text").toLocalIterator();
                    while (rows.hasNext()) {
                        Row row = rows.next();
                        for (int i = 0; i < 2; i++) {
                            byte[] value = row.getString(i).getBytes(StandardCharsets.UTF_8);
                            out.writeInt(value.length);
                            out.write(value);
                        }
                    }
                }
                Files.move(unfinished, file);
            }
            return new SortedDocuments(file);
        }

        /** Reads all documents; returns the bytes of their texts. */
        long forEach(Consumer consumer) throws IOException {
            long bytes = 0;
            long left = Files.size(file);
            try (DataInputStream in =
                    new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
                while (left > 0) {
                    byte[] id = in.readNBytes(in.readInt());
                    byte[] text = in.readNBytes(in.readInt());
                    consumer.accept(new String(id, StandardCharsets.UTF_8), text);
                    bytes += text.length;
                    left -= 2L * Integer.BYTES + id.length + text.length;
                }
            }
            return bytes;
        }
    }
}
