import { verbatim } from '../../../core/verbatim.ts'
import { beginningOf, inLines, txtChange } from '../../fixing/changes.ts'
import { addressesIn, hostOfAddress, leavesOut, stillHolds } from '../../fixing/unregistered-words.ts'
import type { TransportView } from './examine.ts'
import type { TransportCode, TransportRemark } from './remark.ts'
import { repairTlsReport } from './repair.ts'
import { stsRemarks } from './sts-remarks.ts'
import type { TlsReportRecord } from './tls-report.ts'

/** What is to be said of a domain's transport policy. `stsId` is the id of a new policy (RFC 8461 3.1). */
export function transportRemarks(
  view: TransportView,
  stsId: string,
  /** Names that look unregistered: nobody is told to rely on them. */
  unregistered: ReadonlySet<string> = new Set(),
): TransportRemark[] {
  return [
    ...stsRemarks(view, stsId, unregistered),
    ...reportRemarks(view, unregistered),
    ...daneRemarks(view),
    ...caaRemarks(view),
  ]
}

const REPORT_FAULTS: Readonly<
  Partial<Record<TlsReportRecord['state'], readonly [code: TransportCode, says: string]>>
> = {
  'not-a-record': ['tlsrpt-not-a-record', 'is no TLS-RPT record: it must begin with v=TLSRPTv1; exactly'],
  several: ['tlsrpt-several-records', 'stands there more than once: senders then send no report'],
  'no-address': ['tlsrpt-no-address', 'names no address for reports (rua=)'],
  'bad-address': ['tlsrpt-bad-address', 'names an address that is neither mailto: nor https:'],
}

function reportRemarks(view: TransportView, unregistered: ReadonlySet<string>): TransportRemark[] {
  const { domain, sts, dane, report } = view
  const name = `_smtp._tls.${domain}`
  const reference = 'RFC 8460 section 3'
  const fault = REPORT_FAULTS[report.state]
  if (fault) {
    const [code, what] = fault
    const offer = reportOffer(view, unregistered)
    return [{ code, says: `The TXT record at ${name} ${what}.`, ...offer, reference, broken: true }]
  }
  const isOffered = sts.state === 'record' || dane.some(({ state }) => state === 'usable')
  if (report.state !== 'none' || !isOffered) return []
  return [
    {
      code: 'tlsrpt-missing',
      says: `${domain} asks senders to insist on TLS, but not to report when that fails.`,
      ...reportOffer(view, unregistered),
      reference,
      broken: false,
    },
  ]
}

/** The record with every address that its owner wrote; one of the domain's own only where it takes mail. */
function reportOffer(
  { domain, report, receives }: TransportView,
  unregistered: ReadonlySet<string>,
): Pick<TransportRemark, 'advice' | 'changes'> {
  const name = `_smtp._tls.${domain}`
  if (report.alias !== undefined) {
    return { advice: `${name} is an alias of ${report.alias}: the record is to be published there.` }
  }
  const { texts = [] } = report
  const own = receives === 'yes' ? `mailto:tls-reports@${domain}` : undefined
  const first = own && texts.length === 0 ? `v=TLSRPTv1; rua=${own}` : undefined
  const text = first ?? repairTlsReport(texts, own, unregistered)
  if (text) {
    const change = txtChange(name, text, beginningOf(texts, 'v=TLSRPTv1'))
    const [held, gone] = nobodysAddresses(texts, text, unregistered)
    const beside = [leavesOut(gone), stillHolds(held, 'this address', 'these addresses')].filter(Boolean)
    return { advice: [`Publish one record: ${inLines([change])}`, ...beside].join('\n'), changes: [change] }
  }
  const why = receives === 'no' ? ` ${domain} takes no mail, so it must be one elsewhere.` : ''
  return {
    advice: `Write one TXT record at ${name}: ${verbatim('v=TLSRPTv1;')} first, then rua= with the addresses that are to get the reports, each with mailto: or https: before it.${why}`,
  }
}

/** Addresses whose host looks unregistered: those that the offered record holds, and those that it does not. */
function nobodysAddresses(texts: readonly string[], offered: string, unregistered: ReadonlySet<string>) {
  const nobodys = addressesIn(texts.join(' ')).filter((one) => unregistered.has(hostOfAddress(one)))
  const within = addressesIn(offered)
  return [
    nobodys.filter((one) => within.includes(one)),
    nobodys.filter((one) => !within.includes(one)),
  ] as const
}

function daneRemarks({ mail, dane }: TransportView): TransportRemark[] {
  // Without one validated answer nothing tells a resolver that does not validate from a zone that is not signed.
  const validates = mail.validated || dane.some(({ validated }) => validated)
  return dane.flatMap(({ host, state, validated }): TransportRemark[] => {
    if (state === 'unusable' && (validated || !validates)) {
      return [
        {
          code: 'dane-unusable',
          says: `No TLSA record of ${host} can be used for mail.`,
          advice: `Publish: _25._tcp.${host} TLSA 3 1 1 with the SHA-256 of the public key of its certificate.`,
          reference: 'RFC 7672 section 3.1',
          broken: true,
        },
      ]
    }
    if (state === 'none' || state === 'failed' || !validates || (validated && mail.validated)) return []
    const what = validated ? 'The MX record that leads to it' : 'The answer'
    return [
      {
        code: 'dane-not-validated',
        says: `${host} has TLSA records. ${what} is not protected by DNSSEC, so senders ignore them.`,
        advice: `Sign the zones of the MX record and of ${host} with DNSSEC, or remove the TLSA records.`,
        reference: 'RFC 7672 section 2.2',
        broken: false,
      },
    ]
  })
}

function caaRemarks({ caa }: TransportView): TransportRemark[] {
  if (!caa.unknownCritical) return []
  return [
    {
      code: 'caa-unknown-critical',
      says: `The CAA records of ${caa.at} mark a tag as critical that no registry knows: no authority may then issue a certificate.`,
      advice: `Remove the critical flag (128) from that CAA record of ${caa.at}, or the record.`,
      reference: 'RFC 8659 section 4.1',
      broken: false,
    },
  ]
}
