/** How much of what is equal stands around a difference, and how much of a difference is shown. */
const AROUND = 80
const SHOWN = 600

interface Cut {
  head: string
  middle: string
  tail: string
}

interface DifferingProps {
  value: string
  /** Absent: there is none. */
  other: string | undefined
  /** Letters of what differs that are shown. */
  most?: number
}

/** A value of two that differ, with the part marked that the other one does not have. A long one is cut around it. */
export function Differing({ value, other, most = SHOWN }: DifferingProps) {
  if (other === undefined) return <>{clip(value, most)}</>
  const { head, middle, tail } = cutAround(value, other, most)
  return (
    <>
      {head}
      {middle !== '' && <mark>{middle}</mark>}
      {tail}
    </>
  )
}

/** A value, cut where it is long. */
export function clip(value: string, most = SHOWN): string {
  const points = [...value.slice(0, most * 2)]
  return points.length > most || value.length > most * 2 ? `${points.slice(0, most).join('')}…` : value
}

/** What two values have in common at both ends, and what is between. */
export function cutAround(value: string, other: string, most = SHOWN): Cut {
  const [own, its] = [[...value], [...other]]
  const shorter = Math.min(own.length, its.length)
  let start = 0
  while (start < shorter && own[start] === its[start]) start += 1
  let end = 0
  while (end < shorter - start && own[own.length - 1 - end] === its[its.length - 1 - end]) end += 1
  const head = own.slice(0, start)
  const middle = own.slice(start, own.length - end).join('')
  const tail = end === 0 ? [] : own.slice(-end)
  return {
    head: head.length > AROUND ? `…${head.slice(-AROUND).join('')}` : head.join(''),
    middle: clip(middle, most),
    tail: tail.length > AROUND ? `${tail.slice(0, AROUND).join('')}…` : tail.join(''),
  }
}
