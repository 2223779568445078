package io.whorl.cli.command;

import io.whorl.LimitExceededException;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes documents from an index, in one commit. */
@Command(name = "delete")
final class DeleteCommand extends IndexCommand {
    /** Of the heap, the part for the ids of a commit is one over this. */
    private static final int HEAP_SHARE = 4;
    /** An id that waits for its commit: its entry in a hash map, and its objects. */
    private static final int ID_BYTES = 96;
    /** A character of it: in a string and in the bytes of the commit, which grow by copying. */
    private static final long CHARACTER_BYTES = 3;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID")
    private List<String> ids = List.of();

    @Option(names = "--ids", paramLabel = "FILE|-")
    private Path idFile;

    @Override
    public Integer call() throws IOException {
        usage().refuse(
                        ids.isEmpty() && idFile == null,
                        "no document is named; give an ID, or --ids with a file of ids");
        try (ListedIds listed = ListedIds.open(ids, Optional.ofNullable(idFile), usage(), console())) {
            requireMemory(listed, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
            long deleted = delete(listed);
            note("deleted " + Amount.of(deleted, "document"));
            print(new Figures().count("deleted", deleted).count("notFound", listed.size() - deleted));
            return DONE;
        }
    }

    /**
     * Checks that the ids fit in memory. The writer holds them until their commit.
     *
     * @param most bytes of heap
     * @throws LimitExceededException if they do not
     */
    static void requireMemory(Iterable<String> ids, long most) {
        long bytes = 0;
        for (String id : ids) {
            bytes += ID_BYTES + CHARACTER_BYTES * id.length();
            LimitExceededException.require(
                    "bytes of heap for the ids of one deletion",
                    bytes,
                    most,
                    "nothing was deleted; delete parts of the list one after another, or start java with a larger heap,"
                            + " such as -Xmx4g");
        }
    }

    private long delete(ListedIds listed) throws IOException {
        long deleted = 0;
        try (IndexWriter writer = writer(index)) {
            for (String id : listed) {
                if (writer.delete(id)) {
                    deleted++;
                } else {
                    listed.missing(id);
                }
            }
            writer.commit();
            AfterCommit after = new AfterCommit(console(), index);
            after.merge(writer);
            after.close(writer);
        }
        listed.reportMissing();
        return deleted;
    }
}
