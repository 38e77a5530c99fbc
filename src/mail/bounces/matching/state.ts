import { BOUNCE_ADVICE } from '../../data/bounces/sets.ts'

const WAITS: ReadonlySet<string> = new Set(BOUNCE_ADVICE['wait'])
const GAVE_UP = 'Your server does not try again by itself: send the message once more later.'

/** What to do, as it stands: a server that gave up, or was refused for good, does not try again. */
export function adviceFor(advice: readonly string[], isDelayed: boolean): string[] {
  return isDelayed ? [...advice] : advice.map((sentence) => (WAITS.has(sentence) ? GAVE_UP : sentence))
}
