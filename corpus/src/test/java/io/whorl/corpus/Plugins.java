package io.whorl.corpus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/** Creates the service file that the jar of a plug-in would contain. */
final class Plugins {
    private Plugins() {}

    /**
     * A class loader with which {@link java.util.ServiceLoader} finds the implementation, which is on the class path.
     */
    static ClassLoader loader(Path directory, Class<?> service, Class<?> implementation) {
        try {
            Path jar = Files.createTempDirectory(directory, "jar");
            Path services = Files.createDirectories(jar.resolve("META-INF/services"));
            Files.writeString(services.resolve(service.getName()), implementation.getName());
            return new URLClassLoader(new URL[] {jar.toUri().toURL()}, Plugins.class.getClassLoader());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
