import { Empty } from '../../components/shown/empty.tsx'
import { type DmarcPlace, withQuery } from '../dmarc/asked.ts'

interface NothingProps {
  place: DmarcPlace
  /** The page itself. */
  path: string
  /** Nothing but the usual was asked for. */
  isUsual: boolean
}

/** No TLS report counts: none came, or none is of these days. */
export function NoTlsReports({ place: { site, domain }, path, isUsual }: NothingProps) {
  return (
    <Empty title={isUsual ? 'No TLS reports in the last 30 days' : 'No TLS report matches'}>
      {isUsual && (
        <p>
          Senders such as Google and Microsoft report once a day whether TLS to your mail servers worked, to
          the address that the TXT record at <code>_smtp._tls.{domain.domain}</code> names.
        </p>
      )}
      <p class="choice">
        <a href={withQuery(path, { days: '366' })}>Look at 12 months, and all reports</a>
        <a href={site.href.domainDmarcFiles(domain.id)}>Look at the files that came</a>
      </p>
    </Empty>
  )
}
