package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.xml.sax.ContentHandler;

/**
 * Calls the parsers of Apache Tika 2, 3 or 4 by reflection, so that nothing depends on Tika: its parsers are larger
 * than everything else together, and most corpora need none of them. The parsers guard themselves against compressed
 * bombs and deep nesting; this class limits the text that they emit. Thread-safe.
 *
 * <p>The versions differ in two signatures. Up to version 3, {@code parse} takes an {@link InputStream} and the key of
 * the file name is a string. In version 4, {@code parse} takes a {@code TikaInputStream} and the key is a property.
 */
final class TikaParser {
    private static final String PACKAGE = "org.apache.tika.";
    /**
     * The least limit on the characters of a text. It is below the size (one million) from which Tika's own guard
     * compares the text with the document.
     */
    private static final int MIN_LIMIT = 500_000;
    /** The limit on characters per byte of the document; compressed prose has four or five. */
    private static final int EXPANSION = 20;

    /** The result of looking for Tika with one class loader; {@code problem} says why there is no parser. */
    private record Lookup(ClassLoader loader, Optional<TikaParser> parser, String problem) {}

    private static volatile Lookup last;

    private final Object parser;
    private final Method parse;
    private final Optional<Method> openStream;
    private final Class<?> metadata;
    private final Object nameKey;
    private final Method setName;
    private final Method getField;

    private TikaParser(Class<?> type) throws ReflectiveOperationException {
        ClassLoader loader = type.getClassLoader();
        metadata = loader.loadClass(PACKAGE + "metadata.Metadata");
        Class<?> tikaStream = loader.loadClass(PACKAGE + "io.TikaInputStream");
        parser = type.getConstructor().newInstance();
        parse = parseMethod(type, tikaStream);
        openStream = parse.getParameterTypes()[0] == InputStream.class
                ? Optional.empty()
                : Optional.of(tikaStream.getMethod("get", byte[].class));
        Field key = loader.loadClass(PACKAGE + "metadata.TikaCoreProperties").getField("RESOURCE_NAME_KEY");
        nameKey = key.get(null);
        setName = metadata.getMethod("set", key.getType(), String.class);
        getField = metadata.getMethod("get", String.class);
    }

    private Method parseMethod(Class<?> type, Class<?> tikaStream) throws NoSuchMethodException {
        for (Class<?> stream : Arrays.asList(InputStream.class, tikaStream)) {
            try {
                return type.getMethod("parse", stream, ContentHandler.class, metadata);
            } catch (NoSuchMethodException e) {
                // The other version has it.
            }
        }
        throw new NoSuchMethodException(type.getName() + ".parse(stream, ContentHandler, Metadata)");
    }

    /**
     * Finds Tika with the thread's context class loader, which also sees plug-ins.
     *
     * @param document words for the document that needs Tika, such as "a PDF"
     * @throws TextConversionException if there is no Tika, or one with an unknown API
     */
    static TikaParser find(String document) throws TextConversionException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? TikaParser.class.getClassLoader() : context;
        Lookup lookup = last;
        if (lookup == null || lookup.loader() != loader) {
            lookup = lookUp(loader);
            last = lookup;
        }
        if (lookup.parser().isEmpty()) {
            throw new TextConversionException(
                    Skipped.Reason.NO_READER, document + ", which needs Apache Tika 3 or 4" + lookup.problem());
        }
        return lookup.parser().get();
    }

    private static Lookup lookUp(ClassLoader loader) {
        Class<?> type;
        try {
            type = loader.loadClass(PACKAGE + "parser.AutoDetectParser");
        } catch (ClassNotFoundException | LinkageError e) {
            return new Lookup(loader, Optional.empty(), "");
        }
        try {
            return new Lookup(loader, Optional.of(new TikaParser(type)), "");
        } catch (ReflectiveOperationException | LinkageError e) {
            return new Lookup(loader, Optional.empty(), "; the Tika on the class path cannot be used: " + cause(e));
        }
    }

    private static Throwable cause(Throwable e) {
        return e instanceof InvocationTargetException && e.getCause() != null ? e.getCause() : e;
    }

    /**
     * Reads a document.
     *
     * @param out receives the text
     * @return the pages of the text
     * @throws TextConversionException if Tika fails, or emits more text than the limit
     */
    PageMap read(byte[] document, String name, ProseBuilder out) throws TextConversionException {
        TikaContentHandler text = new TikaContentHandler(
                out, (int) Math.min(Integer.MAX_VALUE, MIN_LIMIT + (long) EXPANSION * document.length));
        try {
            Object fields = metadata.getConstructor().newInstance();
            if (!name.isEmpty()) {
                setName.invoke(fields, nameKey, name.substring(name.lastIndexOf('/') + 1));
            }
            try (InputStream in = open(document)) {
                parse.invoke(parser, in, text, fields);
            }
            String type = (String) getField.invoke(fields, "Content-Type");
            return text.pages().map(type == null ? "" : type);
        } catch (InvocationTargetException e) {
            throw failure(text, e.getCause());
        } catch (ReflectiveOperationException | IOException e) {
            throw failure(text, e);
        }
    }

    private InputStream open(byte[] document) throws ReflectiveOperationException {
        return openStream.isPresent()
                ? (InputStream) openStream.get().invoke(null, (Object) document)
                : new ByteArrayInputStream(document);
    }

    private static TextConversionException failure(TikaContentHandler text, Throwable cause) {
        if (cause instanceof VirtualMachineError error && !(cause instanceof StackOverflowError)) {
            throw error;
        }
        return text.isFull()
                ? new TextConversionException(
                        Skipped.Reason.TOO_LARGE, "contains more than " + text.limit() + " characters of text", cause)
                : new TextConversionException(Skipped.Reason.INVALID, "Apache Tika could not read it: " + cause, cause);
    }
}
