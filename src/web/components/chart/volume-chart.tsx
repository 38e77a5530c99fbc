import { amount } from '../../words/amounts.ts'
import { volumeShape } from './geometry.ts'
import { messages, type Series, slotsOf, windowWords } from './slots.ts'
import { TwoWayFigure, TwoWayNumbers } from './two-way.tsx'

const TALL = 90

/** How many messages arrived: scored ones upwards, those that could not be analysed downwards. */
export function VolumeChart({ id, history }: { id: string; history: Series }) {
  const { days, per } = history
  const slots = slotsOf(history)
  const shape = volumeShape(slots, TALL)
  return (
    <TwoWayFigure
      id={id}
      title="Messages"
      says={shape.mostFailed && 'Below the line: messages that could not be analysed.'}
      description={described(history)}
      slots={slots}
      shape={shape}
      below="failed"
      table={<TwoWayNumbers caption="Messages" kinds={['Scored', 'Not analysed']} days={days} per={per} />}
    />
  )
}

function described(history: Series): string {
  const total = (kind: 'scored' | 'failed') => history.days.reduce((sum, day) => sum + day[kind], 0)
  const [scored, failed] = [total('scored'), total('failed')]
  return `From ${windowWords(history)}: ${messages(scored)} scored, ${amount(failed)} could not be analysed.`
}
