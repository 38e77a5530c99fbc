import type { Message } from '../../../core/message.ts'
import type { Place } from '../../../services/comparing/comparing.ts'
import { Select } from '../../components/form/choices.tsx'
import { unfilled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { moment, score } from '../../wording.ts'

interface ChooseProps {
  site: Site
  token: string
  /** Newest first. */
  messages: readonly Message[]
  chosen: readonly [string, string]
}

/** Which two messages of a test to compare. */
export function ChooseMessages({ site, token, messages, chosen }: ChooseProps) {
  const choices = messages.flatMap(({ id, receivedAt, outcome }, at) =>
    outcome?.status === 'scored'
      ? [
          {
            value: id,
            words: `Message ${messages.length - at}: ${score(outcome.score)}, ${moment(receivedAt)}`,
          },
        ]
      : [],
  )
  if (choices.length < 3 && chosen.every((id) => choices.some(({ value }) => value === id))) {
    return <Swap site={site} token={token} chosen={chosen} />
  }
  const filled = unfilled()
  return (
    <form method="get" action={site.href.compare(token)} class="choose">
      <Select name="a" label="Compare" choices={choices} chosen={chosen[0]} filled={filled} />
      <Select name="b" label="with" choices={choices} chosen={chosen[1]} filled={filled} />
      <button type="submit" class="button button-quiet">
        Compare
      </button>
    </form>
  )
}

function Swap({ site, token, chosen: [a, b] }: Pick<ChooseProps, 'site' | 'token' | 'chosen'>) {
  return (
    <p class="choice">
      <a class="button button-quiet" href={site.href.test(token)}>
        Back to the report
      </a>
      {a !== b && (
        <a class="button button-quiet" href={site.href.compare(token, b, a)}>
          The other way round
        </a>
      )}
    </p>
  )
}

/** How to choose another one of two reports. */
export function ChooseReports({ site, before, after }: { site: Site; before: Place; after: Place }) {
  return (
    <p class="choice">
      <a class="button button-quiet" href={site.href.compareReports(before)}>
        Compare the first with another
      </a>
      <a class="button button-quiet" href={site.href.compareReports(after)}>
        Compare the second with another
      </a>
      <a class="button button-quiet" href={site.href.compareReports(after, before)}>
        The other way round
      </a>
    </p>
  )
}
