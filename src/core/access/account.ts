/** What an account may do: a `[plans.<name>]` table of the configuration. */
export interface Plan {
  name: string
  api: boolean
  /** Requests per minute over all keys of the account. */
  ratePerMinute: number
  /** Requests that may come at once on top of the steady rate. */
  burst: number
  /** POST /v1/tests per UTC calendar month. Absent: unlimited. */
  monthlyTests?: number
  /** Tests per UTC calendar month whose report is shown in full. Absent: unlimited. */
  fullReportsPerMonth?: number
  /** Days until a test of this plan expires. Absent: `tests.lifetime`. */
  testLifetimeDays?: number
  /** Days for which records of DMARC and TLS reports are kept. Absent: without end. */
  dmarcDays?: number
  /** Verified domains. Absent: unlimited. */
  domains?: number
  /** Absent: unlimited. */
  monitors?: number
  /** Webhooks and alert channels. Absent: unlimited. */
  webhooks?: number
}

export interface Account {
  /** UUID. */
  id: string
  name: string
  /** The plan's name; a plan that the configuration no longer has counts as the default plan. */
  plan: string
  createdAt: Date
}

/** The UTC calendar month an allowance is counted in: 2026-11. */
export function allowanceMonth(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** The UTC calendar day: 2026-11-20. */
export function allowanceDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** When the next UTC calendar month begins. */
export function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
}

/** An account's id: a random UUID (RFC 9562, version 4). */
export function accountIdFrom(randomBytes: (length: number) => Uint8Array): string {
  const bytes = Uint8Array.from(randomBytes(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const NAME_RULE = 'A name has 1 to 100 characters, no control characters, and no blanks at its ends.'

/** What is wrong with the name of such a thing, in a sentence; nothing where it may be one. */
export function nameProblem(text: string, thing: 'account' | 'key'): string | undefined {
  if (isName(text)) return undefined
  return text.trim() === '' ? `Enter a name for the ${thing}.` : NAME_RULE
}

/** Whether this may be the name of an account or a key: NAME_RULE. */
export function isName(text: string): boolean {
  return (
    text.length >= 1 && text.length <= 100 && text === text.trim() && !UNFIT.test(text) && SEEN.test(text)
  )
}

/** Controls, line ends, what turns the order of letters, and halves of letters. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const SEEN = /[^\p{C}\p{Z}\p{M}]/u
