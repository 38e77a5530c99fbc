import type { Finding, FindingState, Step } from '../../../services/doctor/finding.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import { CHECKLIST } from '../../frame/checklist.ts'
import type { Site } from '../../site.ts'

const STATES: Readonly<Record<FindingState, string>> = {
  problem: 'Problem',
  attention: 'To look at',
  unknown: 'Unknown',
  ok: 'In order',
}

interface ChecklistProps {
  site: Site
  /** The worst first. */
  findings: readonly Finding[]
}

/** `/admin/setup`: what the installation still needs, the worst first. */
export function ChecklistDocument({ site, findings }: ChecklistProps) {
  const good = findings.filter(({ state }) => state === 'ok')
  const open = findings.filter(({ state }) => state !== 'ok')
  return (
    <AreaPage site={site} area="admin" title="Set-up" lede={summary(findings)}>
      <form method="post" action={CHECKLIST}>
        <button type="submit" class="button button-quiet">
          Look again
        </button>
      </form>
      {open.length > 0 && <List findings={open} />}
      {good.length > 0 && (
        <details class="checklist-good" open={open.length === 0}>
          <summary>
            In order <span class="quiet">{good.length}</span>
          </summary>
          <List findings={good} />
        </details>
      )}
      <p class="quiet">
        On the server <code>mailgauge doctor</code> prints the same.
      </p>
    </AreaPage>
  )
}

function summary(findings: readonly Finding[]): string {
  const of = (state: FindingState) => findings.filter((finding) => finding.state === state).length
  const problems = of('problem')
  const looks = of('attention')
  if (problems > 0) return problems === 1 ? 'One thing is a problem.' : `${problems} things are a problem.`
  if (looks > 0)
    return looks === 1
      ? 'Nothing is a problem; one thing is worth a look.'
      : `Nothing is a problem; ${looks} things are worth a look.`
  return of('unknown') > 0 ? 'Nothing that could be found out is a problem.' : 'Everything is in order.'
}

function List({ findings }: Pick<ChecklistProps, 'findings'>) {
  return (
    <ul class="plain checklist">
      {findings.map((finding) => (
        <Item key={finding.id} finding={finding} />
      ))}
    </ul>
  )
}

function Item({ finding: { id, title, host, state, seen, steps = [], read } }: { finding: Finding }) {
  return (
    <li class={`checklist-item checklist-${state} stack`} id={id}>
      <div class="checklist-head">
        <h2>
          {title}
          {host !== undefined && <span class="quiet"> of {host}</span>}
        </h2>
        <span class="checklist-state">{STATES[state]}</span>
      </div>
      <p>{seen}</p>
      {steps.map((step) => (
        <Todo key={`${step.says} ${step.lines?.join(' ')}`} step={step} />
      ))}
      {state !== 'ok' && (
        <p class="quiet">
          Read on in <code>{read}</code>.
        </p>
      )}
    </li>
  )
}

const COPIED: Readonly<Record<NonNullable<Step['kind']>, string>> = {
  record: 'the record',
  command: 'the command',
  config: 'the lines of the configuration',
  proxy: 'the lines of the configuration',
}

function Todo({ step: { says, kind = 'command', lines = [] } }: { step: Step }) {
  return (
    <div class="checklist-step">
      <p>{says}</p>
      {lines.length > 0 && (
        <div class="record">
          <code class="checklist-lines">{lines.join('\n')}</code>
          <CopyButton text={lines.join('\n')} what={COPIED[kind]} />
        </div>
      )}
    </div>
  )
}
