import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rspamd } from '../../src/analysis/analyzers/content/rspamd.ts'
import { spamassassin } from '../../src/analysis/analyzers/content/spamassassin.ts'
import type { Envelope } from '../../src/core/message.ts'
import { createRspamd } from '../../src/net/rspamd.ts'
import { createSpamd } from '../../src/net/spamd.ts'
import {
  type Daemon,
  gtube,
  letter,
  SESSION,
  scannersAreHere,
  startAll,
  startRspamd,
  startSpamd,
} from '../support/scanners.ts'
import { checkBy } from './content/scan-scene.ts'

const CORPUS = join(import.meta.dir, '../corpus/well-sent')
const NAMES = readdirSync(CORPUS)
const receivedAt = new Date('2026-11-20T12:00:01Z')

test('where one of several daemons does not start, the others are stopped', async () => {
  let stopped = 0
  const runs = async () => ({
    port: 1,
    pid: 1,
    stop: async () => {
      stopped += 1
    },
  })
  const fails = () => Promise.reject(new Error('it did not start'))
  await expect(startAll(runs, fails, runs)).rejects.toThrow('it did not start')
  expect(stopped).toBe(2)
})

/** Debian's own SpamAssassin and Rspamd, private instances on loopback. */
describe.if(scannersAreHere)('real scanners', () => {
  const daemons: Daemon[] = []
  let scanners: { spamassassin: ReturnType<typeof createSpamd>; rspamd: ReturnType<typeof createRspamd> }

  beforeAll(async () => {
    const [spamd, rspamdDaemon] = await startAll(startSpamd, startRspamd)
    daemons.push(spamd, rspamdDaemon)
    scanners = {
      spamassassin: createSpamd({
        address: { host: '127.0.0.1', port: spamd.port },
        timeoutMs: 30_000,
        receivedBy: 'mx.test.example',
      }),
      rspamd: createRspamd({ address: { url: `http://127.0.0.1:${rspamdDaemon.port}` }, timeoutMs: 30_000 }),
    }
  }, 300_000)
  afterAll(() => Promise.all(daemons.map((daemon) => daemon.stop())))

  async function judged(raw: Uint8Array, changes: Partial<Envelope> = {}) {
    const { clientAddress = '', helo = '' } = SESSION
    const envelope = { clientAddress, helo, mailFrom: 'ann@example.org', ...changes }
    const scene = { scanners, raw, envelope, waitAtMost: 300_000 }
    return { spamassassin: await checkBy(spamassassin, scene), rspamd: await checkBy(rspamd, scene) }
  }

  test('a proper letter passes both', async () => {
    const checks = await judged(letter(), { receivedAt: new Date() })
    expect(checks.spamassassin).toMatchObject({ status: 'passed', score: 0 })
    expect(checks.spamassassin.detail).toMatchObject({ verdict: 'not spam', threshold: '5' })
    expect(checks.rspamd).toMatchObject({ status: 'passed', score: 0 })
    expect(checks.rspamd.detail).toMatchObject({ action: 'no action', required: '15' })
  })

  test('the message that every scanner must catch is caught, with its rule', async () => {
    const checks = await judged(gtube(), { receivedAt: new Date() })
    expect(checks.spamassassin).toMatchObject({
      status: 'failed',
      score: -1,
      findings: ['spamassassin-spam'],
    })
    expect(checks.spamassassin.detail['GTUBE']).toMatch(/^\+1000 .*Unsolicited Bulk Email/)
    expect(checks.rspamd).toMatchObject({ status: 'failed', score: -1, findings: ['rspamd-rejects'] })
    expect(checks.rspamd.detail).toHaveProperty('GTUBE')
  })

  test('a fraud costs with its own rules, and repeats nothing of the message where all may read', async () => {
    const fraud = letter(
      'Dear friend, I am Barrister John and hold $15,000,000 US dollars of an inheritance. Please send your bank account. Viagra cialis.',
    )
    const raw = Buffer.from(fraud.toString().replaceAll('ann@example.org', 'zqxmark@gmail.com'))
    const { spamassassin: check } = await judged(raw, { receivedAt: new Date() })
    expect(check.findings).toEqual(['spamassassin-spam'])
    expect(check.detail['DEAR_FRIEND']).toMatch(/^\+\d/)
    expect(JSON.stringify(check.detail)).not.toMatch(/zqxmark|Barrister/)
  })

  test('the synthetic trace fields are believed: rules about the client are not void', async () => {
    const { spamassassin: check } = await judged(letter(), { clientAddress: '93.184.216.35' })
    expect(JSON.stringify(check.detail)).not.toContain('NO_RELAYS')
    const unknown = await judged(letter(), { clientAddress: '10.0.0.1' })
    expect(JSON.stringify(unknown.spamassassin.detail)).toContain('NO_RELAYS')
  })

  test.each(NAMES)('%s, as real software writes it, costs nothing', async (name) => {
    const raw = Buffer.from(readFileSync(join(CORPUS, name), 'utf8').replace(/\r?\n/g, '\r\n'))
    const checks = await judged(raw, { receivedAt })
    expect(checks.spamassassin).toMatchObject({ status: 'passed', score: 0 })
    expect(checks.rspamd).toMatchObject({ status: 'passed', score: 0 })
  })
})
