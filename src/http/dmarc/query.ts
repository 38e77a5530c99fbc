import { reporterOf } from '../../core/aggregate/report.ts'
import type { AggregateWindow } from '../../services/aggregates/aggregates.ts'
import { readWindow } from '../../services/aggregates/window.ts'
import type { Parameter } from '../../services/api-description/document.ts'
import { type PageRequest, pageOf } from '../paging.ts'

/** What a DMARC route was asked for. */
export interface DmarcQuery {
  window: AggregateWindow
  page: PageRequest
  /** Parameters with a closed set of values, as far as they were given. */
  chosen: Readonly<Record<string, string>>
  /** By `reporterOf`. */
  reporter?: string
}

const BOOLEANS = ['true', 'false']

const invalid = (name: string, rule: string) => ({ flaw: `invalid parameter: ${name} ${rule}` })

/** Reads window, page and choices; a parameter of its own that breaks its rule is a flaw, which echoes no input. */
export function dmarcQuery(
  url: URL,
  parameters: readonly Parameter[],
  now: Date,
): DmarcQuery | { flaw: string } {
  const chosen: Record<string, string> = {}
  for (const { name, schema } of parameters) {
    const values = schema.type === 'boolean' ? BOOLEANS : schema.enum
    const value = url.searchParams.get(name)
    if (value === null || !values) continue
    if (!values.includes(value)) return invalid(name, `must be one of ${values.join(', ')}`)
    chosen[name] = value
  }
  const asked = url.searchParams
  const given = { days: asked.get('days'), from: asked.get('from'), to: asked.get('to') }
  const window = readWindow(given, now)
  if ('rule' in window) return invalid(window.name, window.rule)
  const { authenticated } = chosen
  const reporter = reporterOf({ orgName: asked.get('reporter') ?? '' })
  return {
    window: { ...window, ...(authenticated !== undefined && { authenticated: authenticated === 'true' }) },
    page: pageOf(url),
    chosen,
    ...(reporter !== '' && { reporter }),
  }
}
