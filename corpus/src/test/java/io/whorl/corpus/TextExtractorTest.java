package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextExtractorTest {
    private static final String PAGE = "<title>na\u00efve</title><meta charset=latin1><p>One<p>Two<script>x</script>";

    @Test
    void htmlBytesUseTheDeclaredCharset() throws TextConversionException {
        byte[] text = TextExtractor.htmlToText(PAGE.getBytes(StandardCharsets.ISO_8859_1));
        assertEquals("na\u00efve\n\nOne\n\nTwo", new String(text, StandardCharsets.UTF_8));
    }

    @Test
    void htmlStringsIgnoreTheDeclaredCharset() throws TextConversionException {
        assertEquals("na\u00efve\n\nOne\n\nTwo", TextExtractor.htmlToText(PAGE));
    }

    @Test
    void htmlNeedsNoName() throws TextConversionException {
        byte[] page = PAGE.getBytes(StandardCharsets.ISO_8859_1);
        assertEquals(
                new String(TextExtractor.htmlToText(page), StandardCharsets.UTF_8),
                new String(TextExtractor.of(ReaderOptions.DEFAULT).text("a.html", page), StandardCharsets.UTF_8));
        assertEquals("", TextExtractor.htmlToText(""));
    }

    @Test
    void pagesWithTooManyTagsAreRejected() {
        TextConversionException e =
                assertThrows(TextConversionException.class, () -> TextExtractor.htmlToText("<b>".repeat(600_000)));
        assertEquals(Skipped.Reason.TOO_LARGE, e.reason());
    }
}
