import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { hasNamed, type Named, startNamed } from '../core/applying/named.ts'
import { workplace } from './running.ts'

const ROOT = `$TTL 300
. SOA ns. host. 1 3600 600 86400 77
. NS ns.
ns. A 127.0.0.1
10.2.0.192.in-addr.arpa. PTR mail.example.org.
`
const ZONE = `$ORIGIN example.org.
$TTL 300
@ SOA ns host 1 3600 600 86400 77
@ NS ns
@ A 93.184.216.34
@ MX 10 mail
@ TXT "site-verification=Abc;\\"def\\""
@ TXT "v=spf1 ip4:192.0.2.99 -all"
ns A 127.0.0.1
mail A 192.0.2.10
`
const MESSAGE = [
  'From: Ann <ann@example.org>',
  'To: bob@example.net',
  'Subject: Hello',
  'Date: Fri, 20 Nov 2026 11:59:00 +0000',
  'Message-ID: <1@example.org>',
  '',
  'Hello Bob, see you tomorrow at ten.',
  '',
].join('\r\n')

const title = hasNamed ? 'mailgauge fix and nsupdate' : 'mailgauge fix: skipped, BIND is not installed'

describe.skipIf(!hasNamed)(title, () => {
  let named: Named
  const place = workplace()
  beforeAll(async () => {
    named = await startNamed({ 'example.org': ZONE, '.': ROOT })
    writeFileSync(`${place.folder}/message.eml`, MESSAGE)
  }, 60_000)
  afterAll(async () => {
    place.remove()
    await named?.[Symbol.asyncDispose]()
  })

  /** A command on the message as that host sent it, asking this server alone. */
  const run = (command: string) =>
    place.run(
      `${command} --dns.servers ${named.address} --client-ip 192.0.2.10 --helo mail.example.org --from ann@example.org ${place.folder}/message.eml`,
    )
  const analysed = async () =>
    JSON.parse((await run('analyze --json')).stdout) as {
      score: number
      plan?: { check: string; gain: number }[]
    }

  test('what is published by the script wins what the plan says, and the next plan asks for it no more', async () => {
    const before = await analysed()
    const gain = (before.plan ?? []).filter(({ check }) => check === 'spf' || check === 'dmarc')
    expect(gain.map(({ check }) => check).toSorted()).toEqual(['dmarc', 'spf'])
    const { code, stdout, stderr } = await run('fix --nsupdate')
    expect(code).toBe(0)
    expect(stderr).toContain('If 192.0.2.10 may send for example.org')
    expect(await named.update(stdout)).toEqual({ code: 0, said: '' })
    expect(await named.records('example.org', 'TXT')).toEqual(
      ['"site-verification=Abc;\\"def\\""', '"v=spf1 ip4:192.0.2.99 ip4:192.0.2.10 -all"'].toSorted(),
    )
    const after = await analysed()
    expect(after.score - before.score).toBeGreaterThanOrEqual(
      gain.reduce((sum, one) => sum + one.gain, 0) - 0.05,
    )
    expect((await run('fix --nsupdate')).stdout).toBe('')
  }, 120_000)
})
