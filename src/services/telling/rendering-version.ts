import { renderingMark } from './rendering-mark.ts' with { type: 'macro' }

/** Written into the program when it is built. */
const MARK = renderingMark()

/** How this program tells checks: a mark of the code and the words. Nobody raises it: whatever of them changes, it is another
 * one, and copies of what was told are made anew. */
export function renderingVersion(): string {
  return MARK
}
