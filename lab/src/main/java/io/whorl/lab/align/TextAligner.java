package io.whorl.lab.align;

import java.util.List;

/** Detects the passages that two texts share. Thread-safe. */
@FunctionalInterface
public interface TextAligner {
    List<Match> align(String a, String b);
}
