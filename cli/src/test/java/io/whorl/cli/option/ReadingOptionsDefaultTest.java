package io.whorl.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadingOptionsDefaultTest {
    @ParameterizedTest
    @CsvSource({"64, 8", "384, 48", "512, 64", "4096, 64"})
    void theLimitOfADocumentIsAShareOfASmallHeap(long heapMegabytes, long documentMegabytes) {
        assertEquals(documentMegabytes << 20, ReadingOptions.defaultMaxDocument(heapMegabytes << 20));
    }

    @ParameterizedTest
    @CsvSource({"32, 4", "64, 10", "332, 100", "3032, 1000"})
    void theLargestDocumentFitsInTheHeapThreeTimes(long heapMegabytes, long documentMegabytes) {
        assertEquals(documentMegabytes, ReadingOptions.mostDocument(heapMegabytes << 20) >> 20);
    }
}
