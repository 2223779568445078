package io.whorl.bench.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A layout that lost postings would be faster than it is. */
class LiveLayoutTest {
    private static final int DOCUMENTS = 300;

    @ParameterizedTest
    @EnumSource
    void everyLayoutGivesWhatWasAdded(LiveLayout layout, @TempDir Path folder) {
        int[] frequencies = PostingData.frequencies();
        for (PostingData data : PostingData.values()) {
            Map<Long, Long> sums = new HashMap<>();
            long[][] documents = data.documents(DOCUMENTS);
            try (PostingLayout made = layout.create(folder.resolve(data.name()), DOCUMENTS * PostingData.MINUTIAE)) {
                for (int d = 0; d < DOCUMENTS; d++) {
                    made.add(d, documents[d], frequencies);
                    for (int i = 0; i < frequencies.length; i++) {
                        sums.merge(documents[d][i], (long) d + frequencies[i], Long::sum);
                    }
                }
                sums.forEach((minutia, sum) -> assertEquals(sum, made.sum(minutia), data + " " + minutia));
                for (long minutia : data.draws(DOCUMENTS, 1_000, 1)) {
                    assertEquals(sums.get(minutia), made.sum(minutia), data + " " + minutia);
                }
                assertEquals(0, made.sum(-5));
            }
        }
    }
}
