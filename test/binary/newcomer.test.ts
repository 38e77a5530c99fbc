import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mailgauge, type Running, serve, temporaryFolder } from '../support/binary.ts'
import { until } from '../support/until.ts'

/** As somebody starts it who has read nothing, but for free ports and no question that leaves this machine. */
const FLAGS = [
  '--http.listen=127.0.0.1:0',
  '--smtp.listen=127.0.0.1:0',
  '--dns.servers=127.0.0.1:1',
  '--dns.timeout=200ms',
  '--log.format=json',
]
const DNS = ['--dns.servers=127.0.0.1:1', '--dns.timeout=200ms']

const { folder, remove } = temporaryFolder()
let running: Running
let cookie = ''
const EMAIL = 'ann@example.org'
const PASSWORD = 'correct horse battery'
const began = performance.now()
const took: string[] = []
const note = (what: string) => void took.push(`${((performance.now() - began) / 1000).toFixed(1)} s  ${what}`)

beforeAll(async () => {
  running = await serve(folder, FLAGS)
  note('the service listens')
})
afterAll(async () => {
  await running.kill()
  remove()
  console.info(`A newcomer's way:\n${took.join('\n')}`)
})

/** As a browser sends it from a page of the site. */
const ask = (path: string, fields?: Record<string, string>) =>
  fetch(`http://${running.http}${path}`, {
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== '' && { cookie }) },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })

const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
const setUpLink = (text: string) => /http:\/\/localhost[^\s#"]*\/setup#t=(st_[\w-]{43})/.exec(text)?.[1]

let code = ''

test('the output has a set-up link', async () => {
  code = await until(() => setUpLink(running.output()))
  note('the set-up link is read')
  expect((await ask('/setup')).status).toBe(200)
})

test('a link asked for anew takes the place of the first', async () => {
  const { stdout } = await mailgauge(['admin', 'setup-url'], { cwd: folder })
  const another = setUpLink(stdout) ?? ''
  expect(another).not.toBe('')
  const claim = { name: 'Ann', email: EMAIL, password: PASSWORD, account: 'Example' }
  const old = await ask('/setup', { ...claim, code })
  expect(old.status).toBeGreaterThanOrEqual(400)
  code = another
})

test('the form makes an admin, who is led to the checklist', async () => {
  const claimed = await ask('/setup', {
    code,
    name: 'Ann',
    email: EMAIL,
    password: PASSWORD,
    account: 'Example',
  })
  expect([claimed.status, claimed.headers.get('location')]).toEqual([303, '/admin/setup'])
  cookie = cookieOf(claimed)
  note('the instance is claimed')
  const checklist = await ask('/admin/setup')
  expect(checklist.status).toBe(200)
  const html = await checklist.text()
  expect(html).toContain('This is an evaluation')
  expect(html).toContain('There is an instance admin.')
  note('the checklist is shown')
  expect((await ask('/setup')).status).toBe(404)
  expect(setUpLink((await mailgauge(['admin', 'setup-url'], { cwd: folder })).stdout)).toBeUndefined()
})

test('signing out and in again works by forms', async () => {
  await ask('/sign-out', {})
  expect((await ask('/admin/setup')).status).toBe(303)
  cookie = ''
  const wrong = await ask('/sign-in', { email: EMAIL, password: 'something else' })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  const right = await ask('/sign-in', { email: EMAIL, password: PASSWORD })
  expect(right.status).toBe(303)
  cookie = cookieOf(right)
  expect((await ask('/admin/setup')).status).toBe(200)
  note('signed in again')
})

test('a key of the new account is made by a command, and works', async () => {
  const { stdout, code: exit } = await mailgauge(
    ['key', 'create', '--account', 'Example', '--name', 'first'],
    { cwd: folder },
  )
  expect(exit).toBe(0)
  const made = await fetch(`http://${running.http}/v1/tests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stdout.trim()}` },
  })
  expect(made.status).toBe(201)
  note('a key has made a test')
})

test('a lost password is set anew by a link of the operator, without a relay', async () => {
  const { stdout } = await mailgauge(['admin', 'reset-password', EMAIL], { cwd: folder })
  const path = new URL(stdout.trim()).pathname
  expect((await ask(path)).status).toBe(200)
  expect((await ask(path, { password: 'another long password' })).status).toBe(303)
  expect((await ask(path)).status).toBe(404)
  cookie = ''
  const signedIn = await ask('/sign-in', { email: EMAIL, password: 'another long password' })
  expect(signedIn.status).toBe(303)
  cookie = cookieOf(signedIn)
  expect(await mailgauge(['admin', 'end-sessions', EMAIL], { cwd: folder })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^\d+ sessions? ha(?:s|ve) ended\.\n$/),
  })
  expect((await ask('/admin/setup')).status).toBe(303)
  note('the password is set anew')
})

test('the doctor looks beside the service', async () => {
  const { stdout, code: exit } = await mailgauge(['doctor', '--json', ...DNS], { cwd: folder })
  const told = JSON.parse(stdout) as {
    service: string
    findings: { id: string; state: string; seen: string }[]
  }
  expect(told.service).toBe('running')
  expect(told.findings.filter(({ state }) => state === 'problem')).toEqual([])
  expect(exit).toBe(0)
  const of = (id: string) => told.findings.find((finding) => finding.id === id)?.state
  expect([of('instance-admin'), of('database'), of('data-directory'), of('base-url')]).toEqual([
    'ok',
    'ok',
    'ok',
    'attention',
  ])
  note('the doctor has looked')
})

test('nothing of a secret is in the log', () => {
  for (const secret of [PASSWORD, 'another long password', cookie.split('=')[1] ?? '']) {
    expect(secret.length).toBeGreaterThan(8)
    expect(running.output()).not.toContain(secret)
  }
})
