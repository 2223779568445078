package io.whorl.text;

import io.whorl.scheme.TextRules.Words;

/**
 * The first 128 code points of the character table as bytes: the folded character if it belongs to words, else a space.
 */
final class AsciiFold {
    private static final int SIZE = 0x80;

    private AsciiFold() {}

    static byte[] table(Words words) {
        byte[] table = new byte[SIZE];
        for (int c = 0; c < SIZE; c++) {
            int kind = CharacterTable.classOf(c);
            boolean isWord =
                    kind == CharacterTable.LETTER || kind == CharacterTable.DIGIT && words == Words.ALPHANUMERIC;
            table[c] = (byte) (isWord ? CharacterTable.fold(c) : ' ');
        }
        return table;
    }
}
