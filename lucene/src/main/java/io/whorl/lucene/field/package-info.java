/** Fields that store the sketch of a document. Start with {@link io.whorl.lucene.field.FingerprintField}. */
package io.whorl.lucene.field;
