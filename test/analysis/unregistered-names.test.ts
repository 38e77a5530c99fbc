import { describe, expect, test } from 'bun:test'
import type { Conclusion } from '../../src/analysis/analyzer.ts'
import { bimi } from '../../src/analysis/analyzers/authentication/bimi.ts'
import { dkim } from '../../src/analysis/analyzers/authentication/dkim.ts'
import { dmarc } from '../../src/analysis/analyzers/authentication/dmarc.ts'
import { spf } from '../../src/analysis/analyzers/authentication/spf.ts'
import { mx } from '../../src/analysis/analyzers/server/mx.ts'
import { transportPolicy } from '../../src/analysis/analyzers/server/transport-policy.ts'
import { inspect } from '../../src/analysis/inspect.ts'
import { withoutMarks } from '../../src/core/verbatim.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { ZoneFailures, ZoneLiteral } from '../../src/net/dns/zone.ts'
import type { FetchAnswer, FetchRequest } from '../../src/net/ports.ts'
import { outside } from '../support/outside.ts'
import { zone } from '../support/zone.ts'
import { GOOD, NOW, scene, signed } from './authentication/authentication-scene.ts'

const SOA = [{ primary: 'ns.nic.example', mailbox: 'hostmaster.nic.example', serial: 1 }]
const REGISTRIES: ZoneLiteral = { com: { SOA }, org: { SOA }, net: { SOA }, 'held.com': { SOA } }
const DOMAIN: ZoneLiteral = { ...GOOD, ...REGISTRIES }
const spfOf = (text: string, more: ZoneLiteral = {}): ZoneLiteral => ({
  ...DOMAIN,
  'example.org': { ...DOMAIN['example.org'], TXT: [text] },
  ...more,
})

const told = (check: Pick<Conclusion, 'findings'>) =>
  check.findings.filter(({ code }) => code.endsWith('-name-unregistered'))
const codesOf = (check: Pick<Conclusion, 'findings'>) => check.findings.map(({ code }) => code)
const adviceOf = (check: Pick<Conclusion, 'findings'>) =>
  withoutMarks(check.findings.map(({ advice = '' }) => advice).join('\n'))
const says = (check: Pick<Conclusion, 'findings'>) => told(check).map((finding) => finding.says)

async function judgeSpf(records: ZoneLiteral, fail: ZoneFailures = []) {
  return spf.run(scene({ zone: records, fail }))
}

