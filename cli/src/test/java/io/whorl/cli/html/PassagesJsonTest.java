package io.whorl.cli.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.whorl.cli.html.PassagesJson.Places;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class PassagesJsonTest {
    @Test
    void placesAreThoseOfUtf16() {
        Places places = new Places("a\ud83d\ude00b\ud83d");
        int[] units = {0, 1, 3, 4, 5, 5};
        for (int i = 0; i < units.length; i++) {
            assertEquals(units[i], places.of(i));
        }
        Places plain = new Places("ab");
        assertEquals(2, plain.of(2));
        assertEquals(2, plain.of(3));
    }

    @Test
    void aPlaceTakesFourBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String text = "x".repeat(1_000_000) + "\ud83d\ude00";
        new Places("\ud83d\ude00").of(1);
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        assertEquals(1_000_002, new Places(text).of(1_000_001));
        long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertTrue(bytes < 5_000_000, bytes + " bytes for a million places");
    }
}
