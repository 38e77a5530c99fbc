import { describe, expect, test } from 'bun:test'
import { configOf, folder, load, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'
const relay = (lines: string) => `${DOMAIN}[relay]\n${lines}\n`
const MINIMAL = 'host = "smtp.example.com"\nfrom = "Mailgauge <mailgauge@example.com>"'

describe('[relay]', () => {
  test('is not needed', () => {
    expect(configOf(DOMAIN).relay).toEqual({ tls: 'starttls', port: 587, timeout: 30_000 })
  })

  test.each([
    ['starttls', 587],
    ['implicit', 465],
    ['none', 25],
  ])('tls = "%s" is port %i where none is given', (tls, port) => {
    expect(configOf(relay(`${MINIMAL}\ntls = "${tls}"`)).relay.port).toBe(port)
    expect(configOf(relay(`${MINIMAL}\ntls = "${tls}"\nport = 2525`)).relay.port).toBe(2525)
  })

  test('reads who the mail is from', () => {
    expect(configOf(relay(MINIMAL)).relay.from).toEqual({
      name: 'Mailgauge',
      address: 'mailgauge@example.com',
    })
  })

  test.each([
    ['host = "smtp.example.com"', 'relay.from: must be set, because relay.host is.'],
    ['from = "a@example.com"', 'relay.host: must be set, because relay.from is.'],
    [`${MINIMAL}\nuser = "a"`, 'relay.password: must be set, because relay.user is.'],
    [`${MINIMAL}\npassword = "a"`, 'relay.user: must be set, because relay.password is.'],
    [`${MINIMAL}\ndkim_key = "a"`, 'relay.dkim_selector: must be set, because relay.dkim_key is.'],
    [`${MINIMAL}\ndkim_domain = "example.com"`, 'relay.dkim_key: must be set, because relay.dkim_domain is.'],
    [
      `${MINIMAL}\nuser = "a"\npassword = "b"\ntls = "none"`,
      'relay.tls: "none" would send relay.password in the clear to smtp.example.com. Use "starttls" or "implicit".',
    ],
  ])('%j', (lines, problem) => {
    expect(problemsOf({ file: relay(lines) })).toEqual([problem])
  })

  test('a password in the clear is for this machine alone', () => {
    const local = MINIMAL.replace('smtp.example.com', '127.0.0.1')
    expect(problemsOf({ file: relay(`${local}\nuser = "a"\npassword = "b"\ntls = "none"`) })).toEqual([])
  })

  test.each(['mailgauge', 'a@b@c.example', 'Ma <x> <a@example.com>', 'zoë@example.com'])(
    'from = %j',
    (from) => {
      expect(problemsOf({ file: relay(`host = "smtp.example.com"\nfrom = '${from}'`) })[0]).toStartWith(
        'relay.from (mailgauge.toml, line 5): expected an address such as',
      )
    },
  )

  test('the password comes from a file, too, and is never told', () => {
    const sources = {
      file: relay(`${MINIMAL}\nuser = "a"`),
      files: { '/run/secrets/relay': 'hush hush\n' },
      environment: { MAILGAUGE_RELAY_PASSWORD_FILE: '/run/secrets/relay' },
    }
    const loaded = load(sources)
    if (!loaded.ok) throw new Error(loaded.problems.join())
    expect(loaded.config.relay.password).toBe('hush hush')
    expect(loaded.settings.find(({ name }) => name === 'relay.password')?.secret).toBe(true)
    const wrong = load({ ...sources, files: { '/run/secrets/relay': 'hush\nhush' } })
    expect(JSON.stringify(wrong.ok ? [] : wrong.problems)).not.toContain('hush')
  })
})

test('the key of secrets is in the data directory, or where it is said', () => {
  expect(configOf(DOMAIN).secrets.keyPath).toBe(`${folder}/data/secrets.key`)
  expect(configOf(`${DOMAIN}[store]\ndirectory = "/var/lib/x"`).secrets.keyPath).toBe(
    '/var/lib/x/secrets.key',
  )
  expect(configOf(`${DOMAIN}[secrets]\nkey_path = "keys/a"`).secrets.keyPath).toBe(`${folder}/keys/a`)
})
