import type { Announcer, TestChange } from './ports.ts'

/** Changes told within this process; nobody listening means nothing is kept. */
export function createAnnouncer(): Announcer {
  const listeners = new Map<string, Set<(change: TestChange) => void>>()
  return {
    announce(change) {
      for (const heard of [...(listeners.get(change.token) ?? [])]) heard(change)
    },
    listen(token, heard) {
      const those = listeners.get(token) ?? new Set()
      // A function of its own, so that one listener passed twice counts twice.
      const own = (change: TestChange) => heard(change)
      those.add(own)
      listeners.set(token, those)
      return () => {
        those.delete(own)
        if (those.size === 0 && listeners.get(token) === those) listeners.delete(token)
      }
    },
  }
}
