import {
  createRoom,
  createTurns,
  drop,
  type Gathered,
  gather,
  type NotGathered,
  roomFor,
  stillAsks,
} from '../../services/intake/incoming.ts'
import type { UploadBounds, WebDeps } from '../deps.ts'
import type { HomeNotice } from '../pages/home.tsx'
import type { Visit } from '../router.ts'

/** What the form adds to its files, and for each of them beside the first. */
const FORM_BYTES = 16 * 1024
const FILE_BYTES = 1024
const MB = 1024 * 1024
/** Unpacking a form takes its size once more. */
const UNPACKED_AT_ONCE = 2

/** A form that is too large is read to its end, up to so many times the largest, so that its sender gets to see why it is refused. */
const READ_TO_THE_END = 4

/** 32 KB/s: a file of 25 MB may take 13 minutes. */
const BOUNDS: UploadBounds = { all: 100 * MB, one: 50 * MB, pace: { bytes: 480 * 1024, everyMs: 15_000 } }

/** Why files were not taken, and the status that says so. */
export interface UploadRefused {
  status: number
  notice: HomeNotice
  headers?: Record<string, string>
}

interface Taking {
  /** The most bytes of all its files. */
  maxBytes: number
  /** The most files. */
  maxFiles: number
  /** What may have so many bytes: "A message". */
  what: string
  /** Taking it may last: other forms do not wait for it. */
  lasts?: true
  notTaken(why: UploadRefused): Response
  /** Undefined: the body is no form of files. */
  take(form: FormData | undefined): Promise<Response>
}

/** Takes a form with files as it arrives, at its sender's pace; nothing else is held by then. All that are on their way share one room. */
export type Gathering = (visit: Pick<Visit, 'request' | 'client'>, taking: Taking) => Promise<Response>

const formBytes = ({ maxBytes, maxFiles }: Pick<Taking, 'maxBytes' | 'maxFiles'>) =>
  maxBytes + FORM_BYTES + (maxFiles - 1) * FILE_BYTES

/** Made once for the whole site. There is room for the largest message at least. */
export function createGathering({
  uploads,
  uploadBounds: bounds = BOUNDS,
}: Pick<WebDeps, 'uploads' | 'uploadBounds'>): Gathering {
  const least = roomFor(formBytes({ maxBytes: uploads.maxBytes, maxFiles: 1 }))
  const room = createRoom(Math.max(bounds.all, least), Math.max(bounds.one, least))
  const inTurn = createTurns(UNPACKED_AT_ONCE)

  /** A form, and whether whoever sent it is still there. */
  const unpack = async (request: Request, gathered: Gathered): Promise<{ form?: FormData } | 'gone'> => {
    if (request.signal.aborted) return 'gone'
    const form = await formIn(request.headers.get('content-type') ?? '', gathered.bytes())
    return (await stillAsks(request)) ? { ...(form && { form }) } : 'gone'
  }

  const take = async (request: Request, gathered: Gathered, taking: Taking): Promise<Response> => {
    const answer = async (unpacked: Awaited<ReturnType<typeof unpack>>) =>
      unpacked === 'gone' ? taking.notTaken(GONE) : taking.take(unpacked.form)
    if (taking.lasts) return answer(await inTurn(() => unpack(request, gathered)))
    return inTurn(async () => answer(await unpack(request, gathered)))
  }

  return async ({ request, client }, taking) => {
    const ofForm = formBytes(taking)
    const closing = (why: UploadRefused) =>
      taking.notTaken({ ...why, headers: { ...why.headers, connection: 'close' } })
    const declared = Number(request.headers.get('content-length') ?? 0)
    if (declared > ofForm) {
      const most = ofForm * READ_TO_THE_END
      if (declared <= most) await drop(request.body, { most, pace: bounds.pace })
      return closing(tooLarge(taking))
    }
    const gathered = await gather(request.body, { most: ofForm, room, client, pace: bounds.pace })
    if (gathered === 'too_large') return closing(tooLarge(taking))
    if (typeof gathered === 'string') return closing(NOT_GATHERED[gathered])
    try {
      return await take(request, gathered, taking)
    } finally {
      gathered.letGo()
    }
  }
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

/** The status and words for more bytes than are taken. */
export function tooLarge({ maxBytes, what }: Pick<Taking, 'maxBytes' | 'what'>): UploadRefused {
  const size = maxBytes < MB ? `${maxBytes} bytes` : `${Math.floor(maxBytes / MB)} MB`
  return {
    status: 413,
    notice: { title: 'That file is too large', says: `${what} may have ${size} at most.` },
  }
}

async function formIn(type: string, body: Uint8Array<ArrayBuffer>): Promise<FormData | undefined> {
  if (!type.toLowerCase().startsWith('multipart/form-data')) return undefined
  const whole = new Response(body, { headers: { 'content-type': type } })
  return (await whole.formData().catch(() => undefined)) as FormData | undefined
}
