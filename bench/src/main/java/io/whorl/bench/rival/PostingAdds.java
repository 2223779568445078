package io.whorl.bench.rival;

/** A store of postings by minutia, with numbers instead of document ids, as in a key-value store. */
public interface PostingAdds extends DurableAdds {
    /** Returns the documents that hold a minutia, ascending, numbered from 0 in the order of adding. */
    int[] documents(long minutia);
}
