import type { Destination, Target } from '../../../core/watching/destination.ts'
import type { Store } from '../../../store/store.ts'
import type { ClaimedDelivery } from '../../../store/watching/deliveries.ts'
import type { DestinationOwner } from '../../../store/watching/destinations.ts'
import { entryBy } from '../../access/by.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Vault } from '../../secrets/vault.ts'
import { masked } from '../masking.ts'
import type { Send, Sending, Sent } from '../sending.ts'
import { afterAttempt, type Decision } from './after.ts'

export interface AttemptingDeps {
  store: Pick<Store, 'destinations' | 'deliveries'>
  vault: Pick<Vault, 'reveal'>
  send: Send
  clock: Clock
  /** A number from 0 to 1. */
  chance(): number
  log: Log
  /** Milliseconds after which an attempt that does not end counts as one that reached nobody. */
  withinMs?: number
}

/** What became of a claim. */
export type Attempted = 'settled' | 'lost' | 'given_back'

/** Longer than any way of sending takes by itself. */
const WITHIN_MS = 120_000

/** Makes one attempt of a delivery that was claimed, and keeps what came of it. */
export function createAttempting(deps: AttemptingDeps): (claimed: ClaimedDelivery) => Promise<Attempted> {
  const { store, clock, log } = deps

  return async (claimed) => {
    // As it is now: it may have been changed since the claim.
    const destination = await store.destinations.byId(ownerOf(claimed.destination), claimed.destination.id)
    if (!destination || destination.disabled) {
      await store.deliveries.giveBack(claimed)
      return 'given_back'
    }
    const at = clock.now()
    const sent = await sendTo(deps, claimed, destination, at)
    const { retryAfterMs: _asked, gone: _gone, ...attempt } = sent
    const { begunAt, tries } = claimed
    const decision = afterAttempt({ sent, destination, begunAt, tries, at: clock.now() }, deps.chance())
    const number = claimed.delivery.attempts + 1
    const outcome = await store.deliveries.settle(
      claimed,
      { ...attempt, number, at },
      withEntry(decision, destination, clock.now()),
    )
    tell(log, claimed, destination, sent, decision)
    return outcome
  }
}

export const ownerOf = ({ accountId }: Pick<Destination, 'accountId'>): DestinationOwner =>
  accountId === undefined ? 'instance' : { accountId }

async function sendTo(
  { vault, send, clock, log, withinMs = WITHIN_MS }: AttemptingDeps,
  { delivery }: ClaimedDelivery,
  destination: Destination,
  at: Date,
): Promise<Sent> {
  const facts = { delivery: delivery.id, destination: destination.id }
  const opened = await open(vault, destination, clock.now()).catch((cause: unknown) => {
    log.error({ ...facts, err: cause }, 'The secrets of a destination could not be opened')
    return 'Its address or its signing secret could not be decrypted. The log of the service says why.'
  })
  if (typeof opened === 'string') return unreached(opened)
  const { target, signingSecrets } = opened
  const sending: Sending = {
    destination,
    target,
    delivery,
    payload: JSON.parse(delivery.body),
    signingSecrets,
    at,
  }
  const sent = await within(withinMs, send(sending)).catch((cause: unknown) => {
    log.error({ ...facts, err: cause }, 'A delivery could not be tried')
    return unreached('Mailgauge failed at it. The log of the service says why.')
  })
  return masked(sent, target)
}

/** The secrets that are needed for an attempt; a sentence where one is not there. */
async function open(
  vault: Pick<Vault, 'reveal'>,
  { secrets: { target, signing, earlier } }: Destination,
  now: Date,
): Promise<{ target: Target; signingSecrets: Uint8Array[] } | string> {
  const bytes = await vault.reveal(target)
  const ids = [signing, earlier && earlier.until > now ? earlier.signing : undefined]
  const wanted = ids.filter((id) => id !== undefined)
  const found = (await Promise.all(wanted.map((id) => vault.reveal(id)))).filter((one) => one !== undefined)
  if (!bytes) return 'Its address is no longer known here. Enter it anew.'
  if (signing !== undefined && found.length === 0)
    return 'Its signing secret is no longer known here. Give it a new one.'
  return { target: JSON.parse(Buffer.from(bytes).toString('utf8')), signingSecrets: found }
}

const unreached = (says: string): Sent => ({
  outcome: 'unreached',
  says,
  tookMs: 0,
  request: { method: '', url: '', headers: {} },
})

async function within(ms: number, sending: Promise<Sent>): Promise<Sent> {
  const late = Promise.withResolvers<Sent>()
  const timer = setTimeout(
    () => late.resolve({ ...unreached('It took too long and was given up.'), tookMs: ms }),
    ms,
  )
  try {
    return await Promise.race([sending, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function withEntry(decision: Decision, destination: Destination, at: Date) {
  if (decision.kind !== 'disable') return decision
  const { accountId, name } = destination
  const said = entryBy({ actor: { kind: 'nobody' } }, at, {
    action: 'destination.disabled',
    target: name,
    ...(accountId !== undefined && { accountId }),
    details: { reason: decision.reason },
  })
  return { ...decision, said }
}

function tell(
  log: Log,
  { delivery }: ClaimedDelivery,
  { id, kind }: Destination,
  { outcome, tookMs, response }: Sent,
  decision: Decision,
): void {
  const facts = {
    delivery: delivery.id,
    destination: id,
    kind,
    outcome,
    took: Math.round(tookMs),
    ...(response && { status: response.status }),
  }
  if (decision.kind === 'disable')
    log.warn({ ...facts, reason: decision.reason }, 'A destination was disabled')
  else if (decision.kind === 'given_up') log.warn(facts, 'A delivery was given up')
  else if (decision.kind === 'delivered') log.debug?.(facts, 'A delivery was taken')
  else log.debug?.({ ...facts, next: decision.at }, 'A delivery was not taken and is tried again')
}
