import type { MailTest } from '../../core/mail-test.ts'
import type { Envelope } from '../../core/message.ts'
import { type Result, refused } from '../../core/refusal.ts'
import { holderOf } from '../access/actor.ts'
import type { MailTests } from '../mail-tests/mail-tests.ts'
import type { Clock } from '../ports.ts'
import type { Intake } from './intake.ts'

/** The message of a file, with what can be known of its way; or why the file holds none, in a sentence. */
export type OpenedFile = { raw: Uint8Array; envelope: Envelope } | { notAMessage: string }

/** What takes the messages of files. */
export interface Takes {
  intake: Pick<Intake, 'room' | 'accept'>
  open(file: Uint8Array, now: Date): OpenedFile
  clock: Clock
  /** The largest message. */
  maxBytes: number
}

export interface UploadsDeps extends Takes {
  mailTests: Pick<MailTests, 'allocateAnonymous' | 'delete'>
}

export interface Uploads {
  readonly maxBytes: number
  /** Makes a test of a message from a file, which its token alone opens. `client` as for anonymous tests, which it is
   * counted among. The message waits for its analysis like one that was received. */
  upload(client: string, file: Uint8Array): Promise<Result<MailTest>>
}

/** Makes a test of the message in a file, where it can be stored. `unmake` takes a test back whose message was not. */
export async function takeFile(
  { intake, open, clock, maxBytes }: Takes,
  file: Uint8Array,
  test: { make(): Promise<Result<MailTest>>; unmake(made: MailTest): Promise<unknown> },
): Promise<Result<MailTest>> {
  if (file.byteLength > maxBytes) return refused({ kind: 'message_too_big', limit: maxBytes })
  const opened = open(file, clock.now())
  if ('notAMessage' in opened) return refused({ kind: 'bad_request', reason: opened.notAMessage })
  const room = await intake.room(opened.raw.byteLength)
  if (!room.ok) return room
  const made = await test.make()
  if (!made.ok) return made
  const { token } = made.value
  const stored = await intake.accept([{ kind: 'test', token }], () => opened.envelope, opened.raw)
  if (stored.ok) return made
  await test.unmake(made.value)
  return stored
}

export function createUploads(deps: UploadsDeps): Uploads {
  const { mailTests, maxBytes } = deps
  return {
    maxBytes,
    upload: (client, file) =>
      takeFile(deps, file, {
        make: () => mailTests.allocateAnonymous(client, 'upload'),
        unmake: ({ token }) => mailTests.delete(holderOf(token), token),
      }),
  }
}
