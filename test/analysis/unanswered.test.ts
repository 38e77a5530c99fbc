import { describe, expect, test } from 'bun:test'
import { type Check, codesOf } from '../../src/core/check.ts'
import { plain } from './authentication/authentication-scene.ts'
import { CAME, checkOf, reportOn, type Sent, wellSent } from './whole-report.ts'

const MEMBERS = { 'reports.example': { MX: [[1, 'mx.example.org'] as const] } }

const LINKS = 'https://shop.example/a https://other.example/b'

/** Senders of whom everything, something and little is right. */
const SENDERS: Readonly<Record<string, () => Promise<Sent>>> = {
  'a well-run sender': async () => ({ raw: await wellSent('newsletter') }),
  'a sending platform': async () => ({
    raw: await wellSent('shop-by-platform'),
    ...CAME['shop-by-platform'],
  }),
  'a null sender': async () => ({ raw: await wellSent('bounce'), ...CAME['bounce'] }),
  'reports to another organisation': async () => ({
    raw: await wellSent('gmail'),
    zone: {
      ...MEMBERS,
      '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:a@reports.example'] },
      'example.org._report._dmarc.reports.example': { TXT: ['v=DMARC1'] },
    },
  }),
  'a sender with a policy and a logo that cannot be fetched': async () => ({
    raw: await wellSent('gmail'),
    zone: {
      '_mta-sts.example.org': { TXT: ['v=STSv1; id=1'] },
      'mta-sts.example.org': { A: ['93.184.216.34'] },
      '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1; rua=mailto:tls@example.org'] },
      'default._bimi.example.org': { TXT: ['v=BIMI1; l=https://example.org/logo.svg'] },
    },
  }),
  'a sender of much that is wrong': async () => ({
    raw: plain(
      ['From: Ann <ann@sub.example.org>', 'Reply-To: <a@reply.example.org>', 'Subject: Hello'],
      LINKS,
    ),
    envelope: { helo: 'nowhere.example.org' },
    zone: {
      'example.org': { TXT: ['v=spf1 a:x.example.org include:_a.example.org -all'], MX: [[0, '']] },
      '_a.example.org': { TXT: ['v=spf1 a:y.example.org -all'] },
      'x.example.org': { A: ['93.184.216.34'] },
      'y.example.org': { A: ['93.184.216.34'] },
      'reply.example.org': { MX: [[1, 'gone.example.org']] },
      '_dmarc.example.org': {},
      '10.2.0.192.in-addr.arpa': { PTR: ['other.example.org', 'host-192-0-2-10.example.org'] },
      'host-192-0-2-10.example.org': { A: ['192.0.2.10'] },
      '10.2.0.192.zen.spamhaus.org': { A: ['127.0.0.2'], TXT: ['see there'] },
      'example.org.dbl.spamhaus.org': { A: ['127.0.1.103'], TXT: ['see there'] },
      'shop.example.multi.uribl.com': { A: ['127.0.0.4'] },
    },
  }),
}

/** What a check made of a question without an answer, where it may not: a cost, a new fault, a fault that is gone. */
function misuse(before: Check, after: Check): string[] {
  const fresh = codesOf(after).filter((code) => !codesOf(before).includes(code))
  return [
    ...(after.score < before.score ? [`${after.name} costs more`] : []),
    ...(before.status === 'failed' && after.status === 'passed' ? [`${after.name} passes`] : []),
    ...fresh.filter((code) => code !== 'dkim-key-not-fetched').map((code) => `${after.name} finds ${code}`),
  ]
}

describe('no answer is neither clean nor bad, whichever question it is', () => {
  test.each(Object.keys(SENDERS))(
    '%s',
    async (name) => {
      const sent = (await SENDERS[name]?.()) ?? { raw: plain() }
      const whole = await reportOn(sent)
      expect(whole.questions.length).toBeGreaterThan(15)
      const misused: string[] = []
      for (const question of whole.questions) {
        for (const reason of ['servfail', 'limit'] as const) {
          const { report } = await reportOn({ ...sent, leaveOut: ['plan'], fail: { [question]: reason } })
          const found = report.checks.flatMap((check) => misuse(checkOf(whole.report, check.name), check))
          misused.push(...found.map((what) => `${question} (${reason}): ${what}`))
        }
      }
      expect(misused).toEqual([])
    },
    180_000,
  )
})
