import type { MailTest } from '../../core/mail-test.ts'
import type { Envelope } from '../../core/message.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import { holderOf } from '../access/actor.ts'
import type { MailTests } from '../mail-tests/mail-tests.ts'
import type { Clock } from '../ports.ts'
import type { Intake } from './intake.ts'

/** The message of a file, with what can be known of its way; or why the file holds none, in a sentence. */
export type OpenedFile = { raw: Uint8Array; envelope: Envelope } | { notAMessage: string }

export interface UploadsDeps {
  mailTests: Pick<MailTests, 'allocateAnonymous' | 'delete'>
  intake: Pick<Intake, 'room' | 'accept'>
  open(file: Uint8Array, now: Date): OpenedFile
  clock: Clock
  /** The largest message. */
  maxBytes: number
}

export interface Uploads {
  readonly maxBytes: number
  /** Makes a test of a message from a file, which its token alone opens. `client` as for anonymous tests, which it is
   * counted among. The message waits for its analysis like one that was received. */
  upload(client: string, file: Uint8Array): Promise<Result<MailTest>>
}

export function createUploads({ mailTests, intake, open, clock, maxBytes }: UploadsDeps): Uploads {
  return {
    maxBytes,
    async upload(client, file) {
      if (file.byteLength > maxBytes) return refused({ kind: 'message_too_big', limit: maxBytes })
      const opened = open(file, clock.now())
      if ('notAMessage' in opened) return refused({ kind: 'bad_request', reason: opened.notAMessage })
      const room = await intake.room(opened.raw.byteLength)
      if (!room.ok) return room
      const made = await mailTests.allocateAnonymous(client, 'upload')
      if (!made.ok) return made
      const { token } = made.value
      const stored = await intake.accept([{ kind: 'test', token }], () => opened.envelope, opened.raw)
      if (stored.ok) return granted(made.value)
      await mailTests.delete(holderOf(token), token)
      return stored
    },
  }
}
