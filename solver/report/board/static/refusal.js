// What a reader is told when an answer cannot be had.

/** A position that was refused, or could not be solved; the message is a sentence for the reader. */
export class Refusal extends Error {}
