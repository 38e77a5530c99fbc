import { afterEach, describe, expect, test } from 'bun:test'
import { deliver, type RelayServer } from '../../src/relay/session.ts'
import { selfMade } from '../smtp/door.ts'
import { fakeRelay, LOGIN, refusal, scripted } from './fake-relay.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
async function open<T extends { close(): unknown }>(opening: Promise<T>): Promise<T> {
  const one = await opening
  opened.push(one)
  return one
}

const MAIL = {
  from: 'mailgauge@example.org',
  to: 'bob@example.net',
  raw: Buffer.from('Subject: a\r\n\r\n.b\r\n'),
}

const send = (server: { host: string; port: number }, changes: Partial<RelayServer> = {}, mail = MAIL) =>
  deliver(
    {
      host: server.host,
      port: server.port,
      tls: 'starttls',
      helo: 'mail.example.org',
      timeout: 20_000,
      ...changes,
    },
    mail,
  )

describe('a relay takes the message', () => {
  test('over STARTTLS, signed in, and says so', async () => {
    const relay = await open(fakeRelay({ authOptional: false }))
    expect(await send(relay, { login: LOGIN })).toEqual({
      kind: 'accepted',
      says: '250 2.0.0 Ok: queued as 4bXyZ',
    })
    expect(relay.taken).toEqual([MAIL.raw.toString()])
  })

  test('over TLS from the first octet', async () => {
    const relay = await open(fakeRelay({ secure: true }))
    expect(await send(relay, { tls: 'implicit' })).toMatchObject({ kind: 'accepted' })
  })

  test('in the clear, where that is asked for, though TLS is offered', async () => {
    let secure: boolean | undefined
    const relay = await open(
      fakeRelay({
        onMailFrom(_address, session, callback) {
          secure = session.secure
          callback()
        },
      }),
    )
    expect(await send(relay, { tls: 'none' })).toMatchObject({ kind: 'accepted' })
    expect(secure).toBe(false)
  })

  test('with a certificate of an authority that is named', async () => {
    const relay = await open(fakeRelay({}, 'localhost'))
    expect(await send(relay, { host: 'localhost', ca: relay.cert })).toMatchObject({ kind: 'accepted' })
  })
})

describe('what a relay refuses is told with its reply', () => {
  test('the sign-in', async () => {
    const relay = await open(fakeRelay())
    expect(await send(relay, { login: { ...LOGIN, password: 'wrong' } })).toEqual({
      kind: 'sign_in_refused',
      says: '535 5.7.8 Authentication credentials invalid',
    })
  })

  test('a sign-in where there is none', async () => {
    const relay = await open(fakeRelay({ disabledCommands: ['AUTH'] }))
    expect(await send(relay, { login: LOGIN })).toMatchObject({ kind: 'sign_in_refused' })
  })

  test('the sender, the recipient, the message', async () => {
    const sender = await open(
      fakeRelay({ onMailFrom: (_address, _session, callback) => callback(refusal(553, '5.7.1 Not yours')) }),
    )
    expect(await send(sender)).toEqual({ kind: 'sender_refused', says: '553 5.7.1 Not yours' })
    const recipient = await open(
      fakeRelay({ onRcptTo: (_address, _session, callback) => callback(refusal(550, '5.1.1 Nobody')) }),
    )
    expect(await send(recipient)).toEqual({ kind: 'recipient_refused', says: '550 5.1.1 Nobody' })
    const message = await open(
      fakeRelay({
        onData(stream, _session, callback) {
          stream.resume()
          stream.on('end', () => callback(refusal(554, '5.7.1 Looks like spam')))
        },
      }),
    )
    expect(await send(message)).toEqual({ kind: 'message_refused', says: '554 5.7.1 Looks like spam' })
  })

  test('the whole session', async () => {
    const relay = await open(scripted('554 5.3.2 Not today\r\n'))
    expect(await send(relay)).toEqual({ kind: 'not_reached', says: '554 5.3.2 Not today' })
  })

  test('a reply is one line of bounded length, without controls', async () => {
    const relay = await open(
      scripted('220 a\r\n', (line) =>
        line.startsWith('EHLO') ? '250 a\r\n' : `550-\x1b[31m${'x'.repeat(2000)}\r\n550 \u0007end\r\n`,
      ),
    )
    const delivery = await send(relay, { tls: 'none' })
    if (delivery.kind !== 'sender_refused') throw new Error(delivery.kind)
    expect(delivery.says).not.toMatch(/\p{Cc}/u)
    expect(delivery.says.length).toBeLessThanOrEqual(500)
  })
})