describe('SPF', () => {
  test.each<[string, string, string]>([
    ['a', 'v=spf1 ip4:192.0.2.10 a:mail.gone.com -all', 'a:mail.gone.com'],
    ['mx', 'v=spf1 ip4:192.0.2.10 mx:gone.com -all', 'mx:gone.com'],
    ['exists', 'v=spf1 ip4:192.0.2.10 exists:here.gone.com -all', 'exists:here.gone.com'],
    [
      'the steady part behind macros',
      'v=spf1 ip4:192.0.2.10 exists:%{i}._spf.gone.com -all',
      'exists:%{i}._spf.gone.com',
    ],
    ['ptr', 'v=spf1 ip4:192.0.2.10 ptr:gone.com -all', 'ptr:gone.com'],
    ['include', 'v=spf1 ip4:192.0.2.10 include:_spf.gone.com -all', 'include:_spf.gone.com'],
    ['redirect', 'v=spf1 ip4:192.0.2.10 redirect=_spf.gone.com', 'redirect=_spf.gone.com'],
  ])('%s', async (_, text, term) => {
    const check = await judgeSpf(spfOf(text))
    const [finding, ...others] = told(check)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ code: 'spf-name-unregistered', cost: 0, reference: 'RFC 8020' })
    expect(finding?.says).toStartWith(`${term} in the SPF record of example.org leads to `)
    expect(finding?.says).toEndWith('unregistered: whoever registers it can send as example.org.')
    expect(finding?.advice).toContain('strong hint and no proof')
    expect(finding?.advice).toContain(`remove ${term} from the SPF record of example.org`)
    expect(check.score).toBe(0)
    expect([check.status, check.summary.includes(finding?.says ?? '?')]).toEqual(['passed', true])
  })

  test('a mail host of an mx term, and a term of somebody else whom the record includes', async () => {
    const hosts = spfOf('v=spf1 ip4:192.0.2.10 mx:held.com -all', {
      'held.com': { SOA, MX: [[1, 'mx.gone.com']] },
    })
    expect(says(await judgeSpf(hosts))).toEqual([
      'mx:held.com in the SPF record of example.org leads to mx.gone.com, whose domain gone.com looks unregistered: whoever registers it can send as example.org.',
    ])
    const [host] = told(await judgeSpf(hosts))
    expect(host?.advice).toContain('remove the MX record of held.com that names mx.gone.com')
    expect(host?.advice).not.toContain('remove mx:held.com')
    const included = spfOf('v=spf1 ip4:192.0.2.10 include:_spf.held.com -all', {
      '_spf.held.com': { TXT: ['v=spf1 a:gone.com -all'] },
    })
    const [finding] = told(await judgeSpf(included))
    expect(finding?.says).toBe(
      'a:gone.com in the SPF record of _spf.held.com leads to gone.com, which looks unregistered: whoever registers it can send as example.org.',
    )
    expect(finding?.advice).toContain(
      'have whoever publishes the SPF record of _spf.held.com remove a:gone.com',
    )
  })

  test('not where it lets nobody in: it does not pass, or is not reached', async () => {
    for (const text of [
      'v=spf1 ip4:192.0.2.10 -a:gone.com -all',
      'v=spf1 ip4:192.0.2.10 ~include:gone.com -all',
      'v=spf1 ip4:192.0.2.10 -all a:gone.com',
      'v=spf1 ip4:192.0.2.10 -all redirect=gone.com',
      'v=spf1 ip4:192.0.2.10 -all exp=why.gone.com',
    ]) {
      expect([text, says(await judgeSpf(spfOf(text)))]).toEqual([text, []])
    }
    const inside = spfOf('v=spf1 ip4:192.0.2.10 ?include:_spf.held.com -all', {
      '_spf.held.com': { TXT: ['v=spf1 a:gone.com -all'] },
    })
    expect(says(await judgeSpf(inside))).toEqual([])
  })

  test('not where the registrable part comes out of the message', async () => {
    const text = 'v=spf1 ip4:192.0.2.10 exists:%{l}.com include:%{d2} exists:%{i}gone.com -all'
    expect(says(await judgeSpf(spfOf(text)))).toEqual([])
  })

  test('not where no answer came, and the check is as it was', async () => {
    const text = 'v=spf1 ip4:192.0.2.10 a:mail.gone.com -all'
    for (const question of ['A mail.gone.com', 'NS gone.com', 'SOA gone.com', 'SOA com']) {
      const check = await judgeSpf(spfOf(text), [question])
      expect([question, says(check), check.status]).toEqual([question, [], 'passed'])
    }
  })

  test('a resolver that does not say who denies the name is not believed', async () => {
    const { com: _, ...without } = spfOf('v=spf1 ip4:192.0.2.10 a:mail.gone.com -all')
    expect(says(await judgeSpf(without))).toEqual([])
  })

  test('where nobody is judged by the record it stands beside it', async () => {
    const zoned = spfOf('v=spf1 ip4:192.0.2.0/24 a:gone.com -all')
    const check = await spf.run(scene({ zone: zoned, without: ['clientAddress'] }))
    expect([check.status, check.findings]).toEqual(['neutral', []])
    expect(check.evidence).toMatchObject({
      unregistered_names:
        'a:gone.com in the SPF record of example.org leads to gone.com, which looks unregistered: whoever registers it can send as example.org.',
      may_send: '256 IPv4',
    })
  })

  test('terms below one domain are told once', async () => {
    const text = 'v=spf1 ip4:192.0.2.10 a:mail.gone.com include:_spf.held.com exists:%{i}.gone.com -all'
    const below = { '_spf.held.com': { TXT: ['v=spf1 mx:gone.com -all'] } }
    expect(says(await judgeSpf(spfOf(text, below)))).toEqual([
      'a:mail.gone.com and exists:%{i}.gone.com in the SPF record of example.org and mx:gone.com in the SPF record of _spf.held.com lead to mail.gone.com and gone.com, whose domain gone.com looks unregistered: whoever registers it can send as example.org.',
    ])
  })

  test('the hint stands behind what costs points', async () => {
    const check = await judgeSpf(spfOf('v=spf1 a:mail.gone.com ip4:192.0.2.77 -all'))
    expect([check.status, check.score]).toEqual(['failed', -1.5])
    expect(check.summary).toBe(
      'The SPF record of example.org does not allow 192.0.2.10 to send. a:mail.gone.com in the SPF record of example.org leads to mail.gone.com, whose domain gone.com looks unregistered: whoever registers it can send as example.org.',
    )
  })

  const offered = async (text: string, fail: ZoneFailures = []) => {
    const { findings } = await judgeSpf(spfOf(text), fail)
    return findings.find(({ changes }) => changes !== undefined)?.advice
  }

  test('an offered record does not keep the term', async () => {
    const text = 'v=spf1 a:mail.gone.com exists:here.gone.com ip4:192.0.2.77 -all'
    const advice = await offered(text)
    expect(advice).toContain('"v=spf1 ip4:192.0.2.77 ip4:192.0.2.10 -all"')
    expect(advice).toContain(
      'It leaves out a:mail.gone.com exists:here.gone.com, which lead nowhere. If a name is misspelt, correct the name instead',
    )
    const whole = await offered(text, ['NS gone.com'])
    expect(whole).toContain(
      '"v=spf1 a:mail.gone.com exists:here.gone.com ip4:192.0.2.77 ip4:192.0.2.10 -all"',
    )
    expect(whole).not.toContain('leaves out')
    expect(whole).not.toContain('unregistered')
  })

  test('an offered record that has to keep it says so', async () => {
    const advice = await offered('v=spf1 exists:%{i}._spf.gone.com a:mail.gone.com ip4:192.0.2.77 -all')
    expect(advice).toContain('"v=spf1 exists:%{i}._spf.gone.com ip4:192.0.2.77 ip4:192.0.2.10 -all"')
    expect(advice).toContain('It leaves out a:mail.gone.com, which leads nowhere.')
    expect(advice).toContain(
      'It still holds exists:%{i}._spf.gone.com, which names what looks unregistered: publish it without this term if the registry says that nobody holds the domain.',
    )
  })

  test('at most five are told', async () => {
    const terms = Array.from({ length: 8 }, (_, i) => `a:h.gone${i}.com`).join(' ')
    expect(told(await judgeSpf(spfOf(`v=spf1 ip4:192.0.2.10 ${terms} -all`)))).toHaveLength(5)
  })
})

