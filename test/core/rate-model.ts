import { MINUTE, type Rate, SECOND, wholeSeconds } from '../../src/core/access/rate.ts'

/** The rule told in another way: a bucket that drains, and a list of who was refused since the last admission. */
export function bucket({ interval, burst }: Rate) {
  const size = interval * burst
  let [level, at] = [0, 0]
  let refused: { told: number; penalised: boolean }[] = []
  return (now: number) => {
    level = Math.max(0, level - (now - at))
    at = now
    if (level <= size) {
      level += interval
      refused = []
      return { admitted: true, retryAfter: 0 }
    }
    const disobeys = refused.some(({ told }) => now < told)
    const first = !refused.some(({ penalised }) => penalised)
    const penalised = disobeys && first && level + interval - size <= MINUTE
    if (penalised) level += interval
    const retryAfter = Math.max(1, wholeSeconds(level - size))
    refused.push({ told: now + retryAfter * SECOND, penalised })
    return { admitted: false, retryAfter }
  }
}
