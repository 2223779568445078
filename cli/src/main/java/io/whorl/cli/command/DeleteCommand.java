package io.whorl.cli.command;

import io.whorl.cli.input.IdList;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.store.DocumentId;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes documents from an index, in one commit. */
@Command(
        name = "delete",
        sortOptions = false,
        abbreviateSynopsis = true,
        header = "Deletes documents from an index.",
        description = {
            "%nWhen the command returns, the documents are no longer found. Ids that the index does not"
                    + " have are reported;"
                    + " they are not a failure. If the merge after the commit fails, a warning reports it, and the exit"
                    + " code is that of the commit."
        },
        exitCodeList = {HelpText.DONE, "1:Failed. Nothing was deleted.", HelpText.WRONG_USAGE},
        footerHeading = HelpText.EXAMPLES,
        footer = {"  whorl delete index articles/old.txt", "  grep -l DRAFT *.txt | whorl delete index --ids -"})
final class DeleteCommand extends Subcommand {
    private static final int MAX_REPORTS = 100;

    @Parameters(index = "0", paramLabel = "INDEX", description = HelpText.INDEX)
    private Path index;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "The ids of the documents.")
    private List<String> ids = List.of();

    @Option(
            names = "--ids",
            paramLabel = "FILE|-",
            description = "Also delete the documents whose ids are in a file, one per line, or in standard input"
                    + " (default: none).")
    private Path idFile;

    @Override
    public Integer call() throws IOException {
        if (ids.isEmpty() && idFile == null) {
            throw usage().error("no document is named; give an ID, or --ids with a file of ids");
        }
        for (String id : ids) {
            usage().checked(() -> DocumentId.utf8(id));
        }
        List<String> all = new ArrayList<>(ids);
        if (idFile != null) {
            all.addAll(IdList.read(idFile, console().streams()));
        }
        long deleted = delete(all);
        console().note("deleted " + Amount.of(deleted, "document"));
        try (Records records = console().oneRecord(columns(Column.number("deleted"), Column.number("notFound")))) {
            records.add(Value.count(deleted), Value.count(all.size() - deleted));
        }
        return DONE;
    }

    private long delete(List<String> all) throws IOException {
        long deleted = 0;
        long missing = 0;
        try (IndexWriter writer = IndexWriter.open(
                index,
                WriterOptions.builder()
                        .liveMap(LiveMap.NONE)
                        .threads(whorl.threads())
                        .build())) {
            for (String id : all) {
                if (writer.delete(id)) {
                    deleted++;
                } else if (++missing <= MAX_REPORTS) {
                    console().warn("not found: " + id);
                }
            }
            writer.commit();
            AfterCommit after = new AfterCommit(console(), index);
            after.merge(writer);
            after.close(writer);
        }
        if (missing > MAX_REPORTS) {
            console().warn(String.format(Locale.ROOT, "not found: %,d more", missing - MAX_REPORTS));
        }
        return deleted;
    }
}
