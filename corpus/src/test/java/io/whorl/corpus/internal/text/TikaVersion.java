package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A version of Tika that the build copied to the target directory, loaded apart from everything else. */
enum TikaVersion {
    THREE("tika-3", "java.io.InputStream"),
    FOUR("tika-4", "org.apache.tika.io.TikaInputStream");

    private static final String PARSER = "sample.LinePdfParser";

    private final Path jars;
    private final String stream;

    TikaVersion(String directory, String stream) {
        jars = Path.of("target", directory);
        this.stream = stream;
    }

    /** A class loader of Tika's core and of a parser for what the tests call a PDF. */
    URLClassLoader loader(Path folder) throws IOException {
        List<Path> classPath = new ArrayList<>();
        try (Stream<Path> files = Files.list(jars)) {
            files.sorted().forEach(classPath::add);
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        compile(classPath, Files.createDirectories(folder.resolve("sources")), classes);
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("org.apache.tika.parser.Parser"), PARSER);
        classPath.add(classes);
        URL[] urls = classPath.stream().map(TikaVersion::url).toArray(URL[]::new);
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private void compile(List<Path> classPath, Path sources, Path classes) throws IOException {
        Path source = sources.resolve("LinePdfParser.java");
        try (InputStream template = TikaVersion.class.getResourceAsStream("/tika/LinePdfParser.java.txt")) {
            String code = new String(template.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(source, code.replace("STREAM", stream));
        }
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", path, "-d", classes.toString(), source.toString());
        assertEquals(0, exit, "the sample parser does not compile against " + jars);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
