package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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

/** Collects the displayed text of one mail from its parts. */
final class MailReader {
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
    private static final byte[] NONE = {};

    private final MimeTokenStream stream = new MimeTokenStream(UNLIMITED);
    private final Deque<MailPartTexts> nested = new ArrayDeque<>();
    private final byte[] mail;
    /** Where the parser is; empty if places are not wanted. */
    private final Optional<MailSource> source;

    private final Optional<MailPlaces> places;
    private PlacedText subject = PlacedText.of("", false);
    private boolean attached;
    private int parts;

    /** Reads a mail without the places of its text. */
    MailReader(byte[] mail) {
        this.mail = mail;
        source = Optional.empty();
        places = Optional.empty();
    }

    /** Reads a mail and the places of its text. */
    MailReader(DecodedText decoded) {
        mail = decoded.document();
        MailSource of = new MailSource(mail);
        source = Optional.of(of);
        places = Optional.of(MailPlaces.of(of, decoded));
    }

    /** True if all places are known. */
    boolean isMapped() {
        return source.isPresent() && !source.get().isFailed();
    }

    PlacedText read() throws TextConversionException {
        MailPartTexts whole = level(false);
        nested.push(whole);
        try {
            stream.parse(new ByteArrayInputStream(mail));
            for (EntityState state = stream.getState(); state != EntityState.T_END_OF_STREAM; state = stream.next()) {
                token(state);
            }
        } catch (MimeException | IOException e) {
            throw new TextConversionException(Reason.INVALID, "it cannot be parsed as a mail: " + e.getMessage(), e);
        }
        PlacedText body = whole.text();
        PlacedTextBuilder text = builder(subject.text.length() + body.text.length());
        text.append(subject, 0, subject.text.length());
        text.insert("\n\n");
        for (int from = 0; from < body.text.length(); ) {
            int end = body.text.indexOf("\r\n", from);
            text.append(body, from, end < 0 ? body.text.length() : end);
            from = end < 0 ? body.text.length() : end + 1;
        }
        PlacedText stripped = text.build().stripped();
        if (stripped.text.isEmpty()) {
            throw new TextConversionException(Reason.NOT_TEXT, "a mail without subject and text");
        }
        PlacedTextBuilder ended = builder(stripped.text.length() + 1);
        ended.append(stripped, 0, stripped.text.length());
        ended.insert("\n");
        return ended.build();
    }

    private PlacedTextBuilder builder(int size) {
        return new PlacedTextBuilder(size, source.isPresent());
    }

    private MailPartTexts level(boolean alternative) {
        return new MailPartTexts(alternative, source.isPresent());
    }

    private void token(EntityState state) throws IOException, TextConversionException {
        switch (state) {
            case T_START_HEADER -> beginPart();
            case T_FIELD -> field(stream.getField());
            case T_END_HEADER -> source.ifPresent(MailSource::endHeader);
            case T_START_MULTIPART -> {
                String boundary = stream.getBodyDescriptor().getBoundary();
                source.ifPresent(at -> at.beginMultipart(boundary == null ? "" : boundary));
                begin(stream.getBodyDescriptor().getMimeType().equals("multipart/alternative"));
            }
            case T_START_MESSAGE -> begin(false);
            case T_END_MULTIPART -> {
                source.ifPresent(MailSource::endMultipart);
                end();
            }
            case T_END_MESSAGE -> end();
            case T_BODY -> body();
            case T_START_BODYPART -> source.ifPresent(MailSource::beginPart);
            case T_PREAMBLE -> {
                if (source.isPresent()) {
                    source.get().take(stream.getInputStream().readAllBytes());
                }
            }
            case T_EPILOGUE -> {
                if (source.isPresent()) {
                    source.get().epilogue(stream.getInputStream().readAllBytes());
                }
            }
            default -> {}
        }
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
        nested.push(level(alternative));
    }

    private void end() {
        MailPartTexts inner = nested.pop();
        nested.element().addAll(inner);
    }

    private void field(Field field) {
        byte[] raw = source.isPresent() ? field.getRaw().toByteArray() : NONE;
        int at = source.isPresent() ? source.get().field(raw) : 0;
        if (field.getName().equalsIgnoreCase("Content-Disposition")) {
            attached = field.getBody().strip().regionMatches(true, 0, "attachment", 0, "attachment".length());
        } else if (field.getName().equalsIgnoreCase("Subject") && subject.text.isEmpty()) {
            String body = field.getBody();
            // The search for the ends of encoded words takes quadratic time.
            String some = body.length() > MAX_SUBJECT ? body.substring(0, MAX_SUBJECT) : body;
            String decoded = DecoderUtil.decodeEncodedWords(some, DecodeMonitor.SILENT, StandardCharsets.UTF_8)
                    .strip();
            subject =
                    places.isPresent() ? places.get().subject(decoded, at, raw.length) : PlacedText.of(decoded, false);
        }
    }

    private void body() throws IOException, TextConversionException {
        String type = stream.getBodyDescriptor().getMimeType();
        boolean plain = PLAIN.contains(type);
        byte[] raw = source.isPresent() ? stream.getInputStream().readAllBytes() : NONE;
        int at = source.isPresent() ? source.get().take(raw) : 0;
        if (attached || !plain && !type.equals("text/html")) {
            return;
        }
        if (places.isPresent()) {
            String encoding = stream.getBodyDescriptor().getTransferEncoding().toLowerCase(Locale.ROOT);
            byte[] bytes = decoded(raw, encoding).readAllBytes();
            Head head = head(type, bytes);
            MappedText text = plain ? PLAIN_TEXT.mappedText(bytes, head) : HTML.mappedText(bytes, head);
            nested.element().add(plain, places.get().part(at, raw, bytes, encoding, text));
        } else {
            byte[] bytes = stream.getDecodedInputStream().readAllBytes();
            Head head = head(type, bytes);
            String text = plain ? TextDecoder.of(bytes, head) : html(bytes, head);
            nested.element().add(plain, PlacedText.of(text, false));
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

    private static String html(byte[] bytes, Head head) throws TextConversionException {
        return new String(HTML.text(bytes, head), StandardCharsets.UTF_8);
    }

    /**
     * The texts of the parts on one level of a mail: all of them, or, of alternatives, the plain ones if there are any.
     */
    private static final class MailPartTexts {
        private static final PlacedText EMPTY = PlacedText.of("", true);

        private final boolean alternative;
        private final PlacedTextBuilder all;
        private final PlacedTextBuilder plain;

        MailPartTexts(boolean alternative, boolean mapped) {
            this.alternative = alternative;
            all = new PlacedTextBuilder(0, mapped);
            plain = new PlacedTextBuilder(0, mapped);
        }

        void add(boolean isPlain, PlacedText text) {
            if (!text.text.isBlank()) {
                append(all, text);
                append(plain, isPlain ? text : EMPTY);
            }
        }

        /** Adds a nested level, which counts as plain if it contains plain text. */
        void addAll(MailPartTexts inner) {
            add(inner.plain.length() > 0, inner.text());
        }

        /** Returns the text. Must be called once, at the end. */
        PlacedText text() {
            return (alternative && plain.length() > 0 ? plain : all).build();
        }

        private static void append(PlacedTextBuilder to, PlacedText text) {
            to.insert(to.length() == 0 || text.text.isEmpty() ? "" : "\n\n");
            to.append(text, 0, text.text.length());
        }
    }
}
