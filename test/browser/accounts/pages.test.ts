import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { plan } from '../../support/builders.ts'
import { madePerson } from '../../support/people.ts'
import { type AccountsSite, accountsSite } from '../../web/accounts/accounts-site.ts'
import { hasChromium, listen, openPage, sharedBrowser } from '../browser.ts'

/** Where pictures of the pages go, for whoever wants to look at them. */
const SHOTS = process.env['SCREENSHOTS']

const LONG = `An account with a name that is ${'so long '.repeat(8)}`.trim()
const UNBROKEN = `${'unbroken'.repeat(12)}`

const LOOKS = [
  ['light', { width: 1100, height: 800 }],
  ['dark', { width: 1100, height: 800 }],
  ['light', { width: 320, height: 640 }],
] as const

/** Pages with their states, by what they are called: where they are, and who looks. */
async function everyPage(site: AccountsSite) {
  const home = await site.home(LONG)
  await site.store.people.change(
    home.viewer.person.id,
    { name: UNBROKEN },
    {
      at: home.account.createdAt,
      actor: { kind: 'operator' },
      action: 'person.changed',
    },
  )
  const { id } = home.account
  const actor = { kind: 'session', accountId: id, role: 'owner', personId: home.owner.person.id } as const
  const doer = { actor, by: { actor: { kind: 'person', id: actor.personId, name: 'Ann' } } } as const
  const { invitations } = site.accounts
  const invite = async (email?: string) => {
    const made = await invitations.invite(doer, id, { role: 'admin', by: 'link', ...(email && { email }) })
    if (made.kind !== 'invited') throw new Error(made.kind)
    return { path: new URL(made.link ?? '').pathname, id: made.invitation.id }
  }
  const [bound, open] = [await invite('bob@example.org'), await invite()]
  const admin = await site.signIn(await madePerson(site.store, { isInstanceAdmin: true }))
  const { owner, viewer, admin: second } = home
  return {
    people: ['/settings/people', owner.cookie],
    'people, as viewer': ['/settings/people', viewer.cookie],
    'people, after a change': ['/settings/people?done=role', second.cookie],
    member: [`/settings/people/${viewer.person.id}`, owner.cookie],
    remove: [`/settings/people/${viewer.person.id}/remove`, owner.cookie],
    revoke: [`/settings/people/invitations/${bound.id}/revoke`, owner.cookie],
    account: ['/settings/account', owner.cookie],
    'account, as viewer': ['/settings/account?done=joined', viewer.cookie],
    export: ['/settings/account/export', owner.cookie],
    leave: ['/settings/account/leave', owner.cookie],
    transfer: ['/settings/account/transfer', owner.cookie],
    delete: ['/settings/account/delete', owner.cookie],
    accounts: ['/accounts', owner.cookie],
    'no account': ['/accounts', admin],
    'delete oneself': ['/me/delete', viewer.cookie],
    'delete oneself, as only owner': ['/me/delete', owner.cookie],
    join: [open.path, ''],
    'join with an address': [bound.path, ''],
    'join, signed in': [open.path, admin],
    'join, for somebody else': [bound.path, admin],
    'join, unknown': ['/join/none', ''],
  } as const
}

describe.skipIf(!hasChromium)('pages of accounts', () => {
  let browser: Browser
  let site: AccountsSite
  let served: ReturnType<typeof listen>
  let pages: Awaited<ReturnType<typeof everyPage>>
  beforeAll(async () => {
    browser = await sharedBrowser()
    site = await accountsSite({
      canMail: true,
      plan: plan({ name: 'pro', monthlyTests: 1000, fullReportsPerMonth: 0, testLifetimeDays: 60 }),
    })
    served = listen(site)
    pages = await everyPage(site)
  })
  afterAll(async () => {
    await served.stop()
    await site.done()
  })

  test.each(LOOKS)('are readable and without a barrier in %s at %p', async (colorScheme, viewport) => {
    const { page, complaints, close } = await openPage(browser, { colorScheme, viewport })
    const wrong: unknown[] = []
    for (const [name, [path, cookie]] of Object.entries(pages)) {
      const [cookieName = '', value = ''] = cookie.split('=')
      await page.context().clearCookies()
      if (cookie) await page.context().addCookies([{ name: cookieName, value, url: served.base }])
      await page.goto(`${served.base}${path}`)
      await page.evaluate(axe.source)
      const found = (await page.evaluate('axe.run()')) as axe.AxeResults
      wrong.push(...found.violations.map((one) => [name, one.id, one.nodes.map(({ html }) => html)]))
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      if (Number(wide) > 0) wrong.push([name, 'is wider than the window', wide])
      if (SHOTS === undefined) continue
      mkdirSync(SHOTS, { recursive: true })
      const file = `accounts-${name.replaceAll(/[ ,]+/g, '-')}-${colorScheme}-${viewport.width}.png`
      await page.screenshot({ path: join(SHOTS, file), fullPage: true })
    }
    expect(wrong).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
