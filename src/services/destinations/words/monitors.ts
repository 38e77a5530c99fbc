import type { Facts } from './facts.ts'
import { points, timeInWords } from './plain.ts'
import type { Said } from './words.ts'

const MOST_REASONS = 12

/** A monitor that is not as expected, or is so again. */
export function sayMonitor(facts: Facts, type: string): Said {
  const name = facts.text('name', 80) ?? 'a monitor'
  const about = facts.text('monitor_id')
  const base = { label: 'Open the monitor', ...(about !== undefined && { about }) }
  const reasons = facts.list('reasons')
  const said = reasons.slice(0, MOST_REASONS).flatMap((reason) => reason.text('says', 400) ?? [])
  const beside = Math.max(0, reasons.length - MOST_REASONS) + (facts.number('more_reasons') ?? 0)
  const more = beside > 0 ? [`And ${beside} more.`] : []
  const [score, since] = [facts.number('score'), facts.time('since')]
  if (type === 'monitor.recovered') {
    return {
      ...base,
      title: `Recovered: ${name}`,
      lines: [
        'Everything is as expected again.',
        ...(since ? [`Since ${timeInWords(since)} it was not:`] : []),
        ...said,
        ...more,
        ...(score === undefined ? [] : [`The last message scored ${points(score)} of 10.`]),
      ],
      severity: 'good',
      course: 'ends',
    }
  }
  const isSilent = facts.text('state') === 'silent'
  return {
    ...base,
    title: `${isSilent ? 'Silent' : 'Alert'}: ${name}`,
    lines: [
      ...said,
      ...more,
      ...(score === undefined || said.some((line) => line.includes(points(score)))
        ? []
        : [`The last message scored ${points(score)} of 10.`]),
    ],
    severity: 'critical',
    course: 'begins',
  }
}
