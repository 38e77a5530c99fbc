import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleToml } from '../../src/config/example.ts'
import { selfSigned } from '../../src/smtp/self-signed.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

const file = (name = 'mailgauge.toml') => join(place.folder, name)

describe('config init', () => {
  test('writes the example where it is looked for', async () => {
    const { code, stdout, stderr } = await place.run('config init')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain(`Wrote ${file()}. Set smtp.domain in it`)
    expect(readFileSync(file(), 'utf8')).toBe(exampleToml())
    expect(await place.run('config check')).toMatchObject({ code: 0 })
  })

  test('never writes over a file', async () => {
    writeFileSync(file(), 'mine')
    expect(await place.run('config init')).toMatchObject({
      code: 1,
      stderr: `${file()} is there already and stays as it is.\n`,
    })
    expect(readFileSync(file(), 'utf8')).toBe('mine')
  })

  test('another place, standard output, and values given as flags', async () => {
    expect(await place.run('config init other.toml --domain=mx.example.org --http=:80')).toMatchObject({
      code: 0,
    })
    expect(readFileSync(file('other.toml'), 'utf8')).toContain('\ndomain = "mx.example.org"\n')
    expect(readFileSync(file('other.toml'), 'utf8')).toContain('\nlisten = [":80"]\n')
    expect((await place.run('config check -c other.toml')).code).toBe(0)
    expect(await place.run('config init -')).toEqual({ code: 0, stdout: exampleToml(), stderr: '' })
    expect(existsSync(file())).toBe(false)
  })

  test('a folder that does not exist, and a wrong value', async () => {
    const { code, stderr } = await place.run('config init nowhere/x.toml')
    expect(code).toBe(1)
    expect(stderr).toContain('nowhere/x.toml could not be written: there is no such folder.')
    expect(await place.run('config init --dns.tries=many')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--dns.tries: expected a whole number from 1 to 10.'),
    })
  })
})

describe('config check', () => {
  test('says everything that is wrong at once', async () => {
    writeFileSync(file(), '[smtp]\nlissten = 1\nmax_message = true\n')
    const { code, stderr } = await place.run('config check', { MAILGAUGE_NOPE: '1' })
    expect(code).toBe(2)
    expect(stderr).toStartWith('4 things are wrong with the configuration:\n')
    for (const part of ['smtp.lissten', 'smtp.max_message', 'smtp.domain', 'MAILGAUGE_NOPE'])
      expect(stderr).toContain(part)
  })

  test('names the file that is right, or the evaluation', async () => {
    expect((await place.run('config check')).stdout).toContain('evaluation')
    writeFileSync(file(), '[smtp]\ndomain = "in.example.com"\n')
    expect((await place.run('config check')).stdout).toContain(file())
  })

  test.each([
    [60, 0, 5, 1],
    [40, 0, 27, 1],
    [600, 0, 90, 10],
    [6000, 20, 80, 100],
    [300, 4, 5, 5],
  ])(
    '%i a minute with a burst of %i: says that whole seconds cost %i %%',
    async (rate, burst, cost, enough) => {
      writeFileSync(
        file(),
        `[smtp]\ndomain = "in.example.com"\n[plans.pro]\napi = true\nrate_per_minute = ${rate}\nburst = ${burst}\n`,
      )
      const { code, stdout } = await place.run('config check')
      expect(code).toBe(0)
      expect(stdout).toContain('The configuration is right')
      expect(stdout).toContain(
        `plans.pro: burst = ${burst} is small for rate_per_minute = ${rate}. Retry-After is in whole seconds, so a client that waits as told loses about ${cost} % of its rate. With burst = ${enough} or more it gets all of it.`,
      )
    },
  )

  test('says how many processes the memory for them holds, where that is fewer', async () => {
    const run = (flags: string) => place.run(`config check --smtp.domain=in.example.com ${flags}`)
    const { code, stdout } = await run('--analysis.processes=8 --analysis.total_memory=512MB')
    expect(code).toBe(0)
    expect(stdout).toContain(
      'analysis.total_memory: 512MB holds 3 of the 8 processes of analysis.processes, at about 150 MB each. For all of them set 1200MB or more.',
    )
    expect((await run('--analysis.processes=3 --analysis.total_memory=512MB')).stdout).not.toContain('holds')
    expect((await run('--analysis.processes=64')).stdout).not.toContain('holds')
  })

  test('says when the share of tests without an account is smaller than one message', async () => {
    const run = (flags: string) => place.run(`config check --smtp.domain=in.example.com ${flags}`)
    const { code, stdout } = await run('--anonymous.max_bytes=1MB')
    expect(code).toBe(0)
    expect(stdout).toContain('anonymous.max_bytes: 1MB is less than one message of smtp.max_message (25MB).')
    expect((await run('--anonymous.max_bytes=1MB --anonymous.enabled=false')).stdout).not.toContain(
      'less than',
    )
    expect((await run('--anonymous.max_bytes=25MB')).stdout).not.toContain('less than')
  })

  test('of a burst that is enough, and of the plan without a file, nothing is said', async () => {
    expect((await place.run('config check')).stdout).not.toContain('burst')
    for (const [rate, burst] of [
      [60, 1],
      [600, 10],
      [1, 1],
      [61, 2],
    ]) {
      writeFileSync(
        file(),
        `[smtp]\ndomain = "in.example.com"\n[plans.pro]\napi = true\nrate_per_minute = ${rate}\nburst = ${burst}\n`,
      )
      expect((await place.run('config check')).stdout).not.toContain('burst')
    }
  })

  test('a cost of less than one in a hundred is said so', async () => {
    writeFileSync(file(), '[smtp]\ndomain = "in.example.com"\n[plans.pro]\nrate_per_minute = 2\nburst = 0\n')
    expect((await place.run('config check')).stdout).toContain('loses less than 1 % of its rate')
  })
})