test('DKIM: an alias of a selector', async () => {
  const raw = await signed()
  const aliased = { ...DOMAIN, 's1._domainkey.example.org': { CNAME: ['s1.dkim.gone.com'] } }
  const check = await dkim.run(scene({ raw, zone: aliased }))
  expect(says(check)).toEqual([
    'The CNAME record of s1._domainkey.example.org leads to s1.dkim.gone.com, whose domain gone.com looks unregistered: whoever registers it can sign as example.org.',
  ])
  expect(told(check)[0]?.code).toBe('dkim-name-unregistered')
  expect([check.status, check.summary.endsWith(says(check)[0] ?? '?')]).toEqual(['failed', true])
  expect(adviceOf(check)).not.toContain('Publish the public key')
  const held = { ...DOMAIN, 's1._domainkey.example.org': { CNAME: ['s1.dkim.held.com'] } }
  const other = await dkim.run(scene({ raw, zone: held }))
  expect(says(other)).toEqual([])
  expect(adviceOf(other)).toContain('Publish the public key')
})

test('DKIM: where an alias leads to nobody no key is to be published', async () => {
  const raw = await signed(await signed(), { selector: 'old' })
  const aliased = (end: string) => ({ ...DOMAIN, 'old._domainkey.example.org': { CNAME: [end] } })
  const correct =
    'Correct the CNAME record of old._domainkey.example.org, or remove it and publish the public key of your signer there in its place.'
  const missing = async (end: string) => {
    const { findings } = await dkim.run(scene({ raw, zone: aliased(end) }))
    return findings.filter(({ code }) => code === 'dkim-key-missing').map(({ advice }) => advice)
  }
  expect(await missing('old.gone.com')).toEqual([
    `The signature of example.org (selector old) does not count: there is no key record. Let it sign with a selector whose key is published, or put the CNAME record of old._domainkey.example.org right.`,
    `There is no such name in the DNS: old._domainkey.example.org, where the CNAME of old._domainkey.example.org leads (old.gone.com). ${correct}`,
  ])
  for (const advice of await missing('old.held.com')) expect(advice).toContain('Publish the public key')
})

