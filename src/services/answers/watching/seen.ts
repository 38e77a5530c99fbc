import type { SeenPolicy } from '../../../store/dmarc/source-facts.ts'
import type { TlsDay } from '../../../store/tls-reports.ts'
import type { Standing } from '../answered.ts'

/** Days behind today that are settled: late reports change little of them. */
export const SETTLED_DAYS = 2
/** Days that are compared with the time before, that time, and the days that tell of a sudden change. */
export const WEEK = 7
export const BEFORE = 28
export const RECENT = 3
/** Days of policies, of report days and of TLS reports that are looked at. */
export const POLICY_DAYS = 14
export const FLOW_DAYS = 45
export const TLS_DAYS = 30

/** Messages of some days, and how many of them passed DMARC. */
export interface Passed {
  messages: number
  pass: number
}

/** A source as authenticated reports of settled days have it. */
export interface SeenSource {
  key: string
  name: string
  standing: Standing
  /** Those with most messages first. */
  ips: readonly string[]
  /** Days since 1970. */
  firstSeen: number
  recent: Passed
  week: Passed
  before: Passed
  /** The most messages on one day of the week. Absent: nobody counted. */
  most?: number
}

/** What a look finds of a domain, of authenticated reports alone. */
export interface Seen {
  domain: string
  /** Days since 1970, by the service's clock. */
  today: number
  /** Days that have reports, in order, of the last `FLOW_DAYS`. */
  days: readonly number[]
  /** Undefined: who sends could not be found out this time. */
  sources?: readonly SeenSource[]
  /** Something about who sends could not be looked up: sources may be grouped otherwise than usual. */
  isUnsure?: boolean
  /** Mail of addresses that no source has, as far as it is not likely abuse. */
  rest: { week: Passed; before: Passed }
  policies: readonly SeenPolicy[]
  tls: { days: readonly TlsDay[]; types: readonly string[] }
  /** What is there is due to an import, or to records that came from another domain. */
  isMoved: boolean
}

export const settledOf = (today: number): number => today - SETTLED_DAYS

/** Of no messages it is 1: nothing failed. */
export const rateOf = ({ messages, pass }: Passed): number => (messages === 0 ? 1 : pass / messages)

export const sumOf = (all: readonly Passed[]): Passed =>
  all.reduce((sum, { messages, pass }) => ({ messages: sum.messages + messages, pass: sum.pass + pass }), {
    messages: 0,
    pass: 0,
  })

/** Shares to a tenth of a per mille, so that the same counts always give the same. */
export const rounded = (rate: number): number => Math.floor(rate * 10_000 + 1e-6) / 10_000
