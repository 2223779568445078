/** The straight path from text to fingerprint; {@link io.whorl.fingerprint.Fingerprinter} is the entry. */
package io.whorl.fingerprint;
