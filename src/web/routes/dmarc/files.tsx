import { OUTCOMES } from '../../../core/aggregate/file.ts'
import { FilesDocument } from '../../pages/dmarc/files.tsx'
import { attachment, ownPage } from '../../respond.ts'
import { dmarcAsked, oneOf } from './asked.ts'
import type { FilePagesDeps, Reading } from './deps.ts'
import { placeOf, refusal } from './place.ts'

/** Files on one page, which is to stay below 60 KB. */
const ON_A_PAGE = 30
const LONGEST_ID = 200

/** Lists what came for a domain, and what became of it. */
export function filesHandler(deps: FilePagesDeps): Reading {
  return async (visit) => {
    const url = new URL(visit.request.url)
    const place = await placeOf(deps, visit, dmarcAsked(url, deps.clock.now()))
    if (place instanceof Response) return place
    const outcome = oneOf(url, 'outcome', OUTCOMES)
    const after = url.searchParams.get('after')?.slice(0, LONGEST_ID)
    const found = await deps.files.list(visit.actor, place.domain.id, {
      // One more than is shown tells whether there are more.
      limit: ON_A_PAGE + 1,
      ...(outcome && { outcome }),
      ...(after && { after }),
    })
    if (!found.ok) return refusal(visit.site, found.refusal)
    const { files, counts } = found.value
    return ownPage(
      <FilesDocument
        place={place}
        files={files.slice(0, ON_A_PAGE)}
        counts={counts}
        isLater={Boolean(after)}
        wasSent={url.searchParams.has('sent')}
        hasMore={files.length > ON_A_PAGE}
        {...(outcome && { outcome })}
      />,
    )
  }
}

/** Gives a file as it came. Whatever a stranger sent, a browser saves it and opens nothing. */
export function contentHandler({ files }: FilePagesDeps): Reading {
  return async ({ site, actor, params }) => {
    const found = await files.download(actor, params['domain'] ?? '', params['file'] ?? '')
    return found.ok ? attachment(found.value.bytes, found.value.name) : refusal(site, found.refusal)
  }
}
