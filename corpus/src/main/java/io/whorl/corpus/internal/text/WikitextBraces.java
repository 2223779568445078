package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import org.agrona.collections.IntArrayList;

/**
 * The second pass over wikitext removes templates, template parameters and tables with their content. Text is copied
 * until something closes; then the output is cut back to its opening. So unclosed ones remain text, and nothing is read
 * twice.
 */
final class WikitextBraces {
    private static final int TEMPLATE = 0;
    private static final int TABLE = 1;

    private final String in;
    private final PlacedText source;
    private final PlacedTextBuilder out;
    private final WikitextOpenings open = new WikitextOpenings(2);
    private int at;

    private WikitextBraces(PlacedText source) {
        this.source = source;
        in = source.text;
        out = new PlacedTextBuilder(in.length(), source.mapped);
    }

    static PlacedText convert(PlacedText text) {
        WikitextBraces pass = new WikitextBraces(text);
        while (pass.at < pass.in.length()) {
            pass.step();
        }
        return pass.out.build();
    }

    private void step() {
        char c = in.charAt(at);
        if (c == '{' && is(at + 1, '|') && startsLine()) {
            open.push(TABLE, out.length());
            copy(2);
        } else if (c == '|' && is(at + 1, '}') && !is(at + 2, '}') && startsLine() && open.has(TABLE)) {
            out.cutTo(open.popTo(TABLE));
            at += 2;
        } else if (c == '{' && is(at + 1, '{')) {
            int run = run('{');
            for (int templates = run / 2; templates > 0; templates--) {
                open.push(TEMPLATE, out.length());
            }
            copy(run);
        } else if (c == '}' && is(at + 1, '}') && open.has(TEMPLATE)) {
            close(run('}'));
        } else {
            copy(1);
        }
    }

    /** Five braces are a template around a parameter, or a parameter around a template; both include the odd brace. */
    private void close(int run) {
        int left = run;
        while (left >= 2 && open.has(TEMPLATE)) {
            out.cutTo(open.popTo(TEMPLATE));
            left -= 2;
        }
        at += run - left + (left == 1 ? 1 : 0);
    }

    private boolean startsLine() {
        int i = at - 1;
        while (i >= 0 && at - i < 100 && (in.charAt(i) == ' ' || in.charAt(i) == ':' || in.charAt(i) == '\t')) {
            i--;
        }
        return i < 0 || in.charAt(i) == '\n';
    }

    private boolean is(int i, char c) {
        return i < in.length() && in.charAt(i) == c;
    }

    private int run(char c) {
        int i = at;
        while (is(i, c)) {
            i++;
        }
        return i - at;
    }

    private void copy(int chars) {
        out.append(source, at, at + chars);
        at += chars;
    }

    /** A stack of the templates and tables that are open, with their positions in the output. */
    private static final class WikitextOpenings {
        private final int[] openByKind;
        /** Kind and position of each opening, in turn. */
        private final IntArrayList entries = new IntArrayList();

        WikitextOpenings(int kinds) {
            openByKind = new int[kinds];
        }

        void push(int kind, int position) {
            entries.addInt(kind);
            entries.addInt(position);
            openByKind[kind]++;
        }

        boolean has(int kind) {
            return openByKind[kind] > 0;
        }

        /** Removes the last opening of this kind, which must exist, and everything inside it; returns its position. */
        int popTo(int kind) {
            int position;
            int popped;
            do {
                position = entries.popInt();
                popped = entries.popInt();
                openByKind[popped]--;
            } while (popped != kind);
            return position;
        }
    }
}
