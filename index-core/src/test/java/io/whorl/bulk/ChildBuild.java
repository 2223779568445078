package io.whorl.bulk;

import io.whorl.RandomCorpus;
import io.whorl.scheme.Scheme;
import java.nio.file.Path;
import java.util.Map;

/** Builds in a process of its own: {@code INDEX hold|finish SEED}. Prints each step before it starts. */
public final class ChildBuild {
    private ChildBuild() {}

    public static void main(String[] args) throws Exception {
        BuildOptions options =
                BuildOptions.DEFAULT.replace(true).memory(16 << 20).threads(2);
        try (IndexBuilder builder =
                IndexBuilder.create(Path.of(args[0]), Scheme.builder().build(), options)) {
            for (Map.Entry<String, byte[]> d :
                    RandomCorpus.of(Long.parseLong(args[2]), 300, 3_000).entrySet()) {
                builder.add(d.getKey(), d.getValue());
            }
            System.out.println("added");
            if (args[1].equals("hold")) {
                Thread.sleep(Long.MAX_VALUE);
            }
            builder.finish();
            System.out.println("finished");
        } catch (Exception e) {
            System.out.println("failed " + e);
            throw e;
        }
    }
}
