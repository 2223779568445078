package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Every regular file below a directory as one document, by the UTF-8 bytes of their ids. */
final class DirectoryReader implements SourceReader {
    private final Reading reading;
    private final List<Listed> files = new ArrayList<>();
    private final BoundedBytes bytes;
    private int next;

    private record Listed(String id, Path path) {}

    DirectoryReader(Path directory, Reading reading) throws IOException {
        this.reading = reading;
        bytes = new BoundedBytes(reading.options().maxDocument());
        DirectoryTree.walk(
                directory,
                (file, attributes) -> files.add(new Listed(Names.relative(directory, file), file)),
                (file, e) -> unreadable(file, e));
        // Names that are not UTF-8 may decode alike; their bytes on disk still order them.
        files.sort(Comparator.comparing(Listed::id, Names.BY_UTF8).thenComparing(Listed::path));
    }

    @Override
    public Optional<Document> next() throws IOException {
        while (next < files.size()) {
            Listed file = files.get(next++);
            try (InputStream in = CountingStream.open(file.path(), reading.bytesRead())) {
                String place = file.path().toString();
                Optional<Document> document = reading.document(file.id(), bytes.read(in), place);
                if (document.isPresent()) {
                    return document;
                }
            } catch (UnreadableException e) {
                unreadable(file.path(), e);
            }
        }
        return Optional.empty();
    }

    private void unreadable(Path file, IOException e) {
        reading.skip(file.toString(), Skipped.Reason.UNREADABLE, e.getMessage());
    }

    @Override
    public void close() {}
}
