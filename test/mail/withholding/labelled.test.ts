import { describe, expect, test } from 'bun:test'
import { judgeRaw } from './cases.ts'
import { type Labelled, readLabelled } from './labelled.ts'

function judged(messages: readonly Labelled[]) {
  return messages.flatMap(({ id, language, withhold, raws }) =>
    raws.map((raw) => ({ id, language, withhold, withheld: judgeRaw(raw) !== undefined })),
  )
}

const HELD_OUT = judged(readLabelled(true))

describe('labelled messages that the points were not fitted to', () => {
  const secrets = HELD_OUT.filter((one) => one.withhold)

  test('a secret is hardly ever missed', () => {
    const missed = secrets.filter((one) => !one.withheld)
    expect(secrets.length).toBeGreaterThan(600)
    expect(missed.length / secrets.length, missed.map(({ id }) => id).join(' ')).toBeLessThan(0.029)
  })

  test('what is withheld holds a secret', () => {
    const withheld = HELD_OUT.filter((one) => one.withheld)
    const wrong = withheld.filter((one) => !one.withhold)
    expect(wrong.length / withheld.length, wrong.map(({ id }) => id).join(' ')).toBeLessThan(0.023)
  })
})

describe('labelled messages that the points were fitted to', () => {
  test('every tenth of them is judged as it is labelled, but for a few', () => {
    const some = judged(readLabelled(false).filter((_, index) => index % 10 === 0))
    const wrong = some.filter((one) => one.withhold !== one.withheld)
    expect(some.length).toBeGreaterThan(1_000)
    expect(wrong.length / some.length, wrong.map(({ id }) => id).join(' ')).toBeLessThan(0.046)
  })
})
