import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient, checkOf } from '../support/api-client.ts'
import { type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'

const installed = (program: string) => Bun.which(program, { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' })
const swaks = installed('swaks')
const smtpSource = installed('smtp-source')
const python = installed('python3')
const dkimpy = python && Bun.spawnSync([python, '-c', 'import dkim']).exitCode === 0

if (!swaks) console.warn('skipped: swaks is not installed')
if (!smtpSource) console.warn("skipped: Postfix's smtp-source is not installed")
if (!dkimpy) console.warn('skipped: python3-dkim is not installed')

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY_RECORD = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

const TEXT = `From: Ann <ann@signed.example>
To: test@test.example
Subject: Signed by another implementation
Date: ${new Date().toUTCString().replace('GMT', '+0000')}
Message-ID: <1@signed.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

A message of some words, so that there is something to read, signed by a program that this project did not write.
`.replaceAll('\n', '\r\n')

async function command(program: string, args: string[], input?: string) {
  const child = Bun.spawn([program, ...args], {
    stdin: input === undefined ? 'ignore' : new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err, all: `${out}${err}` }
}

describe('mail clients of others', () => {
  const { folder, remove } = temporaryFolder()
  let dns: DnsServer
  let running: Running
  let api: Awaited<ReturnType<typeof apiClient>>

  beforeAll(async () => {
    dns = await dnsServer({
      'signed.example': { MX: [[10, 'mail.signed.example']], TXT: ['v=spf1 ip4:192.0.2.10 -all'] },
      'mail.signed.example': { A: ['192.0.2.10'] },
      'k1._domainkey.signed.example': { TXT: [KEY_RECORD] },
      '_dmarc.signed.example': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@signed.example'] },
    })
    writeConfig(folder, {}, { dns: `servers = ["${dns.address}"]\ntimeout = "20s"` })
    running = await serve(folder)
    api = await apiClient(running)
  })
  afterAll(async () => {
    await running.kill()
    dns.close()
    remove()
  })

  const door = () => `${running.smtp.host}:${running.smtp.port}`

  test.skipIf(!swaks)('swaks in plain text', async () => {
    const { token, address } = await api.createTest()
    const sent = await command(swaks ?? '', [
      '--server',
      door(),
      '--to',
      address,
      '--from',
      'ann@signed.example',
    ])
    expect(sent.code, sent.all).toBe(0)
    const report = await api.ended(token)
    expect(checkOf(report, 'tls').status).toBe('failed')
    expect(checkOf(report, 'dkim').detail['findings']).toContain('dkim-none')
  })

  test.skipIf(!swaks)('swaks over STARTTLS, to several tests at once', async () => {
    const first = await api.createTest()
    const second = await api.createTest()
    const to = `${first.address.toUpperCase()},${second.address.replace('@', '+a-suffix@')}`
    const sent = await command(swaks ?? '', [
      '--server',
      door(),
      '--tls',
      '--to',
      to,
      '--from',
      'ann@signed.example',
    ])
    expect(sent.code, sent.all).toBe(0)
    for (const { token } of [first, second]) {
      expect(checkOf(await api.ended(token), 'tls').status).toBe('passed')
    }
  })

  test.skipIf(!swaks)('swaks to an address that was never allocated', async () => {
    const sent = await command(swaks ?? '', ['--server', door(), '--to', 'nobody@test.example'])
    expect(sent.all).toContain('550 5.1.1')
  })

  test.skipIf(!smtpSource)("Postfix's smtp-source, many messages over several connections", async () => {
    const { token, address } = await api.createTest()
    const sent = await command(smtpSource ?? '', [
      '-c',
      '-s',
      '3',
      '-m',
      '15',
      '-l',
      '20000',
      '-f',
      'a@signed.example',
      '-t',
      address,
      `inet:${door()}`,
    ])
    expect(sent.code, sent.all).toBe(0)
    expect((await api.ended(token)).status).toBe('scored')
  })

  test.skipIf(!dkimpy || !swaks)(
    'a message signed by dkimpy, sent by swaks over STARTTLS: the signature is valid and aligned',
    async () => {
      writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs1', format: 'pem' }))
      const sign = `import sys, dkim
message = sys.stdin.buffer.read()
key = open(sys.argv[1], 'rb').read()
headers = [b'from', b'from', b'to', b'subject', b'date', b'message-id', b'mime-version', b'content-type']
sys.stdout.buffer.write(dkim.sign(message, b'k1', b'signed.example', key, canonicalize=(b'relaxed', b'relaxed'), include_headers=headers) + message)`
      const signed = await command(python ?? '', ['-c', sign, join(folder, 'key.pem')], TEXT)
      expect(signed.code, signed.err).toBe(0)
      writeFileSync(join(folder, 'signed.eml'), signed.out)
      const { token, address } = await api.createTest()
      const sent = await command(swaks ?? '', [
        '--server',
        door(),
        '--tls',
        '--to',
        address,
        '--from',
        'ann@signed.example',
        '--data',
        `@${join(folder, 'signed.eml')}`,
      ])
      expect(sent.code, sent.all).toBe(0)
      const report = await api.ended(token)
      expect(checkOf(report, 'dkim')).toMatchObject({ status: 'passed', score: 0 })
      expect(checkOf(report, 'dkim').detail['valid_domains']).toContain('signed.example')
      expect(checkOf(report, 'dmarc')).toMatchObject({ status: 'passed' })
      expect(checkOf(report, 'mx')).toMatchObject({ status: 'passed' })
    },
  )
})
