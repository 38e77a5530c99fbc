import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadTls, readConfiguredTls, watchTls } from '../../src/app/tls.ts'
import type { Config } from '../../src/config/config.ts'
import type { TlsMaterial } from '../../src/smtp/engine.ts'
import { selfSigned } from '../../src/smtp/self-signed.ts'
import { testClock } from '../support/clock.ts'
import { temporaryDirectory } from '../support/store.ts'
import { unprivileged } from '../support/unprivileged.ts'

const DAY = 86_400_000
const clock = testClock()
const at = (days: number) => new Date(clock.now().getTime() + days * DAY)
const made = (name: string, from = -1, to = 1) => selfSigned(name, at(from), at(to))
const HOSTNAME = 'mx.example.com'
const GOOD = made(HOSTNAME)
const OTHER = made('other.example.com')

let folder: ReturnType<typeof temporaryDirectory>
let cert: string
let key: string
beforeEach(() => {
  folder = temporaryDirectory()
  cert = join(folder.directory, 'fullchain.pem')
  key = join(folder.directory, 'privkey.pem')
  put(GOOD)
})
afterEach(() => folder.remove())

function put(files: { cert: string | Uint8Array; key: string | Uint8Array }): void {
  writeFileSync(cert, files.cert)
  writeFileSync(key, files.key)
}

const read = () => readConfiguredTls({ tlsCert: cert, tlsKey: key, hostname: HOSTNAME }, clock.now())

