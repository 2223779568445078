package io.whorl.cli.command;

import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a backup of an index, or brings one up to date. */
@Command(name = "backup")
final class BackupCommand extends IndexCommand {
    private static final double MEGABYTE = 1e6;

    @Parameters(index = "1", paramLabel = "DIR")
    private Path directory;

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        try (InterruptOnExit interruption = new InterruptOnExit();
                Snapshot snapshot = Snapshot.open(index)) {
            Snapshot.Backup made = snapshot.backup(directory);
            note(String.format(
                    Locale.ROOT,
                    "%s is a backup of %s as of commit %d: %s linked, %d copied, %d kept, %d removed; %.1f MB, of which"
                            + " %.1f MB were written",
                    directory,
                    index,
                    made.commit(),
                    Amount.of(made.linked(), "file"),
                    made.copied(),
                    made.kept(),
                    made.removed(),
                    made.bytes() / MEGABYTE,
                    made.written() / MEGABYTE));
            print(new Figures()
                    .count("commit", made.commit())
                    .count("linked", made.linked())
                    .count("copied", made.copied())
                    .count("kept", made.kept())
                    .count("removed", made.removed())
                    .count("bytes", made.bytes())
                    .count("written", made.written()));
        }
        return DONE;
    }
}
