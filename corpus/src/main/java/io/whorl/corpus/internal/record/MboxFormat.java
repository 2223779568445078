package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.io.IOException;

/** Mailboxes (RFC 4155; mboxrd and mboxo): each mail is a document, and its Message-ID is the id if it has one. */
final class MboxFormat implements ContainerFormat {
    @Override
    public String name() {
        return "mbox";
    }

    /** Decides by content alone: an envelope line, then a header field. */
    @Override
    public boolean recognises(Head head) {
        byte[] first = head.first();
        return MboxLines.isMessage(first, 0, first.length);
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        return new MboxPartReader(whole, context);
    }
}
