import { expect, test } from 'bun:test'
import type { DmarcEvent } from '../../../../src/core/event.ts'
import type { TlsReport } from '../../../../src/core/tls-report.ts'
import { check, later, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { file, making } from '../report-mail/making.ts'
import { eachText, expectSame, MEGABYTE, owning } from './texts.ts'

const DAY = Math.floor(THEN.getTime() / 86_400_000) - 5
const ALL = { from: DAY - 30, to: DAY + 30 }
const SPAN = { begin: DAY * 86_400, end: DAY * 86_400 + 86_399 }
const BOUNDS = { bytes: 1e9, rejectedBytes: 1e9, listed: 1000, days: { reports: 395, nothing: 30 } }
/** As long as names of hosts, campaigns and organizations are kept: they stand in indexes. */
const NAME = 255

/** Texts of reports, records and whatever else strangers write about a domain. */
export function reportTextContract(store: TheStore): void {
  const { domain } = owning(store)
  const { claimed } = making(store)

  test('TLS reports, two hosts of which are the same once they are kept', () =>
    eachText(NAME, async (text) => {
      const { id, accountId, domain: name } = await domain()
      const failed = (receivingHost: string) => ({ type: text, receivingHost, sessions: 1, reason: text })
      const report: TlsReport = {
        orgName: text,
        contact: text,
        reportId: text,
        ...SPAN,
        policies: [
          {
            type: text,
            domain: name,
            hosts: [text],
            lines: [text],
            successes: 1,
            failures: 3,
            details: [failed(text), failed(`${text}\0`), failed(`${text}\ufffd`)],
          },
        ],
        warnings: [text],
        contentHash: crypto.randomUUID(),
      }
      const uid = `dmr_${crypto.randomUUID()}`
      const fileId = crypto.randomUUID()
      const given = {
        report,
        accountId,
        domainId: id,
        fileId,
        uid,
        receivedAt: later(2),
        authenticated: true,
      }
      expect((await store().tlsReports.put(given)).outcome).toBe('stored')
      const summary = await store().tlsReports.summary(id, ALL)
      expect(summary.failed.reduce((all, { sessions }) => all + sessions, 0)).toBe(3)
      expectSame((await store().tlsReports.report(id, uid))?.report, report)
    }))

  test('complaints and letters', () =>
    eachText(NAME, async (text) => {
      const one = await domain()
      async function settled(result: Parameters<ReturnType<TheStore>['complaints']['settle']>[1]) {
        const id = `msg_${crypto.randomUUID()}`
        const session = { receivedAt: store.now(), helo: text } as never
        const mail = { id, domainId: one.id, envelope: session, raw: new Uint8Array(9) }
        const room = { waitingBytes: 1e9, waitingBytesPerDomain: 1e9 }
        expect(await store().complaints.accept(mail, room)).toBe('stored')
        return store().complaints.settle(await claimed(id), result)
      }
      const campaign = { field: 'feedback-id', name: text } as const
      const complaint = {
        type: 'abuse',
        incidents: 1,
        domains: [text, one.domain],
        fingerprints: ['0f'],
        provider: `${text}.`,
        campaign,
      } as const
      const counted = {
        ...complaint,
        domains: [...complaint.domains],
        fingerprints: [...complaint.fingerprints],
      }
      expect(await settled({ kind: 'complaint', complaint: counted })).toBe('counted')
      const letter = { from: text, subject: text, text }
      expect(await settled({ kind: 'letter', letter, authenticated: true })).toBe('kept')
      expectSame(
        (await store().complaints.letters(one.id)).map(({ from, subject, text: words }) => ({
          from,
          subject,
          text: words,
        })),
        [letter],
      )
      const today = Math.floor(store.now().getTime() / 86_400_000)
      const told = await store().complaints.summary(one.id, { from: today - 1, to: today })
      if (text !== '')
        expectSame(
          told.campaigns.map((each) => each.campaign),
          [campaign],
        )
      expectSame(
        told.providers.map(({ provider }) => provider),
        [`${text}.`],
      )
    }))

  test('files of reports', () =>
    eachText(MEGABYTE, async (text) => {
      const { id, accountId } = await domain()
      const one = file(crypto.randomUUID(), { name: text, detail: text, reporter: text })
      const from = { importId: 'imp_1', accountId, domainId: id, at: store.now(), by: text }
      await store().reportMail.imported(from, [{ authentication: 'failed', file: one }], BOUNDS)
      const [kept] = await store().reportMail.files(id, { limit: 10 })
      expectSame(kept, { ...kept, name: text, detail: text, reporter: text, from: text })
    }))

  test('what is watched of reports, and what people say of sources', () =>
    eachText(MEGABYTE, async (text) => {
      const { id, accountId, domain: name } = await domain()
      const payload = { domain: name, source: text, name: text, day: '2026-11-10', messages: 1, rate: 1 }
      const event: DmarcEvent = { type: 'dmarc.source_new', subject: id, payload }
      const look = {
        state: JSON.stringify({ text }),
        holds: JSON.stringify([text]),
        at: later(1),
        mark: text,
      }
      expect(await store().watching.settle(id, 0, look, [event])).toBe('settled')
      expectSame(
        (await store().watching.told(id, 10)).map((told) => told.event),
        [event],
      )
      expectSame(
        (await store().watching.toldSince(accountId, later(0), 10)).map((told) => told.event),
        [event],
      )
      expectSame(
        (await store().watching.lasting(accountId)).map(({ holds }) => holds),
        [look.holds],
      )
      expectSame((await store().watching.begin(id))?.kept?.state, look.state)
      const who = { at: THEN, by: text }
      const change = { key: 'ip:192.0.2.1', name: text, mark: 'mine' } as const
      await store().sourceMarks.change(accountId, id, change, who, said('dmarc.source_marked'))
      expectSame(await store().sourceMarks.of(id), [{ ...change, ...who }])
    }))

  test('events of sample data are told apart, whatever a stranger wrote', () =>
    eachText(100, async (text) => {
      const { id, accountId, domain: name } = await domain()
      const payload = {
        domain: name,
        source: '"of_sample":true',
        name: text,
        day: '2026-11-10',
        messages: 1,
        rate: 1,
      }
      const event: DmarcEvent = { type: 'dmarc.source_new', subject: id, payload }
      expect(await store().watching.tellOfPast(id, [{ at: later(1), event }])).toBe(true)
      expect(await store().watching.toldSince(accountId, later(0), 10)).toEqual([])
      const look = { state: '{}', holds: '[]', at: later(1), mark: 'm' }
      expect(await store().watching.settle(id, 0, look, [event])).toBe('settled')
      expect(await store().watching.toldSince(accountId, later(0), 10)).toHaveLength(1)
    }))

  test('records, looks at domains and digests', () =>
    eachText(MEGABYTE, async (text) => {
      const { id, accountId, domain: name } = await domain()
      const owner = { domainId: id }
      const place = { record: 'dmarc', name: `_dmarc.${name}` } as const
      const look = { domain: name, dueAt: later(10), tells: true, state: JSON.stringify({ text }) }
      await store().recordHistory.keep(owner, {
        ...look,
        at: later(0),
        seen: [{ ...place, values: ['before'] }],
      })
      await store().recordHistory.keep(owner, { ...look, at: later(1), seen: [{ ...place, values: [text] }] })
      expectSame(
        (await store().recordHistory.current(owner)).map(({ values }) => values),
        [[text]],
      )
      expectSame((await store().recordHistory.begin(owner))?.state, look.state)
      const health = {
        at: THEN,
        checks: [check('spf', { summary: text })],
        drawn: { dmarc: { state: 'own', policy: text, reports: [text] } },
      } as never
      const changes = [{ what: text, before: text, after: text, at: THEN }] as never
      expect(await store().domainHealth.keep(id, health, changes, later(1))).toBe('kept')
      expectSame((await store().domainHealth.read(id))?.look, health)
      expectSame((await store().domainHealth.read(id))?.changes, changes)
      const digest = {
        from: '2026-11-16',
        to: '2026-11-23',
        monitors: { items: [{ id: 'mon_1', name: text, state: text, messages: 1, alerts: 1 }], more: 0 },
        domains: { items: [{ domain: text, messages: 1, passed: 1, events: [text] }], more: 0 },
      }
      expect(await store().digests.settle(accountId, '2026-11-23', THEN, digest)).toBe('settled')
      const all = await store().outbox.behind(crypto.randomUUID(), 1_000_000)
      const own = all.filter((event) => event.accountId === accountId && event.type === 'digest.weekly')
      expectSame(
        own.map(({ payload }) => payload),
        [digest],
      )
    }))
}
