import { roundScore } from '../../../core/report.ts'
import { leadsTo, type Plan, type Step, stepAnchor } from '../../plan.ts'
import type { ShownReport } from '../../view.ts'
import { loss, plural, points, score } from '../../wording.ts'
import { Advice } from '../advice.tsx'
import { anchor } from '../check.tsx'
import { Apply } from './apply.tsx'

type Planned = Pick<ShownReport, 'plan' | 'score' | 'checks'>

/** What fixes the message, most points first: the first steps in sight, the rest folded. */
export function PlanSection({ report, plan }: { report: Planned; plan: Plan }) {
  const { first, more, free } = plan
  if (first.length + free.length === 0) return null
  return (
    <section class="group group-plan" aria-labelledby="plan">
      <h2 id="plan">{first.length > 0 ? 'What to do first' : 'What could be better'}</h2>
      <Outlook plan={plan} report={report} />
      <Steps steps={first} />
      {more.length > 0 && (
        <Folded title={`${more.length} more ${plural(more.length, 'step')}${together(more)}`}>
          <Steps steps={more} start={first.length + 1} />
        </Folded>
      )}
      {free.length > 0 && (
        <Folded free title={`${free.length} more ${plural(free.length, 'step')} without points to gain`}>
          <Steps steps={free} start={first.length + more.length + 1} />
        </Folded>
      )}
    </section>
  )
}

function together(steps: readonly Step[]): string {
  const sum = steps.reduce((total, { gain }) => total + (gain === 'unknown' ? 0 : gain), 0)
  return sum > 0 ? `, ${gained(sum)} together` : ''
}

function Outlook({ plan, report }: { plan: Plan; report: Planned }) {
  if (plan.first.length === 0) return null
  const lost = roundScore(-report.checks.reduce((sum, check) => sum + check.score, 0))
  const end = leadsTo(plan, report)
  return (
    <p class="quiet">
      {end > report.score && (
        <>
          {plan.open
            ? 'The steps of known gain lead'
            : `${plan.steps === 1 ? 'This leads' : 'All steps together lead'}`}{' '}
          from {score(report.score)} to <strong>{score(end)}</strong>.{' '}
        </>
      )}
      {lost > 10 &&
        `The checks took ${points(lost)} points in all, so the score moves once fewer than 10 are lost.`}
    </p>
  )
}

interface StepsFoldProps {
  title: string
  /** Nothing is to be gained by them. */
  free?: boolean
  children: preact.ComponentChildren
}

function Folded({ title, free = false, children }: StepsFoldProps) {
  return (
    <details class={free ? 'more more-free' : 'more'}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

interface StepsProps {
  steps: readonly Step[]
  start?: number
}

function Steps({ steps, start = 1 }: StepsProps) {
  if (steps.length === 0) return null
  return (
    <ol class="steps" start={start}>
      {steps.map((step, index) => (
        <li key={step.key} class="step" id={stepAnchor(start + index)}>
          <p class={step.gain === 'unknown' || step.gain <= 0 ? 'gain gain-none' : 'gain'}>
            <Gain gain={step.gain} />
          </p>
          <div class="step-body">
            <h3>
              <span class="unseen">Step {start + index}: </span>
              <a href={`#${anchor(step.check)}`}>{step.title}</a>
            </h3>
            {step.again && <p>A further change for the same check.</p>}
            <Advice items={step.items} />
            <Apply sets={step.sets} />
            {!step.again && step.who && <p class="step-who">Who can change it: {step.who}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Gain({ gain }: { gain: Step['gain'] }) {
  if (gain === 'unknown') return <>gain unknown</>
  if (gain <= 0) return <span class="unseen">No points</span>
  return (
    <>
      {gained(gain)}
      <span class="unseen"> {plural(gain, 'point')}</span>
    </>
  )
}

function gained(gain: number): string {
  return loss(gain).replace('−', '+')
}
