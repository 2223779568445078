package io.whorl.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process to kill: {@code INDEX SEED}. Continues an index from its current commit by a {@link Script}, and prints the
 * number of the commit that it found, and of each commit that returned.
 */
final class KilledWriter {
    private static final int SEAL = 17;
    private static final int MERGE = 29;
    private static final int REOPEN = 43;

    private KilledWriter() {}

    public static void main(String[] args) throws IOException {
        Path index = Path.of(args[0]);
        Script script = new Script(Long.parseLong(args[1]));
        while (true) {
            try (IndexWriter writer = Files.exists(index.resolve("MANIFEST"))
                    ? IndexWriter.open(index, Script.TIGHT)
                    : IndexWriter.create(index, Script.SCHEME, Script.TIGHT)) {
                // A commit without changes returns the number of the last one.
                long number = writer.commit();
                System.out.println("open " + number);
                do {
                    number++;
                    script.give(writer, number);
                    if (writer.commit() != number) {
                        throw new IllegalStateException("commit " + number + " has another number");
                    }
                    System.out.println("commit " + number);
                    if (number % SEAL == 0) {
                        writer.seal();
                    }
                    if (number % MERGE == 0) {
                        writer.forceMerge();
                    }
                } while (number % REOPEN != 0);
            }
        }
    }
}
