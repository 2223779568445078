package io.whorl.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Test
    void itWritesWholeLines() throws IOException {
        Random random = new Random(1);
        StringBuilder all = new StringBuilder();
        int writes = 0;
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(new StandardOutput(written), StandardCharsets.UTF_8), 1 << 10)) {
            for (int i = 0; i < 5_000; i++) {
                int before = written.size();
                String line = "\u00fc\ud83d\ude00x".repeat(random.nextInt(40)) + (i % 7 == 0 ? "\n\n" : "\n");
                out.write(line);
                all.append(line);
                String sofar = written.toString(StandardCharsets.UTF_8);
                assertTrue(sofar.isEmpty() || sofar.endsWith("\n"), sofar.substring(Math.max(0, sofar.length() - 20)));
                writes += written.size() > before ? 1 : 0;
            }
            assertTrue(writes > 10, "nothing was written before the end");
            out.write("end");
            all.append("end");
        }
        assertEquals(all.toString(), written.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aLineThatIsTooLongToKeepIsWrittenInPieces() throws IOException {
        byte[] piece = "x".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        try (StandardOutput out = new StandardOutput(written)) {
            for (int i = 1; i <= 100; i++) {
                out.write(piece);
                assertTrue((long) i * piece.length - written.size() <= 1 << 20, "it keeps the line");
            }
        }
        assertEquals(100 * piece.length, written.size());
    }
}
