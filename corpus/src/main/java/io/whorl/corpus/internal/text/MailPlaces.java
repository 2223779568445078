package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Leads from the texts of a mail's parts to characters of the mail. */
final class MailPlaces {
    private final MailSource source;
    /** The first character of the decoded mail at each byte, and at the end. */
    private final int[] characters;

    private final String mail;

    private MailPlaces(MailSource source, String mail, int[] characters) {
        this.source = source;
        this.mail = mail;
        this.characters = characters;
    }

    /** Fails the source if the bytes of single characters are not known. */
    static MailPlaces of(MailSource source, DecodedText decoded) {
        int bytes = source.bytes().length;
        String text = decoded.text();
        int[] characters = new int[bytes + 1];
        if (isSingle(decoded.charset()) && text.length() == bytes) {
            for (int i = 0; i <= bytes; i++) {
                characters[i] = i;
            }
        } else if (decoded.charset().equals(StandardCharsets.UTF_8) && text.indexOf('\ufffd') < 0) {
            if (fill(characters, text) != bytes) {
                source.fail();
            }
        } else {
            source.fail();
        }
        return new MailPlaces(source, text, characters);
    }

    private static boolean isSingle(Charset charset) {
        return charset.canEncode() && charset.newEncoder().maxBytesPerChar() == 1;
    }

    /** Returns the bytes of the text; a text without a byte order mark that the mail has is shorter than the mail. */
    private static int fill(int[] characters, String text) {
        int at = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            for (int k = 0; k < size && at < characters.length - 1; k++) {
                characters[at++] = i;
            }
            i += Character.charCount(c);
        }
        characters[characters.length - 1] = text.length();
        return at;
    }

    /**
     * Returns the text of a part with its places.
     *
     * @param base the first byte of the part in the mail
     * @param raw the part as the mail transports it
     * @param decoded the part
     * @param text the text of the decoded part, with a map to it
     */
    PlacedText part(int base, byte[] raw, byte[] decoded, String encoding, MappedText text) {
        String chars = new String(text.utf8(), StandardCharsets.UTF_8);
        PlacedTextBuilder out = new PlacedTextBuilder(chars.length(), true);
        TransferPlaces bytes = TransferPlaces.of(raw, decoded, encoding);
        if (text.map().isEmpty() || bytes.starts.length < decoded.length || source.isFailed()) {
            source.fail();
            return PlacedText.of(chars, true);
        }
        TextMap map = text.map().get();
        int codePoint = 0;
        int at = 0;
        for (int i = 0; i < chars.length(); codePoint++) {
            int c = chars.codePointAt(i);
            int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            TextRange range = map.original(new TextRange(codePoint, codePoint + 1, at, at + size));
            boolean none = range.startByte() == range.endByte();
            int start = range.startByte() == decoded.length ? raw.length : bytes.starts[range.startByte()];
            int end = none ? start : bytes.ends[range.endByte() - 1];
            for (int k = 0; k < Character.charCount(c); k++) {
                out.append(chars.charAt(i + k), character(base + start), character(base + end));
            }
            i += Character.charCount(c);
            at += size;
        }
        return out.build();
    }

    /**
     * Returns a subject. If it is in the field as it is, each character stands for itself; otherwise all stand for the
     * body of the field.
     *
     * @param base the first byte of the field in the mail
     * @param bytes of the field
     */
    PlacedText subject(String subject, int base, int bytes) {
        int to = character(base + bytes);
        int from = mail.indexOf(':', character(base)) + 1;
        while (from < to && mail.charAt(from) <= ' ') {
            from++;
        }
        while (to > from && mail.charAt(to - 1) <= ' ') {
            to--;
        }
        PlacedTextBuilder each = new PlacedTextBuilder(subject.length(), true);
        PlacedTextBuilder whole = new PlacedTextBuilder(subject.length(), true);
        int at = from;
        for (int i = 0; i < subject.length(); i++) {
            whole.append(subject.charAt(i), from, to);
            while (at < to && mail.charAt(at) <= ' ' && mail.charAt(at) != subject.charAt(i)) {
                at++;
            }
            if (at < to && mail.charAt(at) == subject.charAt(i)) {
                each.append(subject.charAt(i), at, at + 1);
                at++;
            }
        }
        return each.length() == subject.length() && at == to ? each.build() : whole.build();
    }

    private int character(int at) {
        return source.isFailed() ? 0 : characters[at];
    }

    /**
     * The place of each byte of a decoded body in the bytes that a mail transports. Each byte is compared with the
     * decoded one, so a place is never guessed.
     */
    private static final class TransferPlaces {
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
}