test('DMARC: an address for reports', async () => {
  const record = 'v=DMARC1; p=reject; rua=mailto:d@example.org,mailto:d@gone.com; ruf=mailto:d@lost.net'
  const check = await dmarc.run(
    scene({ raw: await signed(), zone: { ...DOMAIN, '_dmarc.example.org': { TXT: [record] } } }),
  )
  expect(told(check).map(({ code }) => code)).toEqual(['dmarc-name-unregistered', 'dmarc-name-unregistered'])
  expect(says(check)).toEqual([
    'An address of rua= in the DMARC record of example.org leads to gone.com, which looks unregistered: whoever registers it can have the reports about mail of example.org sent to them.',
    'An address of ruf= in the DMARC record of example.org leads to lost.net, which looks unregistered: whoever registers it can have failed messages of example.org sent to them.',
  ])
  // Nobody is there who could consent, or publish an MX record; that the record asks for reports stays so.
  expect(codesOf(check)).toEqual(['dmarc-name-unregistered', 'dmarc-name-unregistered'])
})

test('DMARC: of other destinations the advice stays', async () => {
  const record = 'v=DMARC1; p=reject; rua=mailto:d@gone.com,mailto:d@held.com; ruf=mailto:d@gone.com'
  const records = { ...DOMAIN, '_dmarc.example.org': { TXT: [record] } }
  const judge = async (fail: ZoneFailures) => dmarc.run(scene({ raw: await signed(), zone: records, fail }))
  const check = await judge([])
  expect(codesOf(check)).toEqual([
    'dmarc-name-unregistered',
    'dmarc-rua-unauthorized',
    'dmarc-rua-unreachable',
  ])
  expect(check.findings.slice(1).filter(({ says: text }) => text.includes('gone.com'))).toEqual([])
  expect(says(check)).toEqual([
    'An address of rua= and an address of ruf= in the DMARC record of example.org lead to gone.com, which looks unregistered: whoever registers it can have the reports about mail of example.org sent to them and can have failed messages of example.org sent to them.',
  ])
  const open = await judge(['NS gone.com'])
  expect(codesOf(open)).toEqual([
    'dmarc-rua-unauthorized',
    'dmarc-rua-unreachable',
    'dmarc-rua-unauthorized',
    'dmarc-rua-unreachable',
    'dmarc-ruf-unauthorized',
    'dmarc-ruf-unreachable',
  ])
})

test('DMARC: the hint stands behind what costs points', async () => {
  const record = 'v=DMARC1; p=reject; rua=mailto:d@gone.com'
  const zoned = { ...DOMAIN, '_dmarc.example.org': { TXT: [record] } }
  const check = await dmarc.run(scene({ zone: zoned, envelope: { mailFrom: 'a@held.com' } }))
  expect(check.score).toBeLessThan(0)
  expect(check.summary).toEndWith(says(check)[0] ?? '?')
})

describe('DMARC: a record that is offered', () => {
  const HERE = { MX: [[10, 'mail.example.org']] as const }
  const judge = async (texts: string[], more: ZoneLiteral = {}, fail: ZoneFailures = []) => {
    const records = { ...DOMAIN, '_dmarc.example.org': { TXT: texts }, ...more }
    const { findings } = await dmarc.run(scene({ raw: await signed(), zone: records, fail }))
    return findings.filter(({ changes }) => changes !== undefined).map(({ advice }) => advice)
  }

  test('keeps no address at what looks unregistered', async () => {
    const text =
      'v=DMARC1; p=reject; adkim=relaxed; rua=mailto:d@example.org,mailto:d@gone.com; ruf=mailto:d@gone.com'
    const [advice = '', ...others] = await judge([text])
    expect(others).toEqual([])
    expect(advice).toContain('"v=DMARC1; p=reject; adkim=r; rua=mailto:d@example.org"')
    expect(advice).toEndWith(
      'It leaves out mailto:d@gone.com, which names what looks unregistered. If a name is misspelt, correct the name instead.',
    )
    const [open = ''] = await judge([text], {}, ['NS gone.com'])
    expect(open).toContain('rua=mailto:d@example.org,mailto:d@gone.com; ruf=mailto:d@gone.com"')
    expect(open).not.toContain('unregistered')
  })

  test('names one of the domain where no other is left and it takes mail', async () => {
    const text = 'v=DMARC1; p=reject; adkim=relaxed; rua=mailto:d@gone.com'
    const own = { 'example.org': { ...DOMAIN['example.org'], ...HERE } }
    const [advice = ''] = await judge([text], own)
    expect(advice).toContain('"v=DMARC1; p=reject; adkim=r; rua=mailto:dmarc@example.org"')
  })

  test('also in place of records that nobody can use', async () => {
    const text = 'v=DMARC1; p=none; rua=mailto:d@gone.com,mailto:d@example.org'
    const [advice = ''] = await judge([text, text.replace(';', ' ;')])
    expect(advice).toContain('"v=DMARC1; p=none; rua=mailto:d@example.org"')
    expect(advice).toContain('It leaves out mailto:d@gone.com')
  })
})

