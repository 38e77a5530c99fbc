import type { ComponentChildren } from 'preact'
import type { DomainDrawing } from '../../../core/domain-health.ts'
import { published } from '../../words/published.ts'
import { Facts } from '../shown/facts.tsx'

type Fact = readonly [name: string, value: ComponentChildren]

const UNKNOWN = 'Could not be found out: no answer.'
const NOT_LOOKED_AT = 'Could not be found out.'

/** What a domain publishes beside SPF and DKIM, a line each. */
export function Policies({ domain, drawn }: { domain: string; drawn: DomainDrawing }) {
  const facts: Fact[] = [
    ['DMARC', dmarcWords(domain, drawn.dmarc)],
    ['Mail hosts (MX)', mxWords(drawn.mx)],
    ['MTA-STS', stsWords(drawn.sts)],
    ['TLS reports (TLS-RPT)', tlsReportWords(drawn.tlsReports)],
    ['Logo (BIMI)', bimiWords(domain, drawn.bimi)],
  ]
  return <Facts facts={facts} />
}

const POLICY_WORDS = {
  none: 'Receivers deliver mail that fails as usual (p=none).',
  quarantine: 'Receivers put mail that fails aside as spam (p=quarantine).',
  reject: 'Receivers refuse mail that fails (p=reject).',
} as const

function dmarcWords(domain: string, dmarc: DomainDrawing['dmarc']): ComponentChildren {
  if (!dmarc) return NOT_LOOKED_AT
  if (dmarc.state === 'failed') return UNKNOWN
  if (dmarc.state === 'none') return 'No record: receivers have no policy to go by, and nobody sends reports.'
  const { at = domain, policy = 'none', record, reports } = dmarc
  return (
    <>
      {POLICY_WORDS[policy]}
      <span class="detail">
        {dmarc.state === 'own' ? 'By its own record.' : `Inherited: the record of ${published(at)} applies.`}{' '}
        {reports.length > 0
          ? `Reports go to ${reports.map(published).join(', ')}.`
          : 'No reports are asked for (rua).'}
      </span>
      {record !== undefined && <code class="detail">{published(record)}</code>}
    </>
  )
}

function mxWords(mx: DomainDrawing['mx']): ComponentChildren {
  if (!mx) return NOT_LOOKED_AT
  switch (mx.state) {
    case 'failed':
      return UNKNOWN
    case 'refuses':
      return 'It takes no mail, and says so (null MX).'
    case 'none':
      return 'No MX record: mail goes to the address of the domain itself, if it has one.'
    case 'hosts':
      return mx.hosts.map(({ preference, name }) => (
        <span key={`${preference} ${name}`} class="mail-host">
          {preference} {published(name)}
        </span>
      ))
  }
}

function stsWords(sts: DomainDrawing['sts']): string {
  if (!sts) return NOT_LOOKED_AT
  switch (sts.state) {
    case 'failed':
      return UNKNOWN
    case 'none':
      return 'None: senders may deliver to it without TLS.'
    case 'faulty':
      return 'It is published, and senders cannot use it.'
    case 'policy':
      return `Mode ${published(sts.mode ?? 'unknown')}${sts.id === undefined ? '' : `, id ${published(sts.id)}`}.`
  }
}

function tlsReportWords(reports: DomainDrawing['tlsReports']): ComponentChildren {
  if (!reports) return NOT_LOOKED_AT
  switch (reports.state) {
    case 'failed':
      return UNKNOWN
    case 'none':
      return 'No record: nobody reports when TLS to it fails.'
    case 'faulty':
      return 'A record is published, and senders cannot use it.'
    case 'record':
      return <code>{published(reports.record ?? '')}</code>
  }
}

function bimiWords(domain: string, bimi: DomainDrawing['bimi']): ComponentChildren {
  if (!bimi) return NOT_LOOKED_AT
  switch (bimi.state) {
    case 'failed':
      return UNKNOWN
    case 'none':
      return 'No record: no logo is shown.'
    case 'declined':
      return 'It declines to have a logo shown.'
    case 'faulty':
      return 'A record is published, and receivers cannot use it.'
    case 'record':
      return (
        <>
          {published(bimi.logo ?? '')}
          <span class="detail">
            {bimi.at !== undefined && bimi.at !== domain ? `Inherited from ${published(bimi.at)}. ` : ''}
            {bimi.hasCertificate ? 'With a mark certificate.' : 'Without a mark certificate.'}
          </span>
        </>
      )
  }
}
