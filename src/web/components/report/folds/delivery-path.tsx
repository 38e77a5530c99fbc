import type { HopView } from '../../../../core/message-view.ts'
import { took } from '../../../wording.ts'
import { Moment } from '../../moment.tsx'
import type { Standing } from './standing.ts'

/** Longer than this a hop kept the message waiting, as its check says too. */
const SLOW_SECONDS = 300

interface PathProps {
  hops: readonly HopView[]
  standing: Standing
}

/** The way of the message from its sender to us, as a line with a stop for each hop: open where something is wrong with it. */
export function DeliveryPath({ hops, standing }: PathProps) {
  if (hops.length === 0) return null
  const delays = hops.map(({ delaySeconds }) => Math.max(0, delaySeconds ?? 0))
  const total = delays.reduce((sum, delay) => sum + delay, 0)
  return (
    <section class="group" aria-labelledby="path">
      <details class="part" open={standing.isWrong}>
        <summary>
          <h2 id="path">Delivery path</h2>
          <span class="quiet">
            {hops.length} {hops.length === 1 ? 'hop' : 'hops'}
            {total > 0 && `, ${took(total)} in all`}
            {standing.says && `. ${standing.says}`}
          </span>
        </summary>
        <ol class="hops">
          {hops.map((hop, index) => (
            <Hop key={index} hop={hop} />
          ))}
        </ol>
      </details>
    </section>
  )
}

function Hop({ hop }: { hop: HopView }) {
  const { from, address, by, protocol, at, privateAddress } = hop
  const moment = at === undefined ? undefined : new Date(at)
  return (
    <li class="hop">
      <p class="hop-delay">
        <Delay seconds={hop.delaySeconds} />
      </p>
      <div class="hop-body">
        <p>
          <strong>{from ?? address ?? 'A host without a name'}</strong>
          {by && (
            <>
              {' '}
              <span class="quiet">to</span> <strong>{by}</strong>
            </>
          )}
        </p>
        <p class="quiet hop-facts">
          <Tls hop={hop} />
          {protocol && <span>{protocol}</span>}
          {address && (
            <span>
              {address}
              {privateAddress && ' (private)'}
            </span>
          )}
          {!address && privateAddress && <span>private address</span>}
          {moment && !Number.isNaN(moment.getTime()) && <Moment at={moment} />}
        </p>
      </div>
    </li>
  )
}

function Delay({ seconds }: { seconds: number | undefined }) {
  if (seconds === undefined) return <span class="unseen">No time known</span>
  if (seconds < 0) return <span class="hop-slow">clock {took(-seconds)} behind</span>
  if (seconds < 1) return <>at once</>
  return <span class={seconds > SLOW_SECONDS ? 'hop-slow' : ''}>+{took(seconds)}</span>
}

function Tls({ hop: { tls, protocol } }: { hop: HopView }) {
  if (tls) return <span class="hop-tls">✓ {tls === 'tls' ? 'encrypted' : `encrypted, ${tls}`}</span>
  if (protocol === undefined) return null
  return <span>no encryption named</span>
}
