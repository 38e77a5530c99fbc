import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spamassassin } from '../../src/analysis/analyzers/content/spamassassin.ts'
import { readRspamdReply } from '../../src/mail/content/rspamd/rspamd-reply.ts'
import { weigh } from '../../src/mail/content/scanners/weigh.ts'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import { createSpamd } from '../../src/net/spamd.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import {
  type Daemon,
  letter,
  SESSION,
  scannersAreHere,
  startAll,
  startRspamd,
  startSpamd,
} from '../support/scanners.ts'
import { checkBy } from './content/scan-scene.ts'

const says = (text: string) => ({ A: ['127.255.255.255'], TXT: [text] })
const TOO_MANY =
  'Excessive Number of Queries | <https://knowledge.validity.com/hc/en-us/articles/20961730681243>'

/** What lists answer to whoever may not ask. */
const REFUSING: ZoneLiteral = {
  '*.zen.spamhaus.org': { A: ['127.255.255.254'] },
  '*.dbl.spamhaus.org': { A: ['127.255.255.254'] },
  '*.multi.uribl.com': { A: ['127.0.0.1'] },
  '*.multi.surbl.org': { A: ['127.0.0.1'] },
  '*.list.dnswl.org': { A: ['127.0.0.255'] },
  '*.lookup.dkimwl.org': { A: ['127.255.255.255'] },
  '*.fresh.fmb.la': { A: ['127.255.255.255'] },
  '*.bl.score.senderscore.com': says(TOO_MANY),
  '*.sa-trusted.bondedsender.org': says(TOO_MANY),
  '*.sa-accredit.habeas.com': says(TOO_MANY),
}

/** Debian's own SpamAssassin and Rspamd, whose DNS server lists refuse. */
describe.if(scannersAreHere)('real scanners that lists refuse', () => {
  const daemons: Daemon[] = []
  let dns: DnsServer
  let ports: { spamd: number; rspamd: number }

  beforeAll(async () => {
    dns = await dnsServer(REFUSING)
    const [spamd, rspamd] = await startAll(
      () => startSpamd({ dns: dns.address }),
      () => startRspamd({ dns: dns.address, lists: true }),
    )
    daemons.push(spamd, rspamd)
    ports = { spamd: spamd.port, rspamd: rspamd.port }
  }, 300_000)
  afterAll(async () => {
    await Promise.all(daemons.map((daemon) => daemon.stop()))
    await dns.close()
  })

  const withLink = () => letter('Hello Bob,\r\n\r\nthe garden: https://garden.widgets.com/ opens.\r\n\r\nAnn')
  const raw = () => Buffer.from(withLink().toString().replaceAll('example.org', 'widgets.com'))

  test('SpamAssassin: none of them counts, and all are named', async () => {
    const scanner = createSpamd({
      address: { host: '127.0.0.1', port: ports.spamd },
      timeoutMs: 60_000,
      receivedBy: 'mx.test.example',
    })
    const { clientAddress = '', helo = '' } = SESSION
    const check = await checkBy(spamassassin, {
      scanners: { spamassassin: scanner },
      raw: raw(),
      envelope: { clientAddress, helo, mailFrom: 'ann@widgets.com', receivedAt: new Date() },
    })
    expect(check).toMatchObject({ status: 'passed', score: 0 })
    const notAsked = check.detail['not_asked'] ?? ''
    for (const list of ['Spamhaus', 'Validity', 'URIBL', 'SURBL', 'DNSWL'])
      expect(notAsked).toContain(`${list}: `)
    expect(check.detail['not_counted'] ?? '').not.toMatch(/BLOCKED|VALIDITY/)
    expect(check.detail['summary']).toMatch(/ gave it no answer: not asked, and not counted\.$/)
  })

  test('Rspamd: none of them counts, and those that it asked are named', async () => {
    const { clientAddress = '', mailFrom = '', rcptTo } = SESSION
    const response = await fetch(`http://127.0.0.1:${ports.rspamd}/checkv2`, {
      method: 'POST',
      headers: { IP: clientAddress, From: mailFrom, Rcpt: rcptTo, Helo: 'mail.example.org' },
      body: raw(),
    })
    const report = readRspamdReply(await response.text())
    if (report.kind !== 'report') throw new Error(report.says)
    const { unasked, own } = weigh(report.points, report.rules)
    // It leaves out by itself what does not pass its own test, such as SURBL here.
    expect(unasked.map(({ list }) => list)).toEqual(expect.arrayContaining(['DNSWL', 'Spamhaus']))
    expect(own.map(({ name }) => name).join(' ')).not.toMatch(/BLOCKED|PROHIBIT/)
  })
})
