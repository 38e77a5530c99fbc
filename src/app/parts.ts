/** Why the service does not start, in a sentence for the operator. */
export class StartRefused extends Error {}

/** Hands over what closes a part again; the last one handed over is called first. */
export type Later = (closer: () => unknown) => void
