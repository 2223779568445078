package io.whorl.bench.rival;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.LookupBenchmarks.LineFloor;
import io.whorl.bench.rival.ChronicleMapRival.ChronicleTable;
import io.whorl.bench.rival.Rival.SingletonTable;
import io.whorl.bench.rival.WhorlRival.WhorlSegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingletonTableTest {
    private final SingletonSet set = new SingletonSet(20_000, 900);

    @Test
    void whorlsTableHoldsTheSet(@TempDir Path folder) throws Exception {
        WhorlSegment.build(set, folder.resolve("segment"));
        holdsTheSet(WhorlSegment.open(folder.resolve("segment")));
    }

    @Test
    void rivalTablesHoldTheSetWhenBuiltAndWhenReopened(@TempDir Path folder) throws Exception {
        try (WorkFolder work = WorkFolder.in(folder.toString())) {
            for (int time = 0; time < 2; time++) {
                holdsTheSet(ChronicleTable.ofInts(set, work));
                holdsTheSet(ChronicleTable.ofLongs(set, work));
                holdsTheSet(SparkeyRival.made(set, work));
            }
        }
    }

    @Test
    void floorReadsTheFirstWordOfDrawnLines(@TempDir Path folder) throws Exception {
        byte[] lines = new byte[64 * 100];
        for (int line = 0; line < 100; line++) {
            lines[64 * line] = 1;
        }
        LineFloor floor = LineFloor.of(Files.write(folder.resolve("lines"), lines), 1_000, 5);
        assertEquals(700, floor.readKnown(200, 900));
        assertEquals(700, floor.read(700));
        assertEquals(700, floor.read(700));
    }

    private void holdsTheSet(SingletonTable opened) throws Exception {
        try (SingletonTable table = opened) {
            for (int i = 0; i < set.count(); i++) {
                assertEquals(set.document(i), table.find(set.minutia(i)), "minutia " + i);
                assertEquals(
                        SingletonTable.ABSENT, table.find(set.minutia(set.count() + (long) i)), "absent minutia " + i);
            }
            assertTrue(table.bytes() > 5L * set.count() && table.bytes() < 60L * set.count(), table.bytes() + " bytes");
            long[] hits = set.hits(3_000, 1);
            long[] found = new long[hits.length];
            table.findAll(hits, 0, hits.length, found);
            for (int i = 0; i < hits.length; i++) {
                assertEquals(table.find(hits[i]), found[i]);
            }
        }
    }
}
