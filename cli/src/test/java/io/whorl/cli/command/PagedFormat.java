package io.whorl.cli.command;

import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A format with pages, for a plug-in: a form feed ends a page. Slides have the extension of a presentation. */
public final class PagedFormat implements FormatProvider, TextFormat {
    @Override
    public List<TextFormat> texts() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "paged";
    }

    @Override
    public boolean recognises(Head head) {
        return head.isNamed(".paged") || head.isNamed(".slides");
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        return mappedText(document, head).utf8();
    }

    @Override
    public MappedText mappedText(byte[] document, Head head) {
        String text = new String(document, StandardCharsets.UTF_8);
        int[] starts = IntStream.concat(
                        IntStream.of(0),
                        IntStream.range(0, text.length())
                                .filter(i -> text.charAt(i) == '\f')
                                .map(i -> text.codePointCount(0, i)))
                .toArray();
        int[] numbers = new int[starts.length];
        Arrays.setAll(numbers, i -> i + 1);
        PageMap.Kind kind = head.isNamed(".slides") ? PageMap.Kind.SLIDE : PageMap.Kind.PAGE;
        return new MappedText(document, Optional.empty(), PageMap.of(kind, starts, numbers));
    }
}
