package io.whorl.cli.input;

import io.whorl.cli.console.Streams;
import io.whorl.corpus.Document;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Whether texts are UTF-8: where they are not, their words may not be what they seem. */
public final class Utf8 {
    private static final int DECODED_AT_ONCE = 1 << 13;

    private Utf8() {}

    public static void warnUnlessValid(Document text, Streams streams) {
        if (!isValid(text.utf8())) {
            streams.tell("warning: " + text.id() + " is not all UTF-8; malformed bytes are read as U+FFFD");
        }
    }

    private static boolean isValid(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(DECODED_AT_ONCE);
        CoderResult result;
        do {
            out.clear();
            result = decoder.decode(in, out, true);
        } while (result.isOverflow());
        return !result.isError();
    }
}
