import type { SenderHints } from './report.ts'

export const MAIL_TEST_STATUSES = ['pending', 'scored', 'failed'] as const
export type MailTestStatus = (typeof MAIL_TEST_STATUSES)[number]

export const MAIL_TEST_SOURCES = ['api', 'dashboard', 'monitor', 'anonymous', 'upload'] as const
export type MailTestSource = (typeof MAIL_TEST_SOURCES)[number]

/** A test address and what became of it: the Test resource of the API. */
export interface MailTest {
  /** 26 lower-case base32 characters (130 bits). A credential only where `opensByToken`. */
  token: string
  /** The part of the test address before the @: 12 random characters, lower case. */
  localPart: string
  source: MailTestSource
  /** Absent: it was made without an account, and its token opens it. */
  accountId?: string
  /** The monitor whose message it holds; it may be gone by now. */
  monitorId?: string
  /** The person who made it in the dashboard. */
  creatorId?: string
  /** Its owner lets whoever has its token read it. Never of a test that a key made. */
  shared?: true
  status: MailTestStatus
  /** The score of the latest analysed message. Absent unless `scored`. */
  score?: number
  createdAt: Date
  expiresAt: Date
  /** When the latest analysed message arrived. Absent while pending. */
  receivedAt?: Date
  /** Our id of the latest analysed message. Absent while pending. */
  messageId?: string
  /** What the owner said of its mail. */
  senderHints?: SenderHints
  /** The test's number among those of its period that were scored. Present when its report was gated for being past
   * what was allowed; whoever allows as many now lifts it. */
  gatedNumber?: number
}

/** Whether the token alone opens the test: nobody's account made it, or its owner shares it. One that a key made is never opened so,
 * whatever became of the key and the account. */
export function opensByToken({
  source,
  accountId,
  shared,
}: Pick<MailTest, 'source' | 'accountId' | 'shared'>): boolean {
  if (source === 'api') return false
  if (source === 'anonymous') return true
  return shared === true || (source === 'upload' && accountId === undefined)
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** As many base32 characters as are wanted, out of as many random bytes. */
export function base32(bytes: Uint8Array, length: number): string {
  let text = ''
  for (let i = 0; i < length; i += 1) text += BASE32[(bytes[i] ?? 0) & 31]
  return text
}

/** A token: 26 base32 characters out of 26 random bytes. */
export function tokenFrom(randomBytes: (length: number) => Uint8Array): string {
  return base32(randomBytes(26), 26)
}

/** A local part: 12 base32 characters out of 12 random bytes. */
export function localPartFrom(randomBytes: (length: number) => Uint8Array): string {
  return base32(randomBytes(12), 12)
}

/** A message id of ours: `msg_` and 26 base32 characters. Never the Message-ID header. */
export function messageIdFrom(randomBytes: (length: number) => Uint8Array): string {
  return `msg_${base32(randomBytes(26), 26)}`
}

export function isToken(text: string): boolean {
  return /^[a-z2-7]{26}$/.test(text)
}

export function addressOf(test: Pick<MailTest, 'localPart'>, mailDomain: string): string {
  return `${test.localPart}@${mailDomain}`
}
