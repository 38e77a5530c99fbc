import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../../relay/fake-relay.ts'
import { apiClient } from '../../support/api-client.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'
import { onFreePort } from '../../support/free-port.ts'
import { reporter, reportMail, reportXml, verifiedDomain } from '../../support/report-mail.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'
import { createBrowser } from '../../web/factors/factor-site.ts'
import { journalCommands } from './jq.ts'

/** Everything that stands in no log: what was typed, made, sent and clicked. */
const secrets = new Map<string, string>()
const secret = (what: string, text: string) => {
  expect(text, what).not.toBe('')
  secrets.set(what, text)
  return text
}

const EMAIL = secret('the address of a person', 'zwetschge.knoedel@example.org')
const PASSWORD = secret('a password', 'correct horse battery')
const [HELO, SENDER] = ['mail.sender.example', 'bounces.sender.example']

const { folder, remove } = temporaryFolder()
let running: Running
let dns: DnsServer
let relay: Awaited<ReturnType<typeof scripted>>
let base = ''
let reports = ''

interface Line {
  level: string
  time: string
  msg: string
  [fact: string]: unknown
}
const lines = () =>
  running
    .log()
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Line)
const linesOf = (msg: string) => lines().filter((line) => line.msg === msg)

beforeAll(async () => {
  const sender = reporter()
  dns = await dnsServer(sender.zone)
  // It refuses whoever it is for, in the words that real ones use.
  relay = await scripted('220 relay.example.org ESMTP\r\n', (line) => {
    if (/^RCPT/i.test(line)) return `550 5.1.1 ${line.slice(8)}: recipient unknown\r\n`
    return line === 'QUIT' ? '221 bye\r\n' : '250 relay.example.org\r\n'
  })
  const domain = await verifiedDomain(join(folder, 'data'))
  reports = secret('a reports address', domain.token)
  running = await onFreePort((port) => {
    base = `http://localhost:${port}`
    writeConfig(
      folder,
      {
        site: `base_url = "${base}"`,
        relay: `host = "127.0.0.1"\nport = ${relay.port}\ntls = "none"\nfrom = "Mailgauge <mailgauge@example.org>"`,
      },
      {
        http: `listen = ["127.0.0.1:${port}"]`,
        dns: `servers = ["${dns.address}"]\ntimeout = "1s"\ntries = 1`,
        log: 'level = "debug"\nformat = "json"',
      },
    )
    return serve(folder)
  })
})
afterAll(async () => {
  await running.kill()
  await relay.close()
  dns.close()
  remove()
})

const browser = () => createBrowser({ base })

