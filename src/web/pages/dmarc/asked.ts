import type { DomainView } from '../../../services/domains/domains.ts'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import type { Window } from './told.ts'

/** The windows that one press leads to, in days. */
export const WINDOWS = [7, 30, 90, 366] as const

/** What the address of a page of DMARC reports asks for. */
export interface DmarcAsked {
  window: Window
  /** Where the window is one of `WINDOWS` until today. */
  days?: (typeof WINDOWS)[number]
  /** Conditions as the address has them, without those that are usual: what links to other pages go on with. */
  kept: Readonly<Record<string, string>>
  /** The form as it is shown again. */
  filled: Filled
}

/** What every page of a domain's DMARC reports is made with. */
export interface DmarcPlace {
  site: Site
  domain: DomainView
  asked: DmarcAsked
  /** Who looks may import, and take reports in place of others. */
  mayChange: boolean
  now: Date
}

/** Conditions of the window, which hold on every page. */
const OF_WINDOW = ['days', 'from', 'to', 'authenticated'] as const

/** The conditions that other pages share. */
export function windowOf({ kept }: DmarcAsked): Record<string, string> {
  return Object.fromEntries(OF_WINDOW.flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])))
}

/** An address with conditions; those that are empty or absent are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const asked = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}
