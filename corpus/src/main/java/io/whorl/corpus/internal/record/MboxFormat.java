package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.io.IOException;

/**
 * Mails one after another (RFC 4155; mboxrd and mboxo): a mail is a document, its Message-ID the id where it has one.
 */
final class MboxFormat implements ContainerFormat {
    @Override
    public String name() {
        return "mbox";
    }

    /** By its content alone: a line of the envelope, then a header field. */
    @Override
    public boolean recognises(Head head) {
        byte[] first = head.first();
        return MboxLines.isMessage(first, 0, first.length);
    }

    @Override
    public PartReader open(Part whole, ReadContext reading) throws IOException {
        return new MboxPartReader(whole, reading);
    }
}
