package io.whorl.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnippetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "0123456789|12|\"0123456789\"",
                "0123456789a|12|\"0123456...\"",
                "0123456789|11|''",
                " a\t  b |40|\"a b\"",
                "éééééééééééé|12|\"ééééééé...\"",
                "😀😀😀😀😀😀😀😀😀😀😀😀😀|12|\"😀😀😀😀😀😀😀...\""
            })
    void textsAreCutAtTheWidth(String text, int width, String expected) {
        byte[] utf8 = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        assertEquals(expected, Snippet.quoted(utf8, 1, utf8.length - 1, width));
    }
}
