import { SQL } from 'bun'
import type { Address } from './address.ts'
import { failureOf } from './failures.ts'

export interface ListeningOptions {
  /** Past a pooler: a session of one's own. */
  address: Address
  program: string
  channel: string
  heard(payload: string): void
  /** LISTEN was acknowledged, first or anew: what came before may have been missed. */
  begun(): void
  /** It could not be begun, and is tried again. */
  failed?(cause: unknown): void
}

/** Milliseconds until it is tried again. */
const AGAIN_MS = 1000

/** Listens on a connection of its own, and begins anew where it breaks or is not made; where it falls silent, `anew` does. The driver would
 * connect anew by itself, and write to the log what it thinks of that. */
export function startListening({ address, program, channel, heard, begun, failed }: ListeningOptions) {
  let client: SQL | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  function begin(): void {
    const own = new SQL({
      ...address.options,
      max: 1,
      connection: { application_name: program },
      onclose: () => own === client && later(),
    })
    client = own
    own
      .listen(
        channel,
        (payload) => own === client && heard(payload),
        () => own === client && begun(),
      )
      .catch((cause) => {
        if (ended || own !== client) return
        failed?.(failureOf(cause))
        later()
      })
  }

  function later(): void {
    drop()
    if (!ended) timer = setTimeout(begin, AGAIN_MS)
  }

  function drop(): void {
    clearTimeout(timer)
    const old = client
    client = undefined
    old?.close({ timeout: 0 }).catch(() => {})
  }

  begin()
  return {
    anew() {
      drop()
      if (!ended) begin()
    },
    end() {
      ended = true
      drop()
    },
  }
}
