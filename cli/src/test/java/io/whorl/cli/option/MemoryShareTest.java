package io.whorl.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryShareTest {
    @ParameterizedTest
    @CsvSource({"64, 8", "384, 48", "512, 64", "4096, 64"})
    void aDocumentIsAShareOfASmallHeap(long heap, long document) {
        assertEquals(document << 20, MemoryShare.document(heap << 20));
    }
}
