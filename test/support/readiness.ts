import type { NotReady, Obstacle, Readiness } from '../../src/services/readiness.ts'

/** Always room, until a test says otherwise. */
export function readinessUnderTest() {
  const listeners = new Set<() => void>()
  const parts: (() => NotReady | undefined)[] = []
  let obstacle: Obstacle | undefined
  let anonymousFull = false
  const readiness: Readiness = {
    obstacle: async () => obstacle,
    reasons: async () => [obstacle, ...parts.map((part) => part())].filter((reason) => reason !== undefined),
    drain: () => parts.push(() => 'draining'),
    include: (part) => parts.push(part),
    anonymousFull: async () => anonymousFull,
    hasRoom: async () => obstacle === undefined,
    take: async () => obstacle === undefined,
    listen(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
  return {
    readiness,
    listeners: () => listeners.size,
    become(next: { obstacle?: Obstacle; anonymousFull?: boolean }) {
      obstacle = next.obstacle
      anonymousFull = next.anonymousFull ?? false
      for (const heard of listeners) heard()
    },
  }
}