describe('a configured certificate', () => {
  test('that is right is used without a word', () => {
    expect(read()).toEqual({ tls: GOOD, remarks: [] })
    expect(readConfiguredTls({ hostname: HOSTNAME }, clock.now())).toBeUndefined()
  })

  test('with text around, Windows line ends, and both in one file', () => {
    const text = `Bag Attributes\r\n${GOOD.key}Issuer: Öffentlich\n${GOOD.cert}`.replaceAll('\n', '\r\n')
    put({ cert: text, key: text })
    expect(read()).toMatchObject({ remarks: [] })
  })

  const der = (text: string) => new X509Certificate(text).raw
  const privateKey = createPrivateKey(GOOD.key)
  const passphrase = { cipher: 'aes-256-cbc', passphrase: 'secret' }
  test.each<[name: string, files: { cert?: string | Uint8Array; key?: string | Uint8Array }, says: string]>([
    [
      'no text',
      { cert: '' },
      'smtp.tls_cert: CERT holds no certificate in PEM form ("-----BEGIN CERTIFICATE-----"). Name',
    ],
    ['other text', { cert: '{"a": 1}' }, 'smtp.tls_cert: CERT holds no certificate in PEM form'],
    [
      'DER',
      { cert: der(GOOD.cert) },
      'smtp.tls_cert: CERT is in DER form. Convert it to PEM: openssl x509 -inform der -in CERT',
    ],
    [
      'swapped',
      { cert: GOOD.key, key: GOOD.cert },
      'smtp.tls_cert: CERT holds a private key and no certificate. Are tls_cert and tls_key swapped?',
    ],
    ['cut off', { cert: GOOD.cert.slice(0, 200) }, 'smtp.tls_cert: CERT holds no certificate in PEM form'],
    ['damaged', { cert: GOOD.cert.replace(/[A-Za-z]{8}/g, 'AAAAAAAA') }, 'smtp.tls_cert: CERT '],
    [
      'a damaged chain',
      { cert: `${GOOD.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n` },
      'smtp.tls_cert: CERT cannot be used: certificate 2 in it is damaged.',
    ],
    [
      'no key',
      { key: '' },
      'smtp.tls_key: KEY holds no private key in PEM form ("-----BEGIN PRIVATE KEY-----"). Name',
    ],
    [
      'a public key',
      { key: GOOD.key.replaceAll('PRIVATE', 'PUBLIC') },
      'smtp.tls_key: KEY holds no private key in PEM form',
    ],
    [
      'the certificate as key',
      { key: GOOD.cert },
      'smtp.tls_key: KEY holds a certificate and no private key.',
    ],
    [
      'a key in DER',
      { key: privateKey.export({ type: 'pkcs8', format: 'der' }) },
      'smtp.tls_key: KEY is in DER form. Convert it to PEM: openssl pkey -inform der -in KEY',
    ],
    [
      'an encrypted key',
      { key: privateKey.export({ type: 'pkcs8', format: 'pem', ...passphrase }) },
      'smtp.tls_key: KEY is encrypted. Mailgauge cannot ask for its passphrase; decrypt it: openssl pkey -in KEY',
    ],
    [
      'an encrypted key of the old form',
      {
        key: '-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END EC PRIVATE KEY-----\n',
      },
      'smtp.tls_key: KEY is encrypted.',
    ],
    [
      'a damaged key',
      { key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n' },
      'smtp.tls_key: KEY cannot be used: the private key in it is damaged.',
    ],
    [
      'a key of another',
      { key: OTHER.key },
      'smtp.tls_key: the key in KEY does not belong to the certificate in CERT. Name',
    ],
    [
      'the wrong order',
      { cert: `${OTHER.cert}${GOOD.cert}` },
      'smtp.tls_cert: CERT is in the wrong order: the certificate of the key is number 2. Put it first',
    ],
  ])('%s', (_name, files, says) => {
    put({ ...GOOD, ...files })
    const told = read()?.fault?.replaceAll(cert, 'CERT').replaceAll(key, 'KEY')
    expect(told).toStartWith(says)
    expect(told).not.toContain('\n')
  })

  test('files that are not there, are none, or are too large', () => {
    const told = (tlsCert: string, tlsKey = key) =>
      readConfiguredTls({ tlsCert, tlsKey, hostname: HOSTNAME }, clock.now())?.fault
    const missing = join(folder.directory, 'nowhere.pem')
    const next = 'Put it in place, or unset tls_cert and tls_key to have a certificate made.'
    expect(told(missing)).toBe(`smtp.tls_cert: there is no file ${missing}. ${next}`)
    expect(told(cert, missing)).toBe(`smtp.tls_key: there is no file ${missing}. ${next}`)
    expect(told(folder.directory)).toBe(
      `smtp.tls_cert: ${folder.directory} is a folder. Name the PEM file in it.`,
    )
    expect(told('/dev/zero')).toBe('smtp.tls_cert: /dev/zero is not a file. Name a PEM file.')
    expect(told(`${cert}/x`)).toBe(`smtp.tls_cert: ${cert}/x is not a path of a file. Name the PEM file.`)
    const loop = join(folder.directory, 'loop')
    symlinkSync(loop, loop)
    expect(told(loop)).toContain('leads to itself')
    truncateSync(cert, 2_000_000)
    expect(told(cert)).toContain('is too large for a PEM file')
  })

  test('a key that may not be read', async () => {
    chmodSync(folder.directory, 0o755)
    chmodSync(key, 0)
    expect((await unprivileged(read))?.fault).toBe(
      `smtp.tls_key: ${key} may not be read by this user. Let the user that runs Mailgauge read it.`,
    )
  })

  test('one made by another user', async () => {
    const config = { smtp: { hostname: HOSTNAME }, store: { directory: folder.directory } } as Config
    const load = () => loadTls(config, clock, { warn() {} })
    expect(await load()).toHaveProperty('cert')
    chmodSync(folder.directory, 0o755)
    chmodSync(join(folder.directory, 'tls'), 0)
    expect(await unprivileged(load)).toEqual({
      refused: `The certificate in ${join(folder.directory, 'tls')} may not be read or written by this user. Let the user that runs Mailgauge own that folder and what is in it.`,
    })
    chmodSync(join(folder.directory, 'tls'), 0o700)
  })

  test('expired, not yet valid, for another name, and with a stray chain: told, and used', () => {
    const remarks = (tls: TlsMaterial) => {
      put(tls)
      return read()?.remarks?.map((remark) => remark.replaceAll(cert, 'CERT'))
    }
    const day = (days: number) => at(days).toISOString().slice(0, 10)
    expect(remarks(made(HOSTNAME, -20, -10))).toEqual([
      `smtp.tls_cert: the certificate in CERT expired on ${day(-10)}. Renew it.`,
    ])
    expect(remarks(made(HOSTNAME, 10, 20))).toEqual([
      `smtp.tls_cert: the certificate in CERT is not valid before ${day(10)}.`,
    ])
    expect(remarks(OTHER)).toEqual([
      'smtp.tls_cert: the certificate in CERT is not for mx.example.com (smtp.hostname) but for DNS:other.example.com. Use one that names it.',
    ])
    expect(remarks({ key: GOOD.key, cert: GOOD.cert + OTHER.cert })).toEqual([
      'smtp.tls_cert: in CERT, certificate 2 did not issue certificate 1. Put behind each certificate the one that issued it.',
    ])
  })
})

describe('a certificate that changes', () => {
  function watching() {
    const logged: string[] = []
    const used: TlsMaterial[] = []
    const log = {
      info: (_facts: object, sentence: string) => void logged.push(`info ${sentence}`),
      warn: (_facts: object, sentence: string) => void logged.push(`warn ${sentence}`),
      error: (facts: object, sentence: string) => {
        expect(facts).toEqual({})
        logged.push(`error ${sentence}`)
      },
    }
    const smtp = { tlsCert: cert, tlsKey: key, hostname: HOSTNAME }
    const watch = watchTls(smtp, clock, log, (tls) => used.push(tls))
    return { logged, used, look: watch.look, stop: watch.stop }
  }

  test('is used; one that cannot be is told once, and the old one stays', () => {
    const { logged, used, look, stop } = watching()
    look()
    expect([logged, used]).toEqual([[], []])
    const renewed = made(HOSTNAME)
    writeFileSync(cert, renewed.cert)
    look()
    look()
    expect(logged).toEqual([
      `error smtp.tls_key: the key in ${key} does not belong to the certificate in ${cert}. Name the key that the certificate was issued for. Until then the certificate read before stays in use.`,
    ])
    writeFileSync(key, renewed.key)
    look()
    expect(used).toEqual([renewed])
    expect(logged.slice(1)).toEqual(['info The certificate was read again'])
    stop()
  })

  test('that goes away and comes back is used again', () => {
    const { logged, used, look, stop } = watching()
    folder.remove()
    look()
    expect(logged).toHaveLength(1)
    expect(logged[0]).toStartWith(`error smtp.tls_cert: there is no file ${cert}.`)
    mkdirSync(folder.directory)
    put(GOOD)
    look()
    expect(used).toEqual([GOOD])
    stop()
  })
})
