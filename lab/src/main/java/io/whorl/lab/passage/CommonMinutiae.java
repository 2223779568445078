package io.whorl.lab.passage;

import io.whorl.fingerprint.Fingerprint;

/** Counts the minutiae that three fingerprints share. */
final class CommonMinutiae {
    private CommonMinutiae() {}

    /** Returns |A ∩ B ∩ C|. */
    static int count(Fingerprint a, Fingerprint b, Fingerprint c) {
        int inB = 0;
        int inC = 0;
        int common = 0;
        for (int i = 0; i < a.size(); i++) {
            long minutia = a.minutia(i);
            inB = reach(b, inB, minutia);
            inC = reach(c, inC, minutia);
            common += at(b, inB, minutia) && at(c, inC, minutia) ? 1 : 0;
        }
        return common;
    }

    /** Returns the first position from here on whose minutia is not smaller. */
    private static int reach(Fingerprint in, int from, long minutia) {
        int at = from;
        while (at < in.size() && Long.compareUnsigned(in.minutia(at), minutia) < 0) {
            at++;
        }
        return at;
    }

    private static boolean at(Fingerprint in, int place, long minutia) {
        return place < in.size() && in.minutia(place) == minutia;
    }
}
