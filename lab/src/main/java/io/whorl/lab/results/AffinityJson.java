package io.whorl.lab.results;

import io.whorl.lab.model.Affinity;
import io.whorl.lab.model.Moments;

/** An {@link Affinity} as JSON. */
record AffinityJson(MomentsJson self, MomentsJson related, MomentsJson unrelated) {

    record MomentsJson(long count, double sum, double squares, double mean, double deviation) {
        static MomentsJson of(Moments of) {
            return new MomentsJson(of.count(), of.sum(), of.squares(), of.mean(), of.deviation());
        }

        Moments moments() {
            return new Moments(count, sum, squares);
        }
    }

    static AffinityJson of(Affinity of) {
        return new AffinityJson(
                MomentsJson.of(of.self()), MomentsJson.of(of.related()), MomentsJson.of(of.unrelated()));
    }

    Affinity affinity() {
        return new Affinity(self.moments(), related.moments(), unrelated.moments());
    }
}
