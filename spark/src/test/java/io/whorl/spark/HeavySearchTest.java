package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.spark.SharedLists.HeavySearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class HeavySearchTest {
    private static final StructType FAMILIES = new StructType()
            .add("u", DataTypes.LongType)
            .add("size", DataTypes.IntegerType)
            .add("minutiae", DataTypes.BinaryType);

    private static HeavySearch.HeavyMinutiae find(long maxDf, boolean alias) {
        // All 100 families hold 7 and 9, every second one holds 11, and each holds one minutia alone.
        List<Row> rows = new ArrayList<>();
        for (long u = 0; u < 100; u++) {
            long[] minutiae = LongStream.of(7, 9, u % 2 == 0 ? 11 : 9, 1_000 + u)
                    .distinct()
                    .toArray();
            rows.add(RowFactory.create(u, u == 3 ? 5 : 1, Blocks.encode(minutiae)));
        }
        SimilarPairs.PairRule rule = new SimilarPairs.PairRule(
                Scheme.builder().build().toJson(), Measure.RESEMBLANCE, 0.5, maxDf, Long.MAX_VALUE, alias);
        return new HeavySearch(rule, 1).find(GroupSample.session().createDataFrame(rows, FAMILIES), 100);
    }

    @Test
    void minutiaeAboveTheLimitAreFoundAndCounted() {
        GroupResult.Figures figures = new GroupResult.Figures();
        HeavySearch.HeavyMinutiae heavy = find(60, false);
        heavy.addTo(figures);
        assertEquals(2, heavy.size());
        assertEquals(100, heavy.lists()[heavy.find(7)].held());
        assertEquals(104, heavy.lists()[heavy.find(9)].holders());
        assertTrue(heavy.find(11) < 0);
        assertEquals(2, figures.get("ignoredMinutiae"));
        assertEquals(1, figures.get("ignoredLists"), "the same families hold both");
        assertEquals(208, figures.get("ignoredPostings"));
        assertEquals(0, find(100, true).size());
    }

    @Test
    void numbersOfAllSizesAreReadBack() {
        Random random = new Random(1);
        for (int n = 0; n < 200; n++) {
            int bits = random.nextInt(64);
            long[] numbers = random.longs(n)
                    .map(x -> (x >>> bits) ^ Long.MIN_VALUE)
                    .sorted()
                    .map(x -> x ^ Long.MIN_VALUE)
                    .toArray();
            byte[] bytes = Blocks.encode(numbers);
            assertEquals(n, Blocks.count(bytes));
            assertArrayEquals(numbers, Blocks.decode(bytes));
        }
        long[] ends = {0, 0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1};
        assertArrayEquals(ends, Blocks.decode(Blocks.encode(ends)));
    }
}
