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

/** Writes a dump of synthetic documents to standard output. */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Writes JSON lines of synthetic documents to standard output. A quarter of them are versions or "
                + "copies of"
                + " others. Equal seeds give equal dumps.",
        footerHeading = "%nExample:%n",
        footer = "  java -jar bench.jar dump --documents 1000 > dump.jsonl")
final class DumpCommand implements Callable<Integer> {
    private static final int BUFFER = 1 << 20;

    @Option(names = "--documents", paramLabel = "N", defaultValue = "2000000", description = "The number of documents.")
    private long documents;

    @Option(
            names = "--document-bytes",
            paramLabel = "N",
            defaultValue = "10240",
            description = "The size of each text, rounded up to a whole sentence; 64 to 1000000000.")
    private int documentBytes;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "The random seed.")
    private long seed;

    @Override
    public Integer call() {
        SyntheticDump dump = new SyntheticDump(seed, documents, documentBytes);
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER)) {
            dump.write(out);
        } catch (IOException e) {
            System.err.println("the dump is incomplete: " + e.getMessage());
            return 1;
        }
        return 0;
    }
}
