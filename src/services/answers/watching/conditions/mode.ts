import type { Held, Told, WatchState } from '../state.ts'

/** learn: what is there is taken for granted. silent: what is there now came by an import or from another domain. Both tell nobody. */
export type Mode = 'learn' | 'silent' | 'tell'

/** Keeps that something began; gives what is to be told of it. */
export function begin(state: WatchState, held: Held, mode: Mode): Told[] {
  state.holds.push(mode === 'tell' ? held : { ...held, silent: true })
  return mode === 'tell' ? [held.told] : []
}
