import type { Logger } from 'pino'
import type { HostStart } from '../../store/hosts/hosts.ts'
import type { SharedStore } from '../../store/postgres/open.ts'
import { VERSION } from '../../version.ts'
import { type Later, StartRefused } from '../parts.ts'
import { HOLDER } from '../services.ts'
import { createContracting } from './contracting.ts'

/** A host that was not heard of for three of these is gone. */
const ALIVE_EVERY_MS = 10_000

/** Why a host does not start whose name another one has. */
export const nameTaken = (name: string): string =>
  `Another mailgauge is alive under the name ${name}. Give each host another host.name; after a crash it is free again in 30 seconds.`

const REFUSED = {
  taken: ({ name }: HostStart) => nameTaken(name),
  other_key: () =>
    'The instance seals its secrets with another encryption key than the one at secrets.key_path. Copy the key file of the other hosts here.',
  too_old: ({ program }: HostStart) =>
    `The database was changed for a newer version of Mailgauge, and this is ${program}. Install the version that the other hosts run.`,
}

const ENDS = {
  taken: 'Another mailgauge has the name of this host by now; this one ends',
  too_old:
    'The database was changed for a newer version of mailgauge; this one ends, to be started anew as a newer one',
}

/** `keyIds`: the keys that this host has now. Takes the host's name among those that share the database, and keeps it until the service ends. Rejects with StartRefused. */
export async function enterHosts(
  { hosts, contracts }: Pick<SharedStore, 'hosts' | 'contracts'>,
  keyIds: () => readonly string[],
  log: Pick<Logger, 'error' | 'warn' | 'info'>,
  later: Later,
): Promise<void> {
  const { host: name, start } = HOLDER
  const here = (): HostStart => ({ name, start, program: VERSION, keyIds: keyIds() })
  const entered = await hosts.enter(here())
  if (entered !== 'entered')
    throw new StartRefused(REFUSED[entered](here()), entered === 'taken' ? 'may pass' : undefined)
  const contracting = createContracting(contracts, log)
  let isSilent = false
  const timer = setInterval(async () => {
    try {
      const state = await hosts.alive(here())
      isSilent = false
      if (state === 'alive') return await contracting.beat()
      clearInterval(timer)
      log.error({ host: name }, ENDS[state])
      process.kill(process.pid, 'SIGTERM')
    } catch (cause) {
      contracting.missed()
      // The database is away: what the service does without it is said by readiness.
      if (!isSilent) log.warn({ reason: String(cause) }, 'This host cannot say that it is there')
      isSilent = true
    }
  }, ALIVE_EVERY_MS)
  later(async () => {
    clearInterval(timer)
    await hosts.leave({ name, start }).catch(() => {})
  })
}
