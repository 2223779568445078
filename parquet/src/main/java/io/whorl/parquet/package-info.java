/**
 * Parquet files as containers of documents. {@link java.util.ServiceLoader} finds the format, so that it is enough to
 * add this module.
 */
package io.whorl.parquet;
