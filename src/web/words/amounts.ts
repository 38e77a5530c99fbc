import { percentDown } from '../../core/aggregate/share.ts'

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** 512 bytes, 4.2 KB, 17 MB. */
export function bytes(n: number): string {
  let value = n
  let unit = 0
  // What would be shown as 1024 is one of the next unit.
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)} ${n === 1 ? 'byte' : UNITS[unit]}`
}

/** 1,204 */
export function amount(n: number): string {
  return n.toLocaleString('en-GB')
}

/** A part of a whole: 12%, under 1%. */
export function share(part: number, whole: number): string {
  if (whole <= 0) return '0%'
  const percent = (100 * part) / whole
  return percent > 0 && percent < 1 ? 'under 1%' : `${Math.round(percent)}%`
}

/** A part of a whole to a tenth of a percent, never more than it is: 96.3%, 98.0%, and 100% only of all. */
export const rate = (part: number, whole: number): string => (whole <= 0 ? '–' : percentDown(part, whole))
