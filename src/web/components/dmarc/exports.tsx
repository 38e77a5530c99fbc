import { type DmarcPlace, windowOf, withQuery } from '../../pages/dmarc/asked.ts'

/** The records of the window as files. */
export function Exports({ place: { site, domain, asked } }: { place: DmarcPlace }) {
  const window = windowOf(asked)
  return (
    <p class="choice">
      <a
        class="button button-quiet"
        href={withQuery(site.href.domainDmarcRecordsCsv(domain.id), window)}
        download
      >
        Download records as CSV
      </a>
      <a
        class="button button-quiet"
        href={withQuery(site.href.domainDmarcRecordsJson(domain.id), window)}
        download
      >
        Download records as JSON
      </a>
    </p>
  )
}
