package io.whorl.bench;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes a dump of synthetic documents to standard output. */
@Command(name = "dump", mixinStandardHelpOptions = true, showDefaultValues = true)
final class DumpCommand implements Callable<Integer> {
    private static final int BUFFER = 1 << 20;

    @Option(names = "--documents", paramLabel = "N", defaultValue = "2000000")
    private long documents;

    @Option(names = "--document-bytes", paramLabel = "N", defaultValue = "10240")
    private int documentBytes;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
    private long seed;

    @Option(names = "--truth", paramLabel = "FILE")
    private Path truth;

    @Override
    public Integer call() {
        SyntheticDump dump = new SyntheticDump(seed, documents, documentBytes);
        if (truth != null) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(truth), BUFFER)) {
                dump.writeTruth(out);
            } catch (IOException e) {
                System.err.println("the truth cannot be written to " + truth + ": " + e);
                return 1;
            }
        }
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER)) {
            dump.write(out);
        } catch (IOException e) {
            System.err.println("the dump is incomplete: " + e.getMessage());
            return 1;
        }
        return 0;
    }
}
