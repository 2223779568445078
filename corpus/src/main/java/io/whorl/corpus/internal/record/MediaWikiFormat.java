package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.io.IOException;

/**
 * The XML export of MediaWiki: each page is a document, its title with the namespace is the id, and its last revision
 * in the file is the text.
 */
final class MediaWikiFormat implements ContainerFormat {
    private static final String ROOT = "<mediawiki";

    @Override
    public String name() {
        return "mediawiki";
    }

    @Override
    public boolean recognises(Head head) {
        String text = head.latin1().stripLeading();
        while (text.startsWith("<?") || text.startsWith("<!--")) {
            String end = text.startsWith("<?") ? "?>" : "-->";
            int at = text.indexOf(end);
            if (at < 0) {
                return false;
            }
            text = text.substring(at + end.length()).stripLeading();
        }
        // Exports have no document type. Such files are recognised here, and the reader refuses them with a reason.
        return text.startsWith(ROOT) && text.length() > ROOT.length() && endsName(text.charAt(ROOT.length()))
                || text.startsWith("<!DOCTYPE mediawiki") && text.contains(ROOT);
    }

    private static boolean endsName(char c) {
        return c == '>' || c == '/' || c <= ' ';
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        return new MediaWikiPartReader(whole, context);
    }
}
