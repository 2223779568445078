package io.whorl.cli.command;

import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.store.DocumentId;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Deletes documents from an index, in one commit. */
@Command(
        name = "delete",
        description = {
            "Deletes documents from an index, by their ids. Ids that it does not hold are reported; that is no failure.",
            "The documents are gone when the command returns. Merging follows; if it fails, that is a warning, and",
            "the exit code is the commit's."
        })
final class DeleteCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "ID", description = "The documents' ids.")
    private List<String> ids;

    @Override
    public Integer call() throws IOException {
        for (String id : ids) {
            usage().checked(() -> DocumentId.utf8(id));
        }
        long deleted = 0;
        try (IndexWriter writer = IndexWriter.open(
                index,
                WriterOptions.builder()
                        .liveMap(LiveMap.NONE)
                        .threads(whorl.threads())
                        .build())) {
            for (String id : ids) {
                if (writer.delete(id)) {
                    deleted++;
                } else {
                    console().warn("not found: " + id);
                }
            }
            writer.commit();
            AfterCommit after = new AfterCommit(console(), index);
            after.merge(writer);
            after.close(writer);
        }
        console().note("deleted " + deleted + " of " + ids.size() + " documents");
        try (Records records = console().oneRecord(columns(Column.number("deleted"), Column.number("notFound")))) {
            records.add(Value.count(deleted), Value.count(ids.size() - deleted));
        }
        return DONE;
    }
}
