/** Why no answer came to a one-click request. not-public: the address is one that nobody outside can be sent to, or of this machine. */
export const ONE_CLICK_FAILURES = [
  'bad-address',
  'no-address',
  'not-public',
  'timeout',
  'tls',
  'network',
] as const
export type OneClickFailure = (typeof ONE_CLICK_FAILURES)[number]

/** What came of the one-click request of RFC 8058. `tookMs`: milliseconds. */
export type OneClickOutcome = { tookMs: number } & (
  | {
      kind: 'answer'
      status: number
      /** It is a page with a form: it may ask for more than the one click. */
      form?: true
    }
  | { kind: 'failure'; reason: OneClickFailure; says: string }
)

/** A one-click request that somebody had sent for a message. */
export interface OneClickTry {
  at: Date
  /** Whom it went to. */
  host: string
  /** Absent: it is under way, or the service stopped before an answer came. */
  outcome?: OneClickOutcome
}

/** Milliseconds in which a request and its answer are over, whatever became of it. */
export const ONE_CLICK_OVER_MS = 60_000

/** The one-click request that a message offers (RFC 8058 3.1), or why it offers none, in a sentence. */
export type OneClickOffer =
  | {
      kind: 'offered'
      url: string
      /** Lower case, A-labels. */
      host: string
      /** What RFC 8058 asks for otherwise, as sentences. */
      faults: string[]
    }
  | { kind: 'none'; says: string }
