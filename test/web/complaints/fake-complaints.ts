import { granted, refused } from '../../../src/core/refusal.ts'
import { KNOWN_LOOPS } from '../../../src/mail/complaints/providers.ts'
import { dayNumberOf } from '../../../src/services/aggregates/window.ts'
import type {
  ComplaintOverview,
  Complaints,
  KeptLetter,
} from '../../../src/services/complaints/complaints.ts'

/** What is held of a domain, over what there is of one without any. */
export type HeldComplaints = Partial<ComplaintOverview> & { letters?: readonly KeptLetter[] }

/** Complaints of domains by their id; of others nothing has come. */
export function fakeComplaints(held: Readonly<Record<string, HeldComplaints>>) {
  const asked: { id: string; from: number; to: number }[] = []
  const complaints: Complaints = {
    loops: {
      register: KNOWN_LOOPS.providers.filter(
        (provider): provider is Complaints['loops']['register'][number] => provider.register !== undefined,
      ),
      without: KNOWN_LOOPS.without,
    },
    async overview(_actor, id, window) {
      asked.push({ id, from: window.from, to: window.to })
      if (id === 'gone') return refused({ kind: 'not_found', what: 'domain' })
      const { letters: _, ...own } = held[id] ?? {}
      return granted({ ...NONE, address: `fbl-abcdefgh@reports.example`, window, ...own })
    },
    letters: async (_actor, id) => granted([...(held[id]?.letters ?? [])]),
    ofAccount: async () => granted([]),
  }
  return { complaints, asked }
}

const NONE: ComplaintOverview = {
  domain: 'example.org',
  verified: true,
  window: { from: 0, to: 0 },
  complaints: 0,
  counts: {},
  unauthenticated: {},
  days: [],
  providers: [],
  campaigns: [],
  moreCampaigns: 0,
  withoutCampaign: 0,
  beyondCampaigns: 0,
  lasting: [],
}

/** A month of a newsletter that people complain about, up to that day. */
export function busyMonth(now: Date): HeldComplaints {
  const today = dayNumberOf(now)
  return {
    complaints: 61,
    counts: { abuse: 61, 'not-spam': 4, 'opt-out': 2 },
    unauthenticated: { abuse: 3 },
    days: [
      { day: today - 20, complaints: 4, unauthenticated: 0 },
      { day: today - 12, complaints: 9, unauthenticated: 1 },
      { day: today - 3, complaints: 40, unauthenticated: 2 },
      { day: today - 1, complaints: 8, unauthenticated: 0 },
    ],
    providers: [
      {
        provider: 'yahoo',
        name: 'Yahoo and AOL',
        complaints: 48,
        counts: { abuse: 48 },
        sent: 12_400,
        rate: 0.0038,
        lastDay: today - 1,
      },
      {
        provider: 'outlook',
        name: 'Outlook.com and Hotmail',
        complaints: 11,
        counts: { abuse: 11 },
        sent: 9_000,
        rate: 0.0012,
        lastDay: today - 3,
      },
      { provider: 'laposte', name: 'La Poste', complaints: 2, counts: { abuse: 2 }, lastDay: today - 12 },
    ],
    campaigns: [
      {
        campaign: { field: 'feedback-id', name: 'autumn-sale:shop:newsletter:example' },
        complaints: 44,
        others: 2,
        lastDay: today - 1,
      },
      {
        campaign: { field: 'list-id', name: 'news.example.org' },
        complaints: 12,
        others: 0,
        lastDay: today - 3,
      },
    ],
    withoutCampaign: 5,
    latestAt: new Date(now.getTime() - 86_400_000),
    lasting: [
      {
        since: new Date(now.getTime() - 3 * 86_400_000),
        event: {
          domain: 'example.org',
          provider: 'yahoo',
          name: 'Yahoo and AOL',
          complaints: 48,
          days: 7,
          before: 3,
          sent: 12_400,
          rate: 0.0038,
        },
      },
    ],
    letters: [
      {
        id: 1,
        from: 'feedbackloop.yahoo.com',
        subject: 'Confirm your Complaint Feedback Loop',
        text: 'Hello,\n\nenter this code in the Sender Hub: 481516\n',
        receivedAt: new Date(now.getTime() - 5 * 86_400_000),
        authenticated: true,
      },
    ],
  }
}

/** The same with these words wherever strangers write. */
export function hostileMonth(now: Date, words: string): HeldComplaints {
  const lastDay = dayNumberOf(now)
  return {
    ...busyMonth(now),
    lasting: [],
    providers: Array.from({ length: 60 }, (_, at) => ({
      provider: `${at}${words}`,
      name: words,
      complaints: 1,
      counts: { abuse: 1 },
      lastDay,
    })),
    campaigns: Array.from({ length: 200 }, (_, at) => ({
      campaign: { field: 'list-id' as const, name: `${at}${words}` },
      complaints: 1,
      others: 0,
      lastDay,
    })),
    letters: Array.from({ length: 20 }, (_, id) => ({
      id,
      from: words,
      subject: words,
      text: `${words}\n`.repeat(3),
      receivedAt: now,
      authenticated: false,
    })),
  }
}
