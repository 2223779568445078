/** Fingerprints of texts; {@link io.whorl.fingerprint.Fingerprinter} is the entry point. */
package io.whorl.fingerprint;
