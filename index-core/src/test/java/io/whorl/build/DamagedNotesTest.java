package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.ChildJvm;
import io.whorl.CorruptIndexException;
import io.whorl.build.RunMerge.Run;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The notes of a run that are truncated while a merge reads them give a typed error, and do not end the process. */
class DamagedNotesTest {
    @Test
    void notesThatAreTruncatedWhileTheyAreReadDoNotEndTheProcess(@TempDir Path directory)
            throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(Child.class, directory.toString())) {
            assertEquals("merged all", child.awaitLine("merged"), child.errors());
        }
    }

    static final class Child {
        private static final int MERGES = 400;

        public static void main(String[] args) throws IOException, InterruptedException {
            Path directory = Path.of(args[0]);
            Scheme scheme = Scheme.builder().build();
            BuildOptions options = Runs.SMALL.duplicates(Duplicates.KEEP);
            Path file = RunBuilder.file(directory, 1);
            try (RunBuilder run = new RunBuilder(scheme, options, directory, document -> {})) {
                for (int i = 0; i < 20_000; i++) {
                    run.add("document " + i, ("one of texts " + i).getBytes(StandardCharsets.UTF_8), DocumentDate.NONE);
                }
                run.finish(file);
            }
            Path notes = Run.notes(file);
            byte[] whole = Files.readAllBytes(notes);
            AtomicBoolean ended = new AtomicBoolean();
            Thread truncating = new Thread(() -> truncate(notes, whole, ended));
            truncating.setDaemon(true);
            truncating.start();
            int damaged = 0;
            for (int i = 0; i < MERGES; i++) {
                try {
                    RunMerge.merge(
                            scheme,
                            List.of(file),
                            Duplicates.KEEP,
                            directory.resolve("merged.whs"),
                            options,
                            directory,
                            () -> false);
                } catch (CorruptIndexException e) {
                    damaged++;
                }
            }
            ended.set(true);
            truncating.join();
            System.out.println(damaged > 0 ? "merged all" : "merged without damage");
        }

        private static void truncate(Path notes, byte[] whole, AtomicBoolean ended) {
            try (FileChannel channel = FileChannel.open(notes, StandardOpenOption.WRITE)) {
                while (!ended.get()) {
                    int kept = whole.length / 4;
                    channel.truncate(kept);
                    channel.write(ByteBuffer.wrap(whole, kept, whole.length - kept), kept);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
