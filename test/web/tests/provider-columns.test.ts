import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { analyzers } from '../../../src/analysis/registry.ts'
import { createProviderColumns } from '../../../src/services/provider-columns/provider-columns.ts'
import { columnName, isProviderCheck } from '../../../src/services/provider-columns/usual.ts'
import { check } from '../../support/builders.ts'
import { realTestsSite } from './real-site.ts'

let site: Awaited<ReturnType<typeof realTestsSite>>
beforeAll(async () => {
  site = await realTestsSite({
    checks: analyzers.map(({ name, group, title, asks, weight }) => ({ name, group, title, asks, weight })),
    providerColumns: {
      of: (actor) => columns().of(actor),
      keep: (actor, checks) => columns().keep(actor, checks),
    },
  })
})
afterAll(() => site.close())
const columns = () => createProviderColumns(site.store.accounts)

type Somebody = Awaited<ReturnType<typeof site.somebody>>
const press = (
  path: string,
  who: Pick<Somebody, 'cookie'> | undefined,
  fields: Record<string, string> = {},
) => site.see(path, who, { method: 'POST', body: new URLSearchParams(fields) })

const CHECKS = analyzers.flatMap(({ name }) =>
  isProviderCheck(name) ? [check(name, { status: 'passed', score: 0 })] : [],
)

/** A report in an account, from this sender. */
async function reportFor(who: Somebody, from = 'Shop <news@shop.example>'): Promise<string> {
  const made = await press('/tests', who)
  const token = made.location.slice('/t/'.length)
  await site.message(token, { score: 10, checks: CHECKS, headline: { from, date: '', subject: 'Hello' } })
  return token
}

async function shown(token: string, who: Pick<Somebody, 'cookie'>, query = ''): Promise<string> {
  const { html } = await site.see(`/t/${token}${query}`, who)
  const boxes = [...html.matchAll(/<input type="checkbox" name="providers" value="(\w+)"( checked)?/g)]
  return boxes
    .filter(([, , checked]) => checked)
    .map(([, name]) => name)
    .join(' ')
}

describe('the mailbox providers of an account, over a real store', () => {
  test('are those that a member chose, in every report of the account and of no other', async () => {
    const [ann, eve] = [await site.somebody('member'), await site.somebody('owner')]
    const [first, second, other] = [await reportFor(ann), await reportFor(ann), await reportFor(eve)]
    const usual = await shown(first, ann)
    expect(usual.split(' ')).toHaveLength(5)
    expect((await press(`/t/${first}/providers`, ann, { providers: 'gmx,tonline' })).status).toBe(303)
    for (const token of [first, second]) expect(await shown(token, ann)).toBe('gmx tonline')
    expect(await shown(second, ann, '?providers=orange')).toBe('orange')
    expect(await shown(other, eve)).toBe(usual)
    expect((await press(`/t/${first}/providers`, ann, { forget: 'yes' })).status).toBe(303)
    expect(await shown(second, ann)).toBe(usual)
  })

  test('are kept by nobody else: not by a viewer, a stranger, or somebody of another account', async () => {
    const ann = await site.somebody('member')
    const token = await reportFor(ann)
    const viewer = await site.beside(ann.account.id, 'viewer')
    const stranger = await site.somebody('owner')
    for (const who of [viewer, stranger, undefined]) {
      expect((await press(`/t/${token}/providers`, who, { providers: 'orange' })).status).not.toBe(303)
    }
    expect(await site.store.accounts.shownProviders(ann.account.id)).toBeUndefined()
    expect(await site.store.accounts.shownProviders(stranger.account.id)).toBeUndefined()
  })

  test('names that are no providers are not kept', async () => {
    const ann = await site.somebody('member')
    const token = await reportFor(ann)
    await press(`/t/${token}/providers`, ann, { providers: 'gmail,nobody,x\u0000y,../../etc' })
    expect(await site.store.accounts.shownProviders(ann.account.id)).toEqual([columnName('provider-gmail')])
  })
})
