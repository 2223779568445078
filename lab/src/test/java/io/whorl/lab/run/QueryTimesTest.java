package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QueryTimesTest {
    @Test
    void quantilesUseTheMedianOfEachQuery() {
        QueryTimes times =
                QueryTimes.of(new long[][] {{9_000, 1_000, 2_000}, {4_000, 4_000, 90_000}, {1, 8_000, 8_000}});
        assertEquals(3, times.samples());
        assertEquals(2, times.micros(0.01));
        assertEquals(4, times.micros(0.5));
        assertEquals(8, times.micros(0.99));
    }

    @Test
    void ninetyNinthPercentileOfTwoHundredIsTheLastButTwo() {
        long[][] rounds = new long[200][1];
        for (int i = 0; i < 200; i++) {
            rounds[i][0] = 1_000L * (200 - i);
        }
        assertEquals(198, QueryTimes.of(rounds).micros(0.99));
        assertEquals(100, QueryTimes.of(rounds).micros(0.5));
    }
}
