package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.ChildJvm;
import io.whorl.LongForm;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Builds in a heap of 64 MiB from documents that repeat one word or never repeat any. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SmallHeapBuildTest {
    private static final int COPIES = LongForm.of(5, 12);
    private static final int ONE_WORD = 16 << 20;
    private static final int DISTINCT = LongForm.of(3_000_000, 5_000_000);
    /** A word and a space. */
    private static final int WIDTH = 6;

    @TempDir
    Path directory;

    @Test
    void largeDocumentsAreBuiltInASmallHeap() throws Exception {
        List<String> flags = List.of("-Xmx64m", "-XX:+UseSerialGC", "-Dio.whorl.long=" + LongForm.ON);
        try (ChildJvm child = ChildJvm.start(flags, Child.class, directory.toString())) {
            String copies = ": " + COPIES + " documents, 1 minutiae, " + COPIES + " postings, refused []";
            assertEquals("one word" + copies, child.awaitLine("one word"));
            assertEquals("counted" + copies, child.awaitLine("counted"));
            int chunks = DISTINCT - 3;
            assertEquals(
                    "distinct: 1 documents, " + chunks + " minutiae, " + chunks + " postings, refused []",
                    child.awaitLine("distinct"));
            assertEquals("held: 1 documents, 1 minutiae, 1 postings, refused [large]", child.awaitLine("held"));
        }
    }

    static final class Child {
        private static final BuildOptions OPTIONS =
                BuildOptions.DEFAULT.memory(16 << 20).threads(2);

        public static void main(String[] args) throws IOException {
            Path directory = Path.of(args[0]);
            byte[] oneWord = new byte[ONE_WORD];
            Arrays.fill(oneWord, (byte) ' ');
            for (int i = 0; i < oneWord.length; i += WIDTH) {
                Arrays.fill(oneWord, i, Math.min(oneWord.length, i + WIDTH - 1), (byte) 'a');
            }
            // The last word is cut to the other documents' length.
            Arrays.fill(oneWord, oneWord.length / WIDTH * WIDTH, oneWord.length, (byte) ' ');
            repeat(directory, "one word", Scheme.builder().build(), oneWord);
            repeat(
                    directory,
                    "counted",
                    Scheme.builder().granularity(1).frequencies(true).build(),
                    oneWord);
            oneWord = null;
            byte[] distinct = distinct();
            // With 64 bits none of these minutiae collide.
            single(directory, "distinct", Scheme.builder().bits(64).build(), distinct, false);
            single(
                    directory,
                    "held",
                    Scheme.builder().selection("rarest-in-document", Map.of()).build(),
                    distinct,
                    true);
        }

        private static byte[] distinct() {
            byte[] text = new byte[DISTINCT * WIDTH];
            Arrays.fill(text, (byte) ' ');
            for (int i = 0; i < DISTINCT; i++) {
                int rest = i;
                for (int j = 0; j < WIDTH - 1; j++) {
                    text[i * WIDTH + j] = (byte) ('a' + rest % 26);
                    rest /= 26;
                }
            }
            return text;
        }

        private static void repeat(Path directory, String name, Scheme scheme, byte[] text) throws IOException {
            List<String> refused = new ArrayList<>();
            try (IndexBuilder builder =
                    IndexBuilder.create(directory.resolve(name), scheme, OPTIONS, r -> refused.add(r.id()))) {
                for (int i = 0; i < COPIES; i++) {
                    builder.add("document " + i, text);
                }
                print(name, builder.finish(), refused);
            }
        }

        private static void single(Path directory, String name, Scheme scheme, byte[] text, boolean small)
                throws IOException {
            List<String> refused = new ArrayList<>();
            try (IndexBuilder builder =
                    IndexBuilder.create(directory.resolve(name), scheme, OPTIONS, r -> refused.add(r.id()))) {
                builder.add("large", text);
                if (small) {
                    builder.add("small", "one two three four".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                }
                print(name, builder.finish(), refused);
            }
        }

        private static void print(String name, BuildReport report, List<String> refused) {
            System.out.println(name + ": " + report.documents() + " documents, " + report.minutiae() + " minutiae, "
                    + report.postings() + " postings, refused " + refused);
        }
    }
}
