package io.whorl.corpus.internal.text;

import java.util.Arrays;

/**
 * The place of each byte of a decoded body in the bytes that a mail transports. Each byte is compared with the decoded
 * one, so a place is never guessed.
 */
final class TransferPlaces {
    private static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final int GROUP = 4;

    final int[] starts;
    final int[] ends;
    private final byte[] raw;
    private final byte[] decoded;
    private int at;
    private int done;

    private TransferPlaces(byte[] raw, byte[] decoded) {
        this.raw = raw;
        this.decoded = decoded;
        starts = new int[decoded.length];
        ends = new int[decoded.length];
    }

    /**
     * Finds the places.
     *
     * @param encoding of the transport, in lower case
     * @return the places; of fewer bytes if the decoded body is not that of the raw one
     */
    static TransferPlaces of(byte[] raw, byte[] decoded, String encoding) {
        TransferPlaces places = new TransferPlaces(raw, decoded);
        boolean found =
                switch (encoding) {
                    case "base64" -> places.base64();
                    case "quoted-printable" -> places.quotedPrintable();
                    default -> places.copied();
                };
        return found ? places : new TransferPlaces(raw, new byte[0]);
    }

    private boolean copied() {
        while (done < decoded.length) {
            add(1, 1);
        }
        return Arrays.equals(raw, decoded);
    }

    /** The next decoded bytes stand for the next raw ones. */
    private void add(int bytes, int rawBytes) {
        for (int i = 0; i < bytes; i++) {
            starts[done] = at;
            ends[done++] = at + rawBytes;
        }
        at += rawBytes;
    }

    private boolean quotedPrintable() {
        while (at < raw.length) {
            byte next = done < decoded.length ? decoded[done] : 0;
            if (raw[at] == '=' && done < decoded.length && hex(at + 1) >= 0 && (byte) hex(at + 1) == next) {
                add(1, 3);
            } else if (raw[at] == '=') {
                at++;
            } else if (done < decoded.length && raw[at] == next) {
                add(1, 1);
            } else if (raw[at] == '\n' && next == '\r') {
                add(1, 0);
            } else if (raw[at] == ' ' || raw[at] == '\t' || raw[at] == '\r' || raw[at] == '\n') {
                at++;
            } else {
                return false;
            }
        }
        return done == decoded.length;
    }

    /** The value of two digits, or -1. */
    private int hex(int from) {
        int high = from + 1 < raw.length ? Character.digit(raw[from], 16) : -1;
        int low = high < 0 ? -1 : Character.digit(raw[from + 1], 16);
        return low < 0 ? -1 : high << 4 | low;
    }

    /** Four letters are three bytes; each of them stands for the four. */
    private boolean base64() {
        int letters = 0;
        int bits = 0;
        int from = 0;
        for (at = 0; at < raw.length && raw[at] != '='; at++) {
            int value = BASE64.indexOf(raw[at]);
            if (value >= 0) {
                from = letters == 0 ? at : from;
                bits = bits << 6 | value;
                if (++letters == GROUP) {
                    if (!group(bits, GROUP - 1, from, at + 1)) {
                        return false;
                    }
                    letters = 0;
                    bits = 0;
                }
            }
        }
        boolean last = letters < 2 || group(bits << 6 * (GROUP - letters), letters - 1, from, at);
        return last && done == decoded.length;
    }

    private boolean group(int bits, int bytes, int from, int to) {
        for (int i = 0; i < bytes; i++) {
            if (done == decoded.length || decoded[done] != (byte) (bits >> 8 * (2 - i))) {
                return false;
            }
            starts[done] = from;
            ends[done++] = to;
        }
        return true;
    }
}
