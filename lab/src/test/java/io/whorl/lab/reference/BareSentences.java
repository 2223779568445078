package io.whorl.lab.reference;

import java.io.ByteArrayOutputStream;

/**
 * Rewrites a text so that Whorl splits it into the sentences of the reference implementation, which end at each of
 * {@code . ! ?} and nowhere else. Words do not change.
 */
final class BareSentences {
    private BareSentences() {}

    static byte[] rewrite(byte[] utf8) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + utf8.length / 8);
        for (byte b : utf8) {
            switch (b) {
                case '\n', '\r' -> out.write(' ');
                case '.', '!', '?' -> {
                    // A blank line ends a sentence even after abbreviations and single letters.
                    out.write('\n');
                    out.write('\n');
                }
                default -> out.write(b);
            }
        }
        return out.toByteArray();
    }
}
