/** How many answers may be held open: in all, and for each client. */
export interface SeatBounds {
  total: number
  perClient: number
}

export interface Seat {
  leave(): void
}

export interface Seats {
  /** Absent: there is none left. */
  take(client: string): Seat | undefined
}

/** Counts answers that are held open, so that those who wait cannot take all that the service has. */
export function createSeats(bounds: SeatBounds): Seats {
  const perClient = new Map<string, number>()
  let total = 0
  return {
    take(client: string): Seat | undefined {
      const held = perClient.get(client) ?? 0
      if (total >= bounds.total || held >= bounds.perClient) return undefined
      total += 1
      perClient.set(client, held + 1)
      let seated = true
      return {
        leave() {
          if (!seated) return
          seated = false
          total -= 1
          const left = (perClient.get(client) ?? 1) - 1
          if (left > 0) perClient.set(client, left)
          else perClient.delete(client)
        },
      }
    },
  }
}
