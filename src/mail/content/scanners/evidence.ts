import type { ScanRule } from './rule.ts'
import type { Weighed } from './weigh.ts'

const MOST_SHOWN = 40
const MOST_QUOTED = 20
const MOST_NAMED = 5

export const signed = (points: number) => (points > 0 ? `+${points}` : String(points))

/** One key for each rule that counts, and one key for all others. Without what the rules saw of the message. */
export function ruleEvidence({ own, left, unasked }: Weighed): Record<string, string> {
  const shown = own.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, MOST_SHOWN)
  const rules = shown.map(({ name, points, description }) => [
    // An upper-case letter keeps a rule apart from the report's own keys.
    /[A-Z]/.test(name) ? name : `rule ${name}`,
    `${signed(points)} ${description}`.trim(),
  ])
  const further = own.length - shown.length
  const reasons = Map.groupBy(left, ({ reason }) => reason)
  const others = [...reasons].map(([reason, rules]) => {
    const named = rules.slice(0, MOST_SHOWN).map(({ rule }) => `${rule.name} ${signed(rule.points)}`)
    return `${reason}: ${named.join(', ')}`
  })
  return Object.fromEntries([
    ...rules,
    ...(further > 0 ? [['further_rules', String(further)]] : []),
    ...(others.length > 0 ? [['not_counted', others.join('; ')]] : []),
    ...(unasked.length > 0 ? [['not_asked', unaskedRules(unasked)]] : []),
  ])
}

function unaskedRules(unasked: Weighed['unasked']): string {
  const shown = unasked.slice(0, MOST_SHOWN)
  const lists = Map.groupBy(shown, ({ list }) => list || 'another list')
  return [...lists]
    .map(([list, of]) => `${list}: ${of.map(({ rule }) => `${rule.name} ${signed(rule.points)}`).join(', ')}`)
    .join('; ')
}

/** What the rules saw of the message, in its own words. */
export function ruleQuotes({ own }: Weighed): Record<string, string> {
  const saw = own.filter(({ notes, points }) => notes.length > 0 && points !== 0).slice(0, MOST_QUOTED)
  return Object.fromEntries(saw.map(({ name, notes }) => [name, notes.join(', ')]))
}

/** The rules that weigh most, for a sentence of advice. */
export function heaviest(own: readonly ScanRule[]): string {
  const named = own.filter(({ points }) => points > 0).slice(0, MOST_NAMED)
  return named.map(({ name, points }) => `${name} (${signed(points)})`).join(', ')
}
