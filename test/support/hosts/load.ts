import type { AccountOfTest, OneHost } from './hosts.ts'
import { createSender, numbered, type Sent } from './sender.ts'

const BEFORE_ANOTHER_TRY_MS = 50
/** After so many messages somebody goes on at another host. */
const AT_ONE_HOST = 7

export interface MailLoad {
  /** The id that each 250 named, with the number of the message. */
  answered: ReadonlyMap<string, string>
  /** Messages that were sent whole and not answered 250: whether they are kept is not known. */
  unknown(): number
  /** Answers that no sender expects, to be shown. */
  strange: ReadonlySet<string>
  /** So many may be answered; until then all wait. */
  allow(messages: number): void
  /** All addresses are full. */
  full: Promise<unknown>
  stop(): void
}

/** Sends to each address from two senders that begin at different hosts, each message until it is taken or the address is full. */
export function startMail(hosts: readonly OneHost[], addresses: readonly string[]): MailLoad {
  const answered = new Map<string, string>()
  const strange = new Set<string>()
  let [unknown, allowed, isOver] = [0, 0, false]

  async function mayGoOn(): Promise<boolean> {
    while (!isOver && answered.size >= allowed) await Bun.sleep(10)
    return !isOver
  }

  function note(came: Sent, number: string): void {
    if (came.kind === 'taken') {
      if (answered.has(came.id)) strange.add(`two messages were received as ${came.id}`)
      answered.set(came.id, number)
    }
    if (came.kind === 'unknown' || (came.kind === 'refused' && came.isWhole)) unknown += 1
    if (came.kind === 'refused' && came.reply.code >= 500) strange.add(came.reply.lines.join(' '))
  }

  async function work(address: string, index: number): Promise<void> {
    let turn = index
    const sender = createSender(() => {
      const host = hosts[turn % hosts.length]
      if (!host) throw new Error('there are no hosts')
      return host.running().smtp
    })
    const another = () => {
      sender.drop()
      turn += 1
    }

    /** Until it is known what became of it. */
    async function sent(number: string): Promise<'taken' | 'full'> {
      while (await mayGoOn()) {
        const came = await sender.send(address, numbered(number))
        note(came, number)
        if (came.kind === 'full' || came.kind === 'taken') return came.kind
        another()
        await Bun.sleep(BEFORE_ANOTHER_TRY_MS)
      }
      return 'full'
    }

    for (let number = 1; (await sent(`${index}-${number}`)) === 'taken'; number += 1)
      if (number % AT_ONE_HOST === 0) another()
    sender.drop()
  }

  return {
    answered,
    unknown: () => unknown,
    strange,
    allow(messages) {
      allowed = messages
    },
    full: Promise.all(addresses.flatMap((address, at) => [work(address, 2 * at), work(address, 2 * at + 1)])),
    stop() {
      isOver = true
    },
  }
}

const AT_ONCE = 3

export interface UnitLoad {
  /** The test that each idempotency key got. */
  granted: Map<string, string>
  /** Keys that got none, for the allowance was used up. */
  refused: Set<string>
  /** Statuses that nobody expects while hosts and database come and go. */
  strange: Set<number>
}

/** Asks for so many tests, each under a key of its own at one host after the other until there is an answer. */
export async function spendUnits(
  hosts: readonly OneHost[],
  { headers }: AccountOfTest,
  { asks, pauseMs, isOver }: { asks: number; pauseMs: number; isOver(): boolean },
): Promise<UnitLoad> {
  const load: UnitLoad = { granted: new Map(), refused: new Set(), strange: new Set() }
  let asked = 0

  async function ended(key: string, host: OneHost | undefined): Promise<boolean> {
    const response = await host?.ask('/v1/tests', {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
    })
    // The host may die in the middle of its answer.
    const body = (await response?.json().catch(() => undefined)) as { token?: string } | undefined
    if (!response || !body) return false
    if (response.status === 201 && body.token !== undefined) load.granted.set(key, body.token)
    else if (response.status === 429) load.refused.add(key)
    else {
      // 503: no database. 409: another try with the key is under way, on a host that was given up.
      if (response.status !== 503 && response.status !== 409) load.strange.add(response.status)
      return false
    }
    return true
  }

  async function work(): Promise<void> {
    while (asked < asks && !isOver()) {
      const number = asked
      asked += 1
      for (let turn = number; !(await ended(`key-${number}`, hosts[turn % hosts.length])); turn += 1) {
        if (isOver()) return
        await Bun.sleep(BEFORE_ANOTHER_TRY_MS)
      }
      await Bun.sleep(pauseMs)
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return load
}
