/**
 * Photographs the pages of the real binary in every state that a first walk meets, in light and dark colours and on a phone:
 *   bun scripts/screenshots.ts [folder, screenshots if absent]
 * Says what axe finds wrong with each of them. The program is built before: npm run screenshots does both.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { TOTP } from 'otpauth'
import { chromium, type Page } from 'playwright-core'
import { mailgauge, serve, temporaryFolder } from '../test/support/binary.ts'
import { until } from '../test/support/until.ts'
import { walkThroughDmarc } from './screenshots/dmarc.ts'
import { walkThroughMonitors } from './screenshots/monitors.ts'
import { walkThroughTests } from './screenshots/tests.ts'

const FOLDER = process.argv[2] ?? 'screenshots'
const LOOKS = [
  ['light', 1100],
  ['dark', 1100],
  ['light', 320],
] as const
const PASSWORD = 'correct horse battery'
const FLAGS = [
  '--http.listen=127.0.0.1:0',
  '--smtp.listen=127.0.0.1:0',
  '--dns.servers=127.0.0.1:1',
  '--log.format=json',
]

const complaints: string[] = []
let number = 0

/** The page as it is, in every look. */
async function photograph(page: Page, name: string): Promise<void> {
  number += 1
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const path = join(FOLDER, `${String(number).padStart(2, '0')}-${name}-${colorScheme}-${width}.png`)
    await page.screenshot({ path, fullPage: true })
    for (const { id, nodes } of await violations(page))
      complaints.push(`${name}, ${colorScheme} ${width}: ${id} at ${nodes.join(', ')}`)
  }
  await page.setViewportSize({ width: 1100, height: 800 })
  console.log(`${number} ${name}`)
}

/** What axe finds, evaluated outside the page's policy. */
async function violations(page: Page): Promise<{ id: string; nodes: string[] }[]> {
  await page.evaluate(axe.source)
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => target.join(' ')) })))`,
  )
}

const { folder, remove } = temporaryFolder()
const running = await serve(folder, FLAGS)
const base = `http://localhost:${running.http.split(':').at(-1)}`
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  mkdirSync(FOLDER, { recursive: true })
  const page = await (await browser.newContext({ permissions: [] })).newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', ({ message }) => complaints.push(`script: ${message}`))
  page.on('console', (said) => {
    // A page that answers with a refusal is an error to the browser, and what is photographed.
    if (said.type() === 'error' && !said.text().includes('responded with a status of 4'))
      complaints.push(`console at ${page.url()}: ${said.text()}`)
  })
  await walk(page)
} finally {
  await Promise.race([browser.close(), Bun.sleep(5000)])
  await running.kill()
  remove()
}
for (const complaint of new Set(complaints)) console.error(complaint)
process.exit(complaints.length > 0 ? 1 : 0)

