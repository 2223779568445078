package io.whorl.bulk;

import io.whorl.LimitExceededException;

/**
 * A document that is left out because it cannot be fingerprinted in the given memory, or because its fingerprint is too
 * large to be stored.
 *
 * @param id its id, which another document may still use
 * @param reason the limit that it exceeds, and advice
 */
public record RefusedDocument(String id, LimitExceededException reason) {}
