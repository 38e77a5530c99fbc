import type { AggregateWindow } from '../../../store/aggregates.ts'
import type { FactReads } from '../../../store/dmarc/source-facts.ts'
import type { Answer, JudgedSource } from './answer.ts'

/** Sources whose days are read, those with most messages, and addresses of one. */
const MOST_SOURCES = 20
const MOST_ADDRESSES = 200

/** Messages of sources since the last one that passed, where a guess by the usual day says that they stopped passing: fewer come on weekends. */
export async function countSince(
  store: Pick<FactReads, 'sourceDays'>,
  domainId: string,
  window: AggregateWindow,
  { judged, addresses }: Pick<Answer, 'judged' | 'addresses'>,
): Promise<Map<string, number>> {
  const counted = new Map<string, number>()
  const guessed = [...judged.values()].filter((one) => isGuess(one)).sort(byMessages)
  for (const { group, seen } of guessed.slice(0, MOST_SOURCES)) {
    const days = await store.sourceDays(domainId, window, addresses.get(group.key) ?? [])
    const after = days.filter(({ day }) => day > (seen.lastPassed ?? day))
    counted.set(
      group.key,
      after.reduce((sum, { messages }) => sum + messages, 0),
    )
  }
  return counted
}

const isGuess = ({ group, seen }: JudgedSource) =>
  seen.hasStopped && seen.tally.pass > 0 && group.addresses.length <= MOST_ADDRESSES

const byMessages = (a: JudgedSource, b: JudgedSource) => b.seen.tally.messages - a.seen.tally.messages
