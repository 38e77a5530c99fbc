import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import {
  CODE,
  cookieOf,
  EMAIL,
  PASSWORD,
  type PeopleSite,
  peopleSite,
  sendForm,
} from '../web/people/people-site.ts'
import { violations } from './axe.ts'
import { hasChromium, launch, listen, openPage, sharedBrowser, WITHOUT_SCRIPTS } from './browser.ts'
import { faintTexts } from './contrast.ts'

const LONG = 'x'.repeat(90)

const summary = (page: Page, name: string) => page.locator('.menu > summary', { hasText: name })

/** From a new instance to a signed-out one, as a person does it. */
async function firstRun(page: Page, base: string, code: string, scripts: boolean) {
  await page.goto(`${base}/setup#t=${code}`)
  const field = page.getByLabel('Set-up code')
  if (scripts) {
    expect(await field.inputValue()).toBe(code)
    expect(page.url()).toBe(`${base}/setup`)
  } else await field.fill(code)
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password').fill('short')
  await page.getByLabel('Name of the account').fill('Example')
  await page.getByRole('button', { name: 'Set up this site' }).click()
  await page.getByText('There is a problem').waitFor()
  if (scripts) expect(await page.evaluate('document.activeElement.className')).toBe('error-summary')
  expect(await field.inputValue()).toBe(code)
  expect(await page.getByLabel('Password').inputValue()).toBe('')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up this site' }).click()
  await summary(page, 'Ann').waitFor()
}

