/** Feedback types of ARF (RFC 5965, RFC 6430, RFC 6591); `opt-out` is of its drafts and still sent. `other`: any other word. */
export const FEEDBACK_TYPES = [
  'abuse',
  'fraud',
  'virus',
  'opt-out',
  'auth-failure',
  'not-spam',
  'other',
] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

/** What people do with the button that says spam: of the types, only this is a complaint, and makes rates. */
export const COMPLAINT = 'abuse' satisfies FeedbackType

/** Fields by which senders name a campaign or a list. The first that a message has counts. */
export const CAMPAIGN_FIELDS = ['feedback-id', 'list-id'] as const
export type CampaignField = (typeof CAMPAIGN_FIELDS)[number]

/** A campaign, in words of whoever sent the message or wrote the report. */
export interface Campaign {
  field: CampaignField
  name: string
}

/** What is kept of one report: nothing of the message's words, and nobody's address. */
export interface ReadComplaint {
  type: FeedbackType
  /** How many complaints it stands for (Incidents, RFC 5965 3.2). */
  incidents: number
  /** The mailbox provider as a service names it that sends for several. A text of a stranger. */
  source?: string
  /** Domains that the message is of, the most telling first: From, d= of its signatures, the envelope. */
  domains: string[]
  campaign?: Campaign
  /** By which the same report is known again: hashes in hex. */
  fingerprints: string[]
}

/** A mail to a complaints address that is no report: what a provider asks or confirms when its feedback loop is set up. */
export interface ReadLetter {
  /** The domain of From. */
  from?: string
  subject: string
  /** Its plain text, cut short. */
  text: string
}

/** What a mail to a complaints address was read to. */
export type ReadComplaintMail =
  | { kind: 'complaint'; complaint: ReadComplaint }
  | { kind: 'letter'; letter: ReadLetter }

/** Days for which letters are kept, and how many of a domain. */
export const LETTER_DAYS = 14
export const MOST_LETTERS = 20

/** Whether a local part, lower case, may be that of a complaints address. */
export const isComplaintsLocalPart = (local: string): boolean => /^fbl-[0-9a-f]{26}$/.test(local)
