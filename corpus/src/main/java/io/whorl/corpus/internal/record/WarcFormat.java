package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Web archives: WARC (ISO 28500, 0.17 to 1.1), WET, and the older ARC. A response, resource or conversion with text is
 * a document, and its address is the id.
 */
final class WarcFormat implements ContainerFormat {
    private static final Pattern WARC = Pattern.compile("WARC/\\d+\\.\\d+\\s.*", Pattern.DOTALL);

    @Override
    public String name() {
        return "warc";
    }

    @Override
    public boolean recognises(Head head) {
        String first = head.latin1();
        return WARC.matcher(first).matches() || first.startsWith("filedesc://");
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        return new WarcPartReader(whole, context);
    }
}
