import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailgauge, type Running, serve, temporaryFolder } from '../../support/binary.ts'
import { until } from '../../support/until.ts'
import { hasChromium, openPage, sharedBrowser, type Watched } from '../browser.ts'

const FLAGS = [
  '--http.listen=127.0.0.1:0',
  '--smtp.listen=127.0.0.1:0',
  '--dns.servers=127.0.0.1:1',
  '--dns.timeout=200ms',
  '--log.format=json',
]
const hasCurl = Bun.which('curl') !== null

/** What a shell makes of a command, in a folder. */
async function shell(command: string, cwd: string) {
  const child = Bun.spawn(['sh', '-c', command], { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, error, code }
}

describe.skipIf(!hasChromium || !hasCurl)('a monitor of the binary', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running
  let watched: Watched
  let base = ''
  let address = ''

  beforeAll(async () => {
    running = await serve(folder, FLAGS)
    base = `http://${running.http}`
    watched = await openPage(await sharedBrowser())
    const { page } = watched
    const link = await until(
      () => /http:\/\/localhost[^\s#"/]*(\/setup#t=st_[\w-]{43})/.exec(running.output())?.[1],
    )
    await page.goto(base + link)
    await page.getByLabel(/^Your name/).fill('Ann Berg')
    await page.getByLabel(/address/i).fill('ann@example.org')
    await page.getByLabel(/^Password/).fill('correct horse battery')
    await page.getByLabel(/account/i).fill('Example')
    await page.getByRole('button', { name: 'Set up this site' }).click()
    await page.waitForURL(/\/admin\/setup$/)
  })
  afterAll(async () => {
    await watched.close()
    await running.kill()
    remove()
  })

  /** What the service says went wrong in it. */
  const faults = () =>
    running
      .log()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))

  const command = (begins: string) =>
    watched.page
      .locator('.uses code')
      .filter({ hasText: begins })
      .first()
      .textContent()
      .then((text) => text ?? '')

  test('is made by the form, and has an address', async () => {
    const { page } = watched
    await page.goto(`${base}/monitors`)
    await page.getByText('No monitors yet').waitFor()
    await page.getByRole('link', { name: 'New monitor' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Weekly newsletter')
    await page.getByLabel(/^Least score/).fill('10')
    await page.getByRole('button', { name: 'Create the monitor' }).click()
    await page.getByText('The monitor is created.').waitFor()
    address = (await page.locator('.address-text').textContent()) ?? ''
    expect(address).toMatch(/^[a-z2-7]+@/)
  })

  test('the line for the crontab writes a message to it', async () => {
    const line = await command('30 5 * * *')
    const { out, code } = await shell(
      line.replace('30 5 * * * ', '').replace('/usr/sbin/sendmail -t', 'cat'),
      folder,
    )
    expect(code).toBe(0)
    expect(out).toBe(`From: you@example.org\nTo: ${address}\nSubject: Nightly probe\n\nSent by cron.\n`)
  })

  test('what the command for CI sends is tested, and the page shows it by itself', async () => {
    const { page } = watched
    writeFileSync(
      join(folder, 'message.eml'),
      `From: shop@example.org\nTo: ${address}\nSubject: <b>Your order</b>\n\nThank you. It is on its way.\n`,
    )
    const sent = await shell(await command('curl'), folder)
    expect([sent.code, sent.code === 0 ? '' : sent.error]).toEqual([0, ''])
    await page.getByRole('heading', { name: 'Score of its message' }).waitFor()
    await page.getByRole('link', { name: '<b>Your order</b>' }).click()
    await page.getByRole('heading', { name: / of 10$/ }).waitFor()
    await page.goto(`${base}/monitors`)
    await page.getByText('1 monitor:').waitFor()
  })

  test('a score below what is expected is told with what to do, and on the front page', async () => {
    const { page } = watched
    const shown = async () => {
      await page.goto(`${base}/monitors`)
      return (await page.locator('main .badge').first().textContent())?.includes('Alerting')
    }
    await until(shown)
    await page.getByRole('link', { name: 'Weekly newsletter' }).click()
    await page.getByRole('heading', { name: 'What is not as expected' }).waitFor()
    await page.getByText('Score too low').first().waitFor()
    await page.getByText(/^Nobody is told:/).waitFor()
    await page.getByRole('link', { name: 'Set up a webhook or a channel' }).click()
    await page.waitForURL(/\/settings\/alerts\/new/)
    await page.goto(base)
    await page.getByRole('heading', { name: 'Monitors that need you' }).waitFor()
  })

  test('its badge shows its state to strangers, until it is turned off', async () => {
    const { page } = watched
    await page.goto(`${base}/monitors`)
    await page.getByRole('link', { name: 'Weekly newsletter' }).click()
    await page.getByRole('link', { name: 'Badge' }).click()
    await page.getByRole('button', { name: 'Turn the badge on' }).click()
    await page.getByText('The badge is on.').waitFor()
    const path = (await page.locator('main img').getAttribute('src')) ?? ''
    const badge = await fetch(base + path)
    expect([badge.status, badge.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(await badge.text()).toContain('<title>mail: alerting ')
    await page.getByRole('button', { name: 'Turn the badge off' }).click()
    await page.getByText('The badge is off: its address').waitFor()
    expect((await fetch(base + path)).status).toBe(404)
  })

  test('what is planned stays when the service starts anew', async () => {
    const { page } = watched
    await page.goto(`${base}/monitors`)
    await page.getByRole('link', { name: 'Weekly newsletter' }).click()
    await page.getByRole('link', { name: 'Maintenance' }).click()
    await page.getByLabel('Monday').check()
    await page.getByLabel('Begins at').fill('02:30')
    await page.getByLabel('Lasts', { exact: true }).fill('2')
    await page.getByRole('button', { name: 'Add the weekly window' }).click()
    await page.getByText('The window is added.').waitFor()
    const port = running.http.split(':').at(-1)
    await running.kill()
    expect(faults()).toEqual([])
    running = await serve(folder, [...FLAGS.slice(1), `--http.listen=127.0.0.1:${port}`])
    await page.reload()
    await page.getByText(/^Every Monday at 02:30 for 2 hours/).waitFor()
  })

  test('those of another account are at no address', async () => {
    await mailgauge(['account', 'create', 'Other'], { cwd: folder })
    const made = await mailgauge(['monitors', 'create', '--account', 'Other', '--json', 'Theirs'], {
      cwd: folder,
    })
    const id = /mon_[A-Za-z0-9]{16}/.exec(made.stdout)?.[0]
    expect([made.code, made.stderr, id !== undefined]).toEqual([0, '', true])
    const { page } = watched
    for (const path of ['', '/settings', '/windows', '/badge', '/pause', '/delete'])
      expect([path, (await page.goto(`${base}/monitors/${id}${path}`))?.status()]).toEqual([path, 404])
    expect(await page.goto(`${base}/monitors`).then(() => page.getByText('Theirs').count())).toBe(0)
  })

  test('it is deleted after a question, and its address takes no more mail', async () => {
    const { page } = watched
    await page.goto(`${base}/monitors`)
    await page.getByRole('link', { name: 'Weekly newsletter' }).click()
    await page.getByRole('link', { name: 'Delete the monitor' }).click()
    await page.getByRole('button', { name: 'Delete the monitor' }).click()
    await page.getByText('The monitor is deleted.').waitFor()
    const { host, port } = running.smtp
    const again = await shell(
      `curl --url smtp://${host}:${port} --mail-from you@example.org --mail-rcpt ${address} --crlf --upload-file message.eml`,
      folder,
    )
    expect(again.code).not.toBe(0)
    expect(watched.complaints).toEqual([])
    await running.kill()
    expect(faults()).toEqual([])
  })
})