test('MX: a mail host', async () => {
  const hosts = {
    ...DOMAIN,
    'example.org': {
      ...DOMAIN['example.org'],
      MX: [
        [10, 'mail.example.org'],
        [20, 'mx.gone.com'],
        [30, 'mx.held.com'],
      ] as const,
    },
  }
  const check = await mx.run(scene({ zone: hosts }))
  expect(told(check)).toMatchObject([{ code: 'mx-name-unregistered', cost: 0 }])
  expect(says(check)).toEqual([
    'An MX record of example.org leads to mx.gone.com, whose domain gone.com looks unregistered: whoever registers it can take mail for example.org.',
  ])
  expect(check.status).toBe('passed')
  // No record can be published for the host that nobody holds.
  const dangling = check.findings.filter(({ code }) => code === 'mx-dangling')
  expect(dangling.map((finding) => finding.says)).toEqual(['The MX mx.held.com has no address.'])
  const open = await mx.run(scene({ zone: hosts, fail: ['NS gone.com'] }))
  expect(codesOf(open)).toEqual(['mx-dangling', 'mx-dangling'])
})

test('MX: hosts below one domain are told once, behind what costs points', async () => {
  const hosts = {
    ...DOMAIN,
    'example.org': {
      ...DOMAIN['example.org'],
      MX: [
        [10, 'mx1.gone.com'],
        [20, 'mx2.gone.com'],
      ] as const,
    },
  }
  const check = await mx.run(scene({ zone: hosts }))
  expect([check.status, check.score]).toEqual(['failed', -0.5])
  expect(says(check)).toEqual([
    'MX records of example.org lead to mx1.gone.com and mx2.gone.com, whose domain gone.com looks unregistered: whoever registers it can take mail for example.org.',
  ])
  expect(check.summary).toEndWith(`can be reached. ${says(check)[0]}`)
  expect(codesOf(check)).toEqual(['mx-no-host', 'mx-name-unregistered'])
})

