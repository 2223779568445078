package io.whorl.pairs;

import java.nio.file.Path;

/**
 * Where a search keeps what it has finished.
 *
 * @param directory the work directory; it is created if it does not exist
 * @param resume whether unfinished work in the directory is continued; otherwise it is refused
 * @param purpose what the pairs are for, with the options that the request does not have
 */
public record WorkPlace(Path directory, boolean resume, String purpose) {}
