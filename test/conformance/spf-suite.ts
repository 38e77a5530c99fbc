import type { ZoneLiteral, ZoneRecords } from '../../src/net/dns/zone.ts'
import { type TestZone, zone } from '../support/zone.ts'
import { suite } from './suites.ts'

export interface SpfCase {
  helo: string
  host: string
  mailfrom: string
  result: string | string[]
  explanation?: string
}

type Item = 'TIMEOUT' | Record<string, string | string[] | [number, string]>

export interface SpfScenario {
  description: string
  tests: Record<string, SpfCase>
  zonedata: Record<string, Item[]>
}

export const SPF_SCENARIOS = suite<SpfScenario[]>('spf/rfc7208-tests.json', [])

const TYPES = ['A', 'AAAA', 'MX', 'TXT', 'PTR', 'CNAME'] as const
type Type = (typeof TYPES)[number]
type Records = { [T in Type]?: unknown[] }

/** The suite's zone: SPF entries are served as TXT where a name has no TXT entry; TIMEOUT hits the types without records. */
export function suiteZone(data: Record<string, Item[]>): TestZone {
  const literal: Record<string, ZoneRecords> = {}
  const failures: Record<string, 'timeout'> = {}
  for (const [name, items] of Object.entries(data)) {
    const records = recordsOf(items)
    literal[name] = records as ZoneRecords
    if (!items.includes('TIMEOUT')) continue
    for (const type of TYPES) if (!records[type]) failures[`${type} ${name}`] = 'timeout'
  }
  return zone(literal as ZoneLiteral, failures)
}

function recordsOf(items: readonly Item[]): Records {
  const entries = items.flatMap((item) => (item === 'TIMEOUT' ? [] : Object.entries(item)))
  const txtGiven = entries.some(([type]) => type === 'TXT')
  const records: Records = {}
  for (const [given, value] of entries) {
    const type = given === 'SPF' ? 'TXT' : (given as Type)
    if (value === 'NONE' || (given === 'SPF' && txtGiven)) continue
    const list = records[type] ?? []
    records[type] = list
    list.push(value)
  }
  return records
}
