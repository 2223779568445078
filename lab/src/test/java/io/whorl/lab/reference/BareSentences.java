package io.whorl.lab.reference;

import java.io.ByteArrayOutputStream;

/**
 * Rewrites a text so that its sentences, found as DEFINITIONS has it, are those of the reference: they end at any of
 * {@code . ! ?} and nowhere else. Nothing that makes words is touched.
 */
final class BareSentences {
    private BareSentences() {}

    static byte[] rewrite(byte[] utf8) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + utf8.length / 8);
        for (byte b : utf8) {
            switch (b) {
                case '\n', '\r' -> out.write(' ');
                case '.', '!', '?' -> {
                    // A blank line ends a sentence whatever stands before it, abbreviations and single letters too.
                    out.write('\n');
                    out.write('\n');
                }
                default -> out.write(b);
            }
        }
        return out.toByteArray();
    }
}
