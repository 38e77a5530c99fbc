import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type Postfix, postfixIsHere, startPostfixWith } from '../smtp/postfix.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { EXIM_BOUNCE, forwarding, POSTFIX_BOUNCE } from '../support/bounces.ts'
import { dotStuffed, greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

if (!postfixIsHere) console.warn('skipped: Postfix is not installed, or the tests do not run as root')

/** Below the largest message that is taken by itself (`smtp.max_message`). */
const LARGE = 24 * 1024 ** 2
/** A code in what came back would have it withheld. */
const HARMLESS = POSTFIX_BOUNCE.replace('Your sign-in code is 482913', 'Your order')

/** What Gmail answers to RCPT for an address that it does not have. */
const NO_SUCH_USER = [
  '550-5.1.1 The email account that you tried to reach does not exist. Please try',
  "550-5.1.1 double-checking the recipient's email address for typos or",
  '550-5.1.1 unnecessary spaces. For more information, go to',
  '550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a1-20020a05600c.45 - gsmtp',
].join('\r\n')

interface Told {
  bounce?: { form: string; failures: { recipient: string; cause: string; provider?: { id: string } }[] }
}

describe('the binary, and what comes back of mail', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running

  beforeAll(async () => {
    writeConfig(folder)
    running = await serve(folder)
  })
  afterAll(async () => {
    await running?.kill()
    remove()
  })

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://${running.http}${path}`, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      ...init,
    })

  function hand(text: string, file?: string) {
    const body = new FormData()
    body.append('text', text)
    body.append('message', new Blob(file === undefined ? [] : [file]), file === undefined ? '' : 'bounce.eml')
    return ask('/bounce', { method: 'POST', body })
  }

  async function newTest() {
    const made = await ask('/', { method: 'POST' })
    const page = made.headers.get('location') ?? ''
    const read = async () =>
      (await (await ask(`${page}.json`)).json()) as { address: string; status: string; exhibits?: Told }
    const scored = () =>
      until(async () => {
        const report = await read()
        return report.status === 'pending' ? undefined : report
      })
    return { page, scored, address: (await read()).address }
  }

  test('/bounce explains a text and a file, and keeps nothing', async () => {
    const pasted = await hand('550 5.1.1 <bob@example.net>: Recipient address rejected: User unknown')
    expect(pasted.status).toBe(200)
    expect(await pasted.text()).toContain('Recipient address rejected: User unknown')
    const handed = await hand('', EXIM_BOUNCE)
    expect(handed.status).toBe(200)
    expect(await handed.text()).toContain('bob@gmx.de')
    expect((await hand('Dear Bob')).status).toBe(400)
    expect(running.output()).not.toMatch(/bob@|User unknown/)
  }, 120_000)

  test('a file of the largest size is read in a process of its own, and the page stays there', async () => {
    const large = POSTFIX_BOUNCE.replace('Hello Bob.', `${'x'.repeat(75)}\r\n`.repeat(LARGE / 77))
    const [answer, other] = await Promise.all([hand('', large), ask('/bounce')])
    expect([answer.status, other.status]).toEqual([200, 200])
    expect(await answer.text()).toContain('bob@gmail.com')
  }, 120_000)

  test('a bounce that is sent to a test, or forwarded to it, stands above its report', async () => {
    for (const [from, text] of [
      ['', HARMLESS],
      ['ann@shop.example', forwarding(HARMLESS)],
    ] as const) {
      const { page, scored, address } = await newTest()
      const client = await greetedClient(running.smtp, 'mail.shop.example')
      await client.command(`MAIL FROM:<${from}>`)
      await client.command(`RCPT TO:<${address}>`)
      await client.command('DATA')
      client.send(dotStuffed(text))
      expect((await client.reply()).code).toBe(250)
      client.reset()
      const { exhibits } = await scored()
      expect(exhibits?.bounce).toMatchObject({
        form: 'delivery status',
        failures: [{ recipient: 'bob@gmail.com', cause: 'no such recipient' }],
      })
      expect(await (await ask(page)).text()).toContain('This message is a bounce')
    }
  }, 120_000)

  test('mailgauge bounce reads a file and standard input', async () => {
    const file = join(folder, 'bounce.eml')
    writeFileSync(file, POSTFIX_BOUNCE)
    const of = await mailgauge(['bounce', file])
    expect([of.code, of.stderr]).toEqual([0, ''])
    expect(of.stdout).toContain('To: bob@gmail.com')
    const told = await mailgauge(['bounce', '--json', '-'], { stdin: NO_SUCH_USER })
    expect(told.code).toBe(0)
    expect(JSON.parse(told.stdout)).toMatchObject({
      form: 'reply',
      failures: [
        { cause: 'no such recipient', provider: { id: 'gmail' }, reply: { code: 550, enhanced: '5.1.1' } },
      ],
    })
  })

  describe.skipIf(!postfixIsHere)('of a real Postfix', () => {
    let refusing: Server
    let postfix: Postfix

    beforeAll(async () => {
      refusing = refusingServer()
      await new Promise<void>((listening) => refusing.listen(0, '127.0.0.1', listening))
      const { port } = refusing.address() as { port: number }
      postfix = await startPostfixWith({
        main: [
          `relayhost = [${running.smtp.host}]:${running.smtp.port}`,
          'transport_maps = inline:{',
          `  { gmail.example = smtp:[127.0.0.1]:${port} } }`,
          'smtp_tls_security_level = none',
          '',
        ].join('\n'),
      })
    }, 60_000)
    afterAll(async () => {
      await postfix?.stop()
      refusing?.close()
    })

    test('the notification that it sends to the test is explained', async () => {
      const { scored, page, address } = await newTest()
      const letter = `From: Shop <${address}>\nTo: bob@gmail.example\nSubject: Your order\n\nHello.\n`
      await postfix.sendmail(address, ['bob@gmail.example'], letter)
      const { exhibits } = await scored()
      expect(exhibits?.bounce).toMatchObject({
        form: 'delivery status',
        reported_by: 'relay.example.org',
        original: { from: address },
        failures: [
          { recipient: 'bob@gmail.example', action: 'failed', permanent: true, cause: 'no such recipient' },
        ],
      })
      expect(await (await ask(page)).text()).toContain('This message is a bounce')
    }, 120_000)
  })
})

const ANSWERS: readonly (readonly [command: RegExp, answer: string])[] = [
  [/^EHLO/i, '250 mx.google.com at your service'],
  [/^RCPT/i, NO_SUCH_USER],
  [/^DATA/i, '503 5.5.1 RCPT first'],
  [/^QUIT/i, '221 2.0.0 closing connection'],
  [/^/, '250 2.1.0 OK'],
]

/** Refuses every recipient as Gmail does one that it does not have. */
function refusingServer(): Server {
  return createServer((socket) => {
    socket.write('220 mx.google.com ESMTP\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const [, answer] = ANSWERS.find(([command]) => command.test(line)) ?? []
        socket.write(`${answer}\r\n`)
      }
    })
  })
}