test('a person sets the instance up, signs in, and does what people do', async () => {
  const link = await until(() => /\/setup#t=(st_[\w-]{43})/.exec(running.output())?.[1])
  const ann = browser()
  const claimed = await ann.send('/setup', {
    code: secret('the code of the set-up link', link),
    name: secret('the name of a person', 'Zwetschge Knoedel'),
    email: EMAIL,
    password: PASSWORD,
  })
  expect(claimed.status).toBe(303)
  for (const [name, value] of ann.cookies) secret(`the cookie ${name}`, value)
  await browser().signIn(EMAIL, secret('a wrong password', 'wrong horse battery'))
  await browser().signIn(secret('an address that nobody has', 'marille@example.org'), PASSWORD)
  const again = browser()
  expect((await again.signIn(EMAIL, PASSWORD)).status).toBe(303)
  for (const [name, value] of again.cookies) secret(`a later cookie ${name}`, value)
  const invited = secret('an address that is invited', 'powidl@example.org')
  const page = await (
    await ann.send('/settings/people/invitations', { email: invited, role: 'member', by: 'link' })
  ).text()
  const invitation = /\/join\/([\w-]{20,})/.exec(page)?.[1]
  if (invitation) await browser().ask(`/join/${secret('an invitation', invitation)}`)
  await browser().send('/reset', { email: EMAIL })
  const unsent = await until(() => linesOf('The relay did not take a password reset')[0])
  expect(unsent).toMatchObject({ kind: 'recipient_refused', says: expect.stringContaining('550 5.1.1') })
  const { stdout } = await mailgauge(['admin', 'reset-password', EMAIL], { cwd: folder })
  const reset = secret('a reset link', /\/reset\/([\w-]{20,})/.exec(stdout)?.[1] ?? '')
  await browser().ask(`/reset/${reset}`)
  expect(
    (await browser().send(`/reset/${reset}`, { password: secret('a new password', 'neue Marillenknoedel') }))
      .status,
  ).toBe(303)
  await ann.ask(`/tests?q=${secret('what is searched', 'suchwort7')}`)
  await ann.ask(`/${secret('a path that nobody has', 'geheimer-pfad-ohne-seite')}`)
})

test('keys, tests and mail: each mail is a line when it is durable and one when it is analysed', async () => {
  const api = await apiClient(running)
  secret('an API key', api.secret)
  const wrong = secret('a key that is none', `mg_${'a1B2'.repeat(9)}abc`)
  await fetch(`${base}/v1/tests`, { headers: { authorization: `Bearer ${wrong}` } })
  await fetch(`${base}/v1/tests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.secret}`, 'content-type': 'application/json' },
    body: `{"${secret('a body that cannot be read', 'kaputtes-json')}`,
  })
  const [one, two] = [await api.createTest(), await api.createTest()]
  for (const { token, address } of [one, two]) {
    secret(`the token ${token.slice(0, 4)}`, token)
    secret(`the local part of ${token.slice(0, 4)}`, address.split('@')[0] ?? '')
  }
  const escaped = [...one.token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  await fetch(`${base}/t/${escaped}`)
  await fetch(`${base}/t/${one.token}`)
  const anonymous = await browser().send('/')
  secret('an anonymous token', /\/t\/([a-z2-7]{26})/.exec(anonymous.headers.get('location') ?? '')?.[1] ?? '')

  const client = await greetedClient(running.smtp, HELO)
  await client.command('STARTTLS')
  await client.secure()
  await client.command(`EHLO ${HELO}`)
  const words = [
    `From: ${secret('a display name', 'Frau Marille')} <${secret('a local part in From', 'marillen.frau')}@sender.example>`,
    `To: ${secret('a local part in To', 'kaiser.schmarrn')}@example.net`,
    `Subject: ${secret('a subject', 'Palatschinken am Freitag')}`,
    `Message-ID: <${secret('a Message-ID', 'topfen.golatsche')}@sender.example>`,
    'Date: Fri, 20 Nov 2026 12:00:00 +0000',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${secret('a text', 'Germknoedel mit Vanille')} <a href="https://link.example/${secret('a link', 'pfad-im-link')}">x</a></p>`,
    '',
  ].join('\r\n')
  const from = `${secret('a local part in MAIL FROM', 'umschlag.absender')}@${SENDER}`
  const first = await client.deliver({ from, to: [one.address], data: words })
  const both = await client.deliver({
    from,
    to: [one.address, two.address, 'postmaster@test.example'],
    data: words,
  })
  client.reset()
  const [id, together] = [first, both].map(
    ({ lines: [text = ''] }) => /msg_[a-z2-7]{26}/.exec(text)?.[0] ?? '',
  )
  const report = await api.ended(one.token)
  await until(() => linesOf('Mail analysed').length >= 3)

  const received = linesOf('Mail received')
  expect(received.find(({ message }) => message === id)).toMatchObject({
    level: 'info',
    reply: id,
    recipient: 'test',
    transport: 'smtp',
    client: '127.0.0.1',
    helo: HELO,
    mailFromDomain: SENDER,
    tls: 'TLSv1.3',
    bytes: words.length,
  })
  const ofBoth = received.filter(({ reply }) => reply === together)
  expect(ofBoth.map(({ recipient }) => recipient).toSorted()).toEqual(['postmaster', 'test', 'test'])
  expect(new Set(received.map(({ message }) => message)).size).toBe(received.length)
  for (const line of received.filter(({ recipient }) => recipient === 'test')) {
    expect(linesOf('Mail analysed').find(({ message }) => message === line['message'])).toMatchObject({
      test: line['test'],
      outcome: 'scored',
      score: expect.any(Number),
      failed: expect.any(Number),
      undetermined: expect.any(Number),
      waited: expect.any(Number),
      took: expect.any(Number),
    })
  }
  expect(linesOf('Mail analysed').find(({ message }) => message === report.message_id)?.['score']).toBe(
    report.score,
  )
})

test('uploads and reports are lines too', async () => {
  const body = new FormData()
  const text = `From: a@example.org\nSubject: ${secret('the subject of a file', 'Sachertorte')}\n\nx\n`
  body.append('message', new Blob([text]), secret('the name of a file', 'mozartkugel.eml'))
  const taken = await fetch(`${base}/upload`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(taken.status).toBe(303)
  secret('the token of a file', /\/t\/([a-z2-7]{26})/.exec(taken.headers.get('location') ?? '')?.[1] ?? '')
  await until(() => linesOf('Mail received').some(({ transport }) => transport === 'file'))

  const client = await greetedClient(running.smtp)
  const mail = reportMail('reporter.example', [
    reportXml({ id: secret('the id of a report', 'bericht-0815') }),
    '<feedback',
  ])
  const reply = await client.deliver({
    from: `${secret('who sends reports', 'noreply-berichte')}@reporter.example`,
    to: [`${reports}@test.example`],
    data: mail,
  })
  client.reset()
  const id = /msg_[a-z2-7]{26}/.exec(reply.lines[0] ?? '')?.[0] ?? ''
  const read = await until(() => linesOf('Read a report mail').find(({ message }) => message === id))
  expect(read).toMatchObject({ domain: 'example.org', files: expect.any(Object) })
  expect(linesOf('Mail received').find(({ message }) => message === id)).toMatchObject({
    recipient: 'reports',
    reply: id,
  })
})

test('what is refused, hostile or broken is told within bounds, and without its words', async () => {
  const long = await greetedClient(running.smtp)
  await long.command(`EHLO evil.${'x'.repeat(400)}.example`)
  long.reset()
  const client = await greetedClient(running.smtp)
  await client.command(`MAIL FROM:<${secret('a refused sender', 'abgelehnter')}@${'y'.repeat(60)}.example>`)
  for (let at = 0; at < 8; at++)
    await client
      .command(`RCPT TO:<${secret('a refused recipient', 'unbekannt-kren')}${at}@test.example>`)
      .catch(() => {})
  client.reset()
  const steering = await greetedClient(running.smtp, 'mail.example.org')
  await steering.command('EHLO \u001b[2Jevil\u0007')
  await steering.command('MAIL FROM:<\u001b[31mrot@\u001b]0;x\u0007.example>')
  steering.reset()
  const broken = await greetedClient(running.smtp)
  await broken.command('STARTTLS')
  broken.send(secret('what was sent for a handshake', 'kein Handshake, sondern Kren\r\n'.trim()))
  broken.reset()
  await until(() => linesOf('Mail was refused').length > 0)
  const refused = linesOf('Mail was refused')
  expect(refused.map(({ reason }) => reason)).toContain('unknown_recipient')
  for (const line of refused) expect(JSON.stringify(line).length).toBeLessThan(2000)
})

test.skipIf(Bun.which('jq') === null)('the commands of the docs read it', async () => {
  const id = linesOf('Mail received')[0]?.['message']
  const answers: string[] = []
  for (const written of journalCommands()) {
    const shell = Bun.spawn(['sh', '-c', written.replaceAll('msg_…', String(id))], {
      stdin: new Blob([`not JSON\n${running.log()}`]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all(
      [shell.stdout, shell.stderr].map((stream) => new Response(stream).text()),
    )
    expect([written, err, await shell.exited]).toEqual([written, '', 0])
    answers.push(out ?? '')
  }
  const [joined = '', domains = '', , refused = '', waits = ''] = answers
  const messages = joined
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
  expect(messages.slice(0, 2)).toEqual(['Mail received', 'Mail analysed'])
  expect(domains).toMatch(/^\s*4 bounces\.sender\.example$/m)
  expect(JSON.parse(refused)).toBeInstanceOf(Object)
  expect(JSON.parse(waits)).toMatchObject({ mails: expect.any(Number), median: expect.any(Number) })
  expect(answers).toHaveLength(5)
})

test('a proxy that is not named is warned of once, with the line to add', async () => {
  const forwarded = secret('the address behind a proxy', '203.0.113.77')
  for (let at = 0; at < 3; at++) await fetch(`${base}/`, { headers: { 'x-forwarded-for': forwarded } })
  const warned = lines().filter(({ header }) => header === 'X-Forwarded-For')
  expect(warned).toHaveLength(1)
  expect(warned[0]).toMatchObject({ level: 'warn', config: 'trusted_proxies = ["127.0.0.1"]' })
})

test('a database that is damaged under it brings errors, and they tell nothing either', async () => {
  const client = await greetedClient(running.smtp)
  const file = join(folder, 'data', 'mailgauge.db')
  new Database(file).close()
  truncateSync(file, 0)
  await fetch(`${base}/`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
  await browser().signIn(EMAIL, PASSWORD)
  await client.command(`RCPT TO:<x@test.example>`).catch(() => {})
  client.reset()
  await until(() => lines().some(({ level }) => level === 'error'))
  await running.kill()
})

test('nothing of it stands in the log, in whatever letters', () => {
  const log = running.log()
  const found = [...secrets].filter(([, text]) =>
    [
      text,
      encodeURIComponent(text),
      Buffer.from(text).toString('base64').replace(/=+$/, ''),
      JSON.stringify(text).slice(1, -1),
    ].some((form) => log.toLowerCase().includes(form.toLowerCase())),
  )
  expect(found).toEqual([])
  expect(secrets.size).toBeGreaterThan(30)
  expect(log).not.toMatch(/[^\P{C}\n]/u)
  for (const line of lines())
    expect([line, typeof line.msg, line.msg === '']).toEqual([line, 'string', false])
})
