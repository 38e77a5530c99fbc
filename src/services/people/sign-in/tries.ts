import type { ThrottleBounds } from '../../../core/access/throttle.ts'
import type { AuditStore } from '../../../store/audit.ts'
import { createLimits, type Limits, type Throttled } from '../../access/limits.ts'
import type { Clock } from '../../ports.ts'
import type { Try } from './throttle.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Everybody behind one address of a company signs in from it. */
const NETWORK: ThrottleBounds = {
  free: 20,
  firstWaitMs: 2 * SECOND,
  longestWaitMs: 15 * MINUTE,
  forgetMs: MINUTE,
}
/** One person, from all networks that they never signed in from, or from one that they did. */
const PERSON: ThrottleBounds = {
  free: 5,
  firstWaitMs: 2 * SECOND,
  longestWaitMs: 5 * MINUTE,
  forgetMs: 2 * MINUTE,
}
/** One person from one network, right or wrong: each right password costs as much to compare, and makes an entry of the log. */
const FREQUENT: ThrottleBounds = {
  free: 100,
  firstWaitMs: 2 * SECOND,
  longestWaitMs: MINUTE,
  forgetMs: 20 * SECOND,
}
/** Six digits: a million. */
const FACTOR: ThrottleBounds = {
  free: 5,
  firstWaitMs: 5 * SECOND,
  longestWaitMs: 15 * MINUTE,
  forgetMs: 10 * MINUTE,
}
/** Messages to one address. */
const MAIL: ThrottleBounds = {
  free: 3,
  firstWaitMs: 5 * MINUTE,
  longestWaitMs: 60 * MINUTE,
  forgetMs: 20 * MINUTE,
}

const MOST_NETWORKS = 100

/** Who may try to sign in now. */
export interface Tries {
  /** By password: `name` is what makes an address somebody's; `personId` of whom it is, if of anybody. */
  password(client: string, name: string, personId: string | undefined): Promise<Try | { waitSeconds: number }>
  /** The second factor of somebody whose password was right. */
  factor(client: string, personId: string): Promise<Try | { waitSeconds: number }>
  /** Anything else that strangers may send: set-up, reset, sign-up. */
  other(client: string): Promise<Try | { waitSeconds: number }>
  /** Whether one more message may go to this address. */
  mail(address: string): Promise<boolean>
}

interface TriesDeps {
  audit: Pick<AuditStore, 'list'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
}

/** Strangers who try somebody's address slow each other down, and nobody on a network that this person signed in from. */
export function createTries(deps: TriesDeps): Tries {
  const { audit, clock, limits = createLimits(clock) } = deps
  const networks = limits.throttle('sign-in-network', NETWORK)
  const persons = limits.throttle('sign-in-person', PERSON)
  const frequent = limits.throttle('sign-in-often', FREQUENT)
  const factors = limits.throttle('sign-in-factor', FACTOR)
  const others = limits.throttle('sign-in-other', NETWORK)
  const mails = limits.throttle('sign-in-mail', MAIL)

  /** Asked for nobody too, so that the answer takes as long. */
  async function isKnown(client: string, personId = ''): Promise<boolean> {
    const entries = await audit.list({ personId, action: 'sign_in.succeeded', limit: MOST_NETWORKS })
    return entries.some((entry) => entry.client === client)
  }

  async function ofPerson(throttle: Throttled, client: string, name: string, personId: string | undefined) {
    return throttle.take((await isKnown(client, personId)) ? `${name} ${client}` : name)
  }

  return {
    async password(client, name, personId) {
      const often = await frequent.take(`${name} ${client}`)
      if ('waitSeconds' in often) return often
      const network = await networks.take(client)
      if ('waitSeconds' in network) return network
      const person = await ofPerson(persons, client, name, personId)
      if ('waitSeconds' in person) {
        // A try that was not made tells nothing of who made it.
        network.passed()
        return person
      }
      return {
        passed() {
          network.passed()
          person.passed()
        },
      }
    },
    factor: (client, personId) => ofPerson(factors, client, personId, personId),
    other: (client) => others.take(client),
    mail: async (address) => !('waitSeconds' in (await mails.take(address))),
  }
}
