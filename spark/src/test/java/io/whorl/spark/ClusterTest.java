package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the script {@code cluster}: real processes, one of which is killed. */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "io.whorl.long", matches = "true", disabledReason = "runs with -Plong")
class ClusterTest {
    private static final int MINUTES = 30;

    @TempDir
    private Path folder;

    @Test
    void aClusterThatLosesExecutorsGivesTheBytesOfOneMachine() throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", Path.of("cluster").toAbsolutePath().toString(), folder + "/cluster", "20000")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("SPARK_HOME", StockSpark.home().toString());
        environment.put("WHORL_SPARK_JAR", StockSpark.jar(folder).toString());
        environment.put("CHECK_CLASSES", StockSpark.place(ClusterTest.class).toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        Process cluster = builder.start();
        try {
            assertTrue(cluster.waitFor(MINUTES, TimeUnit.MINUTES), Files.readString(output));
            String said = Files.readString(output);
            assertEquals(0, cluster.exitValue(), said);
            assertTrue(said.contains("killed executor"), said);
            assertTrue(said.contains("the same as those that one machine builds"), said);
            assertTrue(said.contains("lines, the same as those of one machine"), said);
        } finally {
            // The script ends its processes when it is told to end.
            cluster.destroy();
        }
    }
}
