import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import type { File } from '../../pages/dmarc/told.ts'

/** From a report to the file that it came in. */
export function FileLinks({
  place: { site, domain },
  file,
}: {
  place: Pick<DmarcPlace, 'site' | 'domain'>
  file: File
}) {
  return (
    <p class="choice">
      {file.downloadable && (
        <a class="button button-quiet" href={site.href.domainDmarcFileContent(domain.id, file.id)} download>
          Download the file
        </a>
      )}
      <a class="button button-quiet" href={site.href.domainDmarcFile(domain.id, file.id)}>
        How it came
      </a>
    </p>
  )
}
