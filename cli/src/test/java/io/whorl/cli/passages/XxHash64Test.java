package io.whorl.cli.passages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of the reference implementation. The value of ABC with the seed 42 is in the documentation of Spark. */
class XxHash64Test {
    @ParameterizedTest
    @CsvSource({
        "'', 0, ef46db3751d8e999",
        "a, 0, d24ec4f1a98c6e5b",
        "abc, 0, 44bc2cf5ad770999",
        "ABC, 42, 38fa6e9192581dcb",
        "samples/documents/tea.light.txt and more of them, 42, 85ed597971aee2a6",
        "'Grüße aus der Universität Köln, 4 und mehr Zeichen', 7, 3df9b156fe721af3"
    })
    void valuesAreThoseOfTheReferenceImplementation(String text, long seed, String expected) {
        assertEquals(expected, String.format("%016x", PassimRecord.XxHash64.of(text, seed)));
    }
}
