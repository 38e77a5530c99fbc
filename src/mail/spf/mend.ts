import type { Change } from '../../core/fix.ts'
import { isDomainName } from '../authentication/results.ts'
import { isPrivateName } from '../hosts/private-names.ts'
import { LONGEST_TXT, txtChange } from '../mending/changes.ts'
import { sameOrganisation } from '../sender-domain.ts'
import type { SpfTree } from '../spf-tree.ts'
import { nodesOf, type SpfBranch, type SpfNode } from './nodes.ts'
import { merge } from './problems.ts'

const BEGINS = 'v=spf1'

/**
 * The record of a domain in place of the SPF records there; none where the name is no domain or is made for each
 * message, or where the record is too long for anybody to publish.
 */
export function spfChange(domain: string, text: string): Change[] {
  const isOne = isDomainName(domain) && !isPrivateName(domain) && text.length <= LONGEST_TXT
  return isOne ? [txtChange(domain, text, BEGINS)] : []
}

/**
 * The records to publish so that a tree can be evaluated: those suggested for their fewer look-ups, or every record with
 * a fatal fault, mended. None where a fault leaves open what was meant, or stands in another organisation's record.
 */
export function mendTree({ root, problems, suggestion }: SpfTree): Change[] {
  if (suggestion) return suggestion.records.flatMap(({ name, text }) => spfChange(name, text))
  const broken = new Set(problems.filter(({ fatal }) => fatal).map(({ domain }) => domain))
  const nodes = [...nodesOf(root)].filter(({ domain }) => broken.has(domain))
  const distinct = [...new Map(nodes.map((node) => [node.domain, node])).values()]
  const changes = distinct.map((node) => {
    const text = sameOrganisation(node.domain, root.domain) ? mendedText(node) : undefined
    return text === undefined ? [] : spfChange(node.domain, text)
  })
  return changes.some((change) => change.length === 0) ? [] : changes.flat()
}

/** The record without what makes it fail; undefined where nothing is to be mended or one would have to guess. */
function mendedText({ texts, record, terms }: SpfNode): string | undefined {
  if (texts && texts.length > 1) return merge(texts)
  if (!record || record.errors.some(({ fix }) => fix === undefined)) return undefined
  const fixes = new Map(record.errors.map(({ at, fix = '' }) => [at, fix]))
  const useless = new Set(terms.filter(isUseless).map(({ term }) => term.at))
  let at = 1
  const words = record.text.split(' ').flatMap((word) => {
    const here = at
    at += word.length + 1
    return word === '' || useless.has(here) ? [] : [fixes.get(here) ?? word]
  })
  const text = words.join(' ')
  return text === record.text ? undefined : text
}

/** It leads nowhere, so that receivers stop with permerror. */
function isUseless({ term, target, child, ignored }: SpfBranch): boolean {
  if (ignored) return false
  const isInclude = term.kind === 'modifier' ? term.name === 'redirect' : term.name === 'include'
  return isInclude && (target === '' || child?.state === 'none' || child?.state === 'loop')
}
