import type { ChangeFeed } from '../store/hosts/changes.ts'
import type { Announcer, TestChange } from './ports.ts'

/** Changes told within this process, and to the other hosts where there is a feed; nobody listening means nothing is kept. */
export function createAnnouncer(feed?: ChangeFeed): Announcer {
  const listeners = new Map<string, Set<(change: TestChange) => void>>()
  const here = (change: TestChange) => {
    for (const heard of [...(listeners.get(change.token) ?? [])]) heard(change)
  }
  feed?.follow({
    // What another host says is only a reason to read again: any word of it does.
    heard: ({ token, change }) => here({ token, change: change as TestChange['change'] }),
    gap: () => {
      for (const token of [...listeners.keys()]) here({ token, change: 'missed' })
    },
  })
  return {
    announce(change) {
      here(change)
      feed?.tell(change)
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
