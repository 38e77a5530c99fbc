import { type DkimKeyReport, judgeKey } from '../../mail/authentication/dkim/key.ts'
import type { DkimKeyCode } from '../../mail/authentication/dkim/key-record.ts'
import { unregisteredKeys } from '../../mail/authentication/dkim/unregistered.ts'
import { keyRemarks } from '../../mail/authentication/dkim/verdict.ts'
import type { Resolver } from '../../net/ports.ts'
import { type Conclusion, neutral, undetermined } from '../analyzer.ts'
import { drawKey } from './draw.ts'
import { failing, type Inspected, type Inspector, inspected } from './inspector.ts'

/** Selectors that sending software and platforms use by default: others cannot be found without a message. */
export const COMMON_SELECTORS = [
  'default',
  'dkim',
  'mail',
  'google',
  'selector1',
  'selector2',
  'k1',
  'k2',
  'k3',
  's1',
  's2',
  's1024',
  's2048',
  'sig1',
  'key1',
  'dkim1',
  'smtp',
  'mta',
  'mandrill',
  'mxvault',
  'protonmail',
  'fm1',
  'zoho',
  'pm',
  'email',
] as const

/** Nobody signs with it: what stands there is what a wildcard answers. */
const NO_SELECTOR = 'no-such-selector-7f3a'

/** Keys, as far as they are known: by messages that were signed with them, and at common selectors. */
interface Known {
  /** Every answer, at selectors of both kinds. */
  all: DkimKeyReport[]
  /** By which messages of tests were signed. */
  seen: DkimKeyReport[]
  /** At common selectors, but for what a wildcard answers to every name. */
  common: DkimKeyReport[]
  /** Common selectors that got no answer. */
  silent: number
  asked: readonly string[]
  wildcard: boolean
}

/** The keys by which tested messages were signed, and those at common selectors. */
export const dkim: Inspector = {
  name: 'dkim',
  async run({ name, dns, draw, signedBy }) {
    const known = await keysOf(name, signedBy?.selectors ?? [], dns('dkim'))
    const { seen, common } = known
    draw({ keys: [...seen, ...common].map(drawKey) })
    const published = [...seen.filter(isPublished), ...common]
    const evidence = describeKeys(known, published)
    // A key that is gone is missed where mail is still signed with it.
    const missed = seen.filter((key) => key.selector === signedBy?.inUse && !isPublished(key))
    // The share of keys may be used up by the selectors.
    const unregistered = await unregisteredKeys(known.all, dns('server'))
    const found = [...failing(unregistered.remarks), ...missing(missed, name, unregistered.keys)]
    const silent = seen.filter(({ state }) => state === 'failed')
    if (published.length === 0 && found.length === 0 && silent.length === 0) {
      return nothingFound(name, known, evidence)
    }
    const used = [...found, ...judged(known, published, signedBy?.inUse)]
    if (silent.length > 0 && !used.some(({ fails }) => fails)) {
      const selectors = silent.map(({ selector }) => selector).join(', ')
      return undetermined(`No answer about the key at ${selectors}.`, evidence)
    }
    return inspected(used, `Keys at ${published.map(({ selector }) => selector).join(', ')}.`, evidence)
  },
}

async function keysOf(name: string, selectors: readonly string[], resolver: Resolver): Promise<Known> {
  const others = COMMON_SELECTORS.filter((selector) => !selectors.includes(selector))
  const judge = (selector: string) => judgeKey(name, selector, resolver)
  const [any, seen, keys] = await Promise.all([
    judge(NO_SELECTOR),
    Promise.all(selectors.map(judge)),
    Promise.all(others.map(judge)),
  ])
  const published = keys.filter(isPublished)
  const common = published.filter(({ record }) => record !== any.record)
  return {
    all: [...seen, ...keys],
    seen,
    common,
    silent: keys.filter(({ state }) => state === 'failed').length,
    asked: [...selectors, ...others],
    wildcard: common.length < published.length,
  }
}

const isPublished = ({ state, record }: DkimKeyReport) => state === 'found' && record !== undefined

function describeKeys({ silent, asked, wildcard }: Known, published: readonly DkimKeyReport[]) {
  return {
    selectors_asked: asked.join(', '),
    ...(silent > 0 && { no_answer: `${silent} of ${asked.length}` }),
    ...(wildcard && { wildcard: 'one record answers for every selector' }),
    ...Object.fromEntries(published.map((key) => [`key_${key.selector}`, keyInWords(key)])),
  }
}

function nothingFound(
  name: string,
  { silent, asked, wildcard }: Known,
  evidence: Record<string, string>,
): Conclusion {
  const says = wildcard
    ? `A wildcard of ${name} answers for every selector with one record. Which selectors are signed with is known only from a signed message.`
    : `No DKIM key at the ${asked.length} selectors that are common. Other selectors are known only from a signed message.`
  return silent > 0 ? undetermined(says, evidence) : neutral(says, evidence)
}

/** What is to be said of the key by which mail is signed now, where there is none. */
function missing(
  keys: readonly DkimKeyReport[],
  name: string,
  unregistered: ReadonlySet<string>,
): Inspected[] {
  return keys
    .filter(({ state }) => state !== 'failed')
    .flatMap((key) => keyRemarks([key], unregistered))
    .map((remark) => ({
      ...remark,
      says: `The last tested mail of ${name} was signed with a key that is gone. ${remark.says}`,
      fails: true,
    }))
}

function judged(
  { seen }: Known,
  published: readonly DkimKeyReport[],
  inUse: string | undefined,
): Inspected[] {
  return published.flatMap((key) => {
    const fatal = key.problems.filter((problem) => problem.fatal).map(({ code }) => code)
    const isFault = (code: DkimKeyCode) => key.selector === inUse || !NO_FAULT.includes(code)
    return keyRemarks([seen.includes(key) ? key : withoutGuess(key)]).map((remark) => ({
      ...remark,
      fails: fatal.includes(remark.code) && isFault(remark.code),
    }))
  })
}

/** A revoked key is how a selector is taken out of use, and a key may be for other things than mail. */
const NO_FAULT: readonly DkimKeyCode[] = ['dkim-key-revoked', 'dkim-key-service']

/** Without a message signed by it, nothing tells that a key is for mail. */
function withoutGuess(key: DkimKeyReport): DkimKeyReport {
  const { fixed: _, ...rest } = key
  return key.problems.some(({ code }) => code === 'dkim-key-service') ? rest : key
}

function keyInWords({ type, bits, revoked, usable, chain }: DkimKeyReport): string {
  const size = bits === undefined ? '' : `, ${bits} bits`
  const state = revoked ? 'revoked' : usable ? 'usable' : 'not usable'
  const via = chain.length > 0 ? `, by CNAME to ${chain.at(-1)}` : ''
  return `${type ?? 'unknown type'}${size}, ${state}${via}`
}
