package io.whorl.write;

import io.whorl.live.LiveTier;
import io.whorl.parts.LivePart;
import io.whorl.store.DeadDocuments;

/**
 * A live tier as of one commit, with the log that contains the same documents.
 *
 * @param documents how many documents it has as of the commit, dead or alive
 * @param log number of its log
 * @param first number of the last commit before those in its log
 */
record TierState(LiveTier live, int documents, DeadDocuments dead, long log, long first) {
    TierState with(int documentsNow, DeadDocuments deadNow) {
        return new TierState(live, documentsNow, deadNow, log, first);
    }

    LivePart part() {
        return new LivePart(live.view(documents), dead);
    }
}
