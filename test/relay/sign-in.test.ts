import { afterEach, describe, expect, test } from 'bun:test'
import { signIn } from '../../src/relay/session.ts'
import { fakeRelay, LOGIN, scripted } from './fake-relay.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
async function open<T extends { close(): unknown }>(opening: Promise<T>): Promise<T> {
  const one = await opening
  opened.push(one)
  return one
}

const at = ({ host, port }: { host: string; port: number }) =>
  ({ host, port, tls: 'starttls', helo: 'mail.example.org', timeout: 5000 }) as const

describe('a session in which nothing is sent', () => {
  test('signs in, and leaves', async () => {
    const asked: string[] = []
    const relay = await open(
      fakeRelay({
        authOptional: false,
        onMailFrom(_address, _session, callback) {
          asked.push('MAIL FROM')
          callback()
        },
      }),
    )
    expect(await signIn({ ...at(relay), login: LOGIN })).toMatchObject({ kind: 'accepted' })
    expect(asked).toEqual([])
    expect(relay.taken).toEqual([])
  })

  test('needs no login', async () => {
    const relay = await open(fakeRelay())
    expect(await signIn(at(relay))).toMatchObject({ kind: 'accepted' })
  })

  test('says why it was refused', async () => {
    const relay = await open(fakeRelay())
    const login = { ...LOGIN, password: 'wrong' }
    expect(await signIn({ ...at(relay), login })).toMatchObject({ kind: 'sign_in_refused' })
    const plain = await open(fakeRelay({ disabledCommands: ['STARTTLS'] }))
    expect(await signIn(at(plain))).toMatchObject({ kind: 'tls_refused' })
    const silent = await open(scripted(undefined))
    expect(await signIn({ ...at(silent), timeout: 100 })).toEqual({ kind: 'timeout', during: 'connection' })
  })
})
