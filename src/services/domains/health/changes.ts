import type { DnsLook, DomainChange, DomainDrawing, DrawnKey, DrawnSpf } from '../../../core/domain-health.ts'

/** Changes that are kept of a domain, and for how many days. */
const MOST_CHANGES = 20
const KEPT_DAYS = 90
const DAY_MS = 86_400_000
const LONGEST = 500

/** What a look says of a domain that the look before said otherwise, with what was kept of such changes; newest first.
 * What either of them could not find out has not changed. */
export function changesSince(
  before: DnsLook | undefined,
  kept: readonly DomainChange[],
  look: DnsLook,
): DomainChange[] {
  const then = before ? factsOf(before.drawn) : new Map<string, string>()
  const now = factsOf(look.drawn)
  const found = [...now].flatMap(([what, after]): DomainChange[] => {
    const was = then.get(what)
    return was === undefined || was === after ? [] : [{ what, before: was, after, at: look.at }]
  })
  const since = look.at.getTime() - KEPT_DAYS * DAY_MS
  return [...found, ...kept.filter(({ at }) => at.getTime() > since)].slice(0, MOST_CHANGES)
}

/** What is known of a domain, a text for each thing. */
function factsOf({ spf, keys = [], dmarc, mx, sts, tlsReports, bimi }: DomainDrawing): Map<string, string> {
  const known: [what: string, text: string | undefined][] = [
    ['SPF record', spf && spfText(spf)],
    ['DMARC policy', dmarc && stated(dmarc.state, dmarc.policy)],
    ['DMARC reports', dmarc && stated(dmarc.state, dmarc.reports.join(', '))],
    [
      'Mail hosts',
      mx && stated(mx.state, mx.hosts.map(({ preference, name }) => `${preference} ${name}`).join(', ')),
    ],
    ['MTA-STS', sts && stated(sts.state, sts.mode && `mode ${sts.mode}`)],
    ['TLS reports', tlsReports && stated(tlsReports.state, tlsReports.record)],
    ['Logo (BIMI)', bimi && stated(bimi.state, bimi.logo)],
    ...keys.map((key): [string, string | undefined] => [`DKIM key ${key.selector}`, keyText(key)]),
  ]
  return new Map(
    known.flatMap(([what, text]) => (text === undefined ? [] : [[what, text.slice(0, LONGEST)] as const])),
  )
}

const STATES: Readonly<Record<string, string>> = {
  none: 'none',
  refuses: 'none: it takes no mail',
  declined: 'declined',
  faulty: 'a record that cannot be used',
}

function stated(state: string, text: string | undefined): string | undefined {
  if (state === 'failed') return undefined
  return STATES[state] ?? (text === undefined || text === '' ? 'none' : text)
}

function spfText({ root }: DrawnSpf): string | undefined {
  if (root.state === 'failed') return undefined
  if (root.state !== 'record') return root.state === 'several' ? 'several records' : 'none'
  return ['v=spf1', ...root.terms.map(({ text }) => text)].join(' ')
}

function keyText({ state, type, bits }: DrawnKey): string | undefined {
  if (state === 'failed') return undefined
  if (state === 'missing') return 'no key'
  return [state, type, bits === undefined ? undefined : `${bits} bits`].filter(Boolean).join(', ')
}
