import type { Change } from '../../core/fix.ts'
import type { Remark } from '../remark.ts'
import { quoteTxt } from '../txt-strings.ts'
import type { TransportView } from './examine.ts'
import { stsRemarks } from './sts-remarks.ts'

/** A remark that knows whether what was published does not work. */
export interface TransportRemark extends Remark {
  /** Senders cannot use what is published. */
  broken: boolean
}

/** What is to be said of a domain's transport policy. `stsId` is the id of a new policy (RFC 8461 3.1). */
export function transportRemarks(view: TransportView, stsId: string): TransportRemark[] {
  return [...stsRemarks(view, stsId), ...reportRemarks(view), ...daneRemarks(view), ...caaRemarks(view)]
}

const REPORT_FAULTS: Readonly<Record<string, readonly [code: string, says: string]>> = {
  'not-a-record': ['tlsrpt-not-a-record', 'is no TLS-RPT record: it must begin with v=TLSRPTv1; exactly'],
  several: ['tlsrpt-several-records', 'stands there more than once: senders then send no report'],
  'no-address': ['tlsrpt-no-address', 'names no address for reports (rua=)'],
  'bad-address': ['tlsrpt-bad-address', 'names an address that is neither mailto: nor https:'],
}

function reportRemarks({ domain, sts, dane, report }: TransportView): TransportRemark[] {
  const name = `_smtp._tls.${domain}`
  const record = quoteTxt(`v=TLSRPTv1; rua=mailto:tls-reports@${domain}`)
  const advice = `Publish one record: ${name} TXT ${record}`
  const reference = 'RFC 8460 section 3'
  const fault = REPORT_FAULTS[report.state]
  if (fault) {
    const [code, what] = fault
    const fix: Change[] = [{ kind: 'dns', name, type: 'TXT', records: [record] }]
    return [{ code, says: `The TXT record at ${name} ${what}.`, advice, reference, broken: true, fix }]
  }
  const isOffered = sts.state === 'record' || dane.some(({ state }) => state === 'usable')
  if (report.state !== 'none' || !isOffered) return []
  return [
    {
      code: 'tlsrpt-missing',
      says: `${domain} asks senders to insist on TLS, but not to report when that fails.`,
      advice,
      reference,
      broken: false,
      fix: [{ kind: 'dns', name, type: 'TXT', records: [record] }],
    },
  ]
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
