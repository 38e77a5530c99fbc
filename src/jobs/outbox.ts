import type { Store } from '../store/store.ts'

const AT_ONCE = 500

/** Works off the outbox rows. Nobody outside this process subscribes to events yet, so an event is delivered once it is read. */
export function createOutbox({ store }: { store: Store }) {
  return {
    async run(): Promise<void> {
      for (;;) {
        const events = await store.outbox.undelivered(AT_ONCE)
        if (events.length === 0) return
        await store.outbox.delivered(events.map(({ id }) => id))
      }
    },
  }
}
