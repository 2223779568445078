package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Manual pages and other troff documents with the macros of man, mdoc, ms, me or mm. Detected by a troff comment or a
 * title at the start, or by name if the first line is a request.
 */
final class TroffFormat extends ProseFormat {
    private static final Pattern NAME =
            Pattern.compile("(?is).*\\.(?:[1-9][a-z]{0,6}|man|mdoc|ms|me|mm|roff|troff|nroff|tr)");
    private static final Set<String> TITLES = Set.of("TH", "Dd", "TL", "so");
    private static final Pattern COMMENT = Pattern.compile("(?:[.'][ \\t]*)?\\\\[\"#].*|[.']");
    private static final Pattern REQUEST =
            Pattern.compile("[.'][ \\t]*[A-Za-z(\\[%][A-Za-z0-9()\\[]{0,4}(?:[ \\t\\\\].*)?");

    TroffFormat() {
        super("troff", "text/troff", "application/x-troff-man", "application/x-troff");
    }

    @Override
    boolean begins(String first, Head head) {
        return begins(first, NAME.matcher(head.name()).matches());
    }

    private static boolean begins(String first, boolean named) {
        boolean comments = false;
        for (String line : (Iterable<String>) first.lines()::iterator) {
            if (COMMENT.matcher(line).matches()) {
                comments |= line.length() > 1;
            } else if (!line.isBlank()) {
                return TITLES.contains(TroffLines.name(line, 0)) && line.startsWith(".")
                        || (comments || named) && REQUEST.matcher(line).matches();
            }
        }
        return false;
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) throws TextConversionException {
        TroffConverter troff = new TroffConverter(decoded.placed(mapped).unified());
        PlacedText text = troff.convert();
        if (text.length() == 0 && !troff.target().isEmpty()) {
            throw new TextConversionException(Skipped.Reason.POINTER, "a page that only refers to " + troff.target());
        }
        return text;
    }

    /** The lines of a troff source, joined at backslashes. Knows which requests follow. */
    static final class TroffLines {
        /** The largest number of distinct requests; no real document has as many. */
        private static final int MAX_REQUESTS = 10_000;

        private final PlacedText text;
        private final String source;
        /** The start of the last line of each request. */
        private final Map<String, Integer> last = new HashMap<>();

        private final int lastBrace;
        private int at;

        TroffLines(PlacedText text) {
            this.text = text;
            source = text.text;
            lastBrace = source.lastIndexOf("\\}");
            for (int i = 0; i < source.length(); i = lineEnd(i) + 1) {
                String name = name(source, i);
                if (!name.isEmpty()
                        && (last.size() < MAX_REQUESTS || last.containsKey(name) || TroffMacros.isEnd(name))) {
                    last.put(name, i);
                }
            }
        }

        boolean isAtEnd() {
            return at >= source.length();
        }

        PlacedText next() {
            int end = lineEnd(at);
            PlacedText line = text.part(at, end);
            at = end + 1;
            if (!isContinued(line.text)) {
                return line;
            }
            PlacedTextBuilder joined = new PlacedTextBuilder(2 * line.length(), text.mapped);
            joined.append(line);
            while (isContinued(joined.characters()) && at < source.length()) {
                joined.cutTo(joined.length() - 1);
                end = lineEnd(at);
                joined.append(text, at, end);
                at = end + 1;
            }
            return joined.build();
        }

        /** True if a line with this request follows. */
        boolean follows(String name) {
            return last.getOrDefault(name, -1) >= at;
        }

        boolean blockEndFollows() {
            return lastBrace >= at;
        }

        private int lineEnd(int from) {
            int end = source.indexOf('\n', from);
            return end < 0 ? source.length() : end;
        }

        private static boolean isContinued(CharSequence line) {
            int backslashes = 0;
            while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
                backslashes++;
            }
            return backslashes % 2 == 1;
        }

