package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.query.Search.SearchThreads;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchThreadsTest {
    private static final int BYTES = 1 << 20;

    /** What the tasks read; written, so that the compiler keeps the reads. */
    private long read;

    /**
     * In compiled code, the JVM reports a page that is gone some instructions after the access: after the end of the
     * task, if nothing makes it report earlier. The counts of the task would then be used.
     */
    @Test
    void aPageThatIsGoneFailsTheTaskThatReadIt(@TempDir Path directory) throws IOException {
        MappedByteBuffer whole = mapped(directory.resolve("whole"));
        MappedByteBuffer cut = mapped(directory.resolve("cut"));
        try (FileChannel channel = FileChannel.open(directory.resolve("cut"), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        SearchThreads threads = new SearchThreads(2);
        for (int i = 0; i < 200_000; i++) {
            task(whole, i).accept(1);
        }
        for (int i = 0; i < 100; i++) {
            IntConsumer task = task(cut, i);
            InternalError e = assertThrows(InternalError.class, () -> threads.run(2, task));
            assertTrue(e.getMessage().contains("unsafe memory access"), e.getMessage());
        }
        threads.close();
    }

    private IntConsumer task(MappedByteBuffer bytes, int i) {
        return number -> {
            if (number == 1) {
                read += bytes.getLong(i * 8 & BYTES - 8);
            }
        };
    }

    private static MappedByteBuffer mapped(Path file) throws IOException {
        Files.write(file, new byte[BYTES]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES);
        }
    }
}