describe('transport', () => {
  const STS = { '_mta-sts.example.org': { TXT: ['v=STSv1; id=1'] } }
  const policy = (mxLines: string): FetchAnswer => ({
    kind: 'response',
    status: 200,
    url: 'https://mta-sts.example.org/.well-known/mta-sts.txt',
    redirects: [],
    contentType: 'text/plain',
    body: Buffer.from(`version: STSv1\r\nmode: enforce\r\n${mxLines}\r\nmax_age: 604800\r\n`).toString(
      'base64',
    ),
    truncated: false,
  })
  const judge = async (records: ZoneLiteral, web: FetchAnswer = { kind: 'failure', reason: 'network' }) =>
    transportPolicy.run({ ...scene({ zone: records }), web: () => ({ fetch: async () => web }) })

  test('the host of the policy', async () => {
    const check = await judge({ ...DOMAIN, ...STS, 'mta-sts.example.org': { CNAME: ['sts.gone.com'] } })
    expect(told(check)).toMatchObject([{ code: 'transport-name-unregistered' }])
    expect(says(check)).toEqual([
      'The CNAME record of mta-sts.example.org leads to sts.gone.com, whose domain gone.com looks unregistered: whoever registers it can publish an MTA-STS policy for example.org.',
    ])
    expect([check.status, check.score]).toEqual(['failed', 0])
    expect(says(await judge({ ...DOMAIN, ...STS }))).toEqual([])
    // Nothing can be served there.
    expect(adviceOf(check)).not.toContain('Serve the policy')
    expect(codesOf(check)).not.toContain('sts-policy-no-host')
    expect(adviceOf(check)).toContain('unless you serve a policy there yourself')
    const held = await judge({ ...DOMAIN, ...STS, 'mta-sts.example.org': { CNAME: ['sts.held.com'] } })
    expect(codesOf(held)).toContain('sts-policy-no-host')
  })

  test('a mail host that the policy lets in', async () => {
    const check = await judge({ ...DOMAIN, ...STS }, policy('mx: mail.example.org\r\nmx: *.gone.com'))
    expect(says(check)).toEqual([
      'mx: *.gone.com in the MTA-STS policy of example.org leads to gone.com, which looks unregistered: whoever registers it runs a mail host that the policy of example.org lets in.',
    ])
  })

  test('no line of a policy is offered for it', async () => {
    const two = {
      ...DOMAIN,
      ...STS,
      'example.org': {
        ...DOMAIN['example.org'],
        MX: [
          [10, 'mail.example.org'],
          [20, 'mx.gone.com'],
          [30, 'mx.held.com'],
        ] as const,
      },
    }
    const added = adviceOf(await judge(two, policy('mx: mail.example.org')))
    expect(added).toContain('Add "mx: mx.held.com" to')
    expect(added).not.toContain('mx.gone.com')
    const faulty = policy('mx: mail.example.org\r\nmx: *.lost.net\r\nmx: mx.held.com:25')
    const mended = adviceOf(await judge(two, faulty))
    expect(mended).toContain('"mx: mail.example.org", "mx: mx.held.com", "max_age: 604800"')
    expect(mended).toContain('It leaves out mx: *.lost.net, which names what looks unregistered.')
    const needed = adviceOf(
      await judge(two, policy('mx: mail.example.org\r\nmx: mx.gone.com\r\nmx: mx.held.com:25')),
    )
    expect(needed).toContain('"mx: mail.example.org", "mx: mx.gone.com", "mx: mx.held.com"')
    expect(needed).toContain('It still holds mx: mx.gone.com, which names what looks unregistered')
  })

  test('an offered record for TLS reports leaves the address out where another stays', async () => {
    const offer = async (text: string) =>
      adviceOf(await judge({ ...DOMAIN, '_smtp._tls.example.org': { TXT: [text] } }))
    const other = await offer('v=TLSRPTv1 rua=mailto:t@gone.com,mailto:t@example.org')
    expect(other).toContain('"v=TLSRPTv1; rua=mailto:t@example.org"')
    expect(other).toContain('It leaves out mailto:t@gone.com, which names what looks unregistered.')
    const alone = await offer('v=TLSRPTv1 rua=mailto:t@gone.com')
    expect(alone).toContain('"v=TLSRPTv1; rua=mailto:t@gone.com"')
    expect(alone).toContain(
      'publish it without this address if the registry says that nobody holds the domain',
    )
  })

  test('an address for TLS reports', async () => {
    const report = {
      '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1; rua=mailto:t@gone.com,https://held.com/t'] },
    }
    expect(says(await judge({ ...DOMAIN, ...report }))).toEqual([
      'An address of rua= in the TLS-RPT record of example.org leads to gone.com, which looks unregistered: whoever registers it can have the reports about mail to example.org sent to them.',
    ])
  })
})

test('BIMI: the host of the logo', async () => {
  const record = 'v=BIMI1; l=https://logo.gone.com/logo.svg; a=https://held.com/mark.pem'
  const records = { ...DOMAIN, 'default._bimi.example.org': { TXT: [record] } }
  const fetch = async (_: FetchRequest): Promise<FetchAnswer> => ({ kind: 'failure', reason: 'network' })
  const check = await bimi.run({ ...scene({ raw: await signed(), zone: records }), web: () => ({ fetch }) })
  expect(told(check)).toMatchObject([{ code: 'bimi-name-unregistered' }])
  expect(says(check)).toEqual([
    'l= in the BIMI record at default._bimi.example.org leads to logo.gone.com, whose domain gone.com looks unregistered: whoever registers it decides what is shown as the logo of example.org.',
  ])
})

describe('BIMI: what is advised beside it', () => {
  const judge = async (text: string, fail: ZoneFailures = []) => {
    const records = { ...DOMAIN, 'default._bimi.example.org': { TXT: [text] } }
    const fetch = async (_: FetchRequest): Promise<FetchAnswer> => ({
      kind: 'failure',
      reason: 'bad-address',
    })
    return bimi.run({ ...scene({ raw: await signed(), zone: records, fail }), web: () => ({ fetch }) })
  }

  test('nothing is to be served at a host that nobody holds', async () => {
    const text = 'v=BIMI1; l=https://logo.gone.com:8443/logo.svg; a=https://held.com/mark.pem'
    expect(codesOf(await judge(text))).toEqual(['bimi-certificate-not-fetched', 'bimi-name-unregistered'])
    expect(codesOf(await judge(text, ['NS gone.com']))).toContain('bimi-logo-not-fetched')
  })

  test('no record is offered that names it', async () => {
    const text = 'v=BIMI1 l=https://logo.gone.com/logo.svg; a=https://held.com/mark.pem'
    const check = await judge(text)
    expect(check.findings.filter(({ changes }) => changes !== undefined)).toEqual([])
    expect(adviceOf(check)).toContain(
      'In place of logo.gone.com, which looks unregistered, name a host of your own.',
    )
    expect(adviceOf(await judge(text, ['NS gone.com']))).toContain('Publish one record')
  })
})

