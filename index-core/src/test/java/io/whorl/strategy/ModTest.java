package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.select.Selector;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ModTest extends Streams {
    @Property
    void modSelectsMultiplesByTheSecondBijection(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 40) int m) {
        assertEquals(
                whereOrder(stream, order -> Long.remainderUnsigned(order, m) == 0),
                twice(stream, selector(stream, "mod", Map.of("m", Integer.toString(m)))));
    }

    @Property
    void divisibilityIsUnsigned(
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long m, @ForAll long any, @ForAll long quotient) {
        Mod.Divisor divisor = new Mod.Divisor(m);
        assertEquals(Long.remainderUnsigned(any, m) == 0, divisor.divides(any));
        long multiple = Long.remainderUnsigned(quotient, Long.divideUnsigned(-1L, m)) * m;
        assertEquals(Long.remainderUnsigned(multiple, m) == 0, divisor.divides(multiple));
        assertEquals(Long.remainderUnsigned(multiple + 1, m) == 0, divisor.divides(multiple + 1));
    }

    @Property
    void divisibilityBySmallNumbersMatchesRemainder(@ForAll @IntRange(min = 1, max = 100) int m, @ForAll long any) {
        Mod.Divisor divisor = new Mod.Divisor(m);
        for (long x = any; x != any + 2L * m; x++) {
            assertEquals(Long.remainderUnsigned(x, m) == 0, divisor.divides(x));
        }
    }

    @Property
    void multiplesAreToldApartWithoutABranch(
            @ForAll @LongRange(min = 1, max = 1L << 61) long m,
            @ForAll @IntRange(min = 1, max = 62) int bits,
            @ForAll long any,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long quotient) {
        long mask = -1L >>> (64 - bits);
        long multiple = quotient % (mask / m + 1) * m;
        long[] numbers = {any & mask, multiple, multiple + 1 & mask, 0, mask, mask / m * m};
        long[] marks = numbers.clone();
        new Mod.Multiples(m, bits).mark(marks, numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            assertEquals(numbers[i] % m == 0 ? 0 : -1, marks[i], numbers[i] + " modulo " + m);
        }
    }

    @Property
    void multiplesOfSmallNumbersAreToldApart(
            @ForAll @IntRange(min = 1, max = 100) int m, @ForAll @LongRange(min = 0, max = 1L << 61) long any) {
        long[] marks = LongStream.range(any, any + 2L * m).toArray();
        new Mod.Multiples(m, 62).mark(marks, marks.length);
        for (int i = 0; i < marks.length; i++) {
            assertEquals((any + i) % m == 0 ? 0 : -1, marks[i]);
        }
    }

    @Property
    void modBySizeSelectsMultiplesOfTwoToTheLevel(
            @ForAll("streams") ChunkStream stream, @ForAll @LongRange(max = 3_000) long words) {
        BigInteger modulus = BigInteger.TWO.pow(slowLevel(words));
        Selector selector = selector(stream, "mod-by-size", Map.of());
        assertEquals(
                whereOrder(
                        stream,
                        order -> new BigInteger(Long.toUnsignedString(order))
                                        .mod(modulus)
                                        .signum()
                                == 0),
                stream.select(selector, words));
    }

    @Property
    void levelMatchesTheDefinition(@ForAll @LongRange(max = 10_000_000) long words) {
        assertEquals(slowLevel(words), ModBySize.level(words));
    }

    @Example
    void levelChangesAtTheBoundaries() {
        assertEquals(0, ModBySize.level(0));
        assertEquals(0, ModBySize.level(199));
        assertEquals(1, ModBySize.level(200));
        assertEquals(1, ModBySize.level(399));
        assertEquals(2, ModBySize.level(400));
        assertEquals(3, ModBySize.level(800));
    }

    @Example
    void depthIsTheGreatestLevelThatKeepsAMinutia() {
        assertEquals(63, ModBySize.depth(0));
        assertEquals(0, ModBySize.depth(1));
        assertEquals(3, ModBySize.depth(24));
        assertEquals(63, ModBySize.depth(Long.MIN_VALUE));
    }

    /** By the intervals of BGMZ 3. */
    private static int slowLevel(long words) {
        int i = 0;
        while (words >= 200L << i) {
            i++;
        }
        return i;
    }

    private static List<Integer> whereOrder(ChunkStream stream, LongPredicate holds) {
        return IntStream.range(0, stream.chunks().size())
                .filter(place -> holds.test(order(stream, place)))
                .boxed()
                .toList();
    }
}
