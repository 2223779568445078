package io.whorl.spark;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Documents that share passages, with ids in no order. */
final class SampleDocuments {
    static final StructType SCHEMA =
            new StructType().add("id", DataTypes.StringType).add("text", DataTypes.StringType);

    private SampleDocuments() {}

    /** Rows of an id and a text. The ids differ in length and have letters beyond ASCII. */
    static List<Row> rows(int count) {
        Random random = new Random(20);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = (i % 3 == 0 ? "é" : i % 3 == 1 ? "Z" : "doc/") + i * 7_919 % count;
            StringBuilder text = new StringBuilder();
            for (int passage = 0; passage < 4; passage++) {
                Random words = new Random(random.nextInt(count));
                words.ints(30, 0, 5_000)
                        .forEach(word -> text.append('w').append(word).append(' '));
            }
            rows.add(RowFactory.create(id, text.toString()));
        }
        return rows;
    }

    /** Rows of which every fourth is a version of the row before it: it lacks a few words. */
    static List<Row> versions(int count) {
        List<Row> rows = rows(count);
        for (int i = 3; i < count; i += 4) {
            String text = rows.get(i - 1).getString(1);
            rows.set(i, RowFactory.create(rows.get(i).getString(0), text.substring(text.indexOf(' ', 10 + i % 90))));
        }
        return rows;
    }

    /** A DataFrame of rows. */
    static Dataset<Row> frame(List<Row> rows) {
        return session().createDataFrame(rows, SCHEMA);
    }

    /** A DataFrame of pairs of an id and a text. */
    static Dataset<Row> frame(String[]... rows) {
        return frame(Arrays.stream(rows)
                .map(row -> RowFactory.create((Object[]) row))
                .toList());
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final Path DIRECTORY = Path.of("target", "spark").toAbsolutePath();

    /**
     * The Spark session that all tests share: two threads, and tasks that are tried up to four times. It starts with
     * the first test that asks for it, and ends with the JVM. Tests may change settings of SQL only in a
     * {@link SparkSession#newSession}.
     */
    static SparkSession session() {
        return Holder.SESSION;
    }

    private static final class Holder {
        static final SparkSession SESSION = start();

        private static SparkSession start() {
            SparkSession session = SparkSession.builder()
                    .master("local[2,4]")
                    .appName("whorl-spark tests")
                    .config("spark.driver.host", "localhost")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.ui.enabled", false)
                    .config("spark.local.dir", DIRECTORY.resolve("local").toString())
                    .config(
                            "spark.sql.warehouse.dir",
                            DIRECTORY.resolve("warehouse").toString())
                    .config("spark.sql.shuffle.partitions", 2)
                    // Compiling the code that Spark generates costs more than it gives in tests.
                    .config("spark.sql.codegen.wholeStage", false)
                    .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                    .getOrCreate();
            Runtime.getRuntime().addShutdownHook(new Thread(session::stop));
            return session;
        }
    }
}
