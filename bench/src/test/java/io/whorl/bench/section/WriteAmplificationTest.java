package io.whorl.bench.section;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.LiveBenchmarks.AddBenchmark.CommitPlan;
import io.whorl.bench.jmh.WriterEvents.Kind;
import io.whorl.bench.section.Section.WriteAmplification;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.files.DataFolder;
import io.whorl.lab.files.Folders;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteAmplificationTest {
    @Test
    void commitsAndSealsAreCounted(@TempDir Path folder) throws Exception {
        TextCollection text = TextCollection.load(DataFolder.AUTO, TextCollection.GENERATED);
        WriteAmplification found;
        try (WorkFolder work = WorkFolder.in(folder.toString())) {
            found = WriteAmplification.measure(text, 5_000, 8, work);
        }
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.named(Schemes.DEFAULT));
        long postings = text.thousandWords(40).stream()
                .mapToLong(d -> fingerprinter.fingerprint(d.utf8()).toArray().length)
                .sum();
        assertEquals(postings, found.postings());
        // One document per commit; five fill a live tier, or six if chunks repeat.
        assertEquals(40, found.total(Kind.COMMIT).getCount());
        assertTrue(
                found.total(Kind.SEAL).getCount() >= 40 / 6
                        && found.total(Kind.SEAL).getCount() <= 8,
                found.toString());
        assertTrue(found.total(Kind.COMMIT).getSum() >= 5 * postings, found.toString());
        assertTrue(found.of(Kind.values()) > found.of(Kind.COMMIT) + found.of(Kind.SEAL) - 1e-9, found.toString());
        assertTrue(found.segments() >= 1 && found.segments() <= 8 && found.indexBytes() > 0, found.toString());
        assertEquals(0, Folders.bytes(folder));
    }

    @Test
    void planIsParsedFromItsText() {
        CommitPlan plan = new CommitPlan(100, 50);
        assertEquals(plan, CommitPlan.parse(plan.toString()));
        assertEquals(5_000, plan.documents());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> CommitPlan.parse("100"))
                .getMessage()
                .contains("100x50"));
    }
}
