import { expect } from 'bun:test'
import { dayOf } from '../../../src/core/kept/day.ts'
import type { HistoryCount, HistoryRow } from '../../../src/store/history.ts'
import type { AnalysisOutcome } from '../../../src/store/messages.ts'
import { DAY, THEN } from '../../support/builders.ts'
import { chance } from '../../support/chance.ts'
import { finish } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

interface Known {
  domain?: string
  failed?: string[]
  again?: boolean
}

interface Making {
  owner(): Promise<string>
  received(accountId: string, ago: number): Promise<{ token: string; id: string }>
  outcome(score: number, known: Known): Extract<AnalysisOutcome, { report: unknown }>
}

/** A message with a report. */
interface Open {
  token: string
  id: string
  /** It is due once more. */
  again: boolean
  revision: number
}

const DOMAINS = [undefined, 'a.example', 'b.example', 'c.example']
const CHECKS = ['spf', 'dkim', 'links', 'mx']

/** What befalls messages of two accounts at random: arrivals, repeats, other judgements, deletions, retention. */
export function historyLife(store: TheStore, { owner, received, outcome }: Making) {
  const random = chance(13)
  const place = (length: number) => Math.floor(random() * length)
  const open: Open[] = []
  let owners: string[] = []

  const some = (): Known => {
    const domain = DOMAINS[place(DOMAINS.length)]
    return {
      ...(domain !== undefined && { domain }),
      failed: CHECKS.filter(() => random() < 0.4),
      again: random() < 0.7,
    }
  }
  const judged = (known: Known) => outcome(Math.round(random() * 100) / 10, known)

  async function arrive(): Promise<void> {
    const message = await received(owners[place(owners.length)] ?? '', Math.floor(random() * 12 * DAY))
    if (random() < 0.2) {
      await finish(store(), message.id, { status: 'failed', reason: 'no' })
      return
    }
    const known = some()
    await finish(store(), message.id, judged(known))
    open.push({ ...message, again: known.again === true, revision: 0 })
  }
  async function repeat(): Promise<void> {
    const one = open[place(open.length)]
    if (!one?.again) return
    const known = some()
    await finish(store(), one.id, judged(known))
    Object.assign(one, { again: known.again === true, revision: one.revision + 1 })
  }
  async function judgeAgain(): Promise<void> {
    const one = open[place(open.length)]
    if (!one) return
    const replacement = { revision: one.revision, ...judged(some()) }
    expect(await store().messages.replaceReport(one.id, replacement)).toBe('replaced')
    one.revision += 1
  }
  async function remove(): Promise<void> {
    const [one] = open.splice(place(open.length), 1)
    if (one) await store().mailTests.delete(one.token)
  }
  async function forget(): Promise<void> {
    const before = dayOf(THEN.getTime()) - 6 - place(6)
    while ((await store().history.deleteBefore(before, 2)) > 0);
  }
  const STEPS = [arrive, arrive, arrive, arrive, repeat, repeat, judgeAgain, judgeAgain, remove, forget]

  return {
    async begin() {
      owners = [await owner(), await owner()]
    },
    step: () => (STEPS[place(STEPS.length)] ?? arrive)(),
    async look(rowsOf: (accountId: string) => Promise<HistoryRow[]>) {
      for (const accountId of owners) {
        const rows = await rowsOf(accountId)
        for (const domain of DOMAINS) {
          const own = domain === undefined ? rows : rows.filter((row) => row.domain === domain)
          const counts = await store().history.counts(accountId, {
            since: 0,
            ...(domain !== undefined && { domain }),
          })
          expect(counts).toEqual(recounted(own))
        }
      }
    },
  }
}

function recounted(rows: readonly HistoryRow[]): HistoryCount[] {
  const days = new Map<number, HistoryCount>()
  for (const row of rows) {
    const day = dayOf(row.receivedAt.getTime())
    const counts = days.get(day) ?? { day, scored: 0, failed: 0, scores: {}, checks: {} }
    days.set(day, counts)
    countIn(counts, row)
  }
  return [...days.values()].toSorted((a, b) => a.day - b.day)
}

function countIn(counts: HistoryCount, { score, failedChecks }: HistoryRow): void {
  if (score === undefined) {
    counts.failed += 1
    return
  }
  counts.scored += 1
  const tenths = Math.round(score * 10)
  counts.scores[tenths] = (counts.scores[tenths] ?? 0) + 1
  for (const name of failedChecks) counts.checks[name] = (counts.checks[name] ?? 0) + 1
}
