package io.whorl.corpus.internal.record;

import org.netpreserve.jwarc.MessageHeaders;

/**
 * A record as it stands in the archive.
 *
 * @param position of its first byte
 * @param block what follows its header, or the beginning of it
 * @param whole whether that is all of it
 */
record WarcRecord(long position, MessageHeaders headers, byte[] block, boolean whole) {
    /** As it stands; empty if there is none. */
    String header(String name) {
        return headers.first(name).orElse("").strip();
    }

    String type() {
        return header("WARC-Type");
    }

    /** Without the angles that some writers of WARC 1.0 put around it. */
    String target() {
        String uri = header("WARC-Target-URI");
        return uri.startsWith("<") && uri.endsWith(">") ? uri.substring(1, uri.length() - 1) : uri;
    }
}
