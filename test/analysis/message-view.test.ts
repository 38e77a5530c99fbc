import { describe, expect, test } from 'bun:test'
import { type Analyzer, neutral } from '../../src/analysis/analyzer.ts'
import { analyseAgain } from '../../src/analysis/evidence/again.ts'
import { readEvidence } from '../../src/analysis/evidence/evidence.ts'
import { type Analysis, analyse } from '../../src/analysis/pipeline.ts'
import { analyzers as REAL } from '../../src/analysis/registry.ts'
import type { Envelope } from '../../src/core/message.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import { NO_WORDS } from '../support/builders.ts'
import { envelope } from '../support/envelope.ts'
import { outside } from '../support/outside.ts'
import { zone } from '../support/zone.ts'
import { SENDER } from './whole-report.ts'

interface Given {
  envelope?: Partial<Envelope>
  analyzers?: readonly Analyzer[]
  leaveOut?: string[]
  waitAtMost?: number
}

/** The analysis of a message whose octets are the characters of the text. */
function analysed(text: string, given: Given = {}): Promise<Analysis> {
  const clock = { now: () => new Date('2026-11-20T12:00:02Z') }
  return analyse(
    {
      raw: Buffer.from(text, 'latin1'),
      envelope: envelope(given.envelope),
      settings: { hostname: 'mx.test.example', lists: [], listStates: [] },
      leaveOut: given.leaveOut ?? [],
      waitAtMost: given.waitAtMost ?? 300_000,
    },
    given.analyzers ?? [],
    outside(createRecorder(zone(SENDER), clock), clock),
  )
}

async function shown(text: string, given: Given = {}) {
  const { messageView } = await analysed(text, given)
  if (!messageView) throw new Error('nothing is shown')
  return messageView
}

const HTML = 'Content-Type: text/html\r\n\r\n'

describe('header fields', () => {
  test('stand in the order of the message, repeated ones too, with their folding', async () => {
    const { headers } = await shown(
      'X-B: 2\r\nsubject:  one\r\n two\r\nX-B: 1\r\nSubject: =?utf-8?q?caf=C3=A9?=\r\n\r\n',
    )
    expect(headers).toEqual([
      { name: 'X-B', value: '2' },
      { name: 'subject', value: 'one\n two' },
      { name: 'X-B', value: '1' },
      { name: 'Subject', value: '=?utf-8?q?caf=C3=A9?=' },
    ])
  })

  test('octets above 127 are read as UTF-8, or where they are none as Latin-1', async () => {
    const { headers } = await shown('X-U: caf\xc3\xa9\r\nX-L: caf\xe9\r\n\r\n')
    expect(headers.map(({ value }) => value)).toEqual(['café', 'café'])
  })

  test('are 300 at most, of 4,000 characters each', async () => {
    const many = Array.from({ length: 301 }, (_, at) => `X-${at}: v\r\n`).join('')
    const bounded = (await shown(`${many}\r\n`)).headers
    expect(bounded).toHaveLength(300)
    expect(bounded.at(-1)?.name).toBe('X-299')
    const [exact, long] = (
      await shown(`A: ${'x'.repeat(4_000)}\r\nB: ${'x'.repeat(3_999)}\xf0\x9f\x98\x80\r\n\r\n`)
    ).headers
    expect(exact?.value).toBe('x'.repeat(4_000))
    expect(long?.value).toBe(`${'x'.repeat(3_999)}\ufffd…`)
  })
})

