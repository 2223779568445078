package io.whorl.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ByteSizeTest {
    private final ByteSize.Converter converter = new ByteSize.Converter();

    @ParameterizedTest
    @CsvSource({
        "0,0,0",
        "1000,1000,1000",
        "2k,2048,2k",
        "512m,536870912,512m",
        "4G,4294967296,4g",
        "1024m,1073741824,1g"
    })
    void sizesAreParsedAndFormatted(String text, long bytes, String written) {
        assertEquals(bytes, converter.convert(text).bytes());
        assertEquals(written, converter.convert(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "-1", "1.5g", "4gb", "4 g", "99999999t", "9999999999999999"})
    void malformedSizesAreRefused(String text) {
        assertThrows(TypeConversionException.class, () -> converter.convert(text));
    }
}
