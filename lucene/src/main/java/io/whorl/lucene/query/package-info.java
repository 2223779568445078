/**
 * Queries by shared text, answered from a Whorl index beside the Lucene index, and the passages of their hits. Start
 * with {@link io.whorl.lucene.query.CoderivativeQuery}.
 */
package io.whorl.lucene.query;
