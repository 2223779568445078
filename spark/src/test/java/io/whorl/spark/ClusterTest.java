package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
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
        givesTheBytesOfOneMachine("20000", Map.of());
    }

    @Test
    void aClusterThatLosesExecutorsGivesTheSameOnHdfs() throws Exception {
        try (MiniDFSCluster hdfs = StoresTest.hdfs(folder)) {
            givesTheBytesOfOneMachine("4000", Map.of("STORE", hdfs.getURI().toString()));
        }
    }

    @Test
    void aClusterThatLosesExecutorsGivesTheSameOnAnObjectStoreThatListsLateAndFailsNowAndThen() throws Exception {
        Configuration hadoop = new Configuration(false);
        Path site = folder.resolve("site.xml");
        try (S3Server s3 = new S3Server("cluster/set/");
                Writer out = Files.newBufferedWriter(site)) {
            s3.configure(hadoop);
            hadoop.writeXml(out);
            out.flush();
            givesTheBytesOfOneMachine(
                    "4000", Map.of("STORE", S3Server.name("cluster"), "HADOOP_SITE", site.toString()));
            assertTrue(s3.refused() > 0, "no request was refused");
        }
    }

    private void givesTheBytesOfOneMachine(String documents, Map<String, String> store) throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", Path.of("cluster").toAbsolutePath().toString(), folder + "/cluster", documents)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.putAll(store);
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
