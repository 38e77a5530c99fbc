import type { CampaignField, FeedbackType } from '../../core/complaints/complaint.ts'
import type { ComplaintProvider } from '../../core/complaints/provider.ts'

/** What a report says of a message, in the words of people. */
export const TYPE_WORDS: Readonly<Record<FeedbackType, string>> = {
  abuse: 'Complaint: marked as spam',
  fraud: 'Fraud or phishing',
  virus: 'Virus',
  'opt-out': 'Wants to be taken off the list',
  'auth-failure': 'Failed authentication',
  'not-spam': 'Marked as not spam',
  other: 'Another type',
}

export const CAMPAIGN_WORDS: Readonly<Record<CampaignField, string>> = {
  'feedback-id': 'Feedback-ID',
  'list-id': 'List-Id',
}

type By = NonNullable<ComplaintProvider['register']>['by']

/** What a feedback loop goes by. */
export const BY_WORDS: Readonly<Record<By, string>> = {
  dkim: 'Registered by DKIM domain',
  address: 'Registered by IP address',
  either: 'Registered by IP address or DKIM domain',
}

/** Shares of complaints that senders are asked to stay below: by Gmail, and by Gmail and Yahoo. */
const ASKED = 0.001
const MOST = 0.003

/** How a share of complaints is to be taken. */
export function rateBadge(rate: number): { badge: string; words: string } | undefined {
  if (rate >= MOST) return { badge: 'badge-poor', words: 'Too many' }
  return rate >= ASKED ? { badge: 'badge-fair', words: 'Many' } : undefined
}
