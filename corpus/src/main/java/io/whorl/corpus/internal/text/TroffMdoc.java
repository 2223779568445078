package io.whorl.corpus.internal.text;

import java.util.List;
import java.util.Map;

/** Prints lines of mdoc, in which arguments may be macros and some macros print fixed text. */
final class TroffMdoc {
    private static final String CLOSING = ".,:;)]?!";
    private static final Map<String, String> SYSTEMS = Map.of(
            "Bx",
            "BSD",
            "Ux",
            "UNIX",
            "At",
            "AT&T UNIX",
            "Nx",
            "NetBSD",
            "Fx",
            "FreeBSD",
            "Ox",
            "OpenBSD",
            "Bsx",
            "BSD/OS",
            "Dx",
            "DragonFly");

    private final ProseBuilder out;
    private final TroffVariables names;
    /** The name that the page documents, which {@code Nm} prints without arguments. */
    private String subject = "";

    TroffMdoc(ProseBuilder out, TroffVariables names) {
        this.out = out;
        this.names = names;
    }

    void print(String macro, List<String> arguments) {
        int at = 0;
        String current = macro;
        while (current != null) {
            int end = at;
            while (end < arguments.size() && !isMacro(arguments.get(end))) {
                end++;
            }
            run(current, arguments.subList(at, end));
            current = end < arguments.size() ? arguments.get(end) : null;
            at = end + 1;
        }
        out.space();
    }

    private static boolean isMacro(String word) {
        return word.length() <= 3 && TroffMacros.kind(word) == TroffMacros.Kind.SEMANTIC;
    }

    private void run(String macro, List<String> words) {
        switch (macro) {
            case "Nm" -> {
                subject = subject.isEmpty() && !words.isEmpty() ? words.get(0) : subject;
                words(words.isEmpty() || isClosing(words.get(0)) ? List.of(names.repeated(subject)) : List.of());
                words(words);
            }
            case "Fl" -> flags(words);
            case "Ar" -> words(words.isEmpty() ? List.of("file", "...") : words);
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
                    words(List.of(SYSTEMS.get(macro)));
                }
                words(words);
            }
        }
    }

    private void words(List<String> words) {
        for (String word : words) {
            if (isClosing(word)) {
                out.cancelSpace();
            }
            out.text(TroffEscapes.text(word, names));
            out.space();
        }
    }

    private void flags(List<String> words) {
        if (words.isEmpty()) {
            out.character('-');
        }
        for (String word : words) {
            words(List.of(isClosing(word) ? word : "-" + word));
        }
    }

    private void reference(List<String> words) {
        if (words.size() < 2) {
            words(words);
            return;
        }
        words(List.of(words.get(0) + "(" + words.get(1) + ")"));
        words(words.subList(2, words.size()));
    }

    private static boolean isClosing(String word) {
        return word.length() == 1 && CLOSING.indexOf(word.charAt(0)) >= 0;
    }
}
