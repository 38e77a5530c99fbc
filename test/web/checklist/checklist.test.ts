import { describe, expect, test } from 'bun:test'
import type { Finding } from '../../../src/services/doctor/finding.ts'
import { fakeSessions, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'

const finding = (id: string, state: Finding['state'], more: Partial<Finding> = {}): Finding => ({
  id,
  title: `Title of ${id}`,
  state,
  seen: `Seen of ${id}.`,
  read: 'docs/operating.md#x',
  ...more,
})

const FINDINGS = [
  finding('disk', 'ok'),
  finding('mx', 'problem', {
    seen: 'It leads to <b>somebody</b>.',
    steps: [{ says: 'Publish:', kind: 'record', lines: ['in.example.org. IN MX 10 mx.example.org.'] }],
  }),
  finding('clock', 'unknown', { host: 'mx1' }),
]

function checklist(findings = FINDINGS) {
  const asked: boolean[] = []
  const people = {
    operator: somebody({ admin: true }),
    owner: somebody({ role: 'owner' }),
    halfway: somebody({ role: 'owner', admin: true, stage: 'factor' }),
  }
  const doctor = {
    examine: async (anew = false) => {
      asked.push(anew)
      return findings
    },
  }
  const site = siteUnderTest({ people: { sessions: fakeSessions(people).sessions } as never, doctor })
  const ask = (who: string, init: RequestInit = {}) =>
    site.ask('/admin/setup', {
      redirect: 'manual',
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie: `mailgauge=${who}` },
    })
  return { ask, asked }
}

const POST = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } } as const

describe('the checklist', () => {
  test('shows what is to be done, the worst first, and what is in order folded', async () => {
    const { ask, asked } = checklist()
    const response = await ask('operator')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(asked).toEqual([false])
    const places = ['id="mx"', 'id="clock"', 'class="checklist-good"', 'id="disk"'].map((part) =>
      html.indexOf(part),
    )
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
    expect(places[0]).toBeGreaterThan(0)
    expect(html).toContain('in.example.org. IN MX 10 mx.example.org.')
    expect(html).toContain('One thing is a problem.')
    expect(html).toContain('It leads to &lt;b>somebody&lt;/b>.')
    expect(html).not.toContain('<b>')
  })

  test('asks again when the button is pressed, and leads back', async () => {
    const { ask, asked } = checklist()
    const response = await ask('operator', POST)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/setup'])
    expect(asked).toEqual([true])
  })

  test('says so where all is well', async () => {
    const { ask } = checklist([finding('disk', 'ok')])
    const html = await (await ask('operator')).text()
    expect(html).toContain('Everything is in order.')
    expect(html).toContain('<details class="checklist-good" open')
  })

  test.each(['owner', 'halfway', 'nobody'])('is nothing for %s, and nothing is asked', async (who) => {
    const { ask, asked } = checklist()
    for (const init of [{}, POST]) {
      const response = await ask(who, init)
      expect(response.status).not.toBe(200)
      expect(await response.text()).not.toContain('Title of')
    }
    expect(asked).toEqual([])
  })

  test('takes no form of another site', async () => {
    const { ask, asked } = checklist()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await ask('operator', { method: 'POST', headers })).status).toBe(403)
    expect(asked).toEqual([])
  })
})
