package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;

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

    private final MimeTokenStream stream = new MimeTokenStream(UNLIMITED);
    private final Deque<MailPartTexts> nested = new ArrayDeque<>();
    private String subject = "";
    private boolean attached;
    private int parts;

    String read(byte[] mail) throws TextConversionException {
        MailPartTexts whole = new MailPartTexts(false);
        nested.push(whole);
        try {
            stream.parse(new ByteArrayInputStream(mail));
            for (EntityState state = stream.getState(); state != EntityState.T_END_OF_STREAM; state = stream.next()) {
                token(state);
            }
        } catch (MimeException | IOException e) {
            throw new TextConversionException(Reason.INVALID, "it cannot be parsed as a mail: " + e.getMessage(), e);
        }
        String text = (subject + "\n\n" + whole.text().replace("\r\n", "\n")).strip();
        if (text.isEmpty()) {
            throw new TextConversionException(Reason.NOT_TEXT, "a mail without subject and text");
        }
        return text + "\n";
    }

    private void token(EntityState state) throws IOException, TextConversionException {
        switch (state) {
            case T_START_HEADER -> beginPart();
            case T_FIELD -> field(stream.getField());
            case T_START_MULTIPART ->
                begin(stream.getBodyDescriptor().getMimeType().equals("multipart/alternative"));
            case T_START_MESSAGE -> begin(false);
            case T_END_MULTIPART, T_END_MESSAGE -> {
                MailPartTexts inner = nested.pop();
                nested.element().addAll(inner);
            }
            case T_BODY -> body();
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
        nested.push(new MailPartTexts(alternative));
    }

    private void field(Field field) {
        if (field.getName().equalsIgnoreCase("Content-Disposition")) {
            attached = field.getBody().strip().regionMatches(true, 0, "attachment", 0, "attachment".length());
        } else if (field.getName().equalsIgnoreCase("Subject") && subject.isEmpty()) {
            String raw = field.getBody();
            // The search for the ends of encoded words takes quadratic time.
            String some = raw.length() > MAX_SUBJECT ? raw.substring(0, MAX_SUBJECT) : raw;
            subject = DecoderUtil.decodeEncodedWords(some, DecodeMonitor.SILENT, StandardCharsets.UTF_8)
                    .strip();
        }
    }

    private void body() throws IOException, TextConversionException {
        String type = stream.getBodyDescriptor().getMimeType();
        boolean plain = PLAIN.contains(type);
        if (attached || !plain && !type.equals("text/html")) {
            return;
        }
        byte[] bytes = stream.getDecodedInputStream().readAllBytes();
        Head head = new Head("", type + charset(), Arrays.copyOf(bytes, Math.min(bytes.length, Head.MAX_BYTES)));
        nested.element().add(plain, plain ? TextDecoder.of(bytes, head) : html(bytes, head));
    }

    /** Ignores ASCII, which is the default and often wrong; the bytes then decide. */
    private String charset() {
        String charset = stream.getBodyDescriptor().getCharset();
        return charset == null || charset.equalsIgnoreCase("us-ascii") ? "" : "; charset=" + charset;
    }

    private static String html(byte[] bytes, Head head) throws TextConversionException {
        return new String(new HtmlFormat().text(bytes, head), StandardCharsets.UTF_8);
    }
}
