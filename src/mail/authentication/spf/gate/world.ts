import { ask, type RecordType, type Resolver } from '../../../../net/ports.ts'
import { expandDomain, usesValidatedName } from '../macro.ts'
import { isSpfRecord, parseSpf, type SpfTerm } from '../record.ts'
import { createHosts, hostsIn, isUnknown, networkOf, recordsIn, type Said, type Say } from './hosts.ts'
import type { Match, Program, Rule, SpfProgram } from './program.ts'

/** Records by their name that stand in place of the SPF records there. */
export type Overlay = ReadonlyMap<string, string>

/** The DNS as far as SPF rests on it; every question is asked once. */
export interface SpfWorld {
  /** The record of a domain and all it leads to, as if the overlay were published. */
  read(domain: string, overlay?: Overlay): Promise<Program>
  /** A record that stands nowhere, as if it were that of the domain. */
  readText(domain: string, text: string, overlay?: Overlay): Promise<Program>
  /** Nothing stands there that a new record would join or replace. */
  isFree(name: string): Promise<boolean>
  /** The name has no records of its own: they are to be published where it leads. */
  isAlias(name: string): Promise<boolean>
}

const DEEPEST = 12
const MOST_PROGRAMS = 80
const MOST_QUESTIONS = 400

/** Reads records for clients of both families alike. */
export function createWorld(resolver: Resolver): SpfWorld {
  const known = new Map<string, Promise<Said<RecordType>>>()
  const say = <T extends RecordType>(name: string, type: T): Promise<Said<T>> => {
    const key = `${type} ${name}`
    const before = known.get(key)
    if (before) return before as Promise<Said<T>>
    const isMuch = known.size >= MOST_QUESTIONS
    const asked: Promise<Said<T>> = isMuch
      ? Promise.resolve({ kind: 'failure', reason: 'limit' })
      : ask(resolver, name, type)
    known.set(key, asked as Promise<Said<RecordType>>)
    return asked
  }
  return {
    read: (domain, overlay = new Map()) => createReader(say, overlay).read(domain, []),
    readText: (domain, text, overlay = new Map()) => createReader(say, overlay).readText(domain, text, []),
    async isFree(name) {
      const answer = await say(name, 'TXT')
      return (answer.kind === 'nodata' || answer.kind === 'nxdomain') && answer.chain.length === 0
    },
    async isAlias(name) {
      const answer = await say(name, 'TXT')
      return answer.kind !== 'failure' && answer.chain.length > 0
    },
  }
}

function createReader(say: Say, overlay: Overlay) {
  const hosts = createHosts(say)
  let programs = 0

  async function read(domain: string, above: readonly string[]): Promise<Program> {
    const broken = { kind: 'broken', domain, texts: [] } as const
    if (above.includes(domain)) return { ...broken, loop: true }
    programs += 1
    if (programs > MOST_PROGRAMS || above.length >= DEEPEST) return { kind: 'open', key: `cut ${domain}` }
    const laid = overlay.get(domain)
    if (laid !== undefined) return readText(domain, laid, above)
    const answer = await say(domain, 'TXT')
    if (isUnknown(answer)) {
      const isLimit = answer.kind === 'failure' && answer.reason === 'limit'
      return { kind: 'open', key: `spf ${domain}`, ...(!isLimit && { isUnanswered: true }) }
    }
    const texts = recordsIn(answer)
      .map(({ text }) => text)
      .filter(isSpfRecord)
    const [text] = texts
    return text === undefined || texts.length > 1 ? { ...broken, texts } : readText(domain, text, above)
  }

  async function readText(domain: string, text: string, above: readonly string[]): Promise<Program> {
    const record = parseSpf(text)
    if (record.errors.length > 0) return { kind: 'broken', domain, texts: [text] }
    const mechanisms = record.terms.filter((term) => term.kind === 'mechanism')
    const end = mechanisms.findIndex(({ name }) => name === 'all')
    const path = [...above, domain]
    const rules: Rule[] = []
    for (const term of end < 0 ? mechanisms : mechanisms.slice(0, end + 1)) {
      rules.push(await readRule(term, domain, path))
    }
    const moved = record.terms.find((term) => term.kind === 'modifier' && term.name === 'redirect')
    const includesItself = rules.some(({ match, target }) => match.kind === 'include' && target === domain)
    const program: SpfProgram = {
      kind: 'record',
      domain,
      record,
      rules,
      idleRedirect: false,
      includesItself,
    }
    if (!moved) return program
    if (end >= 0) return { ...program, idleRedirect: true }
    return { ...program, redirect: await readRedirect(moved, domain, path) }
  }

  async function readRedirect(term: SpfTerm, domain: string, path: readonly string[]) {
    const value = term.value ?? ''
    const target = nameIn(value, domain)
    const program = await follow(target, value, domain, path)
    return { term, target: target ?? '', program, lookups: costOf(value) }
  }

  function follow(target: string | undefined, value: string, domain: string, path: readonly string[]) {
    if (target === undefined) return { kind: 'open', key: `spf ${value} in ${domain}` } as const
    return target === '' ? ({ kind: 'broken', domain: value, texts: [] } as const) : read(target, path)
  }

  async function readRule(
    term: SpfTerm & { kind: 'mechanism' },
    domain: string,
    path: readonly string[],
  ): Promise<Rule> {
    const { name, qualifier, value = '' } = term
    const target = value === '' ? domain : nameIn(value, domain)
    const rule = { term, qualifier, lookups: costOf(value), ...(target !== undefined && { target }) }
    const atom: Match = { kind: 'atom', key: `${name} ${value} in ${domain}` }
    switch (name) {
      case 'all':
        return { ...rule, lookups: 0, match: { kind: 'all' } }
      case 'ip4':
      case 'ip6':
        return { ...rule, lookups: 0, match: hostsIn(networkOf(term)) }
      case 'include':
        return {
          ...rule,
          match: { kind: 'include', program: await follow(target, value, domain, path) },
        }
      case 'ptr':
        return { ...rule, match: { kind: 'atom', key: `ptr ${target ?? `${value} in ${domain}`}` } }
      case 'exists':
        return { ...rule, match: target === undefined ? atom : await hosts.existing(target, atom) }
      case 'a':
        return { ...rule, match: target === undefined ? atom : await hosts.named([target], term) }
      case 'mx':
        return { ...rule, match: target === undefined ? atom : await hosts.mail(target, term) }
    }
  }

  return { read, readText }
}

function costOf(value: string): number {
  return usesValidatedName(value) ? 2 : 1
}

/** The name for every message alike; '' where it is none that can be asked, undefined where it differs. */
function nameIn(value: string, domain: string): string | undefined {
  return usesValidatedName(value) ? undefined : expandDomain(value, { domain })
}