describe('a certificate', () => {
  const flags = '--domain=in.example.com --smtp.tls_cert=c.pem --smtp.tls_key=k.pem'
  const write = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(file('c.pem'), cert)
    writeFileSync(file('k.pem'), key)
  }
  const DAY = 86_400_000
  const now = Date.now()
  const made = (name: string) => selfSigned(name, new Date(now - DAY), new Date(now + DAY))

  test.each(['config check', 'serve'])('%s: one that cannot be used is a sentence', async (command) => {
    const { code, stderr } = await place.run(`${command} ${flags}`)
    expect(code).toBe(command === 'serve' ? 78 : 2)
    expect(stderr).toBe(
      `One thing is wrong with the configuration:\n  smtp.tls_cert: there is no file ${file('c.pem')}. Put it in place, or unset tls_cert and tls_key to have a certificate made.\n`,
    )
    write({ ...made('in.example.com'), key: made('in.example.com').key })
    expect(await place.run(`${command} ${flags}`)).toMatchObject({
      code: command === 'serve' ? 78 : 2,
      stderr: expect.stringContaining('smtp.tls_key: the key in'),
    })
  })

  test.each(['config check', 'serve'])(
    '%s: one that cannot be used is told beside what else is wrong',
    async (command) => {
      const { code, stderr } = await place.run(`${command} ${flags} --analysis.processes=0`)
      expect(code).toBe(command === 'serve' ? 78 : 2)
      expect(stderr).toStartWith('2 things are wrong')
      expect(stderr).toContain('smtp.tls_cert: there is no file')
    },
  )

  test('config check: one that is right, and one for another name', async () => {
    write(made('in.example.com'))
    expect(await place.run(`config check ${flags}`)).toMatchObject({ code: 0, stderr: '' })
    write(made('other.example.com'))
    expect(await place.run(`config check ${flags}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is not for in.example.com (smtp.hostname)'),
    })
  })

  test('other commands do not ask for it', async () => {
    expect((await place.run(`config print ${flags}`)).code).toBe(0)
  })
})

describe('config print', () => {
  const written = `[smtp]
domain = "in.example.com"
[blocklists]
keys = { spamhaus-zen = "hush-hush" }
[plans.pro]
test_lifetime = "90 days"
`

  test('shows each value with where it came from, and no secret', async () => {
    writeFileSync(file(), written)
    const { code, stdout } = await place.run('config print --log.level=warn', { MAILGAUGE_DNS_TRIES: '5' })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^domain = "in\.example\.com" +# mailgauge\.toml, line 2$/m)
    expect(stdout).toMatch(/^tries = 5 +# MAILGAUGE_DNS_TRIES$/m)
    expect(stdout).toMatch(/^level = "warn" +# --log\.level$/m)
    expect(stdout).toMatch(/^hostname = "in\.example\.com" +# smtp\.domain$/m)
    expect(stdout).toMatch(/^# tls_cert is not set: /m)
    expect(stdout).toContain('spamhaus-zen = "…"')
    expect(stdout).not.toContain('hush-hush')
  })

  test('what it prints is a config file that says the same', async () => {
    writeFileSync(file(), written)
    const first = await place.run('config print')
    writeFileSync(file('again.toml'), first.stdout.replaceAll('…', 'secret'))
    const second = await place.run('config print -c again.toml')
    const bare = (text: string) => text.replace(/ *#.*$/gm, '')
    expect(bare(second.stdout)).toBe(bare(first.stdout))
  })

  test('as JSON', async () => {
    writeFileSync(file(), written)
    const { stdout } = await place.run('config print --json')
    expect(JSON.parse(stdout)).toMatchObject({
      file: file(),
      evaluation: false,
      settings: {
        'smtp.domain': { value: 'in.example.com', from: 'mailgauge.toml, line 2' },
        'blocklists.keys': { value: { 'spamhaus-zen': '…' } },
      },
      plans: { pro: { api: false, testLifetimeDays: 90 }, 'self-hosted': { api: true } },
    })
  })
})

test.skipIf(process.getuid?.() !== 0)('root uses a file of another user only where it is named', async () => {
  writeFileSync(file(), '[smtp]\ndomain = "in.example.com"\n')
  chownSync(file(), 65_534, 65_534)
  const { code, stderr } = await place.run('config check')
  expect(code).toBe(2)
  expect(stderr).toContain(`The config file ${file()} belongs to another user`)
  expect((await place.run(`config check -c ${file()}`)).code).toBe(0)
})
