import knownSenders from './known-senders.json' with { type: 'json' }

/** Of shorter ones too many other names are a slip away. */
const SHORTEST = 10

/** Names that mail services ask their customers to include. They are only compared with: whether one has a record is asked of the DNS. */
export const SPF_SERVICES: readonly string[] = knownSenders.senders
  .flatMap(({ spf = [] }) => spf)
  .filter((name) => name.length >= SHORTEST)
