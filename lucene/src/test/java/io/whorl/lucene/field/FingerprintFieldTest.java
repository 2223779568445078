package io.whorl.lucene.field;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;
import org.junit.jupiter.api.Test;

class FingerprintFieldTest {
    private static final String TEXT = "we hold these truths to be self evident that all men are created equal";

    @Test
    void aTextGivesOneSketchAndItsKeys() {
        FingerprintField field = FingerprintField.of("versions");
        List<IndexableField> made = field.fields(TEXT);
        assertEquals("versions", made.get(0).name());
        assertEquals(DocValuesType.BINARY, made.get(0).fieldType().docValuesType());
        assertEquals(9 + 12 * 5, made.get(0).binaryValue().length, "12 chunks of 3 words, 40 bits each");
        assertEquals(
                16, made.stream().filter(f -> f.name().equals("versions.keys")).count());
        assertEquals(17, made.size());
    }

    @Test
    void equalTextsGiveEqualFieldsOnAnyThread() {
        FingerprintField field = FingerprintField.of("versions");
        String expected = field.fields(TEXT).toString();
        IntStream.range(0, 50)
                .parallel()
                .forEach(i -> assertEquals(
                        expected,
                        field.fields(TEXT.getBytes(StandardCharsets.UTF_8)).toString()));
    }

    @Test
    void textsWithoutWordsGetASketchWithoutMinutiae() {
        FingerprintField field = FingerprintField.of("versions");
        for (String text : List.of("", " . ")) {
            List<IndexableField> made = field.fields(text);
            assertEquals(1, made.size());
            assertEquals(9, made.get(0).binaryValue().length);
        }
    }

    @Test
    void aFingerprintGivesTheFieldsOfItsText() {
        FingerprintField sketch = FingerprintField.of("versions");
        FingerprintField exact =
                FingerprintField.of("exact", sketch.fullScheme().orElseThrow(), GroupKeys.NONE);
        Fingerprint all = Fingerprinter.of(exact.scheme()).fingerprint(TEXT);
        assertEquals(sketch.fields(TEXT).toString(), sketch.fields(all).toString());
        assertEquals(exact.fields(TEXT).toString(), exact.fields(all).toString());
        Fingerprint own = Fingerprinter.of(sketch.scheme()).fingerprint(TEXT);
        assertEquals(sketch.fields(TEXT).toString(), sketch.fields(own).toString());
        String message = assertReason(SchemeException.Reason.MISMATCH, () -> exact.fields(own))
                .getMessage();
        assertTrue(message.contains(exact.scheme().differences(sketch.scheme())), message);
    }

    @Test
    void keysCanBeLeftOut() {
        FingerprintField field = FingerprintField.of("v", FingerprintField.DEFAULT_SCHEME, GroupKeys.NONE);
        assertEquals(1, field.fields(TEXT).size());
    }

    @Test
    void invalidArgumentsAreRefusedByName() {
        assertTrue(refusal(() -> FingerprintField.of("")).contains("name is empty"));
        assertTrue(refusal(() -> new GroupKeys(257, 1)).contains("bands is 257"));
        assertTrue(refusal(() -> new GroupKeys(1, 0)).contains("rows is 0"));
    }

    private static String refusal(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }
}
