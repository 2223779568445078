package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.agrona.collections.IntArrayList;

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

    @Override
    public String name() {
        return "troff";
    }

    @Override
    public boolean recognises(Head head) {
        if (head.isMediaType("text/troff")
                || head.isMediaType("application/x-troff-man")
                || head.isMediaType("application/x-troff")) {
            return true;
        }
        String first = HeadChecks.text(head);
        return HeadChecks.isUntyped(head)
                && !HeadChecks.hasNul(first)
                && begins(first, NAME.matcher(head.name()).matches());
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
    ProseBuilder prose(DecodedText decoded, Head head, boolean mapped) throws TextConversionException {
        ProseBuilder prose = new ProseBuilder(decoded.text().length(), mapped);
        TroffConverter troff = new TroffConverter(prose.unified(decoded.text()), prose);
        troff.read();
        if (prose.isEmpty() && !troff.target().isEmpty()) {
            throw new TextConversionException(Skipped.Reason.POINTER, "a page that only refers to " + troff.target());
        }
        return prose;
    }

    /** The lines of a troff source, joined at backslashes. Knows which requests follow. */
    static final class TroffLines {
        /** The largest number of distinct requests; no real document has as many. */
        private static final int MAX_REQUESTS = 10_000;

        private final String source;
        /** The start of the last line of each request. */
        private final Map<String, Integer> last = new HashMap<>();

        private final int lastBrace;
        private int at;
        /** Where the current line begins, and the places in it where another line was joined, with its begin. */
        private int begin;

        private final IntArrayList joints = new IntArrayList();

        TroffLines(String source) {
            this.source = source;
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

        String next() {
            int end = lineEnd(at);
            begin = at;
            joints.clear();
            String line = source.substring(at, end);
            at = end + 1;
            if (!isContinued(line)) {
                return line;
            }
            StringBuilder joined = new StringBuilder(line);
            while (isContinued(joined) && at < source.length()) {
                joined.setLength(joined.length() - 1);
                joints.addInt(joined.length());
                joints.addInt(at);
                end = lineEnd(at);
                joined.append(source, at, end);
                at = end + 1;
            }
            return joined.toString();
        }

        /** The places of characters of the current line in the source. */
        int[] places(int from, int count) {
            int[] places = new int[count];
            int shift = begin;
            int joint = 0;
            for (int i = 0; i < count; i++) {
                while (joint < joints.size() && joints.getInt(joint) <= from + i) {
                    shift = joints.getInt(joint + 1) - joints.getInt(joint);
                    joint += 2;
                }
                places[i] = from + i + shift;
            }
            return places;
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
