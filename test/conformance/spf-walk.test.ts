import { describe, expect, test } from 'bun:test'
import { walkSpf } from '../../src/mail/authentication/spf/tree.ts'
import { checkSpf } from '../../src/mail/authentication/spf/verify.ts'
import { SPF_SCENARIOS, type SpfCase, suiteZone } from './spf-suite.ts'
import { suitesAbsent } from './suites.ts'

type ZoneData = Parameters<typeof suiteZone>[0]

async function both({ host, mailfrom, helo }: SpfCase, data: ZoneData) {
  const domain = mailfrom === '' ? helo : mailfrom.slice(mailfrom.lastIndexOf('@') + 1)
  const known = { clientAddress: host, sender: mailfrom, helo }
  const tree = await walkSpf(domain, { resolver: suiteZone(data), ...known })
  const outcome = await checkSpf({ ...known, hostname: 'receiver.example', resolver: suiteZone(data) })
  return { tree, outcome }
}

async function compare(spec: SpfCase, data: ZoneData): Promise<void> {
  const { tree, outcome } = await both(spec, data)
  const { state, record } = tree.root
  const faulty = state === 'several' || (record?.errors.length ?? 0) > 0
  // RFC 7208 4.6: syntax is judged before anything is evaluated.
  if (faulty && outcome.result !== 'none') expect(outcome.result).toBe('permerror')
  // The walk is the worst case: whatever ends an evaluation with permerror is in it.
  const explained = tree.incomplete || tree.problems.some(({ fatal }) => fatal)
  if (outcome.result === 'permerror') expect(explained).toBe(true)
  if (outcome.result === 'none') expect(tree.lookups).toBe(0)
}

describe.skipIf(suitesAbsent)('walking the records of the RFC 7208 suite', () => {
  for (const { description, tests, zonedata } of SPF_SCENARIOS) {
    for (const [name, spec] of Object.entries(tests)) {
      test(`${description}: ${name}`, () => compare(spec, zonedata))
    }
  }
})
