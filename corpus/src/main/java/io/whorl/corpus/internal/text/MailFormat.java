package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import io.whorl.corpus.internal.container.MailHeader;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.PlacedText.Syntax;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import io.whorl.corpus.internal.text.TextFormats.PlainFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.codec.QuotedPrintableInputStream;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.util.MimeUtil;

/**
 * Mail (RFC 5322, MIME). Its text is the subject and the displayed body: plain text, or HTML if there is no plain
 * alternative, without attachments and other headers.
 */
final class MailFormat extends ProseFormat {
    private static final Pattern FIELD = Pattern.compile("[!-9;-~]{1,76}:.*", Pattern.DOTALL);

    MailFormat() {
        super("mail", "message/rfc822");
    }

    /** Decides by media type, or by name if the mail starts with a header field. */
    @Override
    public boolean recognises(Head head) {
        return isTyped(head)
                || head.mediaType().isEmpty()
                        && head.isNamed(".eml")
                        && FIELD.matcher(head.latin1()).matches();
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) throws TextConversionException {
        return new MailReader(decoded, mapped).read();
    }

    @Override
    public Optional<String> date(byte[] document) {
        return MailHeader.date(document);
    }

    /** Collects the displayed text of one mail from its parts. */
    private static final class MailReader {
        /** Each level of parts is a nested stream; real mail has four or five. */
        private static final int MAX_DEPTH = 32;
        /** Each part costs a buffer and about twenty microseconds, however small it is. */
        private static final int MAX_PARTS = 10_000;

        private static final int MAX_SUBJECT = 2_000;
        /** No limits: the mail is in memory anyway. */
        private static final MimeConfig UNLIMITED = MimeConfig.custom()
                .setMaxLineLen(-1)
                .setMaxHeaderLen(-1)
                .setMaxHeaderCount(-1)
                .setMaxContentLen(-1)
                .build();

        private static final Set<String> PLAIN =
                Set.of("text/plain", "text/x-patch", "text/x-diff", "text/markdown", "text/x-markdown");

        private static final HtmlFormat HTML = new HtmlFormat();
        private static final PlainFormat PLAIN_TEXT = new PlainFormat();

        private final MimeTokenStream stream = new MimeTokenStream(UNLIMITED);
        private final Deque<MailPartTexts> nested = new ArrayDeque<>();
        private final byte[] mail;
        private final MailPlaces places;
        private PlacedText subject = PlacedText.EMPTY;
        private boolean attached;
        private int parts;

        MailReader(DecodedText decoded, boolean mapped) {
            mail = decoded.document();
            places = new MailPlaces(decoded, mapped);
        }

        PlacedText read() throws TextConversionException {
            MailPartTexts whole = new MailPartTexts(false, places.known);
            nested.push(whole);
            try {
                stream.parse(new ByteArrayInputStream(mail));
                for (EntityState state = stream.getState();
                        state != EntityState.T_END_OF_STREAM;
                        state = stream.next()) {
                    token(state);
                }
            } catch (MimeException | IOException e) {
                throw new TextConversionException(
                        Reason.INVALID, "it cannot be parsed as a mail: " + e.getMessage(), e);
            }
            PlacedText body = whole.texts.build();
            PlacedTextBuilder text = new PlacedTextBuilder(subject.length() + body.length(), places.known);
            text.append(subject);
            text.insert("\n\n");
            text.append(body);
            PlacedText stripped = text.build().unified().stripped();
            if (stripped.length() == 0) {
                throw new TextConversionException(Reason.NOT_TEXT, "a mail without subject and text");
            }
            PlacedTextBuilder ended = new PlacedTextBuilder(stripped.length() + 1, places.known);
            ended.append(stripped);
            ended.insert("\n");
            return ended.build();
        }

