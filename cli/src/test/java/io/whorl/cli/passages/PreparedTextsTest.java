package io.whorl.cli.passages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.PreparedText;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PreparedTextsTest {
    private static final Aligner ALIGNER = Aligner.of(AlignmentOptions.DEFAULT);

    private static byte[] text(String words) {
        return words.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theTextsUsedLastAreKept() {
        PairAlignment.PreparedTexts texts = new PairAlignment.PreparedTexts(ALIGNER, 20);
        byte[] first = text("one two ab");
        byte[] second = text("three four");
        byte[] third = text("five six a");
        PreparedText ofFirst = texts.of(first);
        PreparedText ofSecond = texts.of(second);
        assertEquals(3, ofFirst.words());
        assertSame(ofFirst, texts.of(first));
        PreparedText ofThird = texts.of(third);
        assertSame(ofFirst, texts.of(first));
        assertSame(ofThird, texts.of(third));
        assertNotSame(ofSecond, texts.of(second));
    }

    @Test
    void aTextThatIsTooLongIsNotKept() {
        PairAlignment.PreparedTexts texts = new PairAlignment.PreparedTexts(ALIGNER, 20);
        byte[] small = text("one two");
        PreparedText kept = texts.of(small);
        byte[] large = text("three four five six seven");
        assertNotSame(texts.of(large), texts.of(large));
        assertSame(kept, texts.of(small));
    }
}
