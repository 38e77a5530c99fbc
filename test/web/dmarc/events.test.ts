import { describe, expect, test } from 'bun:test'
import { granted, refused } from '../../../src/core/refusal.ts'
import type { LastingEvent, WatchTelling } from '../../../src/services/answers/watching/telling.ts'
import type { ToldEvent } from '../../../src/store/dmarc/watching.ts'
import { NOW } from '../fake-mail-tests.ts'
import { dmarcSite, HOSTILE } from './dmarc-site.ts'

const PATH = '/domains/dom-example.org/dmarc/events'

const regressed = (name = 'Mailer'): LastingEvent => ({
  domainId: 'dom-example.org',
  since: new Date(NOW.getTime() - 3 * 86_400_000),
  silent: false,
  event: {
    type: 'dmarc.source_regressed',
    payload: {
      domain: 'example.org',
      source: 'sender:mailer',
      name,
      before: 0.991,
      rate: 0.12,
      messages: 300,
    },
  },
})

const changed = (n = 0): ToldEvent => ({
  domainId: 'dom-example.org',
  at: new Date(NOW.getTime() - n * 86_400_000),
  event: {
    type: 'dmarc.policy_changed',
    subject: 'dom-example.org',
    payload: { domain: 'example.org', before: 'p=none', after: 'p=quarantine', day: '2026-11-17' },
  },
})

function site(lasting: LastingEvent[], told: ToldEvent[]) {
  const asked: unknown[] = []
  const watch: WatchTelling = {
    ofAccount: async () => ({ lasting, lately: told }),
    async ofDomain(_actor, id, limit) {
      asked.push([id, limit])
      return id === 'dom-example.org'
        ? granted({ domain: 'example.org', lasting, told: told.slice(0, limit) })
        : refused({ kind: 'not_found', what: 'domain' })
    },
  }
  return { ...dmarcSite({}, {}, { watch }), asked }
}

describe('the page of what changed', () => {
  test('tells what lasts with what to do, and what was told with where to look', async () => {
    const html = await site([regressed()], [changed(1)]).html(PATH)
    expect(html).toContain('1 thing that authenticated reports show lasts.')
    expect(html).toContain(
      '12.0% of 300 messages of Mailer as example.org passed DMARC, 99.1% in the 28 days before.',
    )
    expect(html).toContain('Look at its records: a DKIM key or an SPF entry was changed or lost.')
    expect(html).toContain('href="/domains/dom-example.org/dmarc/source?key=sender%3Amailer"')
    expect(html).toContain('since 2026-11-17: p=none → p=quarantine.')
    expect(html).toContain('href="/domains/dom-example.org/dmarc/policy"')
  })

  test('says what is watched where nothing was told yet', async () => {
    const html = await site([], []).html(PATH)
    expect(html).toContain('Nothing was told yet')
    expect(html).toContain('Nothing that authenticated reports show needs a look now.')
  })

  test('shows the last hundred, and says that there are more', async () => {
    const many = Array.from({ length: 150 }, (_, n) => changed(n))
    const html = await site([], many).html(PATH)
    expect(html.match(/p=none → p=quarantine/g)).toHaveLength(100)
    expect(html).toContain('These are the last 100.')
    expect(html.length).toBeLessThan(60_000)
  })

  test('shows names as what they are, whoever wrote them', async () => {
    const html = await site([regressed(HOSTILE)], []).html(PATH)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('\u202E')
  })

  test('is not there for a domain of somebody else, and is a tab among its neighbours', async () => {
    const { ask, html } = site([], [])
    expect((await ask('/domains/elsewhere/dmarc/events')).status).toBe(404)
    expect((await ask(PATH, 'nobody')).status).not.toBe(200)
    expect(await html(PATH)).toContain(`<a href="${PATH}" aria-current="page">What changed</a>`)
  })
})
