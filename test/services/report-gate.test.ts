import { expect, test } from 'bun:test'
import { createReportGate } from '../../src/services/mail-tests/report-gate.ts'
import { account, plan } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'

function gateOf({ anonymousPerDay, perMonth }: { anonymousPerDay?: number; perMonth?: number } = {}) {
  const own = account()
  const gate = createReportGate({
    store: { accounts: { byId: async (id: string) => (id === own.id ? own : undefined) } } as never,
    accounts: { planOf: () => plan(perMonth === undefined ? {} : { fullReportsPerMonth: perMonth }) },
    clock: testClock(),
    anonymousPerDay,
  })
  return { gate, accountId: own.id }
}

test('a gated report is lifted by what allows exactly as many, and by nothing less', async () => {
  const lifted = async (perMonth?: number) => {
    const { gate, accountId } = gateOf(perMonth === undefined ? {} : { perMonth })
    return !(await gate.isGated({ accountId, gatedNumber: 3 }))
  }
  expect([await lifted(2), await lifted(3), await lifted(4), await lifted()]).toEqual([
    false,
    true,
    true,
    true,
  ])
  const { gate } = gateOf({ anonymousPerDay: 3 })
  expect([await gate.isGated({ gatedNumber: 3 }), await gate.isGated({ gatedNumber: 4 })]).toEqual([
    false,
    true,
  ])
})

test('what was never gated is not, whatever is allowed now', async () => {
  const { gate, accountId } = gateOf({ perMonth: 0 })
  expect(await gate.isGated({ accountId })).toBe(false)
})

test('accounts are counted by the month, others by the day and only where that is bounded', async () => {
  const { gate, accountId } = gateOf({ anonymousPerDay: 5, perMonth: 7 })
  expect(await gate.count(accountId)).toEqual({ period: '2026-11', units: 7 })
  expect(await gate.count(undefined)).toEqual({ period: '2026-11-20', units: 5 })
  expect(await gateOf().gate.count(undefined)).toBeUndefined()
})
