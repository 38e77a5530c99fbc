import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { sealMessage } from 'mailauth/lib/arc/index.js'
import { arc } from '../../../src/analysis/analyzers/authentication/arc.ts'
import { withFix } from '../../support/with-fix.ts'
import { FIELDS, GOOD, plain, scene } from './authentication-scene.ts'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY = `v=DKIM1; k=rsa; p=${pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const ZONE = { 'arc._domainkey.list.example': { TXT: [KEY] } }
const CLAIMS =
  'mx.list.example; spf=pass smtp.mailfrom=a@example.org; dkim=fail header.d=example.org; dmarc=pass'

async function sealed(): Promise<Buffer> {
  const headers = await sealMessage(plain(), {
    signingDomain: 'list.example',
    selector: 'arc',
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cv: 'none',
    authResults: CLAIMS,
  })
  return Buffer.concat([headers, plain()])
}

const judge = async (raw: Buffer, fail: string[] = []) =>
  withFix(await arc.run(scene({ raw, zone: ZONE, fail })))

describe('arc', () => {
  test('no chain', async () => {
    expect(await judge(plain())).toMatchObject({ status: 'neutral', score: 0 })
  })

  test('a list that leaves no chain is told of it where DMARC does not pass, at no cost', async () => {
    const listed = plain([...FIELDS, 'List-Post: <mailto:list@list.example>', 'Precedence: list'])
    const foreign = { mailFrom: 'list-bounces@list.example', clientAddress: '198.51.100.7' }
    const failing = withFix(await arc.run(scene({ raw: listed, zone: GOOD, envelope: foreign })))
    expect(failing).toMatchObject({ status: 'neutral', score: 0, detail: { findings: 'arc-none' } })
    expect(failing.detail['advice']).toMatch(/^First let the list put its own address in From/)
    expect(failing.detail['advice']).toContain('draft-ietf-dmarc-arc-to-historic-00')
    expect(failing.detail['advice']).toContain('Gmail, Yahoo, Apple and Orange still ask it of forwarders')
    const direct = { mailFrom: 'ann@example.org', clientAddress: '192.0.2.10' }
    const passing = withFix(await arc.run(scene({ raw: listed, zone: GOOD, envelope: direct })))
    expect(passing.detail).not.toHaveProperty('advice')
  })

  test('an intact chain shows the claims of its hop, and nothing of their wording', async () => {
    const { status, detail } = await judge(await sealed())
    expect(status).toBe('passed')
    expect(detail['hop_1']).toBe(
      'sealed by list.example (selector arc), cv=none, claims mx.list.example: spf=pass dkim=fail dmarc=pass',
    )
    expect(JSON.stringify(detail)).not.toContain('a@example.org')
    expect(detail['standing']).toContain('on its way to Historic')
  })

  test('a changed message breaks it, at no cost', async () => {
    const raw = Buffer.from((await sealed()).toString().replace('Good day', 'Bad day'))
    const { status, score, detail } = await judge(raw)
    expect({ status, score }).toEqual({ status: 'failed', score: 0 })
    expect(detail['findings']).toBe('arc-broken')
    expect(detail['summary']).toContain(
      'the newest ARC-Message-Signature does not verify: body hash did not verify',
    )
    expect(detail['hop_1']).toContain('list.example')
  })

  test.each([
    ['an instance left out', /i=1; /g, 'i=2; ', 'the instance numbers are not 1, 2, 3 and so on'],
    ['a seal that says fail', /cv=none/, 'cv=fail', 'a hop says that the chain was broken before it'],
    ['a changed seal', /(ARC-Seal:[^;]*;[^;]*;) t=\d+/, '$1 t=1', 'the signature of a seal does not verify'],
  ])('%s', async (_name, find, replacement, says) => {
    const raw = Buffer.from((await sealed()).toString().replace(find, replacement))
    const { status, detail } = await judge(raw)
    expect(status).toBe('failed')
    expect(detail['summary']).toContain(says)
  })

  test('a key that could not be fetched leaves it open', async () => {
    const { status, score } = await judge(await sealed(), ['TXT arc._domainkey.list.example'])
    expect({ status, score }).toEqual({ status: 'error', score: 0 })
  })

  test('no key breaks it', async () => {
    const { status, detail } = withFix(await arc.run(scene({ raw: await sealed() })))
    expect(status).toBe('failed')
    expect(detail['summary']).toContain('the key of a seal: no key')
  })
})
