import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { authenticate } from '../../../../src/mail/authentication/authenticate.ts'
import { signMessage } from '../../../../src/mail/authentication/dkim/sign.ts'
import { envelope } from '../../../support/envelope.ts'
import { zone } from '../../../support/zone.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const RSA_TXT = `v=DKIM1; k=rsa; p=${rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const ED_TXT = `v=DKIM1; k=ed25519; p=${ed25519.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`
const DNS = zone({
  'rsa._domainkey.example.org': { TXT: [RSA_TXT] },
  'ed._domainkey.example.org': { TXT: [ED_TXT] },
})

const MESSAGE = [
  'From: Ann <ann@example.org>',
  'To: bob@example.net',
  'Subject: Hello',
  'Date: Fri, 20 Nov 2026 11:59:00 +0000',
  'List-Unsubscribe: <https://example.org/u>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  '',
  'Good  day. ',
  '',
].join('\n')

function pem(key: typeof rsa.privateKey): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

async function signed(options: { selector?: string; key?: typeof rsa.privateKey } = {}): Promise<Buffer> {
  const { selector = 'rsa', key = rsa.privateKey } = options
  return signMessage(Buffer.from(MESSAGE), {
    domain: 'example.org',
    selector,
    privateKeyPem: pem(key),
    now: NOW,
  })
}

async function verify(raw: Buffer) {
  const dns = { spf: DNS, dkim: DNS, dmarc: DNS }
  const { dkim } = await authenticate({ raw, envelope: envelope(), dns, now: NOW, hostname: 'mx.test' })
  return dkim
}

describe('signMessage', () => {
  test.each([
    ['rsa', rsa.privateKey, 'rsa-sha256'],
    ['ed', ed25519.privateKey, 'ed25519-sha256'],
  ] as const)('a message signed with a %s key verifies', async (selector, key, algorithm) => {
    const [signature] = await verify(await signed({ selector, key }))
    expect(signature).toMatchObject({ result: 'pass', domain: 'example.org', selector, algorithm })
    expect(signature?.signedAt).toEqual(NOW)
  })

  test('the order of the fields does not matter', async () => {
    const [from, ...others] = MESSAGE.split('\n')
    const raw = Buffer.from(
      [others[2], 'X-Mailer: a tool', others[0], from, others[1], '', 'Hello', ''].join('\n'),
    )
    const options = { domain: 'example.org', selector: 'rsa', privateKeyPem: pem(rsa.privateKey), now: NOW }
    const [signature] = await verify(await signMessage(raw, options))
    expect(signature?.result).toBe('pass')
  })

  test('From is signed once more than it is there, and the unsubscribe fields are covered', async () => {
    const [signature] = await verify(await signed())
    const names = signature?.signedHeaders ?? []
    expect(names.filter((name) => name === 'from')).toHaveLength(2)
    expect(names).toContain('list-unsubscribe')
    expect(names).toContain('list-unsubscribe-post')
  })

  test.each([
    ['a second From', 'From: Eve <eve@example.com>\r\n'],
    ['a Reply-To', 'Reply-To: eve@example.com\r\n'],
  ])('%s added afterwards breaks it', async (_name, field) => {
    const raw = Buffer.concat([Buffer.from(field), await signed()])
    expect((await verify(raw))[0]?.result).toBe('fail')
  })

  test('a message without From is refused', async () => {
    const options = { domain: 'example.org', selector: 'rsa', privateKeyPem: pem(rsa.privateKey), now: NOW }
    await expect(signMessage(Buffer.from('Subject: x\n\nbody'), options)).rejects.toThrow('From')
  })
})
