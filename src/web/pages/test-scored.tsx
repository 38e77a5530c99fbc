import type { ComponentChildren } from 'preact'
import { MAX_SCORE } from '../../core/report.ts'
import { checkTitle } from '../check-names.ts'
import { Aside } from '../components/aside.tsx'
import { anchor, CostlyCheck, FoldedCheck } from '../components/check.tsx'
import { Kind } from '../components/kind.tsx'
import { Moment } from '../components/moment.tsx'
import { LaterNotice } from '../components/notice.tsx'
import { NotKnownSwatch, Scale } from '../components/scale.tsx'
import { level, type Sections, sectionsOf, undeterminedSentence, verdict } from '../sections.ts'
import type { Site } from '../site.ts'
import type { ShownReport, TestPage } from '../view.ts'
import { plural, score } from '../wording.ts'

interface ScoredProps {
  site: Site
  page: TestPage
  report: ShownReport
}

/** The report. */
export function Scored({ site, page, report }: ScoredProps) {
  const sections = sectionsOf(report.checks)
  return (
    <div class="split">
      <div>
        <LaterNotice site={site} page={page} />
        <Head page={page} report={report} sections={sections} />
        <Checks site={site} sections={sections} />
        <Kind report={report} />
      </div>
      <Aside site={site} page={page} />
    </div>
  )
}

interface HeadProps {
  page: TestPage
  report: ShownReport
  sections: Sections
}

function Head({ page, report, sections }: HeadProps) {
  const open = undeterminedSentence(report.undetermined)
  const first = sections.cost[0]
  return (
    <header class={`head head-${level(report.score)}`}>
      {page.shown && (
        <p class="eyebrow">
          {page.messages.length > 1
            ? `Report on message ${page.shown.number}, `
            : 'Report on the message of '}
          <Moment at={page.shown.receivedAt} />
        </p>
      )}
      <h1 class="score">
        <span class="score-number">{score(report.score)}</span> <span class="score-of">of {MAX_SCORE}</span>
      </h1>
      <Scale score={report.score} cost={sections.cost} notKnown={report.undetermined.points} />
      <p class="verdict">
        {verdict(report, sections)}
        {first && sections.cost.length > 1 && (
          <>
            {' '}
            Begin with <a href={`#${anchor(first.name)}`}>{checkTitle(first.name)}</a>.
          </>
        )}
      </p>
      {open && (
        <p class="open-note">
          <NotKnownSwatch />
          <a href="#undetermined">{open}</a>
        </p>
      )}
      <Tally sections={sections} />
    </header>
  )
}

/** How many checks ended how: the rest of the report at a glance. */
function Tally({ sections }: { sections: Sections }) {
  const rows = [
    {
      id: 'cost',
      n: sections.cost.length,
      words: plural(sections.cost.length, 'costs points', 'cost points'),
    },
    { id: 'undetermined', n: sections.undetermined.length, words: 'not determined' },
    { id: 'advice', n: sections.advice.length, words: 'with advice' },
    { id: 'information', n: sections.information.length, words: 'for information' },
    { id: 'passed', n: sections.passed.length, words: 'passed' },
  ].filter((row) => row.n > 0)
  return (
    <ul class="tally" aria-label="Checks by result">
      {rows.map((row) => (
        <li key={row.id} class={`tally-${row.id}`}>
          <a href={`#${row.id}`}>
            <strong>{row.n}</strong> {row.words}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Checks({ site, sections }: { site: Site; sections: Sections }) {
  const weights = new Map(site.checks.map((entry) => [entry.name, entry.weight]))
  return (
    <>
      <Group id="cost" title="What cost points" of={sections.cost}>
        {sections.cost.map((check) => (
          <CostlyCheck key={check.name} check={check} />
        ))}
      </Group>
      <Group
        id="undetermined"
        title="Could not be determined"
        note="Nobody answered, or something hid the facts. These cost nothing."
        of={sections.undetermined}
      >
        {sections.undetermined.map((check) => (
          <FoldedCheck key={check.name} check={check} atMost={weights.get(check.name) ?? 0} />
        ))}
      </Group>
      <Group id="advice" title="Could be better, costs nothing" of={sections.advice}>
        {sections.advice.map((check) => (
          <FoldedCheck key={check.name} check={check} />
        ))}
      </Group>
      <Group id="information" title="For information" of={sections.information}>
        {sections.information.map((check) => (
          <FoldedCheck key={check.name} check={check} />
        ))}
      </Group>
      <Group id="passed" title="Passed" of={sections.passed}>
        {sections.passed.map((check) => (
          <FoldedCheck key={check.name} check={check} />
        ))}
      </Group>
    </>
  )
}

interface GroupProps {
  id: string
  title: string
  note?: string
  of: readonly unknown[]
  children: ComponentChildren
}

function Group({ id, title, note, of, children }: GroupProps) {
  if (of.length === 0) return null
  return (
    <section class={`group group-${id}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p class="quiet">{note}</p>}
      {children}
    </section>
  )
}
