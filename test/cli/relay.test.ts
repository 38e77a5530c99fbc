import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FakeRelay, fakeRelay, LOGIN, refusal, scripted } from '../relay/fake-relay.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
let relay: FakeRelay
beforeEach(async () => {
  place = workplace()
  relay = await fakeRelay()
})
afterEach(async () => {
  place.remove()
  await relay.close()
})

function configure(lines: string, { host, port }: { host: string; port: number } = relay): void {
  writeFileSync(
    join(place.folder, 'mailgauge.toml'),
    `[site]\nbase_url = "https://mailgauge.example.org"\n[smtp]\ndomain = "in.example.com"\n[relay]\nhost = "${host}"\nport = ${port}\nfrom = "Mailgauge <mailgauge@example.org>"\n${lines}\n`,
  )
}

const testMail = (line = 'relay test bob@example.net') => place.run(line)

describe('relay test', () => {
  test('sends the message and says what the relay answered', async () => {
    configure(`user = "${LOGIN.user}"\npassword = "${LOGIN.password}"`)
    expect(await testMail()).toEqual({
      code: 0,
      stdout: '',
      stderr: `127.0.0.1:${relay.port} took the message: 250 2.0.0 Ok: queued as 4bXyZ\n`,
    })
    const [message = ''] = relay.taken
    const fields = message.slice(0, message.indexOf('\r\n\r\n'))
    expect(fields).toMatch(/^From: Mailgauge <mailgauge@example\.org>$/m)
    expect(fields).toMatch(/^To: bob@example\.net$/m)
    expect(fields).toMatch(/^Subject: Test message from Mailgauge$/m)
    expect(fields).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/m)
    expect(fields).toMatch(/^Message-ID: <[0-9a-f]{32}@example\.org>$/m)
    expect(fields).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(fields).not.toMatch(/^(?:List-Unsubscribe|DKIM-Signature|X-)/im)
  })

  test('sends each message that people get', async () => {
    configure('')
    for (const name of ['password-reset', 'invitation', 'confirmation'])
      expect((await testMail(`relay test bob@example.net --message ${name}`)).code).toBe(0)
    const subjects = relay.taken.map((message) => /^Subject: (.*)\r$/m.exec(message)?.[1])
    expect(subjects).toEqual([
      'Reset your Mailgauge password',
      'Invitation to Example on Mailgauge',
      'Confirm your address for Mailgauge',
    ])
  })

  test.each(['rsa', 'ed25519'] as const)('signs with an %s key', async (type) => {
    const { privateKey } =
      type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519')
    writeFileSync(join(place.folder, 'dkim.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    configure('dkim_key = "dkim.pem"\ndkim_selector = "mg"')
    expect((await testMail()).code).toBe(0)
    const signature = /^DKIM-Signature: ((?:.+\r\n[ \t]?)+)/.exec(relay.taken[0] ?? '')?.[1]
    expect(signature).toMatch(new RegExp(`a=${type}-sha256`))
    expect(signature).toMatch(/d=example\.org;[\s\S]*s=mg;/)
  })

  test('refuses what it cannot send', async () => {
    configure('')
    expect(await testMail('relay test nobody')).toMatchObject({
      code: 2,
      stderr: '"nobody" is no address that mail can be sent to.\n',
    })
    expect(await testMail('relay test bob@example.net --message reset')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no message "reset"'),
    })
    writeFileSync(join(place.folder, 'mailgauge.toml'), '[smtp]\ndomain = "in.example.com"\n')
    expect(await testMail()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No relay is configured. Set relay.host and relay.from'),
    })
    expect(relay.taken).toEqual([])
  })

  test('says what to do where it fails', async () => {
    configure(`user = "${LOGIN.user}"\npassword = "wrong"`)
    const refused = await testMail()
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toBe(
      `127.0.0.1:${relay.port} refused the sign-in: 535 5.7.8 Authentication credentials invalid. Check relay.user and relay.password.\n`,
    )
    expect(refused.stderr).not.toContain('wrong')

    const strict = await fakeRelay({
      onRcptTo: (_address, _session, callback) => callback(refusal(554, '5.7.1 Relay access denied.')),
    })
    configure('', strict)
    expect((await testMail()).stderr).toContain(
      'refused the recipient: 554 5.7.1 Relay access denied. Check the address',
    )
    await strict.close()
    expect(await testMail()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing listens there'),
    })

    const silent = await scripted(undefined)
    configure('timeout = "1s"', silent)
    expect(await testMail()).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('did not answer in time'),
    })
    silent.close()
  })
})

describe('the files that [relay] names', () => {
  const check = () => place.run('config check')

  test('are looked at before the service starts', async () => {
    configure('dkim_key = "none.pem"\ndkim_selector = "mg"\ntls_ca = "ca.pem"')
    writeFileSync(join(place.folder, 'ca.pem'), 'nothing')
    const { code, stderr } = await check()
    expect(code).toBe(2)
    expect(stderr).toContain(`relay.dkim_key: ${join(place.folder, 'none.pem')} is not there.`)
    expect(stderr).toContain(`relay.tls_ca: ${join(place.folder, 'ca.pem')} holds no certificate`)
  })

  test.each([
    ['a text', () => 'x', 'holds no private key'],
    [
      'a key that signs nothing',
      () =>
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
          type: 'pkcs8',
          format: 'pem',
        }),
      'is no key for DKIM',
    ],
    [
      'a short key',
      () =>
        generateKeyPairSync('rsa', { modulusLength: 768 }).privateKey.export({
          type: 'pkcs8',
          format: 'pem',
        }),
      'is shorter than 1024 bits',
    ],
  ])('%s', async (_, content, says) => {
    configure('dkim_key = "dkim.pem"\ndkim_selector = "mg"')
    writeFileSync(join(place.folder, 'dkim.pem'), content())
    expect((await check()).stderr).toContain(says)
  })

  test('are right', async () => {
    configure('dkim_key = "dkim.pem"\ndkim_selector = "mg"\ntls_ca = "ca.pem"')
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(join(place.folder, 'dkim.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(join(place.folder, 'ca.pem'), relay.cert)
    expect((await check()).code).toBe(0)
  })
})
