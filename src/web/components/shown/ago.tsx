import { moment, took } from '../../wording.ts'

/** A time in words, the exact one in the title. */
export function Ago({ at, now }: { at: Date; now: Date }) {
  return (
    <time datetime={at.toISOString()} title={moment(at)} data-words>
      {ago(at, now)}
    </time>
  )
}

/** 3 minutes ago, in 5 days, just now. */
export function ago(at: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - at.getTime()) / 1000)
  if (Math.abs(seconds) < 5) return 'just now'
  return seconds > 0 ? `${took(seconds)} ago` : `in ${took(-seconds)}`
}
