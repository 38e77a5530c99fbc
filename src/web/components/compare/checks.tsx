import { type Check, detailOf } from '../../../core/check.ts'
import type { CheckChange, Outcome } from '../../../services/comparing/checks.ts'
import type { TwoReports } from '../../../services/comparing/comparing.ts'
import { signed } from '../../../services/comparing/sentence.ts'
import type { Site } from '../../site.ts'
import { loss, plural } from '../../wording.ts'
import { anchor } from '../check.tsx'
import { clip } from './differing.tsx'
import { inSentence, namesOf, titleIn } from './names.ts'

interface Kind {
  outcomes: readonly Outcome[]
  title: string
  sign: string
  tone: string
}

const KINDS: readonly Kind[] = [
  { outcomes: ['fixed'], title: 'Fixed', sign: '✓', tone: 'good' },
  { outcomes: ['better'], title: 'Better', sign: '↑', tone: 'good' },
  { outcomes: ['new_trouble'], title: 'New trouble', sign: '!', tone: 'poor' },
  { outcomes: ['worse'], title: 'Worse', sign: '↓', tone: 'poor' },
  { outcomes: ['changed'], title: 'Other findings, the same points', sign: '~', tone: 'none' },
  { outcomes: ['not_comparable'], title: 'Cannot be compared', sign: '?', tone: 'fair' },
  { outcomes: ['only_before', 'only_after'], title: 'In one report alone', sign: '–', tone: 'none' },
]

interface ChecksProps {
  site: Site
  two: TwoReports
  checks: readonly CheckChange[]
}

/** Every check before and after, what changed first. */
export function ChangedChecks({ site, two, checks }: ChecksProps) {
  const same = checks.filter(({ outcome }) => outcome === 'same')
  const silent = checks.filter(saysNothing)
  const changed = KINDS.map((kind) => ({
    ...kind,
    checks: checks
      .filter((check) => !silent.includes(check))
      .filter(({ outcome }) => kind.outcomes.includes(outcome))
      .toSorted((one, two) => Math.abs(two.points) - Math.abs(one.points)),
  })).filter((kind) => kind.checks.length > 0)
  return (
    <section class="group" aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      {changed.length === 0 && (
        <p>
          {silent.length === 0
            ? 'Every check came out the same.'
            : 'Every check that can be compared came out the same.'}
        </p>
      )}
      {changed.map((kind) => (
        <div class={`changes changes-${kind.tone}`} key={kind.title}>
          <h3>
            <span class="changes-sign" aria-hidden="true">
              {kind.sign}
            </span>{' '}
            {kind.title}
          </h3>
          <ul class="plain">
            {kind.checks.map((check) => (
              <Changed key={check.name} site={site} two={two} change={check} />
            ))}
          </ul>
        </div>
      ))}
      <SilentChecks site={site} two={two} checks={silent} />
      <SameChecks site={site} two={two} checks={same} />
    </section>
  )
}

function Changed({ site, two, change }: { site: Site; two: TwoReports; change: CheckChange }) {
  const { name, points, obstacle } = change
  const [first, second] = namesOf(two)
  const { before, after } = two
  return (
    <li class="change">
      <h4>
        {titleIn(site, name)}
        {points !== 0 && (
          <span class="change-points">
            {signed(points)}
            <span class="unseen"> {plural(Math.abs(points), 'point')}</span>
          </span>
        )}
      </h4>
      {obstacle && <p class="quiet">{whyNot(obstacle, [first, second])}</p>}
      <dl class="two">
        <div>
          <dt>
            <a href={`${site.href.test(before.token, before.message?.id)}#${anchor(name)}`}>{first}</a>
          </dt>
          <dd>
            <How check={change.before} />
          </dd>
        </div>
        <div>
          <dt>
            <a href={`${site.href.test(after.token, after.message?.id)}#${anchor(name)}`}>{second}</a>
          </dt>
          <dd>
            <How check={change.after} />
          </dd>
        </div>
      </dl>
      <Findings change={change} />
    </li>
  )
}

const STATUS = {
  passed: 'Passed',
  failed: 'Failed',
  neutral: 'For information',
  error: 'Could not be determined',
} as const

/** How a check came out. */
function How({ check }: { check: Check | undefined }) {
  if (!check) return <span class="quiet">This report does not have the check.</span>
  const summary = detailOf(check)['summary']
  return (
    <>
      <strong>{STATUS[check.status]}</strong>
      {check.score !== 0 && `, ${loss(check.score)}`}
      {summary && <span class="two-summary">{clip(summary, 400)}</span>}
    </>
  )
}

/** What was found, by the names that programs know it by. */
function Findings({ change }: { change: CheckChange }) {
  const { gone, fresh, still } = change.findings
  const kinds = [
    ['Gone', gone],
    ['New', fresh],
    ['Still there', still],
  ] as const
  const told = kinds.filter(([, codes]) => codes.length > 0)
  if (told.length === 0) return null
  return (
    <ul class="plain codes quiet">
      {told.map(([words, codes]) => (
        <li key={words}>
          {words}:{' '}
          {codes.map((code, at) => (
            <span key={code}>
              {at > 0 && ', '}
              <code>{code}</code>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

function whyNot({ side, why }: NonNullable<CheckChange['obstacle']>, [first, second]: [string, string]) {
  const where = side === 'both' ? 'either of them' : inSentence(side === 'before' ? first : second)
  return why === 'undetermined'
    ? `It could not be determined in ${where}, so this says neither that it is fixed nor that it is broken.`
    : `It was not judged in ${where}: there was nothing to judge, or it is information.`
}

/** Nothing can have been fixed or broken that anybody could see: open in both, or a side had nothing to judge and the other did not fail. */
function saysNothing({ obstacle, before, after }: CheckChange): boolean {
  if (!obstacle) return false
  if (obstacle.why === 'undetermined') return obstacle.side === 'both'
  return before?.status !== 'failed' && after?.status !== 'failed'
}

function SilentChecks({ site, two, checks }: ChecksProps) {
  if (checks.length === 0) return null
  return (
    <details class="message-view">
      <summary>
        <h3>Open in both, or nothing to judge</h3>
        <span class="quiet">
          {checks.length} {plural(checks.length, 'check')}
        </span>
      </summary>
      <ul class="plain">
        {checks.map((check) => (
          <Changed key={check.name} site={site} two={two} change={check} />
        ))}
      </ul>
    </details>
  )
}

function SameChecks({ site, two, checks }: ChecksProps) {
  if (checks.length === 0) return null
  const { after } = two
  return (
    <details class="message-view">
      <summary>
        <h3>The same in both</h3>
        <span class="quiet">
          {checks.length} {plural(checks.length, 'check')}
        </span>
      </summary>
      <ul class="plain same-list">
        {checks.map(({ name, after: check }) => (
          <li key={name}>
            <a href={`${site.href.test(after.token, after.message?.id)}#${anchor(name)}`}>
              {titleIn(site, name)}
            </a>{' '}
            <span class="quiet">
              {check && STATUS[check.status]}
              {check && check.score !== 0 && `, ${loss(check.score)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
