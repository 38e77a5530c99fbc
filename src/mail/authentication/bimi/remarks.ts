import { verbatim } from '../../../core/verbatim.ts'
import { inLines, txtChange } from '../../fixing/changes.ts'
import type { Remark } from '../../remark.ts'
import type { CertificateCode } from './certificate.ts'
import type { BimiDiscovery, SelectorChoice } from './discovery.ts'
import type { BimiView, LogoView, Unfetched } from './examine.ts'
import { hostsOf } from './record.ts'
import { repairBimi } from './repair.ts'
import { knownAuthorities } from './roots.ts'
import type { LogoCode, LogoFault } from './svg.ts'

/** What is said of the record and of the files it names. */
export type BimiCode =
  | LogoCode
  | CertificateCode
  | 'bimi-selector-unsigned'
  | 'bimi-selector-malformed'
  | 'bimi-not-a-record'
  | 'bimi-several-records'
  | 'bimi-record-invalid'
  | 'bimi-logo-not-fetched'
  | 'bimi-logo-differs'
  | 'bimi-logo-large'
  | 'bimi-logo-type'
  | 'bimi-no-certificate'
  | 'bimi-certificate-not-fetched'
  | 'bimi-certificate-unreadable'

/** A remark that knows whether no receiver would show the logo because of it. */
export interface BimiRemark<Code extends string = BimiCode> extends Remark<Code> {
  broken: boolean
}

const DRAFT = 'draft-brand-indicators-for-message-identification'
const SVG_DRAFT = 'draft-svg-tiny-ps-abrotman section 2'
const MARK_DRAFT = 'draft-fetch-validation-vmc-wchuang section 5'
const GMAIL = 'Google Workspace, BIMI: https://support.google.com/a/answer/10911027 (seen 2026-11-21)'
const LARGEST_LOGO = 32_768

/** What is to be said of the record and of the files it names. */
export function bimiRemarks(
  view: BimiView,
  choice: SelectorChoice,
  /** Hosts that look unregistered: nothing can be served there. */
  unregistered: ReadonlySet<string> = new Set(),
): BimiRemark[] {
  const isNobodys = (file: BimiView['logo'] | BimiView['certificate']) =>
    file !== undefined && 'unfetched' in file && unregistered.has(file.host)
  return [
    ...selectorRemarks(choice),
    ...recordRemarks(view, unregistered),
    ...(isNobodys(view.logo) ? [] : logoRemarks(view)),
    ...(isNobodys(view.certificate) ? [] : certificateRemarks(view)),
  ]
}

function selectorRemarks({ by }: SelectorChoice): BimiRemark[] {
  if (by !== 'unsigned' && by !== 'malformed') return []
  const isUnsigned = by === 'unsigned'
  return [
    {
      code: `bimi-selector-${by}`,
      says: isUnsigned
        ? 'BIMI-Selector is not covered by a valid aligned DKIM signature, so receivers take the default logo.'
        : 'BIMI-Selector is not of the form "v=BIMI1; s=selector", so receivers take the default logo.',
      advice: isUnsigned
        ? 'Name bimi-selector in h= of the DKIM signature.'
        : `Remove the field BIMI-Selector, or send it once as "${verbatim('v=BIMI1; s=selector')}".`,
      reference: `${DRAFT} section 5`,
      broken: false,
      ...(!isUnsigned && { changes: [{ kind: 'header' as const, name: 'BIMI-Selector' }] }),
    },
  ]
}

function recordRemarks(view: BimiView, unregistered: ReadonlySet<string>): BimiRemark[] {
  const { state, at, record } = view.discovery
  const add = (code: BimiCode, says: string): BimiRemark[] => [
    {
      code,
      says,
      ...recordOffer(view.discovery, unregistered),
      reference: `${DRAFT} section 4.3`,
      broken: true,
    },
  ]
  if (state === 'not-a-record') {
    return add(
      'bimi-not-a-record',
      `The TXT record below _bimi.${at} is no BIMI record: it must begin with v=BIMI1; exactly.`,
    )
  }
  if (state === 'several') {
    return add(
      'bimi-several-records',
      `There are several BIMI records of one name below _bimi.${at}: receivers then take none.`,
    )
  }
  if (record && record.faults.length > 0) {
    return add(
      'bimi-record-invalid',
      `The BIMI record below _bimi.${at} is not valid: ${record.faults.join('; ')}.`,
    )
  }
  return []
}

/** The record with what its owner wrote. The selector may be a word of the message, which is not repeated. */
function recordOffer(
  { at, alias, texts = [], selector }: BimiDiscovery,
  unregistered: ReadonlySet<string>,
): Pick<BimiRemark, 'advice' | 'changes'> {
  const where = `the TXT record below _bimi.${at}`
  if (alias !== undefined)
    return { advice: `The name below _bimi.${at} is an alias: correct the record where it leads.` }
  const text = repairBimi(texts)
  const nobodys = text === undefined ? [] : hostsOf(text).filter((host) => unregistered.has(host))
  if (text && selector === 'default' && nobodys.length === 0) {
    const change = txtChange(`default._bimi.${at}`, text)
    return { advice: `Publish one record: ${inLines([change])}`, changes: [change] }
  }
  const instead =
    nobodys.length > 0
      ? ` In place of ${nobodys.join(' and ')}, which ${nobodys.length > 1 ? 'look' : 'looks'} unregistered, name a host of your own.`
      : ''
  return {
    advice: `Leave one record and correct ${where}: ${verbatim('v=BIMI1;')} first, then l= with the https address of the logo and a= with that of the certificate, each tag once.${instead}`,
  }
}

