import { describe, expect, test } from 'bun:test'
import type { BounceCause, ExplainedFailure } from '../../../src/core/bounce.ts'
import { explainBounce } from '../../../src/mail/bounces/explain.ts'

/** Columns: causes that are right, state (5, 4, or either), providers that may be named, source, text. */
interface Row {
  causes: readonly BounceCause[]
  state: string
  providers: readonly string[]
  text: string
}

const CAUSES: Readonly<Record<string, BounceCause>> = {
  N: 'no such recipient',
  I: 'recipient inactive',
  F: 'mailbox full',
  L: 'message too large',
  A: 'authentication',
  R: 'reverse dns',
  B: 'blocklist',
  P: 'reputation',
  S: 'rate',
  C: 'content',
  Y: 'policy',
  G: 'greylisting',
  E: 'relaying',
  O: 'routing',
  T: 'tls',
  K: 'protocol',
  X: 'receiver trouble',
  U: 'unknown',
}

async function rowsOf(name: string): Promise<Row[]> {
  const text = await Bun.file(`${import.meta.dir}/gathered/${name}.tsv`).text()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [causes = '', state = '', providers = '', source = '', said = ''] = line.split('\t')
      expect(source).not.toBe('')
      return {
        causes: causes.split(',').map((letter) => CAUSES[letter] ?? 'unknown'),
        state,
        providers: providers.split(','),
        text: said.replaceAll('\\n', '\n'),
      }
    })
}

const isRight = ({ causes }: Row, failure: ExplainedFailure | undefined) =>
  failure !== undefined && causes.includes(failure.cause)

/** Another cause, another state, or somebody else blamed. */
function isWrong(row: Row, failure: ExplainedFailure | undefined): boolean {
  if (!failure) return false
  const name = `${failure.provider?.id} ${failure.provider?.name}`.toLowerCase()
  const blamed = row.providers.map((one) => (one.startsWith('!') ? name.includes(one.slice(1)) : undefined))
  const isOther =
    blamed.includes(true) ||
    (failure.provider !== undefined &&
      !row.providers.some((one) => one === '*' || one.startsWith('!') || name.includes(one)))
  const isState = row.state === '?' || failure.permanent === (row.state === '5')
  return isOther || !isState || !(isRight(row, failure) || failure.cause === 'unknown')
}

describe('refusals that were gathered from trackers, logs and programs', () => {
  test.each(['first', 'second', 'third', 'fourth'])(
    'the %s of them are told rightly, and none wrongly',
    async (name) => {
      const rows = await rowsOf(name)
      expect(rows.length).toBeGreaterThan(70)
      const told = rows.map((row) => ({ row, failure: explainBounce(row.text).failures[0] }))
      expect(told.filter(({ row, failure }) => isWrong(row, failure)).map(({ row }) => row.text)).toEqual([])
      expect(told.filter(({ row, failure }) => isRight(row, failure)).length / rows.length).toBeGreaterThan(
        0.94,
      )
    },
  )
})
