package io.whorl.corpus.text;

import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.TextFormat;

import java.util.List;

/** The documents that are reduced to their text. */
public final class TextFormats implements FormatProvider {
    @Override
    public List<TextFormat> texts() {
        return List.of(new WikitextFormat(), new MailFormat(), new PlainTextFormat(), new HtmlFormat(), new LatexFormat(), new MarkdownFormat());
    }
}
