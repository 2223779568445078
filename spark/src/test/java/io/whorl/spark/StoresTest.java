package io.whorl.spark;

import static io.whorl.spark.DataFramesTest.lines;
import static io.whorl.spark.DataFramesTest.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.Duplicates;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.spark.GroupSample.Document;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.Ended;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** All jobs on HDFS and on an object store, which this process starts on loopback addresses. */
@EnabledIfSystemProperty(named = "io.whorl.long", matches = "true", disabledReason = "runs with -Plong")
class StoresTest {
    private static final List<Document> DOCUMENTS = GroupSample.of(3, 60);

    @TempDir
    private Path folder;

    @AfterEach
    void forgetSession() {
        SparkSession.clearActiveSession();
    }

    @Test
    void allJobsRunOnHdfs() throws Exception {
        try (MiniDFSCluster hdfs = hdfs(folder)) {
            allJobsRunAt(hdfs.getURI() + "/", hdfs.getConfiguration(0), () -> {});
        }
    }

    /** A cluster of HDFS in this process. */
    static MiniDFSCluster hdfs(Path folder) throws IOException {
        Configuration hadoop = new Configuration();
        hadoop.set("dfs.namenode.http-address", "127.0.0.1:0");
        hadoop.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        MiniDFSCluster hdfs = new MiniDFSCluster.Builder(hadoop).numDataNodes(1).build();
        hdfs.waitActive();
        return hdfs;
    }

    @Test
    void allJobsRunOnAnObjectStoreThatListsLateAndFailsNowAndThen() throws Exception {
        Configuration hadoop = new Configuration(false);
        try (S3Server s3 = new S3Server("set/")) {
            s3.configure(hadoop);
            allJobsRunAt(S3Server.name(""), hadoop, s3::listAll);
            assertTrue(s3.refused() > 0, "no request was refused");
            assertTrue(s3.listedLate() > 0, "nothing was listed late");
        }
    }

    private void allJobsRunAt(String store, Configuration hadoop, Runnable listAll) throws Exception {
        SparkSession session = GroupSample.session();
        Map<String, String> settings = new TreeMap<>();
        hadoop.forEach(entry -> {
            if (entry.getKey().startsWith("fs.s3a.")) {
                settings.put(entry.getKey(), entry.getValue());
            }
        });
        settings.forEach((name, value) -> {
            session.conf().set(name, value);
            // What --conf spark.hadoop.… sets for the commands that run no job.
            SparkHadoopUtil.get().conf().set(name, value);
        });
        SparkSession.setActiveSession(session);
        String table = store + "table";
        session.createDataFrame(GroupSample.frame(DOCUMENTS).javaRDD(), GroupSample.SCHEMA)
                .write()
                .parquet(table);

        // A build, which is copied and adopted.
        run(new Build(), store + "set " + table + " --shards=3 --partition=hash")
                .exits(0);
        run(new Fetch(), store + "set " + folder.resolve("set")).exits(0);
        SegmentSet.read(folder.resolve("set")).verify(folder.resolve("set"));
        Path index = folder.resolve("index");
        IndexWriter.createFrom(index, folder.resolve("set"), AdoptOptions.DEFAULT);
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT)) {
            writer.forceMerge();
        }
        assertEquals(
                -1,
                Files.mismatch(
                        ClusterCheck.segment(single(Scheme.builder().build(), Duplicates.IGNORE)),
                        ClusterCheck.segment(index)));
        listAll.run();
        assertEquals("", run(new Orphans(), store + "set").exits(0).out());
        run(new Build(), store + "set " + table + " --shards=3").exits(1);

        // Clusters and survivors.
        run(new Clusters(), store + "clusters " + table + " --result-format=json")
                .exits(0);
        assertEquals(
                OneMachine.clusters(folder.resolve("single"), SimilarityOptions.CLUSTERS),
                lines(session, store + "clusters"));
        run(new Dedup(), store + "dropped " + table + " --result-format=json --write=" + store + "clean")
                .exits(0);
        List<String> dropped = OneMachine.dedup(
                single(Preset.NEAR_DUPLICATES.scheme().build(), Duplicates.ALIAS), SimilarityOptions.SURVIVORS);
        assertEquals(dropped, lines(session, store + "dropped"));
        assertEquals(
                DOCUMENTS.size() - dropped.size(),
                lines(session, store + "clean").size());
    }

    /** An index that one machine builds in the order of ids. */
    private Path single(Scheme scheme, Duplicates duplicates) throws IOException {
        Path index = folder.resolve(duplicates == Duplicates.ALIAS ? "single-alias" : "single");
        // The jobs read no dates.
        List<Document> sorted = DOCUMENTS.stream()
                .sorted(Comparator.comparing(Document::id))
                .map(d -> new Document(d.id(), d.text(), null, d.rank()))
                .toList();
        OneMachine.build(index, sorted, scheme, duplicates);
        return index;
    }

    // The script cluster: real processes, one of which is killed.

    private static final int SECONDS = 30 * 60;

    @Test
    @EnabledOnOs(OS.LINUX)
    void aClusterThatLosesExecutorsGivesTheBytesOfOneMachine() throws Exception {
        givesTheBytesOfOneMachine("20000", Map.of());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aClusterThatLosesExecutorsGivesTheSameOnHdfs() throws Exception {
        try (MiniDFSCluster hdfs = StoresTest.hdfs(folder)) {
            givesTheBytesOfOneMachine("4000", Map.of("STORE", hdfs.getURI().toString()));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
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
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", Path.of("cluster").toAbsolutePath().toString(), folder + "/cluster", documents)
                .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.putAll(store);
        environment.put("SPARK_HOME", StockSparkTest.home().toString());
        environment.put("WHORL_SPARK_JAR", StockSparkTest.jar(folder).toString());
        environment.put("CHECK_CLASSES", ChildJvm.location(StoresTest.class).toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        String said = Ended.of(builder, SECONDS).exits(0).out();
        assertTrue(said.contains("killed executor"), said);
        assertTrue(said.contains("the same as those that one machine builds"), said);
        assertTrue(said.contains("lines, the same as those of one machine"), said);
    }
}
