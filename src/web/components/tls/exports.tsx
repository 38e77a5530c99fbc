import { type DmarcPlace, windowOf, withQuery } from '../../pages/dmarc/asked.ts'

/** Every report of the window as a file. */
export function TlsExports({ place: { site, domain, asked } }: { place: DmarcPlace }) {
  const window = windowOf(asked)
  return (
    <p class="choice">
      <a class="button button-quiet" href={withQuery(site.href.domainTlsCsv(domain.id), window)} download>
        Download as CSV
      </a>
      <a class="button button-quiet" href={withQuery(site.href.domainTlsJson(domain.id), window)} download>
        Download as JSON
      </a>
    </p>
  )
}
