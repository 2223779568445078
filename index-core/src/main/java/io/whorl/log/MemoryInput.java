package io.whorl.log;

/** Operations in heap, read where they are. */
final class MemoryInput extends OperationInput {
    private final ByteBlocks chunks;
    private int nextChunk;

    MemoryInput(ByteBlocks chunks) {
        this.chunks = chunks;
        later = chunks.length();
    }

    @Override
    void refill() {
        bytes = chunks.chunk(nextChunk);
        at = 0;
        limit = chunks.used(nextChunk++);
        later -= limit;
    }

    @Override
    RuntimeException damaged(String reason) {
        return new IllegalStateException("a commit in memory is not as it was encoded: " + reason);
    }
}
