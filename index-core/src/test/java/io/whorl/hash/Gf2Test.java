package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Gf2Test {
    /** The numbers of irreducible polynomials over GF(2), OEIS A001037. */
    @ParameterizedTest
    @CsvSource({"2,1", "3,2", "4,3", "5,6", "6,9", "7,18", "8,30", "9,56", "10,99", "11,186", "12,335"})
    void theNumbersOfIrreduciblePolynomialsAreRight(int degree, int expected) {
        int found = 0;
        for (long low = 0; low < 1L << degree; low++) {
            found += new RabinHash.Gf2(degree, low).irreducible() ? 1 : 0;
        }
        assertEquals(expected, found);
    }

    @Property(tries = 2000)
    void irreducibilityMatchesBenOrsTest(@ForAll @IntRange(min = 13, max = 64) int degree, @ForAll long bits) {
        long low = (bits & (-1L >>> (64 - degree))) | 1;
        assertEquals(
                Gf2Oracle.irreducible(Gf2Oracle.polynomial(degree, low)), new RabinHash.Gf2(degree, low).irreducible());
    }

    @Property
    void productsMatchTheOracle(
            @ForAll @IntRange(min = 2, max = 64) int degree, @ForAll long low, @ForAll long a, @ForAll long b) {
        long mask = -1L >>> (64 - degree);
        long product = new RabinHash.Gf2(degree, low & mask).multiply(a & mask, b & mask);
        assertEquals(
                Gf2Oracle.modulo(
                        Gf2Oracle.multiply(Gf2Oracle.unsigned(a & mask), Gf2Oracle.unsigned(b & mask)),
                        Gf2Oracle.polynomial(degree, low & mask)),
                Gf2Oracle.unsigned(product));
    }
}
