import type { Seen, Step } from './finding.ts'

/** No sentence of ours is as long; names that others publish may be. */
const LONGEST = 2000
const MOST_LINES = 20

/** What steers a terminal or a page, or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu

const shown = (text: string) =>
  `${text.slice(0, LONGEST).replaceAll(UNSEEN, '\uFFFD')}${text.length > LONGEST ? '…' : ''}`

/** A finding with nothing in it but what can be seen: some of it was said by the DNS, and by servers. */
export function tidy<Told extends Seen>(told: Told): Told {
  const { seen, steps } = told
  return { ...told, seen: shown(seen), ...(steps && { steps: steps.map(tidyStep) }) }
}

const tidyStep = ({ says, kind, lines }: Step): Step => ({
  says: shown(says),
  ...(kind && { kind }),
  ...(lines && { lines: lines.slice(0, MOST_LINES).map(shown) }),
})
