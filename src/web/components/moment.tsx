import { moment } from '../wording.ts'

/** A time in UTC; the script turns it into the reader's own zone. */
export function Moment({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{moment(at)}</time>
}
