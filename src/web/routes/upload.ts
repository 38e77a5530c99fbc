import type { MailTest } from '../../core/mail-test.ts'
import type { Refusal, Result } from '../../core/refusal.ts'
import {
  createRoom,
  createTurns,
  type Gathered,
  gather,
  type NotGathered,
  roomFor,
  stillAsks,
} from '../../services/intake/incoming.ts'
import type { UploadBounds, WebDeps } from '../deps.ts'
import type { HomeNotice } from '../pages/home.tsx'
import { seeOther } from '../respond.ts'
import type { Visit } from '../router.ts'

/** What the form adds to the file. */
const FORM_BYTES = 16 * 1024
const MB = 1024 * 1024
/** Unpacking a file takes its size once more. */
const UNPACKED_AT_ONCE = 2

/** 32 KB/s: a file of 25 MB may take 13 minutes. */
const BOUNDS: UploadBounds = { all: 100 * MB, one: 50 * MB, pace: { bytes: 480 * 1024, everyMs: 15_000 } }

/** Why a file was not taken, and the status that says so. */
export interface UploadRefused {
  status: number
  notice: HomeNotice
  headers?: Record<string, string>
}

interface Answers {
  notTaken(why: UploadRefused): Response
  refused(refusal: Refusal): Response
}

/** Takes a message file out of a form and has a test made of it. The file arrives first, at its sender's pace; nothing else is held by
 * then. All that are on their way share one room. */
export type Uploading = (
  visit: Visit,
  answers: Answers,
  make: (file: Uint8Array) => Promise<Result<MailTest>>,
) => Promise<Response>

/** Made once for the whole site. */
export function createUploading(deps: Pick<WebDeps, 'uploads' | 'uploadBounds'>): Uploading {
  const { uploads, uploadBounds: bounds = BOUNDS } = deps
  const most = uploads.maxBytes + FORM_BYTES
  const room = createRoom(Math.max(bounds.all, roomFor(most)), Math.max(bounds.one, roomFor(most)))
  const inTurn = createTurns(UNPACKED_AT_ONCE)

  const turnAway = (answers: Answers, refusal: Refusal) => {
    if (refusal.kind === 'message_too_big') return answers.notTaken(tooLarge(refusal.limit))
    if (refusal.kind !== 'bad_request') return answers.refused(refusal)
    const notice = { title: 'That file was not accepted', says: refusal.reason }
    return answers.notTaken({ status: 400, notice })
  }

  const take = async (
    { request, site }: Visit,
    answers: Answers,
    form: Gathered,
    make: Parameters<Uploading>[2],
  ): Promise<Response> => {
    if (request.signal.aborted) return answers.notTaken(GONE)
    const file = await fileIn(request.headers.get('content-type') ?? '', form.bytes())
    if (!file) return answers.notTaken(NO_FILE)
    if (!(await stillAsks(request))) return answers.notTaken(GONE)
    const made = await make(file)
    return made.ok ? seeOther(site.href.test(made.value.token)) : turnAway(answers, made.refusal)
  }

  return async (visit, answers, make) => {
    const { request, client } = visit
    const closing = (why: UploadRefused) =>
      answers.notTaken({ ...why, headers: { ...why.headers, connection: 'close' } })
    // What is on its way is not waited for.
    if (Number(request.headers.get('content-length') ?? 0) > most) return closing(tooLarge(uploads.maxBytes))
    const form = await gather(request.body, { most, room, client, pace: bounds.pace })
    if (form === 'too_large') return closing(tooLarge(uploads.maxBytes))
    if (typeof form === 'string') return closing(NOT_GATHERED[form])
    try {
      return await inTurn(() => take(visit, answers, form, make))
    } finally {
      form.letGo()
    }
  }
}

const NO_FILE: UploadRefused = {
  status: 400,
  notice: {
    title: 'There was no file',
    says: 'Choose a message that was saved with all its header fields, as .eml.',
  },
}

const GONE: UploadRefused = {
  status: 400,
  notice: { title: 'That file was not accepted', says: 'The connection ended before all of it was here.' },
}

const NOT_GATHERED: Record<Exclude<NotGathered, 'too_large'>, UploadRefused> = {
  gone: GONE,
  no_room: {
    status: 503,
    notice: { title: 'Too many files at once', says: 'The file was not accepted. Try again in a minute.' },
    headers: { 'retry-after': '60' },
  },
  too_slow: {
    status: 408,
    notice: {
      title: 'The file took too long',
      says: 'Its connection was too slow. Try again, or send the message.',
    },
  },
}

function tooLarge(limit: number): UploadRefused {
  const size = limit < MB ? `${limit} bytes` : `${Math.floor(limit / MB)} MB`
  return {
    status: 413,
    notice: { title: 'That file is too large', says: `A message may have ${size} at most.` },
  }
}

/** The file of the form; none where nothing was chosen, or where the body is no such form. */
async function fileIn(type: string, body: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  if (!type.toLowerCase().startsWith('multipart/form-data')) return undefined
  const whole = new Response(body, { headers: { 'content-type': type } })
  const form = await whole.formData().catch(() => undefined)
  const file = form?.get('message')
  // A browser sends a file without a name where none was chosen.
  if (!(file instanceof Blob) || (file.size === 0 && !('name' in file && file.name))) return undefined
  return file.bytes()
}
