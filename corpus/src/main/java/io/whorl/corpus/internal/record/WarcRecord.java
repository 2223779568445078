package io.whorl.corpus.internal.record;

import org.netpreserve.jwarc.MessageHeaders;

/**
 * A record of a web archive.
 *
 * @param position the offset of its first byte
 * @param block the bytes after its header, perhaps only the first ones
 * @param whole true if the block is complete
 */
record WarcRecord(long position, MessageHeaders headers, byte[] block, boolean whole) {
    /** The value of a header field; empty if it is absent. */
    String header(String name) {
        return headers.first(name).orElse("").strip();
    }

    String type() {
        return header("WARC-Type");
    }

    /** The target without the angle brackets that some writers of WARC 1.0 add. */
    String target() {
        String uri = header("WARC-Target-URI");
        return uri.startsWith("<") && uri.endsWith(">") ? uri.substring(1, uri.length() - 1) : uri;
    }
}
