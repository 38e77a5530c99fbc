import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { analyse } from '../../src/analysis/pipeline.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import { MAX_SCORE } from '../../src/core/report.ts'
import { signMessage } from '../../src/mail/authentication/dkim/sign.ts'
import { listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import { zoneResolver } from '../../src/net/dns/zone.ts'
import { createSamples, type OutgoingMail, type SampleKind } from '../../src/services/samples/samples.ts'
import { DEMO_DOMAIN, DEMO_SELECTOR, demoZone } from '../../src/services/samples/zone.ts'
import { envelope } from '../support/envelope.ts'
import { outside } from '../support/outside.ts'
import { withFix } from '../support/with-fix.ts'

const clock = { now: () => new Date('2026-11-20T12:00:00Z') }
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const dkimPublicKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

async function reportOf(kind: SampleKind, clientAddress: string) {
  const sent: OutgoingMail[] = []
  const samples = createSamples({
    domain: DEMO_DOMAIN,
    clock,
    random: (length) => new Uint8Array(length).fill(9),
    sign: (raw) =>
      signMessage(raw, { domain: DEMO_DOMAIN, selector: DEMO_SELECTOR, privateKeyPem, now: clock.now() }),
    submit: async (mail) => {
      sent.push(mail)
      return { code: 250, text: '250 OK' }
    },
  })
  await samples.send(kind, 'abcdefghijkl@mx.example')
  const mail = sent[0]
  if (!mail) throw new Error('nothing was sent')
  const zone = zoneResolver(demoZone(DEMO_DOMAIN, { dkimPublicKey, selector: DEMO_SELECTOR }))
  const tls = mail.startTls ? ({ version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' } as const) : 'none'
  const { report } = await analyse(
    {
      raw: mail.raw,
      envelope: envelope({
        clientAddress,
        helo: mail.helo,
        mailFrom: mail.from,
        tls,
        connectedAt: clock.now(),
        receivedAt: clock.now(),
      }),
      settings: {
        hostname: 'mx.example',
        lists: listSettings(ROSTER),
        listStates: [],
        demoDomain: DEMO_DOMAIN,
      },
      leaveOut: [],
      waitAtMost: 300_000,
    },
    analyzers,
    outside(createRecorder(zone, clock), clock),
  )
  return report
}

describe('the clean sample', () => {
  test.each(['127.0.0.1', '::1'])(
    'gets the full score from %s, and no check fails or stays open',
    async (address) => {
      const report = await reportOf('clean', address)
      expect(report.checks.filter((check) => check.status === 'failed' || check.status === 'error')).toEqual(
        [],
      )
      expect(report.score).toBe(MAX_SCORE)
      expect(report.undetermined).toEqual({ checks: 0, points: 0 })
    },
  )

  test('leaves nothing to advise on what its sender can fix', async () => {
    const { checks } = await reportOf('clean', '127.0.0.1')
    expect(
      checks
        .map(withFix)
        .filter(({ detail }) => detail['advice'])
        .map(({ name, detail }) => [name, detail['advice']]),
    ).toEqual([])
  })
})

describe('the bad sample', () => {
  test('fails what it is made to fail', async () => {
    const report = await reportOf('bad', '127.0.0.1')
    const failed = report.checks.filter((check) => check.status === 'failed').map((check) => check.name)
    expect(failed).toEqual(
      expect.arrayContaining(['spf', 'dkim', 'dmarc', 'helo', 'tls', 'mx', 'headers', 'mime', 'content']),
    )
    expect(report.score).toBeLessThan(3)
  })
})
