package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.PageMap.Kind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * Follows the elements that Tika emits, to learn on which page each character is. Tika marks pages of a PDF, slides and
 * sheets as {@code div} elements. The content of attached files is on no page.
 */
final class TikaPages {
    private static final Set<String> PAGES = Set.of("page", "slide", "slide-content", "sheet");
    private static final String ATTACHED = "package-entry";

    private final ProseBuilder text;
    /** Where parts begin in the text, in UTF-16 units, and their pages. */
    private int[] starts = new int[16];

    private int[] numbers = new int[16];
    private int parts;
    private int pages;
    /** Open elements of the page, and of the attached file; 0 outside. */
    private int inPage;

    private int inAttached;

    TikaPages(ProseBuilder text) {
        this.text = text;
    }

    void start(String element, String type) {
        if (inAttached > 0 || type.equals(ATTACHED)) {
            inAttached++;
            add();
        }
        if (inPage > 0) {
            inPage++;
        } else if (inAttached == 0 && element.equals("div") && PAGES.contains(type)) {
            inPage = 1;
            pages++;
            add();
        }
    }

    void end() {
        if (inAttached > 0) {
            inAttached--;
        }
        if (inPage > 0) {
            inPage--;
        }
        add();
    }

    /** Begins a part, unless the page is that of the part before. */
    private void add() {
        int page = inAttached > 0 || inPage == 0 ? PageMap.NO_PAGE : pages;
        if (page == (parts == 0 ? PageMap.NO_PAGE : numbers[parts - 1])) {
            return;
        }
        if (parts == starts.length) {
            starts = Arrays.copyOf(starts, 2 * parts);
            numbers = Arrays.copyOf(numbers, 2 * parts);
        }
        starts[parts] = text.length();
        numbers[parts++] = page;
    }

    /**
     * Returns the pages. If Tika marked none, paragraphs are counted.
     *
     * @param mediaType the type of the document that Tika found; empty if it is not known
     */
    PageMap map(String mediaType) {
        if (pages == 0) {
            return paragraphs();
        }
        int[] codePoints = new int[parts];
        int at = 0;
        int passed = 0;
        for (int i = 0; i < parts; i++) {
            passed += text.codePoints(at, starts[i]);
            at = starts[i];
            codePoints[i] = passed;
        }
        return PageMap.of(kind(mediaType.toLowerCase(Locale.ROOT)), codePoints, Arrays.copyOf(numbers, parts));
    }

    private static Kind kind(String mediaType) {
        if (mediaType.contains("presentation") || mediaType.contains("powerpoint")) {
            return Kind.SLIDE;
        }
        return mediaType.contains("spreadsheet") || mediaType.contains("excel") ? Kind.SHEET : Kind.PAGE;
    }

    private PageMap paragraphs() {
        int[] found = text.paragraphs();
        int[] counted = new int[found.length];
        Arrays.setAll(counted, i -> i + 1);
        return PageMap.of(Kind.PARAGRAPH, found, counted);
    }
}