        /** The request of the line that starts here; empty if the line is text or a comment. */
        static String name(String source, int from) {
            if (from >= source.length() || source.charAt(from) != '.' && source.charAt(from) != '\'') {
                return "";
            }
            int begin = from + 1;
            while (begin < source.length() && (source.charAt(begin) == ' ' || source.charAt(begin) == '\t')) {
                begin++;
            }
            int end = begin;
            while (end < source.length()
                    && end < begin + 40
                    && source.charAt(end) > ' '
                    && source.charAt(end) != '\\') {
                end++;
            }
            return source.substring(begin, end);
        }
    }

    /** The effects of requests and of the macros of man, mdoc, ms, me and mm on text. Unknown ones print nothing. */
    static final class TroffMacros {
        enum Kind {
            /** Prints nothing. */
            NOTHING,
            /** Starts a line. */
            LINE,
            /** Starts a paragraph. */
            PARAGRAPH,
            /** Its arguments are a paragraph. */
            HEADING,
            /** Its arguments after the first, a number, are a paragraph. */
            NUMBERED,
            /** Its arguments are words. */
            WORDS,
            /** Its arguments form one word in alternating fonts. */
            JOINED,
            /** Starts a paragraph with its first argument. */
            ITEM,
            /** A macro of mdoc, whose arguments may be macros. */
            SEMANTIC,
            /** A macro of mdoc that starts a paragraph. */
            SEMANTIC_ITEM,
            /** Starts literal text, which keeps its lines. */
            LITERAL,
            /** Ends literal text. */
            FILLED
        }

        private static final Map<String, Kind> KINDS = new HashMap<>();
        /** The start and end macros of dropped sections: tables, equations, pictures, graphs, references (COPS 5.1). */
        private static final Map<String, String> DROPPED = Map.of(
                "TS", "TE", "EQ", "EN", "PS", "PE", "GS", "GE", "G1", "G2", "cstart", "cend", "[", "]", "R1", "R2",
                "Rs", "Re", "ig", ".");

        static {
            kinds(Kind.LINE, "br ti in ce rj bp ne RS RE TQ AU AI UE ME YS");
            kinds(
                    Kind.PARAGRAPH,
                    "sp PP LP P HP TP Pp Lp PD NH TL AB AE QP XP FS FE KS KE KF LI AL BL DL ML LE QS QE pp lp"
                            + " np ip tp (b )b"
                            + " (q )q (f )f (l )l (d )d (x )x Bl El LD ID BD CD");
            kinds(Kind.HEADING, "SH SS Sh Ss uh B1 SY");
            kinds(Kind.NUMBERED, "H sh");
            kinds(Kind.WORDS, "B I SM SB R CW UL BX b i r bi q u sz DC OP BIG LG");
            kinds(Kind.JOINED, "BR RB IR RI BI IB CR RC BC CB IC CI");
            kinds(Kind.ITEM, "IP");
            kinds(
                    Kind.SEMANTIC,
                    "Nm Nd Fl Ar Op Xr No Em Sy Li Ql Dq Sq Pq Qq Bq Brq Aq Va Vt Fn Fa Ft In Ic Cm Ev Pa Er Dv Ad"
                            + " An Bx Ux"
                            + " At Nx Fx Ox Bsx Dx St Lb Lk Mt Pf Ns Tn Cd Ms D1 Dl Do Dc So Sc Po Pc Oo Oc Qo"
                            + " Qc Bo Bc Bro Brc Ao Ac Eo Ec"
                            + " Fo Fc Xo Xc Sx Ap Bf Ef Cq");
            kinds(Kind.SEMANTIC_ITEM, "It");
            kinds(Kind.LITERAL, "nf EX Bd DS Vb");
            kinds(Kind.FILLED, "fi EE Ed DE Ve");
        }

        private TroffMacros() {}

        static Kind kind(String name) {
            return KINDS.getOrDefault(name, Kind.NOTHING);
        }

        /** The macro that ends the dropped section that this one starts; empty if it starts none. */
        static String end(String name) {
            return DROPPED.getOrDefault(name, "");
        }

        static boolean isEnd(String name) {
            return DROPPED.containsValue(name);
        }

        /** True if the arguments are printed. */
        static boolean prints(Kind kind) {
            return kind == Kind.HEADING || kind == Kind.WORDS || kind == Kind.JOINED || kind == Kind.ITEM;
        }

        private static void kinds(Kind kind, String names) {
            for (String name : names.split(" ")) {
                KINDS.put(name, kind);
            }
        }
    }
}
