import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { Chance } from '../../fuzz/random.ts'

export interface TransportZone {
  fault: string
  /** Where the record or the lines that fix it have to be offered; absent: none may be. */
  offers?: 'sts' | 'policy' | 'tls-rpt'
  hosts: string[]
  policy: { mode: string; mx: string[]; maxAge: string; others: string[] }
  id: string
  rua: string[]
  others: string
  zone: ZoneLiteral
  served: string
}

type Change = Partial<Pick<TransportZone, 'offers' | 'served' | 'zone'>>
type Fault = (whole: TransportZone, chance: Chance) => Change

const STS = '_mta-sts.example.org'
const TLS = '_smtp._tls.example.org'
const texts = (name: string, ...records: string[]): ZoneLiteral => ({ [name]: { TXT: records } })
const stsText = ({ id, others }: TransportZone) => `v=STSv1; id=${id}${others}`
const tlsText = ({ rua, others }: TransportZone) => `v=TLSRPTv1; rua=${rua.join(',')}${others}`

function lines({ mode, mx, maxAge, others }: TransportZone['policy']): string {
  return [
    'version: STSv1',
    `mode: ${mode}`,
    ...mx.map((one) => `mx: ${one}`),
    `max_age: ${maxAge}`,
    ...others,
  ].join('\r\n')
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'STS: version in another case': (whole) => ({
    offers: 'sts',
    zone: texts(STS, stsText(whole).replace('STSv1', 'stsv1')),
  }),
  'STS: no semicolon': (whole) => ({ offers: 'sts', zone: texts(STS, stsText(whole).replace(';', '')) }),
  'STS: quotes': (whole) => ({ offers: 'sts', zone: texts(STS, `"${stsText(whole)}"`) }),
  'STS: escaped semicolons': (whole) => ({
    offers: 'sts',
    zone: texts(STS, stsText(whole).replaceAll(';', '\\;')),
  }),
  'STS: two ids': (whole) => ({
    offers: 'sts',
    zone: texts(STS, stsText(whole), stsText({ ...whole, id: 'other' })),
  }),
  'STS: no id': (whole) => ({ offers: 'sts', zone: texts(STS, `v=STSv1;${whole.others}`) }),
  'STS: an id that is none': (whole) => ({
    offers: 'sts',
    zone: texts(STS, stsText({ ...whole, id: '2026-01-01' })),
  }),
  'STS: a policy that leaves a host out': (whole) => ({
    zone: texts(STS, stsText(whole).replace('STSv1', 'stsv1')),
    served: lines({ ...whole.policy, mode: 'enforce', mx: ['other.example.net'] }),
  }),
  'STS: a policy that is not there': (whole) => ({
    zone: texts(STS, stsText(whole).replace('STSv1', 'stsv1')),
    served: '',
  }),
  'STS: an alias': (whole) => ({
    zone: {
      [STS]: { CNAME: ['sts.r.example'] },
      'sts.r.example': { TXT: [stsText(whole).replace(';', '')] },
    },
  }),
  'policy: no version': (whole) => ({
    offers: 'policy',
    served: lines(whole.policy).replace('version: STSv1\r\n', ''),
  }),
  'policy: mode in another case': (whole) => ({
    offers: 'policy',
    served: lines({ ...whole.policy, mode: whole.policy.mode.toUpperCase() }),
  }),
  'policy: no mx': (whole) => ({
    offers: 'policy',
    served: lines({ ...whole.policy, mode: 'testing', mx: [] }),
  }),
  'policy: an mx that is none': (whole) => ({
    offers: 'policy',
    served: lines({ ...whole.policy, mx: [...whole.policy.mx, 'https://mail.*'] }),
  }),
  'policy: no max_age': (whole) => ({
    offers: 'policy',
    served: lines(whole.policy).replace(/max_age: \d+/, ''),
  }),
  'policy: max_age too long': (whole) => ({
    offers: 'policy',
    served: lines({ ...whole.policy, maxAge: '99999999' }),
  }),
  'policy: a line that is none': (whole) => ({
    offers: 'policy',
    served: `${lines(whole.policy)}\r\nhello\r\n`,
  }),
  'policy: mode misspelt': (whole) => ({ served: lines({ ...whole.policy, mode: 'enforc' }) }),
  'policy: no fault': () => ({}),
  'TLS-RPT: version in another case': (whole) => ({
    offers: 'tls-rpt',
    zone: texts(TLS, tlsText(whole).replace('TLSRPT', 'tlsrpt')),
  }),
  'TLS-RPT: no semicolon': (whole) => ({
    offers: 'tls-rpt',
    zone: texts(TLS, tlsText(whole).replace(';', '')),
  }),
  'TLS-RPT: quotes': (whole) => ({ offers: 'tls-rpt', zone: texts(TLS, `"${tlsText(whole)}"`) }),
  'TLS-RPT: twice': (whole) => ({
    offers: 'tls-rpt',
    zone: texts(
      TLS,
      tlsText({ ...whole, rua: whole.rua.slice(0, 1) }),
      tlsText({ ...whole, rua: whole.rua.slice(1) }),
    ),
  }),
  'TLS-RPT: no mailto:': (whole) => ({
    offers: 'tls-rpt',
    zone: texts(TLS, tlsText(whole).replace('mailto:', '')),
  }),
  'TLS-RPT: http': (whole) => ({ zone: texts(TLS, tlsText({ ...whole, rua: ['http://r.example/'] })) }),
  'TLS-RPT: two that differ': (whole) => ({
    zone: texts(TLS, tlsText({ ...whole, others: '; x=1' }), tlsText({ ...whole, others: '; x=2' })),
  }),
}

export const TRANSPORT_FAULTS = Object.keys(FAULTS)

/** The n-th zone: every fault in turn, everything else by chance. */
export function transportZone(chance: Chance, n: number): TransportZone {
  const fault = TRANSPORT_FAULTS[n % TRANSPORT_FAULTS.length] ?? ''
  const hosts = Array.from(
    { length: 1 + chance.below(8) },
    (_, at) => `m${at}.${chance.pick(['in', 'mx'])}.example.org`,
  )
  const backup = chance.below(2) === 0 ? ['*.backup.example.net'] : []
  const named = chance.below(3) === 0 ? ['*.in.example.org', '*.mx.example.org'] : hosts
  const policy = {
    mode: chance.pick(['enforce', 'testing']),
    mx: [...backup, ...named],
    maxAge: chance.pick(['604800', '86400', '31557600']),
    others: chance.below(3) === 0 ? ['x_note: kept'] : [],
  }
  const whole: TransportZone = {
    fault,
    hosts,
    policy,
    id: chance.pick(['20240101', 'abc', '1']),
    rua: ['mailto:tls@example.org', chance.pick(['mailto:a@r.example', 'https://r.example/v1/tls'])],
    others: chance.below(3) === 0 ? '; x_note=kept' : '',
    zone: {},
    served: lines(policy),
  }
  const { zone, ...made } = FAULTS[fault]?.(whole, chance) ?? {}
  const mx = hosts.map((host, at): [number, string] => [at, host])
  return {
    ...whole,
    ...made,
    zone: {
      'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'], MX: mx },
      ...Object.fromEntries(hosts.map((host) => [host, { A: ['93.184.216.34'] }])),
      ...texts(STS, stsText(whole)),
      ...texts(TLS, tlsText(whole)),
      ...zone,
    },
  }
}
