import type { Admin } from '../../../src/app/admin.ts'
import { granted, type Refusal, refused } from '../../../src/core/refusal.ts'
import type {
  AggregateSource,
  AggregateSummary,
  AggregateWindow,
  SourceStatus,
} from '../../../src/services/aggregates/aggregates.ts'
import type { AnsweredSources } from '../../../src/services/answers/answered.ts'
import type { Readiness } from '../../../src/services/answers/ready.ts'

export interface Held {
  summary?: Partial<AggregateSummary>
  sources?: (AggregateSource & { status?: SourceStatus })[]
  senders?: Partial<AnsweredSources>
  /** Parts of the file of an export; it breaks off behind them where `breaks`. */
  parts?: string[]
  breaks?: boolean
  refusal?: Refusal
  readiness?: Readiness
  /** Why a mark is not kept, or that it is there. */
  notKept?: Refusal
  same?: boolean
}

/** What commands were asked to read. */
export interface Told {
  window?: AggregateWindow
  query?: object
  change?: object
}

const NOTHING: AggregateSummary & { domain: string } = {
  domain: 'example.org',
  reports: 0,
  reporters: 0,
  sources: 0,
  unauthenticated: 0,
  longRange: 0,
  messages: 0,
  pass: 0,
  dkimAligned: 0,
  spfAligned: 0,
  dkimAuthenticated: 0,
  spfAuthenticated: 0,
  dispositions: { none: 0, pass: 0, quarantine: 0, reject: 0 },
  overrides: {
    forwarded: 0,
    mailing_list: 0,
    trusted_forwarder: 0,
    local_policy: 0,
    sampled_out: 0,
    policy_test_mode: 0,
    other: 0,
  },
  days: [],
}

const NOBODY = { sources: [], spfUnknown: false, days: 0, reporters: 0, reports: 0 }

/** The account `default` with the domain example.org, and what is held of its reports. */
export function fakeAdmin({
  summary,
  sources = [],
  senders,
  parts = [],
  breaks = false,
  refusal,
  readiness,
  notKept,
  same = false,
}: Held) {
  const told: Told = {}
  const answer = <T>(window: AggregateWindow, query: object, value: T) => {
    Object.assign(told, { window, query })
    return Promise.resolve(refusal ? refused(refusal) : granted(value))
  }
  async function* written() {
    yield* parts
    if (breaks) throw new Error('An export could not be written to its end: busy')
  }
  const account = { id: 'acc', name: 'default' }
  const admin = {
    accounts: {
      byName: async (name: string) => (name === account.name ? account : undefined),
      list: async () => [account],
    },
    domains: { list: async () => [{ id: 'd1', domain: 'xn--bcher-kva.example', shown: 'bücher.example' }] },
    aggregates: {
      summary: (_actor: unknown, _id: string, window: AggregateWindow) =>
        answer(window, {}, { ...NOTHING, ...summary }),
      sources: (_actor: unknown, _id: string, window: AggregateWindow, query: { limit: number }) =>
        answer(window, query, {
          total: sources.length,
          messages: sources.reduce((sum, { messages }) => sum + messages, 0),
          sources: sources.slice(0, query.limit),
        }),
    },
    sources: {
      sources: (_actor: unknown, _id: string, window: AggregateWindow) =>
        answer(window, {}, { ...NOBODY, window, ...senders, domain: 'xn--bcher-kva.example' }),
    },
    sourceMarks: {
      change: async (actor: unknown, id: string, change: object) => {
        Object.assign(told, { change: { actor, id, ...change } })
        return notKept ? refused(notKept) : granted(same ? 'same' : 'changed')
      },
    },
    readiness: {
      readiness: async () => (refusal ? refused(refusal) : granted(readiness)),
    },
    exports: {
      records: (_actor: unknown, _id: string, window: AggregateWindow, format: string) =>
        answer(window, { format }, { name: 'x', type: 'text/csv', parts: written() }),
      tls: (_actor: unknown, _id: string, window: AggregateWindow, format: string) =>
        answer(window, { format, of: 'tls' }, { name: 'x', type: 'text/csv', parts: written() }),
    },
    close: async () => {},
  }
  return { told, openAdmin: async () => admin as unknown as Admin }
}
