import { formatAddress } from '../../../../net/ip.ts'
import type { Range } from '../gate/networks.ts'
import type { Program, Rule } from '../gate/program.ts'

/** The addresses that a term stands for now, as ip4 and ip6 terms; undefined: they are not all known, or not so simple. */
export function networkTerms({ match, qualifier }: Rule): string[] | undefined {
  const ranges =
    match.kind === 'hosts'
      ? Object.keys(match.open).length === 0
        ? match.ranges
        : undefined
      : match.kind === 'include'
        ? rangesIn(match.program)
        : undefined
  const sign = qualifier === '+' ? '' : qualifier
  return ranges && [...new Set(ranges.map((range) => `${sign}${termOf(range)}`))]
}

/** Only a record of plain `+` terms means the same when its terms are copied elsewhere. */
function rangesIn(program: Program): Range[] | undefined {
  if (program.kind !== 'record') return undefined
  const ranges: Range[] = []
  for (const { match, qualifier } of program.rules) {
    if (match.kind === 'all') {
      if (qualifier === '+') return undefined
      continue
    }
    const found = rangesOfRule(match)
    if (qualifier !== '+' || !found) return undefined
    ranges.push(...found)
  }
  const moved = program.redirect && rangesIn(program.redirect.program)
  return program.redirect && !moved ? undefined : [...ranges, ...(moved ?? [])]
}

function rangesOfRule(match: Rule['match']): Range[] | undefined {
  if (match.kind === 'include') return rangesIn(match.program)
  return match.kind === 'hosts' && Object.keys(match.open).length === 0 ? match.ranges : undefined
}

function termOf({ family, first, last }: Range): string {
  const bits = family === 4 ? 32 : 128
  const prefix = bits - (last - first + 1n).toString(2).length + 1
  const length = prefix === bits ? '' : `/${prefix}`
  return `ip${family}:${written(first, family)}${length}`
}

function written(value: bigint, family: 4 | 6): string {
  const count = family === 4 ? 4 : 16
  const bytes = Uint8Array.from({ length: count }, (_, index) =>
    Number((value >> BigInt(8 * (count - 1 - index))) & 0xffn),
  )
  return formatAddress({ version: family, bytes })
}
