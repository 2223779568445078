package io.whorl.corpus;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;

/** A container whose parts are being read. */
record OpenContainer(NestedPart whole, ContainerFormat format, PartReader reader) {
    /** Creates a part of this container, named by the names on the path to it. */
    NestedPart piece(Part part, PartStream body) {
        String named = whole.path().isEmpty() ? part.name() : whole.path() + NestedPart.SEPARATOR + part.name();
        String id = part.id().orElse(named);
        Part dated =
                part.date().isPresent() ? part : part.dated(whole.part().date().orElse(""));
        return new NestedPart(dated, id, format.isCompression() ? whole.path() : id, body);
    }
}
