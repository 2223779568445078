package io.whorl.corpus.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OfficeFormatTest {
    private final OfficeFormat office = new OfficeFormat();
    private final ClassLoader context = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(context);
    }

    private String text(String document) throws TextConversionException {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        return new String(office.text(bytes, TextOf.head("folder/a.pdf", "", bytes)), StandardCharsets.UTF_8);
    }

    private void fails(Skipped.Reason reason, String detail, String document) {
        TextConversionException e = assertThrows(TextConversionException.class, () -> text(document));
        assertEquals(reason, e.reason());
        assertTrue(e.getMessage().contains(detail), e.getMessage());
    }

    @Test
    void tikaAtHandReadsIt() throws Exception {
        assertEquals(
                "First line.\n\nna\u00efve < more.\n\na.pdf", text("%PDF-1.7\nFirst line.\nna\u00efve < more.\nNAME"));
    }

    @Test
    void withoutTikaItIsReported() throws Exception {
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        fails(Skipped.Reason.NO_READER, "a PDF, which needs Apache Tika", "%PDF-1.7\nText");
        fails(Skipped.Reason.NO_READER, "an RTF document, which needs Apache Tika", "{\\rtf1 Text}");
        restore();
        assertEquals("Text", text("%PDF-1.7\nText"));
    }

    @Test
    void whatItCannotReadIsReported() {
        fails(Skipped.Reason.INVALID, "a broken table", "%PDF-1.7\nFAIL");
        fails(Skipped.Reason.INVALID, "StackOverflow", "%PDF-1.7\nOVERFLOW");
        fails(Skipped.Reason.NOT_TEXT, "found no text", "%PDF-1.7\n");
        fails(Skipped.Reason.NOT_TEXT, "its parsers are not on the class path", "{\\rtf1 Text}");
    }

    @Test
    void endlessTextIsCutShort() {
        fails(Skipped.Reason.TOO_LARGE, "characters of text", "%PDF-1.7\nREPEAT");
    }
}
