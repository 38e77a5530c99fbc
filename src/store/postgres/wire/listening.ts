import { SQL } from 'bun'
import type { Address } from './address.ts'

export interface ListeningOptions {
  /** Past a pooler: a session of one's own. */
  address: Address
  program: string
  channel: string
  heard(payload: string): void
  /** LISTEN was acknowledged, first or anew: what came before may have been missed. */
  begun(): void
}

/** Milliseconds until it is tried again where the database was away at first. */
const AGAIN_MS = 1000

/** Listens on a connection of its own. The driver connects anew where it breaks; where it falls silent, `anew` does. */
export function startListening({ address, program, channel, heard, begun }: ListeningOptions) {
  let client: SQL | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  function begin(): void {
    const own = new SQL({ ...address.options, max: 1, connection: { application_name: program } })
    client = own
    own
      .listen(
        channel,
        (payload) => own === client && heard(payload),
        () => own === client && begun(),
      )
      .catch(() => {
        if (ended || own !== client) return
        clearTimeout(timer)
        timer = setTimeout(anew, AGAIN_MS)
      })
  }

  function drop(): void {
    clearTimeout(timer)
    const old = client
    client = undefined
    old?.close({ timeout: 0 }).catch(() => {})
  }

  function anew(): void {
    drop()
    if (!ended) begin()
  }

  begin()
  return {
    anew,
    end() {
      ended = true
      drop()
    },
  }
}