const UNFETCHED: Readonly<Record<Exclude<Unfetched, 'failed'>, string>> = {
  tls: 'has no valid certificate for its name',
  'not-public': 'leads to an address that is not public',
  'not-https': 'redirects to an address without https',
  redirects: 'redirects too often',
  missing: 'does not serve it with status 200',
  'too-large': 'serves far more than such a file may have',
}

function logoRemarks({ logo, markedLogo, logosDiffer }: BimiView): BimiRemark[] {
  if (logo && 'unfetched' in logo) return unfetched('bimi-logo-not-fetched', 'The logo', logo)
  const faults = logo?.faults ?? markedLogo?.faults ?? []
  const remarks: BimiRemark[] = faults.map(logoRemark)
  if (logosDiffer) {
    remarks.push({
      code: 'bimi-logo-differs',
      says: 'The logo at l= is not the one in the certificate: receivers then show none.',
      advice: 'Serve at l= exactly the drawing that the certificate was issued for.',
      reference: `${DRAFT} section 7.9`,
      broken: true,
    })
  }
  return logo ? [...remarks, ...servingRemarks(logo)] : remarks
}

/** A receiver may show these all the same. */
const TOLERABLE: readonly LogoCode[] = ['bimi-logo-not-square', 'bimi-logo-relative-size']

function logoRemark({ code, says }: LogoFault): BimiRemark {
  const isTolerable = TOLERABLE.includes(code)
  return {
    code,
    says: `The logo is not as it should be: ${says}.`,
    advice: `Save the logo as SVG Tiny Portable/Secure: ${says}.`,
    reference: isTolerable ? GMAIL : SVG_DRAFT,
    broken: !isTolerable,
  }
}

function servingRemarks({ octets, contentType, host }: LogoView): BimiRemark[] {
  const remarks: BimiRemark[] = []
  if (octets > LARGEST_LOGO) {
    remarks.push({
      code: 'bimi-logo-large',
      says: `The logo has ${octets} octets, which is more than 32 KB.`,
      advice: 'Simplify its paths until it has 32,768 octets or less.',
      reference: SVG_DRAFT,
      broken: false,
    })
  }
  if (contentType !== 'image/svg+xml') {
    remarks.push({
      code: 'bimi-logo-type',
      says: `${host} does not serve the logo as image/svg+xml.`,
      advice: `Serve it with "${verbatim('Content-Type: image/svg+xml')}".`,
      reference: `${DRAFT} section 4.3.2`,
      broken: false,
    })
  }
  return remarks
}

function certificateRemarks({ discovery, certificate }: BimiView): BimiRemark[] {
  if (!certificate) {
    if (!discovery.record || discovery.record.faults.length > 0 || discovery.record.logo === '') return []
    return [
      {
        code: 'bimi-no-certificate',
        says: 'No mark certificate is named: Gmail and Apple Mail then show no logo, others may.',
        advice:
          'If you want it there too, buy a mark certificate and name it with a= in the BIMI record: a VMC needs a registered trademark, a CMC a logo that has been in use for a year, and Apple is said to take no CMC.',
        reference: GMAIL,
        broken: false,
      },
    ]
  }
  if ('unfetched' in certificate) {
    const { unfetched: why, host } = certificate
    if (why !== 'unreadable')
      return unfetched('bimi-certificate-not-fetched', 'The mark certificate', { unfetched: why, host })
    return [
      {
        code: 'bimi-certificate-unreadable',
        says: `What ${host} serves as the mark certificate is no certificate in PEM form.`,
        advice:
          'Serve the PEM file of the authority: the mark certificate first, then the certificates of its issuers.',
        reference: MARK_DRAFT,
        broken: true,
      },
    ]
  }
  return certificate.faults.map(({ code, says, unsure }) => {
    if (code !== 'bimi-certificate-unknown-root') return unusable(code, says)
    return unsure === undefined ? unknownRoot(says) : unsureRoot(says)
  })
}

/** A provider may know an authority before this program does. */
const unknownRoot = (says: string): BimiRemark => ({
  code: 'bimi-certificate-unknown-root',
  says: `Nobody known vouches for the mark certificate: ${says}. A mailbox provider that does not know it either shows no logo.`,
  advice: `Have a mark certificate issued by an authority that mailbox providers know: ${knownAuthorities().join(', ')}. If yours is new among them, ask it which providers show its logos.`,
  reference: MARK_DRAFT,
  broken: true,
})

const unsureRoot = (says: string): BimiRemark => ({
  code: 'bimi-certificate-unknown-root',
  says: `Whether a known authority vouches for the mark certificate could not be found out: ${says}.`,
  advice:
    'Nothing has to be changed for this. Whoever runs this service can name the certificate of that root in bimi.roots, by which it is verified then.',
  reference: MARK_DRAFT,
  broken: false,
})

function unusable(code: CertificateCode, says: string): BimiRemark {
  return {
    code,
    says: `The mark certificate cannot be used: ${says}.`,
    advice:
      'Serve the current PEM file of the authority: the mark certificate first, then the certificates of its issuers.',
    reference: MARK_DRAFT,
    broken: true,
  }
}

function unfetched(code: BimiCode, what: string, file: { unfetched: Unfetched; host: string }): BimiRemark[] {
  if (file.unfetched === 'failed') return []
  const says = UNFETCHED[file.unfetched]
  return [
    {
      code,
      says: `${what} cannot be fetched: ${file.host} ${says}.`,
      advice: 'Serve it over https with status 200, a certificate for the name, and no redirect.',
      reference: `${DRAFT} section 7.5`,
      broken: true,
    },
  ]
}
