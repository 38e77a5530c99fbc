import { domainToUnicode } from 'node:url'
import { organisationOf } from '../domains/sender-domain.ts'
import { isMixed, scriptsOf } from './scripts.ts'
import { imitatesAscii, skeletonOf } from './skeleton.ts'

/** How an internationalised domain name deceives the eye. */
export type NameDeceit =
  /** A label mixes scripts (UTS #39 section 5.2). */
  | 'mixed-scripts'
  /** A label in another script that is read as Latin letters (UTS #39 section 4, whole-script confusable). */
  | 'read-as-latin'
  /** Not valid by IDNA, so no software shows it as letters. */
  | 'invalid'

const MOST = 253

/** Judges a domain in A-labels. Absent: no internationalised label, or nothing is wrong with them. */
export function deceitOf(domain: string): NameDeceit | undefined {
  if (domain.length > MOST || !/(?:^|\.)xn--/.test(domain)) return undefined
  const shown = domainToUnicode(domain)
  if (shown === '' || /(?:^|\.)xn--/.test(shown)) return 'invalid'
  const labels = shown.split('.')
  if (labels.some(isMixed)) return 'mixed-scripts'
  const top = scriptsOf(labels.at(-1) ?? '')
  return labels.some((label) => readsAsLatin(label) && scriptsOf(label).isDisjointFrom(top))
    ? 'read-as-latin'
    : undefined
}

/** No letter of it is Latin, and every one looks like one. */
function readsAsLatin(label: string): boolean {
  const letters = [...label].filter((letter) => letter > '\x7f')
  if (letters.length === 0 || scriptsOf(label).has('Latin')) return false
  return [...label].every((letter) => imitatesAscii(letter) || /[a-z0-9-]/.test(letter))
}

/** The two belong to different organisations whose names can be taken for each other. */
export function looksLike(a: string, b: string): boolean {
  const [one, other] = [organisationOf(a), organisationOf(b)]
  if (one === undefined || other === undefined || one === other) return false
  return domainSkeleton(one) === domainSkeleton(other)
}

function domainSkeleton(domain: string): string {
  return skeletonOf(domainToUnicode(domain.slice(0, MOST)) || domain.slice(0, MOST))
}