async function walk(page: Page): Promise<void> {
  const see = async (path: string, name: string) => {
    await page.goto(`${base}${path}`)
    await photograph(page, name)
  }
  const fill = (name: string, text: string) => page.locator(`main input[name=${name}]`).fill(text)
  const press = async (name: string) => {
    // What a browser would hold back is sent, so that the page that answers is seen.
    await page.evaluate('for (const form of document.forms) form.noValidate = true')
    const shown = page.waitForEvent('load')
    await page.getByRole('button', { name, exact: true }).click()
    await shown
  }

  await see('/', 'home')
  await see('/sign-in', 'not-set-up')

  const link = await until(() => /\/setup#t=[\w-]+/.exec(running.output())?.[0])
  await page.goto(`${base}/setup`)
  await press('Set up this site')
  await photograph(page, 'set-up-with-problems')
  await see(link, 'set-up')
  await fill('name', 'Ann Example')
  await fill('email', 'ann@example.org')
  await fill('password', PASSWORD)
  await fill('account', 'Example')
  await press('Set up this site')
  await photograph(page, 'home-signed-in')
  await see('/admin/setup', 'checklist')

  await walkThroughTests({ page, base, photograph: (name) => photograph(page, name), press })
  await see('/domains', 'domains-empty')
  await page.locator('main textarea[name=domains]').fill('mailgauge-sample.example\nnot a domain')
  await press('Add')
  await photograph(page, 'domains-with-problems')
  await page.getByRole('link', { name: 'mailgauge-sample.example' }).click()
  await photograph(page, 'domain-to-verify')
  await press('Verify')
  await photograph(page, 'domain-verified')
  const domain = page.url()
  await walkThroughDmarc({ page, base, photograph: (name) => photograph(page, name), press }, running.smtp)
  await walkThroughMonitors(
    { page, base, photograph: (name) => photograph(page, name), press },
    running.smtp,
    domain,
  )
  await page.goto(domain)
  await page.getByRole('link', { name: 'Delete the domain' }).click()
  await photograph(page, 'domain-delete')
  await see('/domains', 'domains')

  await see('/settings/keys', 'keys-empty')
  await see('/settings/keys/new', 'key-new')
  await press('Create the key')
  await photograph(page, 'key-new-with-problems')
  await fill('name', 'Nightly build')
  await page.locator('input[name=scope]').first().check()
  await press('Create the key')
  await photograph(page, 'key-shown-once')
  await see('/settings/keys', 'keys')
  await page
    .getByRole('link', { name: /^Rotate/ })
    .first()
    .click()
  await photograph(page, 'key-rotate')
  await page.goto(`${base}/settings/keys`)
  await page
    .getByRole('link', { name: /^Revoke/ })
    .first()
    .click()
  await photograph(page, 'key-revoke')

  for (const [email, role] of [
    ['viewer@example.org', 'viewer'],
    ['a-rather-long-address.of-somebody@a-long-subdomain.of.example.org', 'admin'],
  ] as const)
    await mailgauge(['account', 'invite', 'Example', '--role', role, '--email', email], { cwd: folder })
  await see('/settings/people', 'people')
  await fill('email', 'ann@example.org')
  await press('Create invitation')
  await photograph(page, 'invite-with-problems')
  await page.goto(`${base}/settings/people`)
  await press('Create invitation')
  await photograph(page, 'invitation-shown-once')
  const join = (await page.locator('.secret code').textContent()) ?? ''
  await see(new URL(join).pathname, 'join-signed-in')
  for (const [at, menu] of ['account-menu', 'own-menu'].entries()) {
    await page.goto(`${base}/accounts`)
    await page.locator('.menus > .menu > summary').nth(at).click()
    await photograph(page, menu)
  }
  await page.goto(`${base}/settings/audit`)
  await page.locator('.fold > summary').click()
  await photograph(page, 'audit-filter')
  for (const [path, name] of [
    ['/settings/account', 'account'],
    ['/settings/account/export', 'account-export'],
    ['/settings/account/leave', 'account-leave'],
    ['/settings/account/transfer', 'account-transfer'],
    ['/settings/account/delete', 'account-delete'],
    ['/settings/audit', 'audit'],
    ['/history', 'history'],
    ['/history?days=395', 'history-13-months'],
    ['/tests/mail-log', 'mail-log'],
    ['/accounts', 'accounts'],
    ['/me', 'me'],
    ['/me/two-factor', 'two-factor'],
    ['/me/two-factor/set-up', 'two-factor-set-up'],
    ['/me/passkeys', 'passkeys'],
    ['/me/delete', 'me-delete'],
    ['/admin', 'admin'],
    ['/admin/accounts', 'admin-accounts'],
    ['/admin/people', 'admin-people'],
    ['/admin/settings', 'admin-settings'],
    ['/admin/storage', 'admin-storage'],
    ['/admin/backups', 'admin-backups'],
    ['/admin/mail', 'admin-mail'],
    ['/admin/queue', 'admin-queue'],
    ['/admin/errors', 'admin-errors'],
    ['/admin/blocklists', 'admin-blocklists'],
    ['/admin/audit', 'admin-audit'],
    ['/check', 'check'],
    ['/docs', 'docs'],
    ['/nothing-here', 'not-found'],
  ] as const)
    await see(path, name)
  await page.goto(`${base}/admin/people`)
  await page.locator('main a[href^="/admin/people/per_"]').first().click()
  await photograph(page, 'admin-person')

  await otherAccount(page, press)
  await twoSteps(page, press)
  await report(page, press)
  await newPerson(page, press, join)
  await page.context().clearCookies()
  await see('/sign-in', 'sign-in')
  await fill('email', 'nobody@example.org')
  await fill('password', 'not the password')
  await press('Sign in')
  await photograph(page, 'sign-in-refused')
  await see('/reset', 'reset')
  await see(`/reset/${'x'.repeat(43)}`, 'reset-link-gone')
  await see('/sign-up', 'sign-up')
}

/** What an administrator of the instance does with an account that is not theirs. */
async function otherAccount(page: Page, press: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${base}/admin/people`)
  await page.locator('main a[href^="/admin/people/per_"]').first().click()
  await page.getByRole('link', { name: 'Create a reset link' }).click()
  await photograph(page, 'admin-reset')
  await mailgauge(['account', 'create', 'A company with quite a long name and its subsidiaries'], {
    cwd: folder,
  })
  await page.goto(`${base}/admin/accounts`)
  await photograph(page, 'admin-accounts-two')
  await page.locator('main a[href$="/plan"]').first().click()
  await photograph(page, 'admin-plan')
  await page.goto(`${base}/admin/accounts`)
  await page.getByRole('link', { name: /^Look inside A company/ }).click()
  await photograph(page, 'admin-visit')
  await press('Look inside')
  await photograph(page, 'admin-visiting')
  await page.goto(`${base}/settings/keys/new`)
  await photograph(page, 'not-your-role')
  await press('End the visit')
}

/** Two-step sign-in from its set-up to the code that is asked for. */
async function twoSteps(page: Page, press: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${base}/me/two-factor/set-up`)
  const secret = ((await page.locator('.secret-groups').textContent()) ?? '').replaceAll(' ', '')
  await page.locator('main input[name=code]').fill(new TOTP({ secret }).generate())
  await page.locator('main input[name=password]').fill(PASSWORD)
  await press('Turn on two-step sign-in')
  await photograph(page, 'recovery-codes')
  for (const [path, name] of [
    ['/me/two-factor', 'two-factor-on'],
    ['/me/two-factor/off', 'two-factor-turn-off'],
  ] as const) {
    await page.goto(`${base}${path}`)
    await photograph(page, name)
  }
  await page.goto(`${base}/me`)
  await page.context().clearCookies()
  await press('Save name')
  await photograph(page, 'session-ended')
  await page.goto(`${base}/sign-in`)
  await page.locator('main input[name=email]').fill('ann@example.org')
  await page.locator('main input[name=password]').fill(PASSWORD)
  await press('Sign in')
  await photograph(page, 'sign-in-code')
  await page.locator('main input[name=code]').fill('000000')
  await press('Sign in')
  await photograph(page, 'sign-in-code-refused')
  await page.context().clearCookies()
}

