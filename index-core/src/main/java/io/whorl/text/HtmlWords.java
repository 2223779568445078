package io.whorl.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The words of an HTML page: another reader's words of the text in it. The page is held whole, it is a tree. */
final class HtmlWords implements WordReader {
    private final WordReader text;
    private long malformed;

    HtmlWords(WordReader text) {
        this.text = text;
    }

    @Override
    public void open(byte[] utf8, int from, int to) {
        Objects.checkFromToIndex(from, to, utf8.length);
        malformed = 0;
        for (int i = from; i < to; ) {
            int decoded = Utf8.decode(utf8, i, to);
            malformed += Utf8.isMalformed(decoded) ? 1 : 0;
            i += Utf8.length(decoded);
        }
        String page = new String(utf8, from, to - from, StandardCharsets.UTF_8);
        byte[] plain = HtmlText.of(page).getBytes(StandardCharsets.UTF_8);
        text.open(plain, 0, plain.length);
    }

    @Override
    public void open(InputStream utf8) throws IOException {
        byte[] page = utf8.readAllBytes();
        open(page, 0, page.length);
    }

    @Override
    public boolean next(WordBlock block) throws IOException {
        return text.next(block);
    }

    @Override
    public long malformed() {
        return malformed;
    }
}
