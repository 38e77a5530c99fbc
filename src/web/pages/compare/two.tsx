import type { ComponentChildren } from 'preact'
import type { Side, TwoReports } from '../../../services/comparing/comparing.ts'
import { capital } from '../../../services/telling/numbers.ts'
import { ChangedChecks } from '../../components/compare/checks.tsx'
import { clip } from '../../components/compare/differing.tsx'
import { ChangedFields } from '../../components/compare/fields.tsx'
import { namesOf } from '../../components/compare/names.ts'
import { ChangedRecords } from '../../components/compare/records.tsx'
import { Moment } from '../../components/moment.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { score } from '../../wording.ts'
import { oneLine } from '../../words/one-line.ts'

interface TwoProps {
  site: Site
  two: TwoReports
  compared: NonNullable<TwoReports['compared']>
  /** How to choose others. */
  choose: ComponentChildren
}

/** Two reports side by side. */
export function TwoDocument({ site, two, compared, choose }: TwoProps) {
  const { comparison, change, fields, records } = compared
  const level = comparison.delta < 0 ? 'poor' : comparison.delta > 0 ? 'good' : 'fair'
  return (
    <Layout site={site} title={change.lead}>
      <div class="stack compare">
        <header class={`head head-${level}`}>
          <p class="eyebrow">{namesOf(two).join(' and ')}</p>
          <h1>{change.lead}</h1>
          {change.what !== undefined && <p class="verdict">{capital(change.what)}.</p>}
        </header>
        <Sides site={site} two={two} />
        <Notices two={two} compared={compared} />
        {choose}
        {!comparison.gated && (
          <div>
            <ChangedChecks site={site} two={two} checks={comparison.checks} />
            <ChangedRecords two={two} changes={records} />
            <ChangedFields two={two} fields={fields} />
            <OfTheMessages two={two} compared={compared} />
          </div>
        )}
      </div>
    </Layout>
  )
}

/** The two, each leading to its report. */
export function Sides({ site, two }: { site: Site; two: TwoReports }) {
  const [first, second] = namesOf(two)
  return (
    <div class="sides">
      <SideCard site={site} side={two.before} name={first} />
      <SideCard site={site} side={two.after} name={second} />
    </div>
  )
}

function SideCard({ site, side, name }: { site: Site; side: Side; name: string }) {
  const { token, message, judged, words, withheld } = side
  return (
    <section class="card" aria-label={name}>
      <div class="card-head">
        <h2>
          <a href={site.href.test(token, message?.id)}>{name}</a>
        </h2>
        {judged && <strong class="side-score">{score(judged.report.score)}</strong>}
      </div>
      {message && (
        <p class="quiet">
          <Moment at={message.receivedAt} />
        </p>
      )}
      {words && (
        <p class="side-words">
          <strong>
            <bdi>{oneLine(words.subject, 150) || 'No subject'}</bdi>
          </strong>
          <bdi class="quiet">{oneLine(words.from, 150)}</bdi>
        </p>
      )}
      {withheld && <p class="quiet">Its subject and content are not shown.</p>}
      {!words && !withheld && judged?.gated && <p class="quiet">Only its score is shown.</p>}
    </section>
  )
}

function Notices({ two, compared: { comparison } }: Pick<TwoProps, 'two' | 'compared'>) {
  const { rules, senders, gated, score: scores, checks } = comparison
  const isAtTheEnd = scores.before === 0 && scores.after === 0 && checks.some(({ points }) => points !== 0)
  const told = [
    gated &&
      'Only the scores are compared: more tests were made than are shown in full, so the checks of one of these reports are not shown.',
    rules &&
      `These two were judged by different rules (version ${rules.before} and version ${rules.after}), so a part of the difference may come from the rules and not from the mail.`,
    senders &&
      `They come from different senders, ${clip(senders.before, 100)} and ${clip(senders.after, 100)}, so records of different domains stand side by side.`,
    isAtTheEnd && 'Both scores are 0, which is the least there is: what was fixed does not show in it yet.',
    (two.before.withheld || two.after.withheld) &&
      'A message here looks like one that opens an account, so its words are not shown, and names that may hold a secret are shortened.',
  ]
  return (
    <>
      {told
        .filter((says) => typeof says === 'string')
        .map((says) => (
          <Notice key={says} kind="note">
            {says}
          </Notice>
        ))}
    </>
  )
}

const KINDS = {
  transactional: 'Transactional',
  marketing: 'Marketing',
  list: 'Mailing list',
  personal: 'Personal',
} as const

function OfTheMessages({ two, compared }: Pick<TwoProps, 'two' | 'compared'>) {
  const { kind, size } = compared.comparison
  const [first, second] = namesOf(two)
  const pair = (before: string, after: string) =>
    before === after ? `${before} in both` : `${first}: ${before}\n${second}: ${after}`
  return (
    <section class="group" aria-labelledby="messages">
      <h2 id="messages">The messages</h2>
      <Facts
        facts={[
          ['Taken for', pair(KINDS[kind.before], KINDS[kind.after])],
          ['Size', pair(bytes(size.before), bytes(size.after))],
        ]}
      />
    </section>
  )
}

const bytes = (n: number) => `${n.toLocaleString('en-GB')} bytes`
