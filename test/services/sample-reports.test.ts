import { expect, test } from 'bun:test'
import { unpackPiece } from '../../src/core/aggregate/piece.ts'
import { readReportMail } from '../../src/mail/aggregate/read.ts'
import { sampleReports } from '../../src/services/samples/reports.ts'
import { createSamples, type OutgoingMail } from '../../src/services/samples/samples.ts'
import { DEMO_DOMAIN } from '../../src/services/samples/zone.ts'

const now = new Date('2026-11-05T08:07:09Z')
const facts = { domain: DEMO_DOMAIN, to: 'abc@mx.example', now, id: 'f00d' }

test('the sample reports are read whole, one for each of the last seven days', async () => {
  const attachments = await readReportMail(sampleReports(facts))
  const files = attachments.flatMap((one) => one.files)
  const read = files.flatMap(({ content }) => (content.kind === 'aggregate' ? [content.aggregate] : []))
  expect(read.map(({ head }) => [head.policyDomain, head.records, head.skipped, head.warnings])).toEqual(
    Array.from({ length: 7 }, () => [DEMO_DOMAIN, 4, 0, []]),
  )
  const days = read.map(({ head }) => new Date(head.begin * 1000).toISOString().slice(0, 10))
  expect(days).toEqual([...days].toSorted())
  expect([days[0], days.at(-1)]).toEqual(['2026-10-29', '2026-11-04'])
  const [piece] = read[0]?.pieces ?? []
  const records = piece ? unpackPiece(piece).records : []
  expect(records.map(({ dkim, spf, disposition }) => [dkim, spf, disposition])).toEqual([
    [true, true, 'none'],
    [true, false, 'none'],
    [false, false, 'none'],
    [false, false, 'reject'],
  ])
})

test('the same day is the same report whenever it is sent', async () => {
  const hashes = async (at: Date, id: string) =>
    (await readReportMail(sampleReports({ ...facts, now: at, id })))
      .flatMap((one) => one.files)
      .map(({ content }) => (content.kind === 'aggregate' ? content.aggregate.head.contentHash : ''))
  const [first, later] = [await hashes(now, 'a'), await hashes(new Date(now.getTime() + 86_400_000), 'b')]
  expect(new Set(first).size).toBe(7)
  expect(later.slice(0, 6)).toEqual(first.slice(1))
})

test('they are sent signed, as mail of the demo domain', async () => {
  const sent: OutgoingMail[] = []
  const samples = createSamples({
    clock: { now: () => now },
    random: (length) => new Uint8Array(length),
    domain: DEMO_DOMAIN,
    sign: (raw) => new Uint8Array([...new TextEncoder().encode('DKIM-Signature: x\r\n'), ...raw]),
    submit: async (mail) => {
      sent.push(mail)
      return { code: 250, text: '250 2.0.0 OK' }
    },
  })
  expect(await samples.sendReports('token@reports.example')).toEqual({ ok: true, value: undefined })
  expect(sent.map(({ from, to, startTls }) => [from, to, startTls])).toEqual([
    [`bounces@${DEMO_DOMAIN}`, 'token@reports.example', true],
  ])
  const raw = Buffer.from(sent[0]?.raw ?? []).toString('latin1')
  expect(raw).toStartWith('DKIM-Signature: x\r\nFrom: ')
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(raw.split('\r\n').filter((line) => line.length > 998)).toEqual([])
})
