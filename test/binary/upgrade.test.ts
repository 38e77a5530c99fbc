import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { keepAsText, reportsIn } from '../support/stored-rows.ts'
import { until } from '../support/until.ts'

const MESSAGES = 12
const mail = (subject: string, body: string) =>
  `From: Login <login@example.org>\nTo: you@example.net\nSubject: ${subject}\nDate: Fri, 20 Nov 2026 12:00:00 +0000\nMessage-ID: <2@example.org>\n\n${body}\n`
const CODE = mail(
  'Your sign-in code',
  'Your verification code is 482913. Enter this code to sign in. It expires in 10 minutes.',
)
const PLAIN = mail('Soup on Friday', 'We meet at noon and have soup together, as every Friday.')

interface Shown {
  withheld: boolean
  withheld_reason?: string
  subject?: string
}

/** As a version left them that decided otherwise: the code is shown, the soup withheld. */
function decideOtherwise(folder: string): void {
  const database = new Database(join(folder, 'data', 'mailgauge.db'))
  for (const { seq, report: stored } of reportsIn(database)) {
    const { withheld, withholdingVersion: _version, ...report } = stored
    const other = withheld
      ? report
      : { ...report, withheld: { kind: 'sign_in_link', reason: 'An old reason.' } }
    keepAsText(database, { seq, report: other })
  }
  database.run('UPDATE messages SET withholding_version = NULL')
  database.close()
}

function undecided(folder: string): number {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const [[count]] = database
    .query('SELECT count(*) FROM messages WHERE withholding_version IS NULL')
    .values() as [[number]]
  database.close()
  return count
}

test('after an upgrade, messages show nothing before they are decided anew, whenever it is killed', async () => {
  const { folder, remove } = temporaryFolder()
  writeConfig(folder)
  let running = await serve(folder)
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://${running.http}${path}`, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      ...init,
    })
  async function upload(text: string): Promise<string> {
    const body = new FormData()
    body.append('message', new Blob([text]), 'message.eml')
    const taken = await ask('/upload', { method: 'POST', body })
    return (taken.headers.get('location') ?? '').replace('/t/', '')
  }
  const read = async (token: string) => {
    const answer = await ask(`/v1/shared/${token}/message`)
    return answer.status === 200 ? ((await answer.json()) as Shown) : undefined
  }
  /** Whatever is read meanwhile, no secret is in it, and what is not decided says so. */
  async function lookFor(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    while (performance.now() < end) {
      for (const token of codes) {
        expect((await read(token))?.withheld).toBe(true)
        expect(await (await ask(`/t/${token}`)).text()).not.toContain('482913')
      }
      const soup = await read(plains.at(-1) ?? '')
      if (soup?.withheld) expect(soup.withheld_reason).toContain('being checked again')
    }
  }
  const codes: string[] = []
  const plains: string[] = []
  for (let made = 0; made < MESSAGES / 2; made += 1) {
    codes.push(await upload(CODE))
    plains.push(await upload(PLAIN))
  }
  for (const token of [...codes, ...plains]) await until(() => read(token))
  expect((await read(codes[0] ?? ''))?.withheld).toBe(true)
  expect(await read(plains[0] ?? '')).toMatchObject({ withheld: false, subject: 'Soup on Friday' })

  await running.kill()
  decideOtherwise(folder)
  expect(undecided(folder)).toBe(MESSAGES)
  for (let round = 0; undecided(folder) > 0; round += 1) {
    running = await serve(folder)
    await lookFor(100 * (round + 1))
    await running.kill('SIGKILL')
  }
  running = await serve(folder)
  for (const token of plains)
    expect(await read(token)).toMatchObject({ withheld: false, subject: 'Soup on Friday' })
  for (const token of codes) expect((await read(token))?.withheld_reason).toContain('code')
  expect(running.output()).not.toContain('482913')
  await running.kill()
  remove()
}, 300_000)
