import type { Walker } from './tests.ts'

/** Monitors from none to one whose first message is tested; `domain`: the page of a verified domain. */
export async function walkThroughMonitors(
  { page, base, photograph, press }: Walker,
  smtp: { host: string; port: number },
  domain: string,
): Promise<void> {
  const see = async (path: string, name: string) => {
    await page.goto(`${base}${path}`)
    await photograph(name)
  }
  await see('/monitors', 'monitors-none')
  await see('/monitors/new', 'monitor-new')
  await press('Create the monitor')
  await photograph('monitor-new-with-problems')
  await page.locator('main input[name=name]').fill('Weekly newsletter')
  await page.locator('main input[name=every]').fill('7')
  await press('Create the monitor')
  await photograph('monitor-waiting')
  const monitor = new URL(page.url()).pathname
  const address = (await page.locator('.address-text').textContent()) ?? ''
  const sent = Bun.spawnSync(
    [
      'curl',
      '--silent',
      ...['--url', `smtp://${smtp.host}:${smtp.port}`],
      ...['--mail-from', 'news@example.org', '--mail-rcpt', address, '--crlf', '--upload-file', '-'],
    ],
    {
      stdin: Buffer.from(
        `From: news@example.org\nTo: ${address}\nSubject: Issue 12\n\nHello, here is issue 12.\n`,
      ),
    },
  )
  if (sent.exitCode !== 0) throw new Error(`The message was not sent: ${sent.stderr}`)
  await page.getByRole('heading', { name: 'Score of its message' }).waitFor()
  await see(monitor, 'monitor')
  for (const part of ['settings', 'pause', 'windows', 'badge', 'delete'])
    await see(`${monitor}/${part}`, `monitor-${part}`)
  await page.goto(`${base}${monitor}/badge`)
  await press('Turn the badge on')
  await photograph('monitor-badge-on')
  await page.goto(domain)
  await page.getByRole('link', { name: 'Watch its records' }).click()
  await photograph('monitor-new-domain')
  await press('Create the monitor')
  await photograph('monitor-domain')
  await see('/monitors', 'monitors')
}
