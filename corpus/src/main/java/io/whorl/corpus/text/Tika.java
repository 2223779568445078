package io.whorl.corpus.text;

import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.xml.sax.ContentHandler;

/**
 * Apache Tika's parsers, found by name at run time: they weigh more than all the rest, and most corpora need none of
 * them. They guard themselves against compressed bombs and deep nesting; what they print is bounded here. Thread-safe.
 */
final class Tika {
    /**
     * Of characters, however small the document; Tika's own guard looks at how they compare with its size from a
     * million on.
     */
    private static final int LEAST_LIMIT = 500_000;
    /** Characters for each byte; compressed prose has four or five. */
    private static final int EXPANSION = 20;

    /** The last one found, and where: a class loader has one. */
    private record Found(ClassLoader loader, Optional<Tika> tika) {}

    private static volatile Found last;

    private final Object parser;
    private final Method parse;
    private final Class<?> metadata;
    private final Method set;

    private Tika(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass("org.apache.tika.parser.AutoDetectParser");
        metadata = loader.loadClass("org.apache.tika.metadata.Metadata");
        parser = type.getConstructor().newInstance();
        parse = type.getMethod("parse", InputStream.class, ContentHandler.class, metadata);
        set = metadata.getMethod("set", String.class, String.class);
    }

    /** As the thread's context class loader sees it, which sees plug-ins too. */
    static Optional<Tika> atHand() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? Tika.class.getClassLoader() : context;
        Found found = last;
        if (found == null || found.loader() != loader) {
            found = new Found(loader, load(loader));
            last = found;
        }
        return found.tika();
    }

    private static Optional<Tika> load(ClassLoader loader) {
        try {
            return Optional.of(new Tika(loader));
        } catch (ReflectiveOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** @throws TextConversionException if Tika fails, or finds more text than there can be */
    void read(byte[] document, String name, Prose out) throws TextConversionException {
        TikaText text =
                new TikaText(out, (int) Math.min(Integer.MAX_VALUE, LEAST_LIMIT + (long) EXPANSION * document.length));
        try {
            Object fields = metadata.getConstructor().newInstance();
            if (!name.isEmpty()) {
                set.invoke(fields, "resourceName", name.substring(name.lastIndexOf('/') + 1));
            }
            parse.invoke(parser, new ByteArrayInputStream(document), text, fields);
        } catch (InvocationTargetException e) {
            throw failure(text, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw failure(text, e);
        }
    }

    private static TextConversionException failure(TikaText text, Throwable cause) {
        if (cause instanceof VirtualMachineError error && !(cause instanceof StackOverflowError)) {
            throw error;
        }
        return text.isFull()
                ? new TextConversionException(
                        Skipped.Reason.TOO_LARGE, "holds more than " + text.limit() + " characters of text", cause)
                : new TextConversionException(Skipped.Reason.INVALID, "Apache Tika could not read it: " + cause, cause);
    }
}