        private void token(EntityState state) throws IOException, TextConversionException {
            switch (state) {
                case T_START_HEADER -> beginPart();
                case T_FIELD -> field(stream.getField());
                case T_START_MULTIPART -> {
                    String boundary = stream.getBodyDescriptor().getBoundary();
                    places.boundaries.push(("--" + boundary).getBytes(StandardCharsets.ISO_8859_1));
                    begin(stream.getBodyDescriptor().getMimeType().equals("multipart/alternative"));
                }
                case T_START_MESSAGE -> begin(false);
                case T_END_MULTIPART -> {
                    places.closing++;
                    places.boundaries.pop();
                    end();
                }
                case T_END_MESSAGE -> end();
                case T_BODY -> body();
                case T_START_BODYPART -> {
                    places.take(places.boundaries.element());
                    places.endLine();
                }
                case T_PREAMBLE -> places.take(rest());
                case T_EPILOGUE -> {
                    places.closing++;
                    places.take(rest());
                }
                default -> {}
            }
        }

        /** The bytes of the current part; none if no map is made. */
        private byte[] rest() throws IOException {
            return places.known ? stream.getInputStream().readAllBytes() : new byte[0];
        }

        private void beginPart() throws TextConversionException {
            attached = false;
            if (++parts > MAX_PARTS) {
                throw new TextConversionException(Reason.INVALID, "a mail of more than " + MAX_PARTS + " parts");
            }
        }

        private void begin(boolean alternative) throws TextConversionException {
            if (nested.size() > MAX_DEPTH) {
                throw new TextConversionException(
                        Reason.INVALID, "a mail with more than " + MAX_DEPTH + " levels of parts");
            }
            nested.push(new MailPartTexts(alternative, places.known));
        }

        private void end() {
            MailPartTexts inner = nested.pop();
            // A nested level counts as plain if it contains plain text.
            nested.element().add(inner.plain, inner.texts.build());
        }

        private void field(Field field) {
            byte[] raw = places.known ? field.getRaw().toByteArray() : new byte[0];
            int at = places.take(raw);
            if (field.getName().equalsIgnoreCase("Content-Disposition")) {
                attached = field.getBody().strip().regionMatches(true, 0, "attachment", 0, "attachment".length());
            } else if (field.getName().equalsIgnoreCase("Subject") && subject.length() == 0) {
                String body = field.getBody();
                // The search for the ends of encoded words takes quadratic time.
                String some = body.length() > MAX_SUBJECT ? body.substring(0, MAX_SUBJECT) : body;
                String decoded = DecoderUtil.decodeEncodedWords(some, DecodeMonitor.SILENT, StandardCharsets.UTF_8)
                        .strip();
                subject = places.subject(decoded, at, raw.length);
            }
        }

        private void body() throws IOException, TextConversionException {
            String type = stream.getBodyDescriptor().getMimeType();
            boolean plain = PLAIN.contains(type);
            boolean shown = !attached && (plain || type.equals("text/html"));
            byte[] raw = shown ? stream.getInputStream().readAllBytes() : rest();
            int at = places.take(raw);
            if (shown) {
                String encoding =
                        stream.getBodyDescriptor().getTransferEncoding().toLowerCase(Locale.ROOT);
                byte[] bytes = decoded(raw, encoding).readAllBytes();
                Head head = head(type, bytes);
                ProseFormat format = plain ? PLAIN_TEXT : HTML;
                PlacedText text = places.known
                        ? places.part(at, raw, bytes, encoding, format.text(bytes, head, true))
                        : format.convert(format.decoded(bytes, head), head, false);
                nested.element().add(plain, text);
            }
        }

        /** As the parser does it. */
        private static InputStream decoded(byte[] raw, String encoding) {
            InputStream in = new ByteArrayInputStream(raw);
            return MimeUtil.isBase64Encoding(encoding)
                    ? new Base64InputStream(in)
                    : MimeUtil.isQuotedPrintableEncoded(encoding) ? new QuotedPrintableInputStream(in) : in;
        }

