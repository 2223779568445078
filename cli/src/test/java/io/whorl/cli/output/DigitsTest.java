package io.whorl.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigitsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 7, -7, 999, -999, 1_000, -1_000, 999_999, 1_000_000, Long.MAX_VALUE, Long.MIN_VALUE})
    void wholeNumbersLikeTheFormatter(long number) {
        assertEquals(String.format(Locale.ROOT, "%,d", number), Digits.grouped(number));
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                0,
                -0.0,
                0.5,
                -0.5,
                0.005,
                0.125,
                0.99999,
                999.9999,
                -999.9999,
                1_000,
                123_456.785,
                1e14,
                1e15,
                1e300,
                1e-7,
                Double.MIN_VALUE,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY
            })
    void figuresLikeTheFormatter(double number) {
        for (int decimals = 0; decimals < 5; decimals++) {
            assertEquals(String.format(Locale.ROOT, "%,." + decimals + "f", number), Digits.grouped(number, decimals));
        }
    }

    @Test
    void randomNumbersLikeTheFormatter() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            long whole = random.nextLong() >> random.nextInt(64);
            assertEquals(String.format(Locale.ROOT, "%,d", whole), Digits.grouped(whole));
            double figure = random.nextGaussian() * Math.pow(10, random.nextInt(12) - 4);
            assertEquals(String.format(Locale.ROOT, "%,.4f", figure), Digits.grouped(figure, 4));
        }
    }
}
