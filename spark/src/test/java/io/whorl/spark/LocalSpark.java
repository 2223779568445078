package io.whorl.spark;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/**
 * The Spark session that all tests share: two threads, and tasks that are tried up to four times. It starts with the
 * first test that asks for it, and ends with the JVM. Tests may change settings of SQL only in a
 * {@link SparkSession#newSession}.
 */
public final class LocalSpark {
    private static final Path DIRECTORY = Path.of("target", "spark").toAbsolutePath();

    private LocalSpark() {}

    public static SparkSession session() {
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