describe('without a message', () => {
  async function look(records: ZoneLiteral) {
    const clock = { now: () => NOW }
    const names = zone({
      ...DOMAIN,
      'example.org': { ...DOMAIN['example.org'], A: ['192.0.2.10'] },
      ...records,
    })
    const ports = outside(createRecorder(names, clock), clock)
    const settings = { hostname: 'mx.receiver.example', lists: [], listStates: [] }
    const subject = { kind: 'domain', name: 'example.org' } as const
    const { checks } = await inspect({ subject, settings, waitAtMost: 300_000 }, ports)
    return checks
  }
  const codes = async (records: ZoneLiteral) =>
    (await look(records)).flatMap((check) =>
      told(check).map(({ code }) => `${check.name} ${check.status} ${code}`),
    )

  test('a domain whose names are held gets none', async () => {
    expect(await codes({})).toEqual([])
  })

  test.each<[string, ZoneLiteral, string[]]>([
    ['SPF', spfOf('v=spf1 ip4:192.0.2.10 a:gone.com -all'), ['spf failed spf-name-unregistered']],
    [
      'a selector that nothing is known to be signed with',
      { 'k1._domainkey.example.org': { CNAME: ['k1.gone.com'] } },
      ['dkim failed dkim-name-unregistered'],
    ],
    [
      'a wildcard of selectors, once',
      { '*._domainkey.example.org': { CNAME: ['k1.gone.com'] } },
      ['dkim failed dkim-name-unregistered'],
    ],
    [
      'DMARC',
      { '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@gone.com'] } },
      ['dmarc failed dmarc-name-unregistered'],
    ],
    [
      'MX',
      {
        'example.org': {
          ...DOMAIN['example.org'],
          MX: [
            [10, 'mail.example.org'],
            [20, 'mx.gone.com'],
          ],
        },
      },
      ['mx failed mx-name-unregistered'],
    ],
    [
      'name servers',
      { 'example.org': { ...DOMAIN['example.org'], NS: ['ns1.held.com', 'ns.gone.com'] } },
      ['dns failed dns-name-unregistered'],
    ],
    [
      'MTA-STS',
      { '_mta-sts.example.org': { TXT: ['v=STSv1; id=1'] }, 'mta-sts.example.org': { CNAME: ['gone.com'] } },
      ['transport-policy failed transport-name-unregistered'],
    ],
    [
      'BIMI',
      { 'default._bimi.example.org': { TXT: ['v=BIMI1; l=https://gone.com/logo.svg'] } },
      ['bimi failed bimi-name-unregistered'],
    ],
  ])('%s', async (_, records, wanted) => {
    expect(await codes(records)).toEqual(wanted)
  })

  test('how many may send stands behind every verdict on SPF', async () => {
    const summary = async (text: string) =>
      (await look(spfOf(text))).find(({ name }) => name === 'spf')?.summary
    expect(await summary('v=spf1 ip4:192.0.2.0/24 a:gone.com -all')).toEndWith(
      'whoever registers it can send as example.org. The record lets 256 IPv4 addresses send.',
    )
    expect(await summary('v=spf1 ip4:192.0.2.0/24')).toBe(
      'The SPF record of example.org is valid. It lets 256 IPv4 addresses send.',
    )
  })

  test('no other advice about what is told', async () => {
    const checks = await look({
      'example.org': {
        ...DOMAIN['example.org'],
        MX: [
          [10, 'mail.example.org'],
          [20, 'mx.gone.com'],
        ],
      },
      '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@gone.com'] },
    })
    const found = (name: string) => checks.filter((check) => check.name === name).flatMap(codesOf)
    expect([found('mx'), found('dmarc')]).toEqual([['mx-name-unregistered'], ['dmarc-name-unregistered']])
  })
})
