import type { SpfNamed, SpfNaming } from '../../../../core/aggregate/spf-naming.ts'
import type { Resolver } from '../../../../net/ports.ts'
import { evaluate } from '../gate/evaluate.ts'
import { pointOf } from '../gate/networks.ts'
import { isCounted, mostLookups, type Program, programsOf } from '../gate/program.ts'
import { createWorld, type SpfWorld } from '../gate/world.ts'
import { SPF_MOST_LOOKUPS } from '../nodes.ts'
import { parseSpf } from '../record.ts'
import { type Found, lookIn } from './look.ts'
import { createPerAddress } from './per-address.ts'

/** The SPF record of a domain with all it leads to, ready to be asked about addresses. */
export interface SpfTerms {
  record: SpfNaming['record']
  text?: string
  beyondLimits: boolean
  /** Every question got an answer. */
  isComplete: boolean
  /** Which term names each address. Once the signal is aborted, what was not looked at is unknown. */
  naming(ips: readonly string[], signal?: AbortSignal): Promise<SpfNaming>
}

const MOST_RECORDS = 5
/** Others have their turn after so many addresses. */
const AT_A_TIME = 100

/** Reads the record of a domain. Bounded in depth and questions; never throws for what is published. */
export async function readSpfTerms(domain: string, resolver: Resolver): Promise<SpfTerms> {
  const name = domain.toLowerCase().replace(/\.$/, '')
  const world = createWorld(resolver)
  const program = await world.read(name)
  const isBroken = program.kind === 'broken'
  const texts = isBroken ? program.texts.slice(0, MOST_RECORDS) : []
  const programs = isBroken ? await Promise.all(texts.map((text) => readable(name, text, world))) : [program]
  const text = program.kind === 'record' ? program.record.text : texts[0]
  const head = {
    record: recordState(program),
    ...(text !== undefined && { text }),
    beyondLimits: programs.some((one) => mostLookups(one) > SPF_MOST_LOOKUPS),
  }
  const perAddress = createPerAddress(resolver, world)

  async function named(ip: string): Promise<SpfNamed> {
    const point = pointOf(ip)
    if (!point) return { state: 'unknown' }
    const found: Found[] = []
    for (const one of programs) found.push(await lookIn(one, { ip, point, perAddress }))
    const first = found.find(({ verdict }) => verdict === 'pass')
    if (first) {
      const isOver = programs.some(
        (one) => isCounted(one) && evaluate(one, point, NONE, true) === 'permerror',
      )
      return {
        state: 'named',
        term: first.term ?? '',
        names: first.names,
        permerror: isBroken || first.error || isOver,
        anybody: first.anybody,
      }
    }
    return { state: found.some(({ verdict }) => verdict === 'unknown') ? 'unknown' : 'not_named' }
  }

  return {
    ...head,
    isComplete: !programs.some(isUnanswered),
    async naming(ips, signal) {
      const byAddress = new Map<string, SpfNamed>()
      for (const [at, ip] of ips.entries()) {
        if (at % AT_A_TIME === AT_A_TIME - 1) await new Promise((resolve) => setImmediate(resolve))
        byAddress.set(ip, signal?.aborted ? { state: 'unknown' } : await named(ip))
      }
      return { ...head, byAddress }
    },
  }
}

const NONE = new Map()

/** Some question got no answer; what depends on each message or address is open whatever the DNS says. */
function isUnanswered(program: Program): boolean {
  return [...programsOf(program)].some((part) => {
    if (part.kind === 'open') return part.isUnanswered === true
    return (
      part.kind === 'record' &&
      part.rules.some(({ match }) => match.kind === 'hosts' && Object.keys(match.open).length > 0)
    )
  })
}

/** A record that receivers refuse, without the terms that cannot be read. */
async function readable(domain: string, text: string, world: SpfWorld): Promise<Program> {
  const { terms } = parseSpf(text)
  const redirect = terms.find(({ kind, name }) => kind === 'modifier' && name === 'redirect')
  const kept = terms.filter(
    (term) => term.kind === 'mechanism' || term.name !== 'redirect' || term === redirect,
  )
  const plain = kept.filter(({ kind, name }) => kind === 'mechanism' || name === 'redirect')
  return world.readText(domain, ['v=spf1', ...plain.map((term) => term.text)].join(' '))
}

function recordState(program: Program): SpfNaming['record'] {
  if (program.kind === 'open') return 'unknown'
  if (program.kind === 'record') return 'read'
  return program.texts.length === 0 ? 'none' : 'broken'
}
