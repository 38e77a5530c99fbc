import { percentDown, shareOf } from '../../../core/aggregate/share.ts'
import type { Style } from '../../reports/screen.ts'

/** 48,250 */
export const amount = (count: number): string => count.toLocaleString('en-US')

/** 96.3%, rounded down; nothing of nothing. */
export const percent = (part: number, whole: number): string => (whole === 0 ? '' : percentDown(part, whole))

/** How a pass rate stands out: as a source is passing, and far from it. */
export function levelOf(part: number, whole: number): Style {
  const share = shareOf(part, whole) ?? 1
  if (share >= 0.95) return 'good'
  return share >= 0.8 ? 'fair' : 'poor'
}