/** Two messages of one test: nothing to compare yet, what changed, and both side by side. */
async function comparison(page: Page, press: (name: string) => Promise<void>): Promise<void> {
  await press('Send a bad sample')
  await page.getByRole('heading', { name: / of 10/ }).waitFor()
  const address = page.url()
  await page.goto(`${address}/compare`)
  await photograph(page, 'nothing-to-compare')
  await page.goto(address)
  await press('Send a clean sample')
  await page.locator('.messages .outcome:not(.quiet)').nth(1).waitFor()
  await page.goto(address)
  await photograph(page, 'report-since')
  await page.locator('.since a').first().click()
  await photograph(page, 'compared')
}

/** Somebody who is invited, and meets what their role does not allow. */
async function newPerson(page: Page, press: (name: string) => Promise<void>, link: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(new URL(new URL(link).pathname, base).href)
  await photograph(page, 'join')
  await press('Create sign-in and join')
  await photograph(page, 'join-with-problems')
  await page.locator('main input[name=email]').fill('a-newcomer-with-a-long-address@department.example.org')
  await page.locator('main input[name=password]').fill(PASSWORD)
  await press('Create sign-in and join')
  await photograph(page, 'joined')
  for (const [path, name] of [
    ['/settings/people', 'people-as-member'],
    ['/settings/keys', 'role-refused'],
  ] as const) {
    await page.goto(`${base}${path}`)
    await photograph(page, name)
  }
}

/** From an address to its reports. */
async function report(page: Page, press: (name: string) => Promise<void>): Promise<void> {
  await page.goto(base)
  await press('Create a test address')
  await photograph(page, 'waiting')
  for (const kind of ['clean', 'bad'] as const) {
    await press(`Send a ${kind} sample`)
    await page.getByRole('heading', { name: / of 10/ }).waitFor()
    await photograph(page, `report-${kind}`)
    await page.goto(base)
    await press('Create a test address')
  }
  await comparison(page, press)
}
