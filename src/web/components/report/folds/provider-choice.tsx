import { columnName } from '../../../../services/provider-columns/usual.ts'
import { checkTitle } from '../../../check-names.ts'
import type { Site } from '../../../site.ts'
import type { ProviderChoice, ShownCheck } from '../../../view.ts'
import { anchor } from '../../check.tsx'
import { categoryAnchor } from '../glance.tsx'

interface ChoiceProps {
  site: Site
  token: string
  choice: ProviderChoice
  titleOf: (name: string) => string
}

/** Which mailbox providers the page shows and why, and the form that shows others; it works without JavaScript. */
export function ProviderChoiceForm({ site, token, choice, titleOf }: ChoiceProps) {
  const { known, shown, by, message, keepable } = choice
  const here = `${site.href.test(token, message)}#${categoryAnchor('providers')}`
  const keep = site.href.providers(token)
  return (
    <details class="more provider-choice">
      <summary>
        {shown.length} of {known.length} providers, {WHY[by]}: choose others
      </summary>
      <form method="get" action={`${site.href.test(token)}#${categoryAnchor('providers')}`} class="stack">
        {message !== undefined && <input type="hidden" name="m" value={message} />}
        <fieldset class="provider-options">
          <legend>Mailbox providers to show</legend>
          {known.map((name) => (
            <label key={name} class="option">
              <input
                type="checkbox"
                name="providers"
                value={columnName(name)}
                checked={shown.includes(name)}
              />
              <span>{titleOf(name)}</span>
            </label>
          ))}
        </fieldset>
        <p class="choice">
          <button type="submit" class="button">
            Show these
          </button>
          {keepable && (
            <button type="submit" class="button button-quiet" formmethod="post" formaction={keep}>
              Show these in all reports of the account
            </button>
          )}
          {keepable && by === 'account' && (
            <button
              type="submit"
              class="button button-quiet"
              formmethod="post"
              formaction={keep}
              name="forget"
              value="yes"
            >
              Choose by the domain of From again
            </button>
          )}
          {by === 'address' && (
            <a class="button button-quiet" href={here}>
              Back to the usual ones
            </a>
          )}
        </p>
      </form>
    </details>
  )
}

const WHY: Readonly<Record<ProviderChoice['by'], string>> = {
  address: 'as this address asks',
  account: 'as the account chose',
  domain: 'by the domain of From',
  nothing: 'as usual',
}

/** How the message does at the providers that are not shown, in a line each. */
export function OtherProviders({
  choice,
  checks,
}: {
  choice: ProviderChoice
  checks: readonly ShownCheck[]
}) {
  const others = checks.filter(({ name }) => choice.known.includes(name) && !choice.shown.includes(name))
  if (others.length === 0) return null
  return (
    <details class="more">
      <summary>Also judged: {others.map(checkTitle).join(', ')}</summary>
      <ul class="reasons">
        {others.map(({ name, summary }) => (
          <li key={name} id={anchor(name)}>
            {summary}
          </li>
        ))}
      </ul>
    </details>
  )
}
