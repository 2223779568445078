package io.whorl.lucene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.lucene.util.Version;
import org.junit.jupiter.api.Test;

class LuceneVersionTest {
    @Test
    void testsRunWithTheLuceneThatTheBuildMeans() {
        int expected = Integer.getInteger("io.whorl.lucene.expected", 9);
        assertEquals(expected, Version.LATEST.major);
    }
}
