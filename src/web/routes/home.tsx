import type { Refusal } from '../../core/refusal.ts'
import type { WebDeps } from '../deps.ts'
import { HomeDocument, type HomeNotice } from '../pages/home.tsx'
import { FORM_PAGE, page, seeOther, UNLISTED } from '../respond.ts'
import { by, type Handler, type Route } from '../router.ts'
import type { Site } from '../site.ts'
import { duration } from '../wording.ts'
import type { UploadRefused } from './gathering.ts'
import { todayPage } from './today/today.tsx'
import type { Uploading } from './upload.ts'

/** `/`: says what this is, and makes a test for whoever asks; to people of an account, how their mail is. */
export function homeRoutes(route: Route, deps: WebDeps, uploading: Uploading): void {
  const create: Handler = async ({ client, site }) => {
    const made = await deps.mailTests.allocateAnonymous(client)
    return made.ok ? seeOther(site.href.test(made.value.token)) : refusedPage(site, made.refusal, NO_ADDRESS)
  }
  const show: Handler = async (visit) =>
    (await todayPage(deps, visit)) ?? page(<HomeDocument site={visit.site} />, 200, FORM_PAGE)
  const upload: Handler = (visit) => {
    const { site, client } = visit
    const refused = (refusal: Refusal) => refusedPage(site, refusal, NO_FILE_TAKEN)
    if (!site.anonymousTests) return refused({ kind: 'anonymous_tests_off' })
    const answers = {
      refused,
      notTaken: ({ status, notice, headers }: UploadRefused) => noticePage(site, status, notice, headers),
    }
    return uploading(visit, answers, (file) => deps.uploads.upload(client, file))
  }
  route('/upload', { post: by('anybody', upload) })
  route('/', {
    get: by('anybody', show),
    post: by('anybody', create),
  })
}

const NO_ADDRESS = 'No address was made'
const NO_FILE_TAKEN = 'That file was not accepted'

/** `title`: what did not come about. */
function refusedPage(site: Site, refusal: Refusal, title: string): Response {
  const { status, notice, headers } = shownRefusal(refusal, title)
  return noticePage(site, status, notice, headers)
}

function noticePage(site: Site, status: number, notice: HomeNotice, headers: Record<string, string> = {}) {
  return page(<HomeDocument site={site} notice={notice} />, status, { ...UNLISTED, ...FORM_PAGE, ...headers })
}

interface ShownRefusal {
  status: number
  notice: HomeNotice
  headers?: Record<string, string>
}

function notNow(title: string, says: string): ShownRefusal {
  return { status: 503, notice: { title, says }, headers: { 'retry-after': '60' } }
}

function shownRefusal(refusal: Refusal, title: string): ShownRefusal {
  switch (refusal.kind) {
    case 'too_many_anonymous_tests':
    case 'rate_limited': {
      const wait = duration(refusal.retryAfterSeconds)
      return {
        status: 429,
        notice: {
          title: 'Too many test addresses for now',
          says: `Your network has made as many as it may. Try again in ${wait}, or send to an address you already have: each takes several messages.`,
        },
        headers: { 'retry-after': String(refusal.retryAfterSeconds) },
      }
    }
    case 'anonymous_tests_off':
      return {
        status: 403,
        notice: {
          title,
          says: 'Tests without an account are turned off on this site.',
        },
      }
    case 'out_of_space':
    case 'mail_not_taken':
    case 'mailbox_full':
      return notNow(title, 'The service cannot take mail at the moment. Try again later.')
    case 'anonymous_share_full':
      return notNow(title, 'There is no space left for tests without an account. Try again later.')
    case 'client_share_full':
      return {
        status: 429,
        notice: {
          title,
          says: 'The tests made from your network hold as much mail as is allowed. Delete one that you no longer need, or wait until one expires.',
        },
        headers: { 'retry-after': '3600' },
      }
    default:
      throw new Error(`An anonymous test was refused with ${refusal.kind}`)
  }
}
