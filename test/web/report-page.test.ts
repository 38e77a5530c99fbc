import { describe, expect, test } from 'bun:test'
import type { MessageView } from '../../src/core/message-view.ts'
import type { Report } from '../../src/core/report.ts'
import { WITHHOLDING_REASONS } from '../../src/core/withholding.ts'
import { check, NO_WORDS } from '../support/builders.ts'
import { SECRETS } from './checks.ts'
import { PLAN, VIEWS } from './message-views.ts'
import { BAD, MIXED, PERFECT } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

/** As a reader sees it. */
const wordsOf = (html: string) => html.replace(/<svg.*?<\/svg>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ')

async function pageOf(report: Report, messageView?: MessageView) {
  const catalogue = ['spf', 'dkim', 'dmarc', 'tls', 'blocklist', 'provider-gmail']
  const site = siteUnderTest({
    checks: catalogue.map((name) => ({
      ...NO_WORDS,
      name,
      group: name.startsWith('provider') ? 'providers' : name === 'tls' ? 'server' : 'authentication',
      weight: name === 'blocklist' ? 3 : 1,
    })),
  })
  const token = await site.fake.create()
  const id = site.fake.receive(token)
  site.fake.finish(token, id, report)
  if (messageView) site.fake.showView(token, id, messageView)
  const html = await (await site.ask(`/t/${token}`)).text()
  return { html, words: wordsOf(html), token, id }
}

const GMAIL = check('provider-gmail', { status: 'failed', summary: '3 of 5 met.' })

describe('what to do', () => {
  test('comes before the checks, with its gain, its record and where it leads', async () => {
    const { html, words } = await pageOf({ ...MIXED, plan: PLAN })
    const places = ['id="plan"', '+1.5', '+1.0', 'gain unknown', '2 more steps', 'id="group-authentication"']
    const found = places.map((place) => html.indexOf(place))
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(found).not.toContain(-1)
    expect(words).toContain('The steps of known gain lead from 6.7 to 10')
    expect(html).toContain('data-copy="List-Unsubscribe-Post: List-Unsubscribe=One-Click"')
    expect(words).toContain('shop.example TXT, in place of the one that begins with v=spf1')
    expect(words).toContain('1 more step without points to gain')
    expect(words).toContain('A further change for the same check.')
  })

  test('the verdict begins with the first step', async () => {
    const { html } = await pageOf({ ...MIXED, plan: PLAN.slice(1) })
    expect(html).toContain('Begin with <a href="#plan">DMARC</a>')
  })

  test('checks are open where no plan says what to do, else folded', async () => {
    expect((await pageOf(MIXED)).html).toMatch(/<details class="entry" id="check-dkim" open/)
    expect((await pageOf({ ...MIXED, plan: PLAN })).html).toMatch(/<details class="entry" id="check-dkim">/)
  })

  test('where more than ten points are lost, the score is said to move late', async () => {
    const plan = PLAN.slice(0, 1)
    expect((await pageOf({ ...BAD, plan })).words).toContain('The checks took 12.5 points in all')
    expect((await pageOf({ ...MIXED, plan })).words).not.toContain('points in all')
  })

  test('there is nothing to do about a perfect message', async () => {
    expect((await pageOf(PERFECT)).html).not.toContain('id="plan"')
    const free = await pageOf({ ...PERFECT, plan: PLAN.slice(-1) })
    expect(free.words).toContain('What could be better 1 more step')
  })
})

describe('groups of checks', () => {
  test('say how they ended; checks of no group come last', async () => {
    const { words, html } = await pageOf({ ...MIXED, checks: [...MIXED.checks, GMAIL] })
    expect(words).toContain('Authentication −2.5 2 to fix, 1 open, 1 fine')
    expect(words).toContain('Sending server ✓ 1 fine')
    expect(words).toContain('Providers ! 1 could be better')
    expect(words).toContain('Other checks −0.8')
    expect(html.indexOf('id="group-other"')).toBeGreaterThan(html.indexOf('id="group-providers"'))
  })

  test('what is open says why, and what it could have cost', async () => {
    const { words } = await pageOf(MIXED)
    expect(words).toContain('3 lists gave no answer. up to 3 points')
  })
})

describe('the message beside its checks', () => {
  test('the matrix says each state in words, with the code and the dated page', async () => {
    const { words, html } = await pageOf({ ...MIXED, checks: [...MIXED.checks, GMAIL] }, VIEWS)
    for (const state of ['✓ met', '✗ not met', '– not asked', '? open', '1 not seen']) {
      expect(words).toContain(state)
    }
    expect(html).toContain('550 5.7.30</code>')
    expect(html).toContain('title="SPF and DKIM: SPF passes, the signature does not hold."')
    expect(words).toContain('Google email sender guidelines, 2026-03-21')
    expect(html).toContain('href="https://support.google.com/a/answer/81126"')
  })

  test('the path has a stop for each hop, with its delay', async () => {
    const { words } = await pageOf(MIXED, VIEWS)
    expect(words).toContain('4 hops, 101 seconds in all')
    for (const fact of [
      'app-7.internal to relay.shop.example no encryption named ESMTP 10.0.4.17 (private)',
      '+99 seconds',
      '✓ encrypted, TLSv1.3',
      'clock 3 seconds behind',
      'A host without a name to archive.receiver.example',
    ]) {
      expect(words).toContain(fact)
    }
  })

  test('header fields, session and support of clients are there in full', async () => {
    const { words, html } = await pageOf(MIXED, VIEWS)
    expect(html.indexOf('<dt>Received</dt>')).toBeLessThan(html.indexOf('<dt>X-Campaign</dt>'))
    expect(words).toContain('0.041 client EHLO mail.shop.example')
    expect(words).toContain('display: grid 38 % and 14 % in part Outlook for Windows, Gmail, Yahoo Mail')
  })

  test('the preview is framed without any right', async () => {
    const { html, token, id } = await pageOf(MIXED, VIEWS)
    expect(html).toMatch(/<iframe [^>]*sandbox(?:=""|[ >])/)
    expect(html).toContain(`src="/t/${token}/preview?m=${id}"`)
    expect(html).toMatch(/<iframe [^>]*title="[^"]+"/)
    expect(html).toMatch(/<iframe [^>]*loading="lazy"/)
    expect(html).not.toContain('allow-scripts')
  })

  test('without them the report stands as it is', async () => {
    const { html } = await pageOf(MIXED)
    for (const part of ['id="path"', '<iframe', 'Header fields</h3>', 'class="matrix"']) {
      expect(html).not.toContain(part)
    }
  })

  test('hostile words are words', async () => {
    const evil = '"><img src=x onerror=alert(1)>'
    const { html } = await pageOf(
      {
        ...MIXED,
        plan: [
          {
            check: evil,
            codes: [],
            says: evil,
            changes: [{ kind: 'header', name: evil, value: evil }],
            gain: 1,
          },
        ],
      },
      {
        ...VIEWS,
        headers: [{ name: evil, value: evil }],
        transcript: [{ from: 'client', text: evil, at: Number.NaN }],
        hops: [
          { from: evil, address: evil, by: evil, protocol: evil, tls: evil, at: evil, privateAddress: true },
        ],
        clientSupport: [{ name: evil, full: 2, partly: -1, none: 0, without: [evil] }],
      },
    )
    expect(html).not.toContain('<img')
  })

  test('a withheld message shows none of its words, and says why', async () => {
    const withheld = { kind: 'verification_code', reason: WITHHOLDING_REASONS.verification_code } as const
    const { html, words } = await pageOf({ ...MIXED, withheld }, VIEWS)
    expect(words).toContain(`${withheld.reason} Its header fields`)
    for (const secret of Object.values(SECRETS)) expect(html).not.toContain(secret)
    expect(html).not.toContain('<iframe')
    expect(html).not.toContain('id="path"')
  })
})

describe('the kind of mail', () => {
  test('is told with its reasons, the sender hints, and the way to correct it', async () => {
    const { words, html, token } = await pageOf({ ...MIXED, saidByOwner: { bulk: true } })
    expect(words).toContain('It has a List-Unsubscribe header.')
    expect(words).toContain('It counts as sent in bulk: 5,000 messages a day or more')
    expect(html).toContain(`href="/t/${token}/kind"`)
    for (const saidByOwner of [undefined, { bulk: false }]) {
      const { words: unsaid } = await pageOf({ ...MIXED, ...(saidByOwner && { saidByOwner }) })
      expect(unsaid).toContain('5,000 messages a day or more were not applied')
      expect(unsaid).not.toContain('counts as sent in bulk')
    }
  })
})

describe('a message that came through a host in front', () => {
  test.each([
    [
      { kind: 'proxy', peer: '10.0.0.4', told: 'PROXY' },
      'Received through the load balancer at 10.0.0.4, which handed the sender’s session on and named its address.',
    ],
    [
      { kind: 'relay', told: 'XFORWARD' },
      'Received through the mail server on this machine. This is its session with Mailgauge, not the sender’s. It named the client that it took the message from (XFORWARD).',
    ],
    [{ kind: 'relay', peer: '10.0.0.5' }, 'It did not say which client it took the message from.'],
    [
      { kind: 'relay', peer: '10.0.0.5', told: 'XFORWARD', local: true },
      'The message was made on that mail server.',
    ],
  ] as const)('says whose session is shown: %o', async (through, says) => {
    expect((await pageOf(MIXED, { ...VIEWS, through })).words).toContain(says)
    expect((await pageOf(MIXED, VIEWS)).words).not.toContain('Received through')
  })
})