        private Head head(String type, byte[] bytes) {
            return new Head("", type + charset(), Arrays.copyOf(bytes, Math.min(bytes.length, Head.MAX_BYTES)));
        }

        /** Ignores ASCII, which is the default and often wrong; the bytes then decide. */
        private String charset() {
            String charset = stream.getBodyDescriptor().getCharset();
            return charset == null || charset.equalsIgnoreCase("us-ascii") ? "" : "; charset=" + charset;
        }
    }

    /**
     * The texts of the parts on one level of a mail: all of them, or, of alternatives, the plain ones if there are any.
     */
    private static final class MailPartTexts {
        private final boolean alternative;
        private final PlacedTextBuilder texts;
        /** True if there is plain text. */
        private boolean plain;

        MailPartTexts(boolean alternative, boolean mapped) {
            this.alternative = alternative;
            texts = new PlacedTextBuilder(0, mapped);
        }

        void add(boolean isPlain, PlacedText text) {
            if (!text.text.isBlank() && (isPlain || !alternative || !plain)) {
                texts.cutTo(alternative && isPlain && !plain ? 0 : texts.length());
                plain |= isPlain;
                texts.insert(texts.length() == 0 ? "" : "\n\n");
                texts.append(text);
            }
        }
    }

    /**
     * Leads from the texts of a mail's parts to characters of the mail. It follows the bytes of the mail in step with
     * the parser, which does not tell where it is. Only line ends, and closing boundaries at the end of a multipart,
     * may precede the bytes of the next part that the parser returns; otherwise no place of the mail is known.
     */
    private static final class MailPlaces {
        private static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        private static final int GROUP = 4;
        private static final byte[] BOUNDARY = {'-', '-'};
        private static final byte[] LINE_END = {'\n'};
        private static final byte[] LINE_ENDS = {'\r', '\n'};

        private final byte[] mail;
        private final PlacedText text;
        /** The first character of the decoded mail at each byte, and at the end. */
        private final int[] characters;

        private final Deque<byte[]> boundaries = new ArrayDeque<>();
        /** The closing boundaries that may be next. */
        private int closing;

        private int at;
        private boolean known;

        MailPlaces(DecodedText decoded, boolean mapped) {
            mail = decoded.document();
            text = decoded.placed(true);
            characters = new int[mapped ? mail.length + 1 : 0];
            known = mapped && fill(decoded.charset());
        }

        /** False if the bytes of single characters are not known. */
        private boolean fill(Charset charset) {
            boolean single = charset.canEncode() && charset.newEncoder().maxBytesPerChar() == 1;
            boolean utf8 = charset.equals(StandardCharsets.UTF_8) && text.text.indexOf('\ufffd') < 0;
            int filled = 0;
            for (int i = 0, c; (single || utf8) && i < text.length(); i += Character.charCount(c)) {
                c = text.text.codePointAt(i);
                int size = single || c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
                for (int k = 0; k < size && filled < mail.length; k++) {
                    characters[filled++] = i;
                }
            }
            characters[mail.length] = text.length();
            // A text without a byte order mark that the mail has is shorter than the mail.
            return filled == mail.length && (utf8 || text.length() == filled);
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
            PlacedText bytes = transported(raw, decoded, encoding);
            known &= text.map().isPresent() && bytes.mapped;
            if (!known) {
                return PlacedText.of(chars, false);
            }
            PlacedTextBuilder out = new PlacedTextBuilder(chars.length(), true);
            TextMap map = text.map().get();
            int codePoint = 0;
            int at = 0;
            for (int i = 0; i < chars.length(); codePoint++) {
                int c = chars.codePointAt(i);
                int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
                TextRange range = map.original(new TextRange(codePoint, codePoint + 1, at, at + size));
                boolean none = range.startByte() == range.endByte();
                int start = range.startByte() == decoded.length ? raw.length : bytes.start(range.startByte());
                int end = none ? start : bytes.end(range.endByte() - 1);
                for (int k = 0; k < Character.charCount(c); k++) {
                    out.append(chars.charAt(i + k), characters[base + start], characters[base + end]);
                }
                i += Character.charCount(c);
                at += size;
            }
            return out.build();
        }

