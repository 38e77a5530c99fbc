import { withholdingMark } from './withholding-mark.ts' with { type: 'macro' }

/** Written into the program when it is built. */
const MARK = withholdingMark()

/**
 * The rules by which it is decided whether a message's words are withheld: a mark of the code, the words and the weights.
 * Nobody raises it: whatever of them changes, it is another one.
 */
export function withholdingVersion(): string {
  return MARK
}
