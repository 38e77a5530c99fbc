import type { Disposition, Override } from '../../../src/core/aggregate/report.ts'
import { type Chance, seeded } from '../../fuzz/random.ts'

/** A report of which is known what it says, before anybody writes it down. */
export interface ReportTruth {
  reporter: string
  email: string
  /** extra_contact_info and generator. */
  contact?: string
  generator?: string
  reportId: string
  domain: string
  begin: number
  end: number
  policy: {
    p: string
    sp?: string
    np?: string
    adkim: 'r' | 's'
    aspf: 'r' | 's'
    pct?: number
    fo?: string
    testing?: boolean
    discovery?: string
  }
  records: RecordTruth[]
}

export interface RecordTruth {
  ip: string
  count: number
  dkim: boolean
  spf: boolean
  disposition: Disposition
  headerFrom: string
  envelopeFrom?: string
  envelopeTo?: string
  signatures: { domain: string; selector?: string; result: string }[]
  spfs: { domain: string; scope?: string; result: string }[]
  reasons: { type: Override; comment?: string }[]
}

export interface TruthOptions {
  domain?: string
  /** Seconds since 1970 of the first day that a report may cover. */
  from?: number
  /** Days from there. */
  days?: number
  /** At most so many; otherwise most reports have few, and some many. */
  records?: number
}

const REPORTERS: readonly (readonly [string, string])[] = [
  ['google.com', 'noreply-dmarc-support@google.com'],
  ['Yahoo', 'dmarchelp@yahooinc.com'],
  ['Outlook.com', 'dmarcreport@microsoft.com'],
  ['Enterprise Outlook', 'dmarcreport@microsoft.com'],
  ['Mail.Ru', 'dmarc_support@corp.mail.ru'],
  ['AMAZON-SES', 'postmaster@amazonses.com'],
  ['FastMail Pty Ltd', 'reports@fastmaildmarc.com'],
  ['Comcast', 'dmarc_reports@alerts.comcast.net'],
  ['docomo.ne.jp', 'reporting@dmarc25.jp'],
  ['Müller & Söhne', 'dmarc@mueller.example'],
]

const DAY = 86_400

/** The report of a number: the same at every run. */
export function reportTruth(seed: number, options: TruthOptions = {}): ReportTruth {
  const chance = seeded(seed)
  const [reporter, email] = chance.pick(REPORTERS)
  const domain =
    options.domain ??
    chance.pick(['example.com', 'mail.example.org', 'shop.example', 'xn--bcher-kva.example'])
  const { begin, end } = spanOf(chance, options)
  const most = options.records ?? (chance.below(20) === 0 ? 1 + chance.below(400) : 1 + chance.below(12))
  return {
    reporter,
    email,
    reportId: `${seed}.${chance.below(1_000_000)}@${chance.pick(['reports.example', 'dmarc.example.net'])}`,
    domain,
    begin,
    end,
    policy: policyOf(chance),
    records: Array.from({ length: most }, () => recordTruth(chance, domain)),
  }
}

function spanOf(chance: Chance, { from = 1_767_225_600, days = 300 }: TruthOptions) {
  const midnight = from + chance.below(days) * DAY
  const begin = midnight + chance.pick([0, 0, 0, 3_600, 61_234])
  return { begin, end: begin + chance.pick([DAY - 1, DAY - 1, DAY, 0, 3_600]) }
}

function policyOf(chance: Chance): ReportTruth['policy'] {
  return {
    p: chance.pick(['none', 'quarantine', 'reject']),
    ...(chance.below(2) === 0 && { sp: chance.pick(['none', 'quarantine', 'reject']) }),
    ...(chance.below(5) === 0 && { np: 'reject' }),
    adkim: chance.pick(['r', 's']),
    aspf: chance.pick(['r', 'r', 's']),
    ...(chance.below(3) > 0 && { pct: chance.pick([100, 50, 0]) }),
    ...(chance.below(3) === 0 && { fo: chance.pick(['0', '1', '1:d:s']) }),
  }
}

const RESULTS = ['pass', 'pass', 'fail', 'neutral', 'temperror', 'permerror', 'none', 'policy']

function recordTruth(chance: Chance, domain: string): RecordTruth {
  const [dkim, spf] = [chance.below(10) > 1, chance.below(10) > 6]
  const bounce = chance.pick([`bounce.${domain}`, 'esp.example.net', domain])
  return {
    ip: addressOf(chance),
    count: chance.below(15) === 0 ? 1 + chance.below(100_000) : 1 + chance.below(20),
    dkim,
    spf,
    disposition: dkim || spf ? 'none' : chance.pick(['none', 'quarantine', 'reject']),
    headerFrom: chance.below(8) === 0 ? `news.${domain}` : domain,
    ...(chance.below(3) === 0 && { envelopeFrom: bounce }),
    ...(chance.below(5) === 0 && { envelopeTo: chance.pick(['gmail.example', 'customer.example']) }),
    signatures: Array.from({ length: chance.pick([0, 1, 1, 1, 2, 5]) }, () => ({
      domain: chance.pick([domain, 'esp.example.net']),
      ...(chance.below(4) > 0 && { selector: chance.pick(['s1', 'k2', '20230601', 'default']) }),
      result: chance.pick(RESULTS),
    })),
    spfs: Array.from({ length: chance.pick([0, 1, 1, 1, 1, 3]) }, () => ({
      domain: bounce,
      ...(chance.below(2) === 0 && { scope: chance.pick(['mfrom', 'helo']) }),
      result: chance.pick([...RESULTS, 'softfail']),
    })),
    reasons: reasonsOf(chance),
  }
}

function reasonsOf(chance: Chance): RecordTruth['reasons'] {
  if (chance.below(6) > 0) return []
  const type = chance.pick<Override>([
    'forwarded',
    'mailing_list',
    'trusted_forwarder',
    'local_policy',
    'sampled_out',
    'other',
  ])
  return [
    { type, ...(chance.below(2) === 0 && { comment: chance.pick(['arc=pass', 'A & B < C', 'überprüft']) }) },
  ]
}

/** In canonical text. */
function addressOf(chance: Chance): string {
  return chance.below(4) > 0
    ? `${chance.pick([192, 198, 203, 40])}.${chance.below(256)}.${chance.below(256)}.${1 + chance.below(254)}`
    : `2001:db8:${(1 + chance.below(65_535)).toString(16)}::${(1 + chance.below(65_535)).toString(16)}`
}

/** What all records of a report add up to. */
export function sumsOf(records: readonly RecordTruth[]) {
  const sum = (some: readonly RecordTruth[]) => some.reduce((total, { count }) => total + count, 0)
  return {
    records: records.length,
    messages: sum(records),
    dkim: sum(records.filter(({ dkim }) => dkim)),
    spf: sum(records.filter(({ spf }) => spf)),
    pass: sum(records.filter(({ dkim, spf }) => dkim || spf)),
    overridden: sum(records.filter(({ reasons }) => reasons.length > 0)),
  }
}
