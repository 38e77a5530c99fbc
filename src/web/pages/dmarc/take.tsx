import { Confirm } from '../../components/form/confirm.tsx'
import { inList } from '../../words/dmarc.ts'
import type { DmarcPlace } from './asked.ts'
import type { File } from './told.ts'

/** `/domains/<id>/dmarc/files/<file>/take`: asks before a report takes the place of another. */
export function TakeDocument({ place: { site, domain }, file }: { place: DmarcPlace; file: File }) {
  const page = site.href.domainDmarcFile(domain.id, file.id)
  return (
    <Confirm
      site={site}
      title="Take this report instead?"
      lede={`All numbers of ${domain.domain} count this report from now on, and no longer the one that is stored with the same reporter, id and dates.`}
      action={site.href.domainDmarcTake(domain.id, file.id)}
      button="Take this one instead"
      cancel={{ href: page, words: 'Keep the stored one' }}
    >
      <ul class="help-list">
        <li>
          Taken: <bdi class="theirs">{inList(file.name || 'the file', 120)}</bdi>
        </li>
        {file.authentication !== 'passed' && (
          <li>This one is not authenticated: anybody may have written it.</li>
        )}
        <li>The other one is kept out, among the conflicts, and can be taken back.</li>
        <li>The audit log says who did this.</li>
      </ul>
    </Confirm>
  )
}
