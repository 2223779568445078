package io.whorl.spark;

import com.sun.management.OperatingSystemMXBean;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/**
 * Makes the sample of the script {@code cluster}, and compares what the cluster made with what one machine builds:
 * {@code ClusterCheck table TAR.GZ|NUMBER TABLE}, then {@code ClusterCheck compare TABLE SET WORK}.
 */
public final class ClusterCheck {
    private static final int FILES = 8;

    private ClusterCheck() {}

    /** Runs a part; exit code 1 if the bytes differ. */
    public static void main(String[] arguments) throws IOException {
        SparkSession session = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", false)
                .getOrCreate();
        boolean right = true;
        if (arguments[0].equals("table")) {
            table(session, arguments[1], arguments[2]);
        } else {
            right = compare(session, arguments[1], Path.of(arguments[2]), Path.of(arguments[3]));
        }
        session.stop();
        System.exit(right ? 0 : 1);
    }

    private static void table(SparkSession session, String source, String table) throws IOException {
        List<Row> rows =
                source.matches("\\d+") ? SampleDocuments.rows(Integer.parseInt(source)) : archive(Path.of(source));
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

    private static boolean compare(SparkSession session, String table, Path set, Path work) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (Iterator<Row> all = session.read().parquet(table).orderBy("id").toLocalIterator(); all.hasNext(); ) {
            rows.add(all.next());
        }
        Path single = work.resolve("single");
        long bytes = 0;
        long before = processorNanos();
        BuildOptions options = BuildOptions.builder().threads(1).build();
        try (IndexBuilder builder = IndexBuilder.create(single, Scheme.builder().build(), options)) {
            for (Row row : rows) {
                byte[] text = row.getString(1).getBytes(StandardCharsets.UTF_8);
                bytes += text.length;
                builder.add(row.getString(0), text);
            }
            builder.finish();
        }
        System.out.printf(
                Locale.ROOT,
                "one machine: %.1f s of processor time for %.1f MB of text%n",
                (processorNanos() - before) / 1e9,
                bytes / 1e6);
        Path adopted = work.resolve("adopted");
        IndexWriter.createFrom(adopted, set, AdoptOptions.DEFAULT);
        try (IndexWriter writer = IndexWriter.open(adopted, WriterOptions.DEFAULT)) {
            writer.forceMerge();
        }
        boolean same = Files.mismatch(segment(single), segment(adopted)) < 0;
        System.out.println(Files.size(segment(adopted)) + " bytes after adoption and merge, "
                + (same ? "the same as" : "OTHERS THAN") + " those that one machine builds");
        return same;
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

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
