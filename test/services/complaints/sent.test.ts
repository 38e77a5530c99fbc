import { afterEach, beforeEach, expect, test } from 'bun:test'
import { dayOf } from '../../../src/core/kept/day.ts'
import { KNOWN_LOOPS } from '../../../src/mail/complaints/providers.ts'
import { sentTo } from '../../../src/services/complaints/sent.ts'
import { testClock } from '../../support/clock.ts'
import { yahoo } from '../../support/complaint-mail.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { attachment, domainIn, ingestingOver, reading, report } from '../aggregates/ingesting/making.ts'
import { complaintsOver } from './world.ts'

let own: TestStore
let clock: ReturnType<typeof testClock>
beforeEach(async () => {
  clock = testClock()
  own = await testStore({ clock })
})
afterEach(() => own.done())

test('what was sent to a provider is counted by reports that came from it, not by those that only name it', async () => {
  const domain = await domainIn(own, clock)
  await complaintsOver(own, clock, {}).came(domain, yahoo())
  const reported = async (from: string, orgName: string, outcome: 'passed' | 'failed' = 'passed') => {
    const attachments = [attachment(report(clock, { orgName, reportId: `${from} ${outcome}` }))]
    const at = ingestingOver(own, clock, {
      reader: reading({ attachments, authentication: { outcome, from, reason: '' } }),
      aggregates: own.store.aggregates,
    })
    await at.received(domain)
    expect(await at.run()).toEqual(['done'])
    expect((await at.told(domain)).at(-1)).toMatchObject({ outcome: 'stored', from })
  }
  const today = dayOf(clock.now().getTime())
  const sent = async () =>
    Object.fromEntries(
      await sentTo(own.store.complaints, domain.id, { from: today - 7, to: today }, KNOWN_LOOPS.providers),
    )
  await reported('attacker.example', 'Yahoo')
  await reported('yahoo.com', 'Yahoo')
  await reported('microsoft.com', 'Yahoo')
  await reported('dmarc.yahoo.com', 'Outlook.com')
  await reported('dmarc.yahoo.com', 'Yahoo', 'failed')
  const counted = () => own.store.aggregates.summary(domain.id, { from: today - 7, to: today })
  await until(async () => (await counted()).reports === 5)
  expect(await sent()).toEqual({})
  await reported('dmarc.yahoo.com', 'Yahoo')
  await reported('microsoft.com', 'Outlook.com')
  await until(async () => (await counted()).reports === 7)
  expect(await sent()).toEqual({ yahoo: 3, outlook: 3 })
})
