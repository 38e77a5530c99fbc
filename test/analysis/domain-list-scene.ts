import { type ListSetting, listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import type { ListState } from '../../src/net/ports.ts'
import { type Scene, scene } from './server/server-context.ts'

export const LISTS = listSettings(ROSTER)
export const NAME_LISTS = LISTS.filter((list) => list.kind === 'domain')

export function usable(lists: readonly ListSetting[]): ListState[] {
  return lists.map(({ id }) => ({ id, usable: true }))
}

/** A message over DNS, with every list in use unless said otherwise. */
export function listScene(given: Scene = {}) {
  const settings = { lists: LISTS, listStates: usable(LISTS), ...given.settings }
  return scene({ ...given, settings })
}

/** 'id name code code' as what a list answers about a name. */
export function answers(...written: string[]): ZoneLiteral {
  return Object.fromEntries(
    written.map((one) => {
      const [id = '', name = '', ...codes] = one.split(' ')
      return [questionOf(id, name), { A: codes }]
    }),
  )
}

export function questionOf(id: string, name: string): string {
  const list = NAME_LISTS.find((known) => known.id === id)
  if (!list) throw new Error(`no list ${id}`)
  return `${name}.${list.zone}`
}

/** Names asked of one list, in order. */
export function askedOf(calls: readonly string[], id: string): string[] {
  const suffix = questionOf(id, '')
  return calls
    .filter((call) => call.startsWith('A ') && call.endsWith(suffix))
    .map((call) => call.slice(2, -suffix.length))
}
