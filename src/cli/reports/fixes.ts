import type { Report as ApiReport } from '../../../clients/typescript/src/client.ts'
import { isAppliedType, type RecordSet, setsOfLines } from '../../core/applying/record-set.ts'
import { type Check, changesOf, detailOf } from '../../core/check.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import { harmless } from './harmless.ts'
import { titleOf } from './titles.ts'

/** What can be published to fix a message. */
export interface Fixes {
  sets: { set: RecordSet; wins: boolean /** What has to hold for it. */; conditions: string[] }[]
  /** What is to be done otherwise: sentences. */
  left: string[]
}

/** Of a report as it was made here. */
export function fixOf(checks: readonly Check[]): Fixes {
  return joined(
    checks.map((check) => {
      const offered = changesOf(check).flatMap((change) =>
        change.kind === 'dns' ? [placeOf(change.name, change.type)] : [],
      )
      return fixesOf(check.name, detailOf(check), check.recordSets ?? [], offered, check.score)
    }),
  )
}

/** Of a report as the API tells it. Nothing in it is trusted to be a record until it was read as one. */
export function fixesOfApi(checks: ApiReport['checks']): Fixes {
  return joined(
    checks.map(({ name, detail, score }) => {
      const { records_before: before = '', records_after: after = '', fix = '' } = detail
      const sets = setsOfLines(before, after).map(withZone)
      const offered = fix.split('\n').flatMap((line) => {
        const [place = '', type = '', record] = line.split(' ')
        return isAppliedType(type) && record !== undefined ? [placeOf(place, type)] : []
      })
      return fixesOf(name, detail, sets, offered, score)
    }),
  )
}

function withZone(set: RecordSet): RecordSet {
  const zone = set.type === 'PTR' ? undefined : organisationOf(set.name)
  return zone === undefined ? set : { ...set, zone }
}

const placeOf = (name: string, type: string) => `${type} of ${name.toLowerCase().replace(/\.$/, '')}`

function fixesOf(
  check: string,
  detail: Readonly<Record<string, string>>,
  sets: readonly RecordSet[],
  offered: readonly string[],
  score: number,
): Fixes {
  const gain = Number(detail['gain'])
  const title = titleOf(check)
  const wins = gain > 0
  const head = wins ? `${title}, +${gain}` : title
  const held = new Set(sets.map(({ name, type }) => placeOf(name, type)))
  const missing = [...new Set(offered)].filter((place) => !held.has(place))
  return {
    sets: sets.map((set) => {
      const said = saidOf(set, detail)
      const conditions = said.filter((line) => /^If\b/.test(line)).map((line) => `${title}: ${line}`)
      return { set: { ...set, note: [head, ...said].join('\n') }, wins, conditions: harmless(conditions) }
    }),
    left: harmless([
      ...missing.map((place) => `${title}: ${place}. ${NOT_EXACT}`),
      ...(offered.length === 0 && score < 0 ? [`${title}: no record of the DNS fixes it.`] : []),
    ]),
  }
}

/** The lines of the advice that offer records of the set, with words in place of these. */
function saidOf({ name, type }: RecordSet, detail: Readonly<Record<string, string>>): string[] {
  const { advice = '', refinement = '', fix = '' } = detail
  const offered = fix.split('\n').filter((line) => {
    const [place = '', kind = ''] = line.split(' ')
    return placeOf(place, kind) === placeOf(name, type)
  })
  const lines = [...advice.split('\n'), ...refinement.split('\n')]
  return lines.flatMap((line) => {
    const written = offered.find((one) => line.includes(one))
    if (written === undefined) return []
    return [line.replace(`: ${written}`, ' what follows').replace(written, 'what follows')]
  })
}

const NOT_EXACT =
  'It was not tried, or what stands there is not known exactly (an alias, no answer, or a record in strings of unknown length): publish it by hand.'

function joined(all: readonly Fixes[]): Fixes {
  return { sets: all.flatMap(({ sets }) => sets), left: all.flatMap(({ left }) => left) }
}
