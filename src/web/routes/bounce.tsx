import type { Refusal } from '../../core/refusal.ts'
import type { WebDeps } from '../deps.ts'
import { BounceFormPage, BouncePage } from '../pages/bounce.tsx'
import { FORM_PAGE, page, UNLISTED } from '../respond.ts'
import { by, type Handler, type Route } from '../router.ts'
import type { Site } from '../site.ts'
import { duration } from '../wording.ts'
import { type Gathering, tooLarge } from './gathering.ts'

const OFF: Refusal = { kind: 'anonymous_tests_off' }
const HEADERS = { ...UNLISTED, ...FORM_PAGE }
/** What was pasted stands in the form again where it was not explained; more than this is no text that somebody typed. */
const LONGEST_TYPED = 20_000

type Handed = { raw: Uint8Array; typed?: string } | { wrong: string; typed?: string }

/** `/bounce`: explains what came back of mail. What is handed in is kept nowhere. */
export function bounceRoutes(route: Route, deps: WebDeps, gathering: Gathering): void {
  const { bounces } = deps

  const show: Handler = ({ site }) =>
    site.anonymousTests
      ? page(<BounceFormPage site={site} />, 200, HEADERS)
      : answerRefused(site, { title: NOTHING, refusal: OFF })

  const explain: Handler = (visit) => {
    const { site, client } = visit
    if (!site.anonymousTests) return answerRefused(site, { title: NOTHING, refusal: OFF })
    return gathering(visit, {
      maxBytes: bounces.maxBytes,
      maxFiles: 2,
      what: 'A bounce',
      lasts: true,
      notTaken: ({ status, notice, headers }) =>
        page(<BounceFormPage site={site} notice={notice} />, status, { ...HEADERS, ...headers }),
      async take(form) {
        const handed = await handedIn(form)
        const told = handed.typed === undefined ? {} : { typed: handed.typed }
        if ('wrong' in handed)
          return answerRefused(site, {
            title: NOTHING,
            refusal: { kind: 'bad_request', reason: handed.wrong },
            ...told,
          })
        const explained = await bounces.explain(handed.raw, client)
        if (explained.ok) return page(<BouncePage site={site} bounce={explained.value} />, 200, HEADERS)
        return answerRefused(site, { title: NOTHING, refusal: explained.refusal, ...told })
      },
    })
  }

  route('/bounce', { get: by('anybody', show), post: by('anybody', explain) })
}

const NOTHING = 'Nothing was explained'

/** The text that was pasted, or the file that was chosen. */
async function handedIn(form: FormData | undefined): Promise<Handed> {
  const [text, file] = [form?.get('text'), form?.get('message')]
  const pasted = typeof text === 'string' ? text : ''
  const typed = pasted.length > 0 && pasted.length <= LONGEST_TYPED ? { typed: pasted } : {}
  const chosen = file instanceof Blob && file.size > 0 ? await file.bytes() : undefined
  if (chosen && pasted.trim() !== '')
    return { wrong: 'There is a text and a file: hand in one of the two.', ...typed }
  if (chosen) return { raw: chosen }
  if (pasted.trim() === '') return { wrong: 'Paste a bounce, or choose its file.' }
  return { raw: new TextEncoder().encode(pasted.trimStart()), ...typed }
}

interface RefusedAnswer {
  title: string
  refusal: Refusal
  typed?: string
}

function answerRefused(site: Site, { title, refusal, typed }: RefusedAnswer): Response {
  const { status, notice, headers } = shownRefusal(refusal, title)
  const form = <BounceFormPage site={site} notice={notice} {...(typed !== undefined && { typed })} />
  return page(form, status, { ...HEADERS, ...headers })
}

interface ShownRefusal {
  status: number
  notice: { title: string; says: string }
  headers?: Record<string, string>
}

function shownRefusal(refusal: Refusal, title: string): ShownRefusal {
  switch (refusal.kind) {
    case 'bad_request':
      return { status: 400, notice: { title, says: refusal.reason } }
    case 'message_too_big':
      return tooLarge({ maxBytes: refusal.limit, what: 'A bounce' })
    case 'under_way':
      return {
        status: 409,
        notice: {
          title: 'Your last bounce is still being read',
          says: 'One at a time for each network. Try again in a moment.',
        },
      }
    case 'rate_limited':
      return {
        status: 429,
        notice: {
          title: 'Too many bounces for now',
          says: `Try again in ${duration(refusal.retryAfterSeconds)}.`,
        },
        headers: { 'retry-after': String(refusal.retryAfterSeconds) },
      }
    case 'anonymous_tests_off':
      return {
        status: 403,
        notice: { title, says: 'Explaining bounces without an account is turned off on this site.' },
      }
    default:
      throw new Error(`An explanation was refused with ${refusal.kind}`)
  }
}
