import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { chmodSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownCertificate } from '../../src/smtp/certificate.ts'
import { selfSigned } from '../../src/smtp/self-signed.ts'
import { testClock } from '../support/clock.ts'
import { temporaryDirectory } from '../support/store.ts'
import { unprivileged } from '../support/unprivileged.ts'

const DAY = 86_400_000

describe('a self-signed certificate', () => {
  test('is what a strict reader expects', () => {
    const from = new Date('2026-11-20T12:34:56Z')
    const to = new Date('2036-11-20T12:34:56Z')
    const { cert } = selfSigned('mx.example.com', from, to)
    const read = new X509Certificate(cert)
    expect(read.verify(read.publicKey)).toBe(true)
    expect(read.checkHost('mx.example.com')).toBe('mx.example.com')
    expect(read.checkHost('other.example.com')).toBeUndefined()
    expect([read.subject, read.issuer]).toEqual(['CN=mx.example.com', 'CN=mx.example.com'])
    expect(new Date(read.validFrom)).toEqual(from)
    expect(new Date(read.validTo)).toEqual(to)
    expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
    expect(read.ca).toBe(false)
  })

  test('beyond 2049, and for a name longer than a common name may be', () => {
    const name = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`
    const to = new Date('2055-01-01T00:00:00Z')
    const read = new X509Certificate(selfSigned(name, new Date('2026-01-01T00:00:00Z'), to).cert)
    expect(new Date(read.validTo)).toEqual(to)
    expect(read.checkHost(name)).toBe(name)
  })

  test.skipIf(Bun.which('openssl') === null)('openssl finds nothing wrong with it', async () => {
    const { directory, remove } = temporaryDirectory()
    const file = join(directory, 'own.pem')
    writeFileSync(
      file,
      selfSigned('mx.example.com', new Date(Date.now() - DAY), new Date(Date.now() + DAY)).cert,
    )
    const check = ['-x509_strict', '-purpose', 'sslserver', '-verify_hostname', 'mx.example.com']
    const child = Bun.spawnSync(['openssl', 'verify', ...check, '-CAfile', file, file])
    expect(child.stdout.toString()).toContain(': OK')
    remove()
  })
})

describe('the certificate kept in the data directory', () => {
  let folder: ReturnType<typeof temporaryDirectory>
  beforeEach(() => {
    folder = temporaryDirectory()
  })
  afterEach(() => folder.remove())

  const clock = testClock()
  const take = (hostname = 'mx.example.com') => ownCertificate(folder.directory, hostname, clock)
  const file = () => join(folder.directory, 'tls', 'self-signed.pem')

  test('is made once, and readable by its owner only', async () => {
    const first = await take()
    expect(first.made).toBe(true)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(await take()).toEqual({ ...first, made: false })
  })

  test('is made anew for another host name', async () => {
    const first = await take()
    const second = await take('mail.example.com')
    expect(second.made).toBe(true)
    expect(second.tls.cert).not.toBe(first.tls.cert)
    expect(new X509Certificate(second.tls.cert).checkHost('mail.example.com')).toBeDefined()
  })

  test('is made anew near its end', async () => {
    await take()
    clock.advance(3600 * DAY)
    expect((await take()).made).toBe(false)
    clock.advance(30 * DAY)
    expect((await take()).made).toBe(true)
  })

  test('is made anew when the file is no pair', async () => {
    await take()
    truncateSync(file(), 100)
    expect((await take()).made).toBe(true)
    const key = readFileSync(file(), 'utf8').split('-----BEGIN CERTIFICATE')[0] ?? ''
    const other = selfSigned('mx.example.com', clock.now(), new Date(clock.now().getTime() + 400 * DAY))
    writeFileSync(file(), key + other.cert)
    expect((await take()).made).toBe(true)
  })

  test('a file that may not be read is told, not replaced', async () => {
    await take()
    const before = readFileSync(file(), 'utf8')
    chmodSync(file(), 0)
    expect(await unprivileged(() => take().catch(({ code }) => code))).toBe('EACCES')
    chmodSync(file(), 0o600)
    expect(readFileSync(file(), 'utf8')).toBe(before)
  })
})
