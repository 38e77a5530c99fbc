import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { until } from '../support/until.ts'
import { type Door, onlyMessage, openDoor } from './door.ts'
import { postfixIsHere, startPostfix } from './postfix.ts'

let door: Door

beforeAll(async () => {
  door = await openDoor({ bounds: { messagesPerTest: 1000 } })
})
afterAll(() => door.close())

const here = (program: string) => Bun.which(program) !== null

function missing(program: string): boolean {
  if (here(program)) return false
  console.warn(`skipped: ${program} is not installed`)
  return true
}

async function run(command: string[]): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, output: stdout + stderr }
}

const server = () => `${door.at.host}:${door.at.port}`

function swaks(...args: string[]) {
  const always = ['--server', server(), '--helo', 'mail.example.org', '--from', 'swaks@example.org']
  return run(['swaks', ...always, ...args])
}

const swaksHasTls =
  here('swaks') && Bun.spawnSync(['swaks', '--support']).stdout.toString().includes('TLS supported')

describe.skipIf(missing('swaks'))('swaks', () => {
  test('a message', async () => {
    const { token, address } = await door.allocate()
    const { code, output } = await swaks('--to', address, '--body', '.dot\n..dots\nend')
    expect([code, output]).toEqual([0, expect.stringContaining('250 2.6.0 Received as msg_')])
    const { envelope, raw } = await onlyMessage(door, token)
    expect(envelope).toMatchObject({ helo: 'mail.example.org', mailFrom: 'swaks@example.org', tls: 'none' })
    expect(raw).toContain('\r\n.dot\r\n..dots\r\nend')
  })

  test('several recipients, one of them unknown', async () => {
    const [one, two] = [await door.allocate(), await door.allocate()]
    const to = `${one.address},nobody@in.example.com,${two.address}`
    const { code, output } = await swaks('--to', to)
    expect([code, output]).toEqual([0, expect.stringContaining('550 5.1.1')])
    expect((await onlyMessage(door, one.token)).envelope.rcptTo).toBe(one.address)
    expect((await onlyMessage(door, two.token)).envelope.rcptTo).toBe(two.address)
  })

  test('an unknown recipient alone', async () => {
    expect((await swaks('--to', 'nobody@in.example.com')).code).toBe(24)
  })

  test('pipelined, from the null sender', async () => {
    const { token, address } = await door.allocate()
    expect((await swaks('--to', address, '--pipeline', '--from', '<>')).code).toBe(0)
    expect((await onlyMessage(door, token)).envelope.mailFrom).toBe('')
  })

  test.skipIf(!swaksHasTls)('STARTTLS', async () => {
    const { token, address } = await door.allocate()
    const { code } = await swaks('--to', address, '--tls', '--tls-protocol', 'tlsv1_2')
    expect(code).toBe(0)
    const { tls } = (await onlyMessage(door, token)).envelope
    expect(tls).toMatchObject({
      version: 'TLSv1.2',
      cipher: expect.stringMatching(/^TLS_ECDHE_ECDSA_WITH_/),
    })
  })
})

describe.skipIf(missing('smtp-source'))("Postfix's smtp-source", () => {
  test.each([
    ['a session for each message', []],
    ['many messages in a session', ['-d']],
  ])('%s', async (_name, mode) => {
    const { token, address } = await door.allocate()
    const args = ['-s', '5', '-m', '60', '-l', '10240', '-f', 'source@example.org', '-t', address]
    const { code, output } = await run(['smtp-source', ...mode, ...args, `inet:${server()}`])
    expect([code, output]).toEqual([0, ''])
    const messages = await door.received(token)
    expect(messages).toHaveLength(60)
    expect(messages.every(({ raw }) => raw.length > 10_000)).toBe(true)
  })
})

if (!postfixIsHere) console.warn('skipped: a Postfix of our own needs Debian’s package and root')

describe.skipIf(!postfixIsHere)('Postfix', () => {
  test.each(['none', 'encrypt'] as const)(
    'its sendmail and queue deliver, TLS: %s',
    async (security) => {
      const [one, two] = [await door.allocate(), await door.allocate()]
      const postfix = await startPostfix(door.at, security)
      try {
        await postfix.sendmail(
          'sendmail@example.org',
          [one.address, two.address],
          'Subject: h\u00e9llo\n\n.\n..b\n',
        )
        // Postfix logs a delivery some time after it was answered.
        const sent = () => postfix.log().split('status=sent (250 2.6.0 Received').length - 1
        await until(() => sent() === 2)
        for (const own of [one, two]) {
          const { envelope, raw } = await onlyMessage(door, own.token)
          expect(envelope).toMatchObject({ helo: 'relay.example.org', mailFrom: 'sendmail@example.org' })
          expect(envelope.rcptTo).toBe(own.address)
          expect(envelope.mailParameters).toMatchObject({ SIZE: expect.stringMatching(/^\d+$/) })
          expect(envelope.tls).toEqual(
            security === 'none' ? 'none' : { version: 'TLSv1.3', cipher: expect.stringMatching(/^TLS_/) },
          )
          expect(raw.endsWith('\r\n\r\n.\r\n..b\r\n')).toBe(true)
        }
      } finally {
        await postfix.stop()
      }
    },
    300_000,
  )
})
