package io.whorl.lucene.index;

import io.whorl.lucene.OutOfStepException;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;

/** Brings Whorl's index in step with Lucene's when both are opened. */
final class StepRepair {
    /** The name of the number of Whorl's commit in the user data of Lucene's commit. */
    static final String COMMIT = "whorl.commit";

    private StepRepair() {}

    /** The number in the user data of Lucene's last commit; empty if it has none. */
    static OptionalLong committed(org.apache.lucene.index.IndexWriter lucene) {
        Iterable<Map.Entry<String, String>> data = lucene.getLiveCommitData();
        if (data == null) {
            return OptionalLong.empty();
        }
        return StreamSupport.stream(data.spliterator(), false)
                .filter(e -> e.getKey().equals(COMMIT))
                .mapToLong(e -> Long.parseLong(e.getValue()))
                .findFirst();
    }

    /**
     * Compares the two indexes, and replays or drops the journal.
     *
     * @param expected the number in Lucene's commit; empty if it has none
     * @param empty whether the Lucene index has no document
     * @throws OutOfStepException if they do not belong together, or the journal that is needed is not whole
     */
    static WhorlIndexer.Opening repair(
            OptionalLong expected, boolean empty, IndexWriter whorl, Path index, Path journal, boolean adopt)
            throws IOException {
        long found = whorl.commit();
        Optional<Long> journaled = JournalReader.commit(journal);
        boolean known = expected.isPresent() || empty && found == 0;
        long commit = expected.orElse(0);
        WhorlIndexer.Opening opening = WhorlIndexer.Opening.IN_STEP;
        if (known && found == commit - 1 && journaled.equals(Optional.of(commit))) {
            replay(journal, whorl);
            opening = WhorlIndexer.Opening.REPLAYED;
        } else if (!adopt && (!known || found != commit)) {
            String reason = journaled
                    .map(number -> "the journal " + journal + " holds commit " + number)
                    .orElse("there is no whole journal " + journal);
            throw new OutOfStepException(index, expected.orElse(-1), found, reason);
        } else if (java.nio.file.Files.exists(journal) && !journaled.equals(Optional.of(commit))) {
            opening = WhorlIndexer.Opening.DROPPED;
        }
        Journal.delete(journal);
        return opening;
    }

    private static void replay(Path journal, IndexWriter whorl) throws IOException {
        JournalReader.replay(journal, new JournalReader.Changes() {
            @Override
            public void add(String id, byte[] text) throws IOException {
                whorl.add(id, text);
            }

            @Override
            public void delete(String id) throws IOException {
                whorl.delete(id);
            }
        });
        whorl.commit();
    }
}
