import type { MailTest } from '../../core/mail-test.ts'
import type { Refusal, Result } from '../../core/refusal.ts'
import type { WebDeps } from '../deps.ts'
import { seeOther } from '../respond.ts'
import type { Visit } from '../router.ts'
import { type Gathering, tooLarge, type UploadRefused } from './gathering.ts'

interface Answers {
  notTaken(why: UploadRefused): Response
  refused(refusal: Refusal): Response
}

/** Takes a message file out of a form and has a test made of it. */
export type Uploading = (
  visit: Visit,
  answers: Answers,
  make: (file: Uint8Array) => Promise<Result<MailTest>>,
) => Promise<Response>

const WHAT = 'A message'

/** Made once for the whole site. */
export function createUploading({ uploads }: Pick<WebDeps, 'uploads'>, gathering: Gathering): Uploading {
  const { maxBytes } = uploads

  const turnAway = (answers: Answers, refusal: Refusal) => {
    if (refusal.kind === 'message_too_big')
      return answers.notTaken(tooLarge({ maxBytes: refusal.limit, what: WHAT }))
    if (refusal.kind !== 'bad_request') return answers.refused(refusal)
    const notice = { title: 'That file was not accepted', says: refusal.reason }
    return answers.notTaken({ status: 400, notice })
  }

  return (visit, answers, make) =>
    gathering(visit, {
      maxBytes,
      maxFiles: 1,
      what: WHAT,
      notTaken: answers.notTaken,
      async take(form) {
        const file = form && (await fileIn(form))
        if (!file) return answers.notTaken(NO_FILE)
        const made = await make(file)
        return made.ok ? seeOther(visit.site.href.test(made.value.token)) : turnAway(answers, made.refusal)
      },
    })
}

const NO_FILE: UploadRefused = {
  status: 400,
  notice: {
    title: 'There was no file',
    says: 'Choose a message that was saved with all its header fields, as .eml.',
  },
}

/** The file of the form; none where nothing was chosen. */
async function fileIn(form: FormData): Promise<Uint8Array | undefined> {
  const file = form.get('message')
  // A browser sends a file without a name where none was chosen.
  if (!(file instanceof Blob) || (file.size === 0 && !('name' in file && file.name))) return undefined
  return file.bytes()
}