        /**
         * Returns a subject. If it is in the field as it is, each character stands for itself; otherwise all stand for
         * the body of the field.
         *
         * @param base the first byte of the field in the mail
         * @param bytes of the field
         */
        PlacedText subject(String subject, int base, int bytes) {
            if (!known) {
                return PlacedText.of(subject, false);
            }
            int to = characters[base + bytes];
            int from = text.text.indexOf(':', characters[base]) + 1;
            from = PlacedText.runEnd(text.text, from, to, c -> c <= ' ');
            to = PlacedText.runStart(text.text, from, to, c -> c <= ' ');
            PlacedText each = text.parsed(from, to, subject, Syntax.RAW);
            return each.mapped ? each : PlacedText.standing(subject, from, to, true);
        }

        /** The bytes of a field, body, preamble, epilogue or boundary. Returns the first of them. */
        int take(byte[] raw) {
            while (known && raw.length > 0 && !startsWith(raw)) {
                skip();
            }
            closing = raw.length > 0 ? 0 : closing;
            at += known ? raw.length : 0;
            return known ? at - raw.length : 0;
        }

        /** Skips the end of a line, or a closing boundary up to the end of its line, at which an epilogue begins. */
        private void skip() {
            if (startsWith(LINE_END) || startsWith(LINE_ENDS)) {
                at += mail[at] == '\r' ? 2 : 1;
            } else {
                known = startsWith(BOUNDARY) && closing-- > 0;
                endLine();
            }
        }

        void endLine() {
            while (at < mail.length && mail[at] != '\n' && mail[at] != '\r') {
                at++;
            }
        }

        private boolean startsWith(byte[] bytes) {
            int to = at + bytes.length;
            return to <= mail.length && Arrays.equals(mail, at, to, bytes, 0, bytes.length);
        }

        /**
         * Returns the place of each byte of a decoded body in the bytes that a mail transports; each byte is a
         * character here. Each byte is compared with the decoded one, so a place is never guessed.
         *
         * @param encoding of the transport, in lower case
         * @return not mapped if the decoded body is not that of the raw one
         */
        private static PlacedText transported(byte[] raw, byte[] decoded, String encoding) {
            return switch (encoding) {
                case "base64" -> base64(raw, decoded);
                case "quoted-printable" -> {
                    String result = new String(decoded, StandardCharsets.ISO_8859_1);
                    yield PlacedText.of(new String(raw, StandardCharsets.ISO_8859_1), true)
                            .parsed(0, raw.length, result, Syntax.QUOTED_PRINTABLE);
                }
                default -> PlacedText.of("", Arrays.equals(raw, decoded));
            };
        }

        /** Four letters are three bytes; each of them stands for the four. */
        private static PlacedText base64(byte[] raw, byte[] decoded) {
            int to = 0;
            while (to < raw.length && raw[to] != '=') {
                to++;
            }
            int[] letters = IntStream.range(0, to)
                    .filter(i -> BASE64.indexOf(raw[i]) >= 0)
                    .toArray();
            byte[] code = new byte[letters.length % GROUP == 1 ? letters.length - 1 : letters.length];
            for (int i = 0; i < code.length; i++) {
                code[i] = raw[letters[i]];
            }
            PlacedTextBuilder found = new PlacedTextBuilder(decoded.length, true);
            for (int i = 0; i < decoded.length && i / 3 * GROUP < letters.length; i++) {
                int first = i / 3 * GROUP;
                boolean whole = first + GROUP <= letters.length;
                found.append((char) 0, letters[first], whole ? letters[first + GROUP - 1] + 1 : to);
            }
            boolean same = Arrays.equals(Base64.getDecoder().decode(code), decoded);
            return same ? found.build() : PlacedText.of("", false);
        }
    }
}
