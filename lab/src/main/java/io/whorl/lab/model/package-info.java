/** What the laboratory tries and what it finds, as values; everything else of the laboratory makes or shows these. */
package io.whorl.lab.model;
