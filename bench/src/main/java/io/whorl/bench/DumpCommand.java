package io.whorl.bench;

import io.whorl.bench.data.SyntheticDump;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes a dump of made-up documents to standard output, for as long as somebody reads it. */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Writes JSON lines of made-up documents to standard output: a quarter of them are versions or copies of"
                        + " others. The same seed gives the same dump.")
final class DumpCommand implements Callable<Integer> {
    private static final int BUFFER = 1 << 20;

    @Option(names = "--documents", paramLabel = "N", defaultValue = "2000000", description = "How many.")
    private long documents;

    @Option(
            names = "--document-bytes",
            paramLabel = "N",
            defaultValue = "10240",
            description = "Text of each, to within a sentence; 64 to 1000000000.")
    private int documentBytes;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Which dump.")
    private long seed;

    @Override
    public Integer call() {
        SyntheticDump dump = new SyntheticDump(seed, documents, documentBytes);
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER)) {
            dump.write(out);
        } catch (IOException e) {
            System.err.println("the dump broke off: " + e.getMessage());
            return 1;
        }
        return 0;
    }
}
