import { describe, expect, test } from 'bun:test'
import type { Report } from '../../src/core/report.ts'
import type { ProviderColumns } from '../../src/services/provider-columns/provider-columns.ts'
import { check, NO_WORDS } from '../support/builders.ts'
import { VIEWS } from './message-views.ts'
import { fakeSessions, peopleWith, somebody } from './people.ts'
import { MIXED } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

const NAMES = ['gmail', 'yahoo', 'outlook', 'apple', 'laposte', 'gmx', 'orange', 'tonline']
const checks = NAMES.map((name) =>
  check(`provider-${name}`, { status: 'passed', score: 0, summary: `${name} is content.` }),
)
const VIEW = {
  ...VIEWS,
  providers: NAMES.map((name) => ({ ...VIEWS.providers[0]!, check: `provider-${name}`, name: `Of ${name}` })),
}

/** Columns of accounts, in memory. */
function columnsInMemory() {
  let kept: string[] | undefined
  const columns: ProviderColumns = {
    of: async (actor) => (actor.kind === 'session' ? kept : undefined),
    keep: async (_actor, chosen) => {
      kept = chosen?.map((name) => name.slice('provider-'.length))
      return 'kept'
    },
  }
  return { columns, kept: () => kept }
}

async function scene(from = 'Ann <ann@example.org>', changes: Partial<Report> = {}) {
  const memory = columnsInMemory()
  const site = siteUnderTest({
    providerColumns: memory.columns,
    people: peopleWith(
      fakeSessions({ member: somebody({ role: 'member' }), viewer: somebody({ role: 'viewer' }) }).sessions,
    ),
    checks: checks.map(({ name }) => ({ ...NO_WORDS, name, group: 'providers', weight: 0 })),
  })
  const token = await site.fake.create()
  const id = site.fake.receive(token)
  site.fake.finish(token, id, { ...MIXED, checks, headline: { ...MIXED.headline, from }, ...changes })
  site.fake.showView(token, id, VIEW)
  const ask = async (query = '', cookie = '') => {
    const html = await (await site.ask(`/t/${token}${query}`, { headers: { cookie } })).text()
    const heads = [...new Set([...html.matchAll(/<th scope="col">Of (\w+)<\/th>/g)].map(([, name]) => name))]
    const ticked = [...html.matchAll(/<input[^>]*name="providers"[^>]*>/g)].filter(([tag]) =>
      tag.includes('checked'),
    )
    return { html, shown: heads.join(' '), ticked: ticked.length }
  }
  const owned = () => site.fake.change(token, { source: 'dashboard', accountId: 'acc_1', creatorId: 'per_1' })
  return { site, token, id, ask, owned, kept: memory.kept }
}

describe('whoever holds the token', () => {
  test.each([
    ['Ann <ann@example.org>', 'gmail yahoo outlook apple gmx'],
    ['"Ann" <ann@example.de>', 'gmail outlook apple gmx tonline'],
    ['ann@boutique.example.fr', 'gmail yahoo outlook laposte orange'],
    ['nobody', 'gmail yahoo outlook apple gmx'],
  ])('sees five columns by the domain of From: %s', async (from, expected) => {
    const { shown, ticked, html } = await (await scene(from)).ask()
    expect(shown).toBe(expected)
    expect(ticked).toBe(5)
    expect(html).toContain(
      from === 'nobody' ? '5 of 8 providers, as usual' : '5 of 8 providers, by the domain of From',
    )
  })

  test('chooses others by the address, and keeps nothing', async () => {
    const { ask } = await scene()
    const { shown, ticked, html } = await ask('?providers=orange&providers=gmail&providers=%3Cscript%3E')
    expect([shown, ticked]).toEqual(['gmail orange', 2])
    expect(html).not.toContain('&lt;script')
    expect(html).toContain('Back to the usual ones')
    expect(html).not.toContain('in all reports of the account')
    expect((await ask('?providers=nobody')).shown).toBe('gmail yahoo outlook apple gmx')
  })

  test('is told in a line how the message does at the others', async () => {
    const { html } = await (await scene()).ask('?providers=gmail')
    expect(html).toContain('<li id="check-provider-orange">orange is content.</li>')
    expect(html).not.toContain('<li id="check-provider-gmail">')
  })

  test('stays with the message that the address names', async () => {
    const { ask, id } = await scene()
    expect((await ask(`?m=${id}`)).html).toContain(`<input type="hidden" name="m" value="${id}"`)
  })

  test('of a message whose words are withheld its sender chooses nothing', async () => {
    const withheld = { reason: 'code', quotes: [] } as unknown as NonNullable<Report['withheld']>
    const { html } = await (await scene('ann@example.de', { withheld })).ask()
    expect(html).toContain('5 of 8 providers, as usual')
  })
})

describe('people of the account', () => {
  const post = (world: Awaited<ReturnType<typeof scene>>, body: string, cookie: string) =>
    world.site.ask(`/t/${world.token}/providers`, {
      method: 'POST',
      body,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })

  test('a member keeps a choice for all reports, which an address overrides, and takes it back', async () => {
    const world = await scene('ann@example.de')
    world.owned()
    const member = 'mailgauge=member'
    expect((await world.ask('', member)).html).toContain('in all reports of the account')
    const answer = await post(world, `providers=gmx&providers=orange&m=${world.id}`, member)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/t/${world.token}?m=${world.id}#group-providers`)
    const kept = await world.ask('', member)
    expect(kept.shown).toBe('gmx orange')
    expect(kept.html).toContain('2 of 8 providers, as the account chose')
    expect((await world.ask('?providers=apple', member)).shown).toBe('apple')
    await post(world, 'providers=gmx&forget=yes', member)
    expect(world.kept()).toBeUndefined()
    expect((await world.ask('', member)).shown).toBe('gmail outlook apple gmx tonline')
  })

  test('a viewer sees the choice and is offered none to keep', async () => {
    const world = await scene()
    world.owned()
    await post(world, 'providers=gmx', 'mailgauge=member')
    const { shown, html } = await world.ask('', 'mailgauge=viewer')
    expect(shown).toBe('gmx')
    expect(html).not.toContain('in all reports of the account')
    const answer = await post(world, 'providers=orange', 'mailgauge=viewer')
    expect(answer.status).not.toBe(303)
    expect(world.kept()).toEqual(['gmx'])
  })

  test('from elsewhere nothing is kept', async () => {
    const world = await scene()
    world.owned()
    const answer = await world.site.ask(`/t/${world.token}/providers`, {
      method: 'POST',
      body: 'providers=gmx',
      headers: { cookie: 'mailgauge=member', 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
    expect(world.kept()).toBeUndefined()
  })
})
