import { generateKeyPairSync } from 'node:crypto'
import type { AnalysisSettings } from '../analysis/context.ts'
import { badSample, cleanSample } from '../services/samples/messages.ts'
import { DEMO_DOMAIN, DEMO_SELECTOR, demoZone } from '../services/samples/zone.ts'
import type { AnalysisRequest, DnsSettings } from './analysis-protocol.ts'

/** Behind the command of a process that is started before there is a message for it: while others are at work, and at the start
 * of the service, when there is nothing else to do. */
export const AHEAD = 'ahead'
export const AT_START = 'at-start'

/** A process is as quick as it gets after hundreds of messages. After these it is near enough for whoever comes first. */
const ROUNDS_AT_START = 16

/** Messages of ours that a process reads while nobody waits: the first takes ten times the processor time of later ones. */
export interface WarmUp {
  /** Until then it had better not be handed a message. */
  readonly first: Promise<void>
  /** Ends when the messages do, or as soon as they are cut short: a message that comes meanwhile waits for one of ours at most. */
  readonly over: Promise<void>
  cutShort(): void
}

export interface WarmUpDeps {
  analyse(request: AnalysisRequest, zone: NonNullable<DnsSettings['demoZone']>): Promise<unknown>
  sign(raw: Uint8Array, by: { domain: string; selector: string; privateKeyPem: string }): Promise<Uint8Array>
  lists: AnalysisSettings['lists']
}

/** Warms a process that was started with this word, if it is one. */
export function warmUp(word: string | undefined, deps: WarmUpDeps): WarmUp {
  const rounds = word === AT_START ? ROUNDS_AT_START : word === AHEAD ? 1 : 0
  const first = Promise.withResolvers<void>()
  let cut = false
  async function run(): Promise<void> {
    try {
      const { zone, messages } = await prepared(deps)
      for (let round = 0; round < rounds && !cut; round += 1) {
        const raw = messages[round % messages.length]
        if (raw) await deps.analyse(requestFor(raw, deps.lists), zone)
        first.resolve()
        // Whoever hands over a message is heard between two of ours.
        await Bun.sleep(0)
      }
    } catch {
      // Real messages will tell.
    }
    first.resolve()
  }
  const over = rounds > 0 ? run() : Promise.resolve(first.resolve())
  return {
    first: first.promise,
    over,
    cutShort() {
      cut = true
    },
  }
}

/** A clean newsletter three times of four, and one in which much is wrong, with the zone they come from. */
async function prepared({ sign }: WarmUpDeps) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const by = { domain: DEMO_DOMAIN, selector: DEMO_SELECTOR }
  const facts = { domain: DEMO_DOMAIN, to: 'reader@example.net', id: 'warm', now: new Date() }
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const clean = await sign(cleanSample(facts), { ...by, privateKeyPem })
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
  const zone = {
    ...demoZone(DEMO_DOMAIN, { dkimPublicKey: key, selector: DEMO_SELECTOR }),
    [`${DEMO_SELECTOR}._domainkey.${DEMO_DOMAIN}`]: { TXT: [`v=DKIM1; k=ed25519; p=${key}`] },
  }
  return { zone, messages: [clean, clean, clean, badSample(facts)] }
}

function requestFor(raw: Uint8Array, lists: AnalysisSettings['lists']): AnalysisRequest {
  const now = new Date()
  return {
    raw,
    envelope: {
      transport: 'smtp',
      clientAddress: '127.0.0.1',
      helo: `mail.${DEMO_DOMAIN}`,
      mailFrom: `news@${DEMO_DOMAIN}`,
      rcptTo: 'reader@example.net',
      mailParameters: {},
      tls: 'none',
      connectedAt: now,
      receivedAt: now,
      transcript: [],
    },
    settings: {
      hostname: 'mx.example.net',
      lists,
      listStates: lists.map(({ id }) => ({ id, usable: true })),
    },
    // Nothing is fetched.
    dns: { servers: [], timeoutMs: 1_000, tries: 1, offline: true },
    leaveOut: [],
    waitAtMost: 1_000,
  }
}
