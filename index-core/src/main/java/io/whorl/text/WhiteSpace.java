package io.whorl.text;

/** Unicode's White_Space property, frozen: the 25 code points have not changed since Unicode 6.3. */
final class WhiteSpace {
    private WhiteSpace() {}

    static boolean is(int cp) {
        if (cp < 0x80) {
            return cp == ' ' || (cp >= 0x09 && cp <= 0x0D);
        }
        return cp == 0x85
                || cp == 0xA0
                || cp == 0x1680
                || (cp >= 0x2000 && cp <= 0x200A)
                || cp == 0x2028
                || cp == 0x2029
                || cp == 0x202F
                || cp == 0x205F
                || cp == 0x3000;
    }
}