/** Signs out, signs in with a mistake on the way, and gets where they wanted to go. */
async function outAndIn(page: Page, base: string) {
  await summary(page, 'Ann').click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.goto(`${base}/me`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password').fill('wrong password')
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The e-mail address or the password is wrong.').waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
}

/** Changes name and password, and ends another session. */
async function ownPage(page: Page) {
  await page.getByLabel('How others see you').fill('Ann Example')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Your name is saved.').waitFor()
  await page.locator('.fold > summary', { hasText: 'Change the password' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('Your password is changed').waitFor()
  expect(await page.locator('.tag').count()).toBe(1)
}

describe.skipIf(!hasChromium)('people in a browser', () => {
  for (const scripts of [true, false]) {
    test(`set the site up, sign in and look after themselves, ${scripts ? 'with' : 'without'} JavaScript`, async () => {
      const site = await peopleSite()
      const { base, stop } = listen(site)
      const browser = scripts ? await sharedBrowser() : await launch(WITHOUT_SCRIPTS)
      const { page, complaints, close } = await openPage(browser)
      await firstRun(page, base, (await site.people.setup.offer()) ?? '', scripts)
      await outAndIn(page, base)
      await ownPage(page)
      expect(complaints).toEqual([])
      await close()
      if (!scripts) await browser.close()
      await stop()
      await site.done()
    }, 300_000)
  }

  test('a forgotten password is set by the link in a message, without JavaScript', async () => {
    const site = await peopleSite()
    await site.claimed()
    const { base, stop } = listen(site)
    const browser = await launch(WITHOUT_SCRIPTS)
    const { page, close } = await openPage(browser)
    await page.goto(`${base}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await site.settled()
    await page.goto(base + new URL(site.mails[0]?.link ?? '').pathname)
    await page.getByLabel('New password').fill('another long password')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your password is set.').waitFor()
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByLabel('Password').fill('another long password')
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
    await summary(page, 'Ann').waitFor()
    await close()
    await browser.close()
    await stop()
    await site.done()
  }, 300_000)

  test('over plain http, where browsers tell less of where a form comes from, signing in works as well', async () => {
    const site = await peopleSite()
    await site.claimed()
    const { plainHttp, stop } = listen(site)
    const { page, close } = await openPage(await sharedBrowser())
    await page.goto(`${plainHttp}/sign-in`)
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
    await summary(page, 'Ann').click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await close()
    await stop()
    await site.done()
  }, 300_000)

  test('menus open and close by keyboard, by a click beside them and by each other', async () => {
    const site = await peopleSite()
    const cookie = await site.claimed()
    const { base, stop } = listen(site)
    const { page, close } = await openPage(await sharedBrowser())
    await page
      .context()
      .addCookies([{ name: 'mailgauge', value: cookie.slice('mailgauge='.length), url: base }])
    await page.goto(base)
    await summary(page, 'Ann').focus()
    await page.keyboard.press('Enter')
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
    await signOut.waitFor({ state: 'visible' })
    await page.keyboard.press('Escape')
    await signOut.waitFor({ state: 'hidden' })
    await summary(page, 'Ann').click()
    await summary(page, 'Example').click()
    await signOut.waitFor({ state: 'hidden' })
    await page.locator('h1').click()
    await page.getByText('Your role: owner').waitFor({ state: 'hidden' })
    await close()
    await stop()
    await site.done()
  }, 300_000)
})

describe.skipIf(!hasChromium)('the pages of people are readable', () => {
  const held = {} as { site: PeopleSite; fresh: PeopleSite; browser: Browser }
  let shown: [path: string, cookie: string | undefined][] = []
  beforeAll(async () => {
    held.browser = await sharedBrowser()
    held.fresh = await peopleSite()
    held.site = await peopleSite({ open: true })
    shown = await pagesOf(held.site)
  })
  afterAll(async () => {
    await held.site.done()
    await held.fresh.done()
  })

  /** Opens each in turn; menus and folds open. */
  async function forEach(
    options: Parameters<typeof openPage>[1],
    look: (page: Page, name: string) => Promise<void>,
  ) {
    const sites = [
      { at: listen(held.site), pages: shown },
      { at: listen(held.fresh), pages: [['/setup', undefined] as const, ['/sign-in', undefined] as const] },
    ]
    for (const { at, pages } of sites) {
      for (const [path, cookie] of pages) {
        const { page, complaints, close } = await openPage(held.browser, options)
        if (cookie)
          await page
            .context()
            .addCookies([{ name: 'mailgauge', value: cookie.slice('mailgauge='.length), url: at.base }])
        await page.goto(at.base + path)
        await page.evaluate('document.querySelectorAll(".fold").forEach((one) => { one.open = true })')
        await look(page, path)
        expect([path, complaints]).toEqual([path, []])
        await close()
      }
      await at.stop()
    }
  }

  test('on 320 pixels nothing is wider than the page, menus neither', async () => {
    await forEach({ viewport: { width: 320, height: 640 } }, async (page, path) => {
      const wide = async () => [path, await page.evaluate('document.documentElement.scrollWidth')] as const
      expect(await wide()).toEqual([path, 320])
      for (const menu of await page.locator('.menu > summary').all()) {
        await menu.click()
        expect(await wide()).toEqual([path, 320])
      }
    })
  }, 300_000)

  test.each(['light', 'dark'] as const)(
    'in %s colours axe finds nothing, and every text stands out',
    async (colorScheme) => {
      await forEach({ colorScheme }, async (page, path) => {
        expect([path, await violations(page)]).toEqual([path, []])
        expect([path, await faintTexts(page)]).toEqual([path, []])
      })
    },
    300_000,
  )
})

/** Every state of the pages of people, with names as long as they may be. */
async function pagesOf(site: PeopleSite): Promise<[string, string | undefined][]> {
  const cookie = await site.claimed()
  const me = await site.people.sessions.find(cookie)
  await site.people.profile.rename(me ?? fail(), LONG, '')
  await sendForm(site, '/sign-in', { email: EMAIL, password: 'wrong password' })
  await sendForm(site, '/sign-in', { email: EMAIL, password: PASSWORD }, { 'user-agent': LONG })
  await sendForm(site, '/reset', { email: EMAIL })
  await sendForm(site, '/me/email', { email: 'new@example.org', emailPassword: PASSWORD }, { cookie })
  const registration = {
    name: LONG,
    email: `${'a'.repeat(60)}@example.org`,
    password: PASSWORD,
    account: LONG,
  }
  await sendForm(site, '/sign-up', registration)
  await site.settled()
  const links = site.mails.map(({ link }) => new URL(link ?? '').pathname)
  const entry = { at: site.now(), actor: { kind: 'operator' }, action: 'totp.enabled' } as const
  await site.store.people.factors.enable(me?.person.id ?? '', { secretId: 'sec_1', lastStep: 0 }, [], entry)
  const half = await sendForm(site, '/sign-in', { email: EMAIL, password: PASSWORD })
  return [
    ...['/sign-in', '/reset', '/sign-up', '/setup', '/reset/none', '/confirm/none'].map(
      (path): [string, undefined] => [path, undefined],
    ),
    ...links.map((path): [string, undefined] => [path, undefined]),
    ['/sign-in/code', cookieOf(half.headers.get('set-cookie'))],
    ['/me', cookie],
    ['/me?done=password', cookie],
    ['/', cookie],
    ['/nowhere', cookie],
  ]
}

function fail(): never {
  throw new Error(`nobody is signed in; the code would be ${CODE}`)
}