describe('TLS', () => {
  test('that is not offered is no session: nothing goes in the clear', async () => {
    const lines: string[] = []
    const relay = await open(
      scripted('220 a\r\n', (line) => {
        lines.push(line)
        return line.startsWith('EHLO') ? '250-a\r\n250 AUTH PLAIN\r\n' : '502 5.5.1 Unknown command\r\n'
      }),
    )
    expect(await send(relay, { login: LOGIN })).toEqual({
      kind: 'tls_refused',
      says: '502 5.5.1 Unknown command',
    })
    expect(lines.filter((line) => !/^(?:EHLO|STARTTLS)/.test(line))).toEqual([])
  })

  test.each(['starttls', 'implicit'] as const)('a certificate of another authority (%s)', async (tls) => {
    const relay = await open(fakeRelay({ secure: tls === 'implicit' }))
    const ca = selfMade('localhost').cert
    expect(await send(relay, { host: 'localhost', tls, ca })).toMatchObject({ kind: 'tls_refused' })
  })

  test('a certificate for another name', async () => {
    const relay = await open(fakeRelay({}, 'other.example'))
    expect(await send(relay, { host: 'localhost', ca: relay.cert })).toMatchObject({ kind: 'tls_refused' })
  })

  test('from the first octet where the server speaks first', async () => {
    const relay = await open(fakeRelay())
    expect(await send(relay, { tls: 'implicit' })).toMatchObject({ kind: 'tls_refused' })
  })
})

describe('a relay that is not there', () => {
  test('is told', async () => {
    const gone = await fakeRelay()
    await gone.close()
    expect(await send(gone)).toEqual({ kind: 'not_reached', says: 'nothing listens there' })
  })

  test('or hangs up', async () => {
    const relay = await open(
      scripted('220 a\r\n', (_line, socket) => {
        socket.destroy()
        return undefined
      }),
    )
    expect(await send(relay)).toMatchObject({ kind: 'not_reached' })
  })
})

describe('the time is bounded as a whole', () => {
  test('without a greeting', async () => {
    const relay = await open(scripted(undefined))
    expect(await send(relay, { timeout: 200 })).toEqual({ kind: 'timeout', during: 'connection' })
  })

  test('where the server goes on and on', async () => {
    const relay = await open(
      scripted('220 a\r\n', (_line, socket) => {
        const drip = setInterval(() => socket.write('250-a\r\n'), 20)
        socket.on('close', () => clearInterval(drip))
        return undefined
      }),
    )
    expect(await send(relay, { timeout: 300 })).toEqual({ kind: 'timeout', during: 'connection' })
  })

  test('behind the message it may have been taken', async () => {
    let inData = false
    const relay = await open(
      scripted('220 a\r\n', (line) => {
        if (inData) return undefined
        if (line === 'DATA') inData = true
        return line === 'DATA' ? '354 go\r\n' : '250 ok\r\n'
      }),
    )
    expect(await send(relay, { tls: 'none', timeout: 300 })).toEqual({ kind: 'timeout', during: 'message' })
  })
})

test('an address beyond ASCII goes only to a server that takes such', async () => {
  const mail = { ...MAIL, to: 'zoë@example.net' }
  const plain = await open(scripted('220 a\r\n', () => '250 ok\r\n'))
  expect(await send(plain, { tls: 'none' }, mail)).toEqual({ kind: 'needs_smtputf8' })
  const relay = await open(fakeRelay())
  expect(await send(relay, {}, mail)).toMatchObject({ kind: 'accepted' })
})
