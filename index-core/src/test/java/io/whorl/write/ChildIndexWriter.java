package io.whorl.write;

import io.whorl.WhorlException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens an index for writing in a process of its own, prints the result, and holds it until its input ends. Arguments:
 * the index, and the {@code LiveMap} option.
 */
public final class ChildIndexWriter {
    private ChildIndexWriter() {}

    public static void main(String[] args) throws IOException {
        WriterOptions options = WriterFixture.SMALL.toBuilder()
                .liveMap(WriterOptions.LiveMap.valueOf(args[1]))
                .build();
        try (IndexWriter writer = IndexWriter.open(Path.of(args[0]), options)) {
            System.out.println("open " + ProcessHandle.current().pid());
            System.in.read();
        } catch (WhorlException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }
}
