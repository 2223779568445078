package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.ChildJvm;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.scheme.Scheme;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds from more documents than the heap could hold ids. */
class ManyDocumentsTest {
    private static final int DOCUMENTS = LongForm.of(150_000, 300_000);
    private static final String HEAP = "-Xmx" + LongForm.of(40, 64) + "m";
    private static final String LONG = "a-rather-long-name-of-a-folder/".repeat(8);

    @Test
    void manyDocumentsAreBuiltInASmallHeap(@TempDir Path directory) throws Exception {
        List<String> flags = List.of(HEAP, "-XX:+UseSerialGC", "-Dio.whorl.long=" + LongForm.ON);
        try (ChildJvm child =
                ChildJvm.start(flags, Child.class, directory.resolve("index").toString())) {
            assertEquals("built " + DOCUMENTS, child.awaitLine("built"));
        }
    }

    static final class Child {
        public static void main(String[] args) throws Exception {
            Scheme scheme = Scheme.builder().granularity(1).build();
            BuildOptions options =
                    BuildOptions.DEFAULT.memory(16 << 20).threads(2).duplicates(Duplicates.KEEP);
            try (IndexBuilder builder = IndexBuilder.create(Path.of(args[0]), scheme, options)) {
                for (int i = 0; i < DOCUMENTS; i++) {
                    // Neighbouring ids share little, so ids are not compressed well.
                    builder.add(
                            i * 7_919L % DOCUMENTS + "/" + LONG + i, RandomCorpus.utf8("this is document " + i / 2));
                }
                BuildReport report = builder.finish();
                if (report.runs() < 2 || report.duplicates().exact() != DOCUMENTS / 2) {
                    throw new IllegalStateException(report.toString());
                }
                System.out.println("built " + report.documents());
            }
        }
    }
}
