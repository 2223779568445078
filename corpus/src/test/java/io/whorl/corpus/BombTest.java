package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BombTest {
    private static final int LARGE = 64 << 20;

    @TempDir
    Path dir;

    /** What was given and what was passed over, but not the documents' bytes. */
    private record Given(List<String> ids, List<Skipped> skipped) {
        static Given of(ReaderOptions options, Path... sources) throws IOException {
            Given given = new Given(new ArrayList<>(), new ArrayList<>());
            try (CorpusReader reader = CorpusReader.open(List.of(sources), options, given.skipped::add)) {
                for (Optional<Document> d = reader.next(); d.isPresent(); d = reader.next()) {
                    given.ids.add(d.get().id());
                }
            }
            return given;
        }
    }

    private Path ok() throws IOException {
        return Files.writeString(dir.resolve("ok"), "x");
    }

    private Path repeated(String name, byte[] piece, int times) throws IOException {
        Path file = dir.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < times; i++) {
                out.write(piece);
            }
        }
        return file;
    }

    /** If it were unpacked to its end, it would be called a bomb: more than one byte would be made of each. */
    @Test
    void tenGibibytesOfZerosAreOneDocumentTooLargeAndNotUnpacked() throws IOException {
        Path gz = repeated("zeros.gz", Dumps.gzip(new byte[LARGE]), 160);
        Given all = Given.of(ReaderOptions.builder().maxExpansion(1).build(), gz, ok());
        assertEquals(List.of("ok"), all.ids());
        assertEquals(
                List.of(new Skipped(
                        gz.toString(), Skipped.Reason.TOO_LARGE, "larger than the limit of 67108864 bytes")),
                all.skipped());
    }

    @Test
    void aBombIsGivenUpAndTheNextSourceRead() throws IOException {
        byte[] member = Arrays.copyOf(Dumps.tarOf("zeros", new byte[LARGE]), 512 + LARGE);
        Path tgz = repeated("bomb.tgz", Dumps.gzip(member), 160);
        Given all = Given.of(ReaderOptions.builder().maxExpansion(1).build(), tgz, ok());
        assertEquals("ok", all.ids().get(all.ids().size() - 1));
        Skipped last = all.skipped().get(all.skipped().size() - 1);
        assertEquals(tgz.toString(), last.place());
        // Not TOO_LARGE, which costs one document: here all that follow in the file are missing.
        assertEquals(Skipped.Reason.DAMAGED, last.reason());
        assertTrue(last.detail().contains("it unpacks to more than 1 times its size"), last.detail());
        // Members of just the limit, each counted in the tar and out of it, to a little more than one GiB.
        assertTrue(all.ids().size() <= 10, all.ids().toString());
    }

    /** Small at every level, large at the bottom: what is made counts at all levels together. */
    @Test
    void nestedZipBombsAreGivenUp() throws IOException {
        byte[] zip = Dumps.zipOf(new String[] {"0"}, new byte[1 << 20]);
        for (int level = 0; level < 4; level++) {
            String[] names = new String[16];
            byte[][] bodies = new byte[16][];
            for (int i = 0; i < names.length; i++) {
                names[i] = level + "-" + i + ".zip";
                bodies[i] = zip;
            }
            zip = Dumps.zipOf(names, bodies);
        }
        Path bomb = Files.write(dir.resolve("bomb.zip"), zip);
        Given all = Given.of(ReaderOptions.builder().maxExpansion(2).build(), bomb, ok());
        assertEquals("ok", all.ids().get(all.ids().size() - 1));
        assertEquals(
                List.of(Skipped.Reason.DAMAGED),
                all.skipped().stream().map(Skipped::reason).toList());
        assertTrue(all.ids().size() < 1_100, all.ids().size() + " documents");
    }

    /** Only what is made of a file is metered. The gap takes no room on disk. */
    @Test
    void aFileItselfMayBeOfAnySize() throws IOException {
        Path tar = Files.write(dir.resolve("x.tar"), Dumps.tarOf("a", Dumps.utf8("x")));
        try (FileChannel file = FileChannel.open(tar, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(Dumps.tarOf("b", Dumps.utf8("y"))), (1L << 30) + (1 << 20));
        }
        Given all = Given.of(ReaderOptions.builder().maxExpansion(1).build(), tar);
        assertEquals(List.of("a", "b"), all.ids());
        assertEquals(List.of(), all.skipped());
    }
}
