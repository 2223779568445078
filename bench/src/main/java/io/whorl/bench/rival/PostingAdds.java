package io.whorl.bench.rival;

/** Postings by minutia, of documents that are numbers: what a key-value store can be made. */
public interface PostingAdds extends DurableAdds {
    /** The numbers, from 0 in the order of adding, of the documents that hold a minutia; ascending. */
    int[] documents(long minutia);
}
