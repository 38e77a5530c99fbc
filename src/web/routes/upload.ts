import type { Refusal } from '../../core/refusal.ts'
import type { WebDeps } from '../deps.ts'
import type { HomeNotice } from '../pages/home.tsx'
import { seeOther } from '../respond.ts'
import type { Handler } from '../router.ts'
import type { Site } from '../site.ts'
import { createSeats } from '../streams.ts'

/** What the form adds to the file. */
const FORM_BYTES = 16 * 1024
/** Each holds a file in memory. */
const BOUNDS = { total: 4, perClient: 2 }
const MB = 1024 * 1024
/** A file of 25 MB in this time is 1 Mbit/s. */
const LONGEST_MS = 200_000

/** Why a file was not taken, and the status that says so. */
export interface NotTaken {
  status: number
  notice: HomeNotice
  headers?: Record<string, string>
}

interface Answers {
  notTaken(why: NotTaken): Response
  refused(refusal: Refusal): Response
}

/** `/upload`: makes a test of a message file. */
export function uploadHandler(site: Site, deps: WebDeps, answers: Answers): Handler {
  const { uploads, clientOf, uploadMs = LONGEST_MS } = deps
  const seats = createSeats(BOUNDS)

  const turnAway = (refusal: Refusal) => {
    if (refusal.kind === 'message_too_big') return answers.notTaken(tooLarge(refusal.limit))
    if (refusal.kind !== 'bad_request') return answers.refused(refusal)
    const notice = { title: 'That file was not taken', says: refusal.reason }
    return answers.notTaken({ status: 400, notice })
  }

  return async ({ request }) => {
    if (!site.anonymousTests) return answers.refused({ kind: 'anonymous_tests_off' })
    const declared = Number(request.headers.get('content-length') ?? 0)
    if (declared > uploads.maxBytes + FORM_BYTES) {
      // What is on its way is not waited for.
      return answers.notTaken({ ...tooLarge(uploads.maxBytes), headers: { connection: 'close' } })
    }
    const client = clientOf(request)
    const seat = seats.take(client)
    if (!seat) return answers.notTaken(BUSY)
    try {
      const file = await within(uploadMs, fileIn(request))
      if (file === 'late') return answers.notTaken(TOO_SLOW)
      if (!file) return answers.notTaken(NO_FILE)
      const made = await uploads.upload(client, file)
      return made.ok ? seeOther(site.href.test(made.value.token)) : turnAway(made.refusal)
    } finally {
      seat.leave()
    }
  }
}

const NO_FILE: NotTaken = {
  status: 400,
  notice: {
    title: 'There was no file',
    says: 'Choose a message that was saved with all its header fields, as .eml.',
  },
}

const BUSY: NotTaken = {
  status: 503,
  notice: { title: 'Too many files at once', says: 'The file was not taken. Try again in a minute.' },
}

const TOO_SLOW: NotTaken = {
  status: 408,
  notice: {
    title: 'The file took too long',
    says: 'Its connection was too slow. Try again, or send the message.',
  },
  headers: { connection: 'close' },
}

function tooLarge(limit: number): NotTaken {
  const size = limit < MB ? `${limit} bytes` : `${Math.floor(limit / MB)} MB`
  return {
    status: 413,
    notice: { title: 'That file is too large', says: `A message may have ${size} at most.` },
  }
}

async function within<T>(milliseconds: number, done: Promise<T>): Promise<T | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), milliseconds)
  try {
    return await Promise.race([done, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The file of the form; none where nothing was chosen, or where the body is no such form. */
async function fileIn(request: Request): Promise<Uint8Array | undefined> {
  if (!request.headers.get('content-type')?.toLowerCase().startsWith('multipart/form-data')) return undefined
  const form = await request.formData().catch(() => undefined)
  const file = form?.get('message')
  // A browser sends a file without a name where none was chosen.
  if (!(file instanceof Blob) || (file.size === 0 && !('name' in file && file.name))) return undefined
  return file.bytes()
}
