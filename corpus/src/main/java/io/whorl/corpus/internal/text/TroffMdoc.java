package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.TroffFormat.TroffMacros;
import io.whorl.corpus.internal.text.TroffFormat.TroffVariables;
import java.util.List;
import java.util.Map;

/** Prints lines of mdoc, in which arguments may be macros and some macros print fixed text. */
final class TroffMdoc {
    private static final String CLOSING = ".,:;)]?!";
    private static final Map<String, String> SYSTEMS = NameTable.lines("mdoc-systems.txt");

    private final ProseBuilder out;
    private final TroffVariables names;
    /** The name that the page documents, which {@code Nm} prints without arguments. */
    private String subject = "";
    /** Where the text of macros that print fixed text is. */
    private int place;

    TroffMdoc(ProseBuilder out, TroffVariables names) {
        this.out = out;
        this.names = names;
    }

    /** @param at the place of the macro in the source */
    void print(String macro, int at, List<PlacedText> arguments) {
        place = at;
        int from = 0;
        String current = macro;
        while (current != null) {
            int end = from;
            while (end < arguments.size() && !isMacro(arguments.get(end).text)) {
                end++;
            }
            run(current, arguments.subList(from, end));
            current = end < arguments.size() ? arguments.get(end).text : null;
            from = end + 1;
        }
        out.space();
    }

    private static boolean isMacro(String word) {
        return word.length() <= 3 && TroffMacros.kind(word) == TroffMacros.Kind.SEMANTIC;
    }

    private void run(String macro, List<PlacedText> words) {
        switch (macro) {
            case "Nm" -> {
                subject = subject.isEmpty() && !words.isEmpty() ? words.get(0).text : subject;
                if (words.isEmpty() || isClosing(words.get(0))) {
                    words(List.of(inserted(names.repeated(subject))));
                }
                words(words);
            }
            case "Fl" -> flags(words);
            case "Ar" -> words(words.isEmpty() ? List.of(inserted("file"), inserted("...")) : words);
            case "Xr" -> reference(words);
            case "Ns", "Pf", "Ap" -> {
                out.cancelSpace();
                words(words);
                if (macro.equals("Pf")) {
                    out.cancelSpace();
                }
            }
            case "Bf", "St", "Lb", "Ms" -> {}
            default -> {
                if (SYSTEMS.containsKey(macro)) {
                    words(List.of(inserted(SYSTEMS.get(macro))));
                }
                words(words);
            }
        }
    }

    /** Text that the source does not have. */
    private PlacedText inserted(String text) {
        return inserted(text, place);
    }

    private PlacedText inserted(String text, int at) {
        return PlacedText.standing(text, at, at, out.isMapped());
    }

    private int begin(PlacedText word) {
        return word.length() > 0 ? word.start(0) : place;
    }

    private int end(PlacedText word) {
        return word.length() > 0 ? word.end(word.length() - 1) : place;
    }

    private void words(List<PlacedText> words) {
        for (PlacedText word : words) {
            if (isClosing(word)) {
                out.cancelSpace();
            }
            out.text(TroffEscapes.text(word, names));
            out.space();
        }
    }

    private void flags(List<PlacedText> words) {
        if (words.isEmpty()) {
            out.text(inserted("-"));
        }
        for (PlacedText word : words) {
            words(List.of(isClosing(word) ? word : inserted("-", begin(word)).followedBy(word)));
        }
    }

    private void reference(List<PlacedText> words) {
        if (words.size() < 2) {
            words(words);
            return;
        }
        PlacedText name = words.get(0);
        PlacedText section = words.get(1);
        words(List.of(
                name.followedBy(inserted("(", end(name))).followedBy(section).followedBy(inserted(")", end(section)))));
        words(words.subList(2, words.size()));
    }

    private static boolean isClosing(PlacedText word) {
        return word.text.length() == 1 && CLOSING.indexOf(word.text.charAt(0)) >= 0;
    }
}
