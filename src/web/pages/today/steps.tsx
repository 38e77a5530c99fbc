import { Section } from '../../components/frame/area.tsx'
import { NewTestButton } from '../../components/tests/new-test.tsx'
import { mayIn } from '../../frame/entries.ts'
import type { Site } from '../../site.ts'
import type { Step } from './standing.ts'

/** What is not set up yet, the very next step first. Nothing for those who may do none of it. */
export function Steps({ site, steps }: { site: Site; steps: readonly Step[] }) {
  const open = steps.filter((step) => mayIn(site.visitor, NEEDS[step]))
  if (open.length === 0) return null
  return (
    <Section id="next" title="What to do next">
      <ol class="plain today-steps">
        {open.map((step) => (
          <li key={step} class="card">
            <One site={site} step={step} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

const NEEDS = {
  test: 'tests.create',
  domain: 'domains.change',
  monitor: 'monitors.change',
  key: 'keys.change',
} as const

function One({ site, step }: { site: Site; step: Step }) {
  switch (step) {
    case 'test':
      return (
        <>
          <h3>Measure a message</h3>
          <p>Create a test address, and send a message to it from the system you want to measure.</p>
          <NewTestButton site={site} />
        </>
      )
    case 'domain':
      return (
        <>
          <h3>Add the domain you send from</h3>
          <p>Its SPF, DKIM and DMARC records are then looked at every day.</p>
          <p>
            <a class="button button-quiet" href={site.href.domains}>
              Add a domain
            </a>
          </p>
        </>
      )
    case 'monitor':
      return (
        <>
          <h3>Watch mail that is sent again and again</h3>
          <p>A monitor tests each message that comes to its address, and tells you when one is worse.</p>
          <p>
            <a class="button button-quiet" href={site.href.newMonitor}>
              Create a monitor
            </a>
          </p>
        </>
      )
    case 'key':
      return (
        <>
          <h3>Test from a program</h3>
          <p>With an API key, a script or a CI pipeline tests mail before it is sent to people.</p>
          <p>
            <a class="button button-quiet" href={site.href.newKey}>
              Create an API key
            </a>
          </p>
        </>
      )
  }
}