describe('the way of the message', () => {
  const received =
    'Received: from a.example.org (a.example.org [192.0.2.7]) by b.example.org with ESMTPS id x; Fri, 20 Nov 2026 11:59:00 +0000\r\nReceived: from inner (inner [10.0.0.3]) by a.example.org with ESMTP id y; Fri, 20 Nov 2026 11:59:30 +0000\r\n'

  test('ends with our own session, and tells of private addresses and clocks that disagree', async () => {
    const { hops } = await shown(`${received}Date: Fri, 20 Nov 2026 11:59:20 +0000\r\n\r\nx`)
    expect(hops).toEqual([
      {
        address: '10.0.0.3',
        by: 'a.example.org',
        protocol: 'ESMTP',
        at: '2026-11-20T11:59:30.000Z',
        delaySeconds: 10,
        privateAddress: true,
      },
      {
        from: 'a.example.org',
        address: '192.0.2.7',
        by: 'b.example.org',
        protocol: 'ESMTPS',
        tls: 'tls',
        at: '2026-11-20T11:59:00.000Z',
        delaySeconds: -30,
        privateAddress: false,
      },
      {
        from: 'mail.example.org',
        address: '192.0.2.10',
        by: 'mx.test.example',
        protocol: 'ESMTPS',
        tls: 'TLSv1.3',
        at: '2026-11-20T12:00:01.000Z',
        delaySeconds: 61,
        privateAddress: false,
      },
    ])
  })

  test('of a file is what its fields say, and there is no session', async () => {
    const { hops, transcript } = await shown('From: a@example.org\r\n\r\nx', {
      envelope: { transport: 'file' },
    })
    expect(hops).toEqual([])
    expect(transcript).toEqual([])
  })

  test('the session is shown line by line, a long line cut', async () => {
    const lines = [
      { from: 'server' as const, text: '220 mx.test.example', at: 0 },
      { from: 'client' as const, text: `EHLO ${'x'.repeat(3_000)}`, at: 3 },
    ]
    const { transcript } = await shown('From: a@example.org\r\n\r\nx', { envelope: { transcript: lines } })
    expect(transcript[0]).toEqual({ from: 'server', text: '220 mx.test.example', at: 0 })
    expect(transcript[1]?.text).toHaveLength(2_001)
    const many = Array.from({ length: 1_001 }, (_, at) => ({ from: 'client' as const, text: 'NOOP', at }))
    const bounded = await shown('From: a@example.org\r\n\r\nx', { envelope: { transcript: many } })
    expect(bounded.transcript).toHaveLength(1_000)
  })
})

describe('the message itself', () => {
  test('its HTML is shown without what runs or is fetched; plain text has no preview', async () => {
    const { preview } = await shown(
      `${HTML}<p onclick="x()">Hello</p><script>alert(1)</script><img src="https://track.example/p.gif">`,
    )
    expect(preview).toContain('<p>Hello</p>')
    expect(preview).not.toContain('alert')
    expect(preview).not.toContain('track.example/p.gif')
    expect((await shown('From: a@example.org\r\n\r\nHello')).preview).toBeUndefined()
    expect((await shown(HTML)).preview).toBeUndefined()
  })

  test('features that some clients lack are told, the worst first; those of all clients are not', async () => {
    const { clientSupport } = await shown(`${HTML}<form><input></form><p style="color:red">x</p>`)
    expect(clientSupport.length).toBeGreaterThan(0)
    for (const { full, without, none } of clientSupport) {
      expect(full).toBeLessThan(1)
      expect(without.length > 0).toBe(none > 0)
    }
    const worst = clientSupport.map(({ none }) => none)
    expect(worst).toEqual(worst.toSorted((a, b) => b - a))
  })
})

describe('what providers ask for', () => {
  test('is shown where a check of theirs came to its end', async () => {
    const { providers } = await shown('From: a@example.org\r\n\r\nx', { analyzers: REAL })
    expect(providers.map(({ name }) => name)).toContain('Gmail')
    const [requirement] = providers[0]?.requirements ?? []
    expect(Object.keys(requirement ?? {}).filter((key) => key !== 'code' && key !== 'about')).toEqual([
      'asks',
      'state',
      'because',
      'reference',
    ])
  })

  test('is left out where they were not judged: what they wait for may never come', async () => {
    const { providers } = await shown('From: a@example.org\r\n\r\nx', {
      analyzers: REAL.filter(({ name }) => !name.startsWith('provider-')),
    })
    expect(providers).toEqual([])
    const names = REAL.flatMap(({ name }) => (name.startsWith('provider-') ? [name] : []))
    expect((await shown('A: b\r\n\r\nx', { analyzers: REAL, leaveOut: names })).providers).toEqual([])
  })
})

test('a try that showing the message killed is followed by one without it', async () => {
  const { messageView, report, evidence } = await analysed('From: a@example.org\r\n\r\nx', {
    leaveOut: ['exhibits'],
  })
  expect(messageView).toBeUndefined()
  expect(report.score).toBe(10)
  expect(evidence.leftOut).toEqual(['exhibits'])
})

test('the same is shown when the report is made again from evidence', async () => {
  const text = `Received: from a.example.org ([192.0.2.7]) by b.example.org; Fri, 20 Nov 2026 11:59:00 +0000\r\nFrom: a@example.org\r\n${HTML}<h1>x</h1>`
  const analyzers: Analyzer[] = [
    { ...NO_WORDS, name: 'one', group: 'server', weight: 0, costs: {}, run: async () => neutral('x') },
  ]
  const first = await analysed(text, { analyzers })
  const evidence = readEvidence(JSON.parse(JSON.stringify(first.evidence)))
  const again = await analyseAgain(Buffer.from(text, 'latin1'), evidence, analyzers)
  expect(JSON.stringify(again.messageView)).toBe(JSON.stringify(first.messageView))
})
