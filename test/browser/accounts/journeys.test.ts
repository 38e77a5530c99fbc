import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type AccountsSite, accountsSite } from '../../web/accounts/accounts-site.ts'
import { hasChromium, launch, listen, openPage, sharedBrowser, WITHOUT_SCRIPTS } from '../browser.ts'

const PASSWORD = 'correct horse battery'

describe.skipIf(!hasChromium).each([
  ['with', false],
  ['without', true],
] as const)('accounts %s JavaScript', (_name, withoutScripts) => {
  let browser: Browser
  let site: AccountsSite
  let served: ReturnType<typeof listen>
  beforeAll(async () => {
    browser = withoutScripts ? await launch(WITHOUT_SCRIPTS) : await sharedBrowser()
    site = await accountsSite()
    served = listen(site)
  })
  afterAll(async () => {
    await served.stop()
    await site.done()
    if (withoutScripts) await browser.close()
  })

  /** A browser in which somebody is signed in; nobody where there is no cookie. */
  async function browsing(cookie = '', options: BrowserContextOptions = {}) {
    const opened = await openPage(browser, options)
    const [name = '', value = ''] = cookie.split('=')
    if (cookie) await opened.page.context().addCookies([{ name, value, url: served.base }])
    return { ...opened, go: (path: string) => opened.page.goto(`${served.base}${path}`) }
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test('somebody is invited, joins, gets another role, is handed the account and deletes it', async () => {
    const home = await site.home('Shop of Ann')
    const owner = await browsing(home.owner.cookie)
    await owner.go('/settings/people')
    await owner.page.getByLabel('E-mail address').fill('nina@example.org')
    await owner.page.getByRole('radio', { name: 'admin' }).check()
    await press(owner.page, 'Create invitation')
    const link = (await owner.page.locator('.secret-text').textContent()) ?? ''
    expect(link).toContain('/join/')

    const nina = await browsing()
    await nina.go(new URL(link).pathname)
    await nina.page.getByLabel('Your name').fill('Nina')
    await nina.page.getByLabel('Password').fill(PASSWORD)
    await press(nina.page, 'Create sign-in and join')
    await nina.page.getByText('You joined the account.').waitFor()
    await nina.go('/settings/people')
    await nina.page.getByRole('rowheader', { name: 'Nina' }).waitFor()

    await owner.go('/settings/account/transfer')
    await owner.page.getByLabel('New owner').selectOption({ label: 'Nina, nina@example.org (admin)' })
    await press(owner.page, 'Hand over the account')
    await owner.page.getByText('The account was handed over.').waitFor()

    await nina.go('/settings/account/delete')
    await nina.page.getByLabel('Type the name of the account').fill('Shop')
    await press(nina.page, 'Delete the account')
    await nina.page.getByText('Nothing was deleted.').first().waitFor()
    await nina.page.getByLabel('Type the name of the account').fill('Shop of Ann')
    await press(nina.page, 'Delete the account')
    await nina.page.getByText('The account was deleted.').waitFor()
    expect([...owner.complaints, ...nina.complaints]).toEqual([])
    await owner.close()
    await nina.close()
  })

  test('the archive is downloaded, and somebody leaves and deletes themselves', async () => {
    const home = await site.home()
    const admin = await browsing(home.admin.cookie)
    await admin.go('/settings/account')
    await admin.page.getByRole('link', { name: 'Export the account' }).click()
    const download = admin.page.waitForEvent('download')
    await press(admin.page, 'Download the archive')
    expect((await download).suggestedFilename()).toMatch(/^mailgauge-[0-9a-f]{8}-[\d-]+\.tar\.gz$/)
    await admin.go('/settings/account/leave')
    await press(admin.page, 'Leave')
    await admin.page.getByText('You left the account.').waitFor()
    await admin.go('/me/delete')
    await admin.page.getByLabel('Type your e-mail address').fill(home.admin.person.email)
    await press(admin.page, 'Delete my sign-in')
    await admin.page.getByRole('heading', { name: 'Your sign-in was deleted' }).waitFor()
    expect(admin.complaints).toEqual([])
    await admin.close()
  })

  test('the account is switched, and one goes on to the invitation after signing in elsewhere', async () => {
    const [home, other] = [await site.home(), await site.home()]
    const { invitations } = site.accounts
    const actor = {
      kind: 'session',
      accountId: other.account.id,
      role: 'owner',
      personId: other.owner.person.id,
    } as const
    const doer = { actor, by: { actor: { kind: 'person', id: other.owner.person.id } } } as const
    const made = await invitations.invite(doer, other.account.id, { role: 'viewer', by: 'link' })
    const path = made.kind === 'invited' ? new URL(made.link ?? '').pathname : ''
    const member = await browsing(home.member.cookie)
    await member.go(path)
    await press(member.page, 'Accept invitation')
    await member.page.getByText('You joined the account.').waitFor()
    await member.go('/accounts')
    await press(member.page, `Switch to ${home.account.name}`)
    await member.go('/accounts')
    await member.page
      .getByRole('row', { name: home.account.name })
      .getByText('current', { exact: true })
      .waitFor()
    expect(member.complaints).toEqual([])
    await member.close()
  })
})
