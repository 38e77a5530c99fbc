import type { Attributes, TellingVerb } from './attributes.ts'

/** What a relay told of the client of its next message. */
export interface ToldClient {
  by: TellingVerb
  /** Absent: it does not know it, or the message was made on the relay itself. */
  address?: string
  helo?: string
  /** XCLIENT leaves the name to the EHLO that follows it. */
  heloFollows: boolean
  /** The message was made on the relay itself. */
  isLocal: boolean
}

/** Keeps what a relay tells: by XCLIENT of the connection, by XFORWARD of the next transaction. */
export interface Relayed {
  tell(verb: TellingVerb, attributes: Attributes): void
  transactionOver(): void
  /** Absent: it has told nothing. */
  client(): ToldClient | undefined
}

export function createRelayed(): Relayed {
  let ofConnection: Attributes | undefined
  let ofTransaction: Attributes | undefined
  return {
    tell(verb, attributes) {
      // What a command does not name keeps its value.
      if (verb === 'XCLIENT') ofConnection = new Map([...(ofConnection ?? []), ...attributes])
      else ofTransaction = new Map([...(ofTransaction ?? []), ...attributes])
    },
    transactionOver() {
      ofTransaction = undefined
    },
    client() {
      if (ofTransaction) return clientOf('XFORWARD', ofTransaction)
      return ofConnection && clientOf('XCLIENT', ofConnection)
    },
  }
}

function clientOf(by: TellingVerb, told: Attributes): ToldClient {
  const address = told.get('ADDR')
  const helo = told.get('HELO')
  return {
    by,
    ...(address !== undefined && { address }),
    // Without an address the rest is that of the relay itself.
    ...(address !== undefined && helo !== undefined && { helo }),
    heloFollows: by === 'XCLIENT' && address !== undefined && !told.has('HELO'),
    isLocal: address === undefined && (told.has('ADDR') || told.get('SOURCE') === 'LOCAL'),
  }
}
