package io.whorl.corpus;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.container.ContainerFormats;
import io.whorl.corpus.internal.text.TextFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;

/** All formats, in the order in which they are tried: those of the application, then the built-in ones. Thread-safe. */
final class FormatRegistry {
    static {
        readUnnamedLibraries();
    }

    private final List<ContainerFormat> ownContainers = new ArrayList<>();
    private final List<ContainerFormat> containers = new ArrayList<>();
    private final List<TextFormat> beforeContainers = new ArrayList<>();
    private final List<TextFormat> texts = new ArrayList<>();
    private final ReaderOptions options;

    private FormatRegistry(ReaderOptions options) {
        this.options = options;
    }

    /** Loads the application's formats with the thread's context class loader. */
    static FormatRegistry load(ReaderOptions options) {
        FormatRegistry formats = new FormatRegistry(options);
        for (FormatProvider own : ServiceLoader.load(FormatProvider.class)) {
            formats.ownContainers.addAll(own.containers());
            formats.texts.addAll(own.texts());
        }
        formats.beforeContainers.addAll(formats.texts);
        formats.beforeContainers.addAll(TextFormats.inArchives());
        formats.containers.addAll(ContainerFormats.archives());
        formats.containers.addAll(ContainerFormats.dumps(options.formats()));
        formats.containers.add(ContainerFormats.namedArchive());
        formats.texts.addAll(TextFormats.texts());
        return formats;
    }

    Optional<ContainerFormat> container(Head head) {
        Optional<ContainerFormat> own = first(ownContainers, head);
        return own.isPresent() || isDocument(head) ? own : first(containers, head);
    }

    /** Finds the archive or compression format of a part. Dumps of records do not count: they are also texts. */
    Optional<ContainerFormat> archive(Head head) {
        return isDocument(head) ? Optional.empty() : first(ContainerFormats.archives(), head);
    }

    /** True if the part is a document although it looks like a container: many document formats are zip archives. */
    private boolean isDocument(Head head) {
        // A record with a text media type is not an archive, whatever its bytes look like.
        boolean document = isText(head.mediaType());
        for (int i = 0; i < beforeContainers.size() && !document; i++) {
            document = beforeContainers.get(i).recognises(head);
        }
        return document;
    }

    private static Optional<ContainerFormat> first(List<ContainerFormat> formats, Head head) {
        for (ContainerFormat format : formats) {
            if (format.recognises(head)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    private static boolean isText(String mediaType) {
        String type = mediaType.stripLeading().toLowerCase(Locale.ROOT);
        return type.startsWith("text/") || type.startsWith("message/");
    }

    /** Finds the format that converts a document to text; nothing if the document is delivered unchanged. */
    Optional<TextFormat> text(Head head) {
        for (int i = 0; i < texts.size() && options.convert(); i++) {
            if (texts.get(i).recognises(head)) {
                return Optional.of(texts.get(i));
            }
        }
        return Optional.empty();
    }

    /**
     * Lets this module read libraries whose jars name no module. Their module name would derive from the name of a
     * file, so the module descriptor cannot require them. Build tools put them on the class path of a modular
     * application. It has no effect if this module is itself on the class path.
     */
    private static void readUnnamedLibraries() {
        Module own = FormatRegistry.class.getModule();
        for (String one : List.of("org.netpreserve.jwarc.WarcParser", "org.apache.james.mime4j.MimeException")) {
            try {
                if (own.isNamed()) {
                    own.addReads(Class.forName(one, false, FormatRegistry.class.getClassLoader())
                            .getModule());
                }
            } catch (ClassNotFoundException e) {
                // The library is missing, so only the formats that need it fail.
            }
        }
    }
}
