package io.whorl.corpus.internal.text;

import java.util.HashMap;
import java.util.Map;

/** The effects of requests and of the macros of man, mdoc, ms, me and mm on text. Unknown ones print nothing. */
final class TroffMacros {
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
            "TS", "TE", "EQ", "EN", "PS", "PE", "GS", "GE", "G1", "G2", "cstart", "cend", "[", "]", "R1", "R2", "Rs",
            "Re", "ig", ".");

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
                "Nm Nd Fl Ar Op Xr No Em Sy Li Ql Dq Sq Pq Qq Bq Brq Aq Va Vt Fn Fa Ft In Ic Cm Ev Pa Er Dv Ad An Bx Ux"
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
