/** Collections with known answers: their texts, groups, questions, sources and copied passages. */
package io.whorl.lab.collection;
