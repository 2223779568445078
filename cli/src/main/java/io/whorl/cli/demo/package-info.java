/**
 * The bundled sample documents with known answers, and how well an index finds them.
 * {@link io.whorl.cli.demo.DemoPage.Samples} is the entry point.
 */
package io.whorl.cli.demo;
