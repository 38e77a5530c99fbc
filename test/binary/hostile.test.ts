import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, checkOf } from '../support/api-client.ts'
import { type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

const HEAD = 'From: a@example.org\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@example.org>\r\n'
const ORDINARY = `${HEAD}Subject: ordinary\r\n\r\nAn ordinary message.\r\n`

/** Parts nested so deep, each in the one before. */
function nested(depth: number): string {
  const open = (level: number) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`
  const levels = Array.from({ length: depth }, (_, level) => level)
  const inside = 'Content-Type: text/plain\r\n\r\nDeep inside.\r\n'
  return `${HEAD}MIME-Version: 1.0\r\n${levels.map(open).join('')}${inside}${levels
    .toReversed()
    .map((level) => `--b${level}--\r\n`)
    .join('')}`
}

function signatures(count: number): string {
  const one = (at: number) =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=d${at}.example; s=s; l=${at}; h=from:date;\r\n bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA\r\n`
  return `${Array.from({ length: count }, (_, at) => one(at)).join('')}${ORDINARY}`
}

const html = (body: string) =>
  `${HEAD}MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}\r\n`
const lines = (line: string, bytes: number) => `${line}\r\n`.repeat(Math.ceil(bytes / (line.length + 2)))

/** What each must end as; `either` where both are right answers to nonsense. */
const MESSAGES: [name: string, ends: 'scored' | 'failed' | 'either', data: () => string][] = [
  ['0 bytes', 'failed', () => ''],
  ['only NULs', 'failed', () => '\0'.repeat(10_000)],
  ['no header section', 'either', () => 'just words, no header at all\r\nand another line\r\n'],
  ['a header section and nothing else', 'scored', () => HEAD],
  ['10,000 header fields', 'scored', () => `${lines('X-Filler: something', 210_000)}${ORDINARY}`],
  ['200 nested parts', 'scored', () => nested(200)],
  ['2,000 nested parts', 'scored', () => nested(2_000)],
  ['1,000 DKIM signatures', 'scored', () => signatures(1_000)],
  ['25 MB of text', 'scored', () => `${ORDINARY}${lines('0123456789'.repeat(7), 25_000_000)}`],
  ['400 KB of spaces in a header', 'either', () => `Subject: ${' '.repeat(400_000)}x\r\n${ORDINARY}`],
  ['400 KB of spaces in HTML', 'scored', () => html(`<p>${' '.repeat(400_000)}</p>`)],
  ['1 MB of open angle brackets', 'scored', () => html('<'.repeat(1_000_000))],
  ['200,000 nested elements', 'scored', () => html('<div>'.repeat(200_000))],
  ['1 MB of open comments', 'scored', () => html('<!--'.repeat(250_000))],
  ['1 MB of one attribute', 'scored', () => html(`<a href="${'a'.repeat(1_000_000)}">x</a>`)],
  ['100,000 links', 'scored', () => html('<a href="https://a.example/">b</a>'.repeat(100_000))],
  [
    'a subject of encoded words without end',
    'scored',
    () => `Subject: ${'=?utf-8?q?a?= '.repeat(20_000)}\r\n${HEAD}\r\nx\r\n`,
  ],
  [
    '40,000 recipients in To',
    'scored',
    () => `To: ${'a@example.org, '.repeat(40_000)}b@example.org\r\n${ORDINARY}`,
  ],
  [
    'half a megabyte of opened comments in From',
    'scored',
    () => `From: ${'('.repeat(500_000)}\r\nSubject: x\r\n\r\nx\r\n`,
  ],
  ['quotes without end in To', 'scored', () => `To: ${'"\\'.repeat(200_000)}\r\n${ORDINARY}`],
  ['CR CR LF line ends', 'scored', () => `${ORDINARY}${'word\r\r\n'.repeat(300_000)}`],
  ['5 MB of empty lines', 'scored', () => `${ORDINARY}${'\r\n'.repeat(2_500_000)}`],
  [
    'bytes of every value',
    'scored',
    () => `${ORDINARY}${Buffer.from(Array.from({ length: 65_536 }, (_, at) => at & 255)).toString('latin1')}`,
  ],
  [
    'a List-Unsubscribe of brackets',
    'scored',
    () => `List-Unsubscribe: ${'<'.repeat(100_000)}\r\nList-Id: <l.example>\r\n${ORDINARY}`,
  ],
  ['a Received of parentheses', 'scored', () => `Received: ${'('.repeat(100_000)}\r\n${ORDINARY}`],
  ['a Message-ID without end', 'scored', () => `Message-ID: <${'a.'.repeat(200_000)}@x>\r\n${ORDINARY}`],
  ['a Date of digits', 'scored', () => `Date: ${'1'.repeat(300_000)}\r\nFrom: a@example.org\r\n\r\nx\r\n`],
  [
    'a Content-Type of parameters',
    'scored',
    () => `Content-Type: text/plain${"; a*0*=utf-8''%41".repeat(30_000)}\r\n${ORDINARY}`,
  ],
]

describe('hostile messages', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running
  let api: Awaited<ReturnType<typeof apiClient>>

  beforeAll(async () => {
    writeConfig(folder, { tests: 'messages_per_test = 10000', analysis: 'processes = 2' })
    running = await serve(folder)
    api = await apiClient(running)
  })
  afterAll(async () => {
    await running.kill()
    remove()
  })

  async function send(address: string, data: string): Promise<number> {
    const client = await greetedClient(running.smtp)
    const reply = await client.deliver({ from: 'a@example.org', to: [address], data })
    await client.command('QUIT')
    return reply.code
  }

  test.each(MESSAGES)(
    '%s',
    async (_name, ends, data) => {
      const { token, address } = await api.createTest()
      expect(await send(address, data())).toBe(250)
      const report = await api.ended(token)
      if (ends === 'either') expect(['scored', 'failed']).toContain(report.status)
      else expect(report.status).toBe(ends)
      const leftOut = report.checks.filter((check) =>
        /left out|ran out of time|\bfault\b/.test(check.detail['summary'] ?? ''),
      )
      expect(leftOut).toEqual([])
    },
    300_000,
  )

  test('many of them at once, while ordinary messages go on', async () => {
    // The largest are among the odd ones.
    const some = MESSAGES.filter((_, index) => index % 2 === 0)
    const hostile = await Promise.all(
      some.map(async ([, , data]) => {
        const { token, address } = await api.createTest()
        await send(address, data())
        return token
      }),
    )
    const { token, address } = await api.createTest()
    expect(await send(address, ORDINARY)).toBe(250)
    const report = await api.ended(token, 400_000)
    expect(checkOf(report, 'headers').status).not.toBe('error')
    for (const other of hostile) expect((await api.ended(other, 400_000)).status).toMatch(/scored|failed/)
  }, 600_000)

  test('an analysis process that stands still is killed at the limit and the message is tried again', async () => {
    const { folder: own, remove: clear } = temporaryFolder()
    writeConfig(own, {}, { analysis: 'processes = 1\ntime_limit = "5s"' })
    const service = await serve(own)
    const client = await apiClient(service)
    const [stopped = 0] = await until(() => (service.children().length > 0 ? service.children() : undefined))
    const analyse = async () => {
      const { token, address } = await client.createTest()
      const smtp = await greetedClient(service.smtp)
      expect((await smtp.deliver({ from: 'a@example.org', to: [address], data: ORDINARY })).code).toBe(250)
      expect((await client.ended(token)).status).toBe('scored')
    }
    // One that is stopped while it starts is given much longer.
    await analyse()
    process.kill(stopped, 'SIGSTOP')
    await analyse()
    expect(service.children()).not.toContain(stopped)
    await service.kill()
    clear()
  }, 300_000)

  test('the service takes no more than a moment of memory: nothing is left of all that', async () => {
    expect(running.process.exitCode).toBeNull()
    expect((await fetch(`http://${running.http}/healthz`)).status).toBe(200)
  })
})
