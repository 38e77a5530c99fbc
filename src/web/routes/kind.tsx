import { accountOf, holdsTest } from '../../core/access/permission.ts'
import type { HintChange } from '../../core/report.ts'
import { MESSAGE_KINDS, type MessageKind } from '../../core/report.ts'
import type { WebDeps } from '../deps.ts'
import { KindDocument } from '../pages/kind.tsx'
import { noSuchTest, refusedPage } from '../pages/plain.tsx'
import { FORM_PAGE, page, seeOther, UNLISTED } from '../respond.ts'
import type { Handler } from '../router.ts'
import { testPage } from '../view.ts'
import { duration } from '../wording.ts'

/** `/t/<token>/kind`: the owner says what kind of mail it is, and how much is sent. */
export function kindHandlers(deps: WebDeps): {
  get: Handler<'test:tests.describe'>
  post: Handler<'test:tests.describe'>
} {
  return {
    async get({ reader, token, site }) {
      const read = await deps.mailTests.read(reader, token)
      if (!read.ok || !holdsTest(reader, read.value.test, 'change')) return noSuchTest(site, token)
      const asks = <KindDocument site={site} page={testPage(read.value, false, deps.checkWords)} />
      return page(asks, 200, { ...UNLISTED, ...FORM_PAGE })
    },

    async post({ request, reader, token, client, site }) {
      const change = changeOf(new URLSearchParams(await request.text()))
      if (!change) {
        return refusedPage(site, 400, {
          title: 'Nothing was changed',
          says: 'What was sent names no kind of mail. Go back to the report and choose one.',
        })
      }
      const said = await deps.hinting.give(reader, token, change, accountOf(reader) ?? client)
      if (said.ok) return seeOther(site.href.test(token))
      if (said.refusal.kind !== 'rate_limited') return noSuchTest(site, token)
      const seconds = said.refusal.retryAfterSeconds
      return refusedPage(
        site,
        503,
        {
          title: 'Too many tests are being analysed again',
          says: `Nothing was changed. Try again in ${duration(seconds)}.`,
        },
        { 'retry-after': String(seconds) },
      )
    },
  }
}

/** The form says both at once: a box that is not ticked is not sent. */
function changeOf(form: URLSearchParams): HintChange | undefined {
  const kind = form.get('kind')
  if (kind !== 'inferred' && !isKind(kind)) return undefined
  return { kind, bulk: form.get('bulk') === 'yes' }
}

function isKind(text: string | null): text is MessageKind {
  return MESSAGE_KINDS.some((kind) => kind === text)
}
