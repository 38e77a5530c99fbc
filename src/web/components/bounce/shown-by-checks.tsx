import type { Site } from '../../site.ts'
import { domainOf } from '../../words/domain-of.ts'

interface ShownByChecksProps {
  site: Site
  /** Names of checks. */
  names: readonly string[]
  /** From of the message that came back. */
  from: string | undefined
}

/** What `/check` looks up of a domain. */
const LOOKED_UP = new Set([
  'dns',
  'spf',
  'dkim',
  'dmarc',
  'mx',
  'transport-policy',
  'bimi',
  'domain-blocklist',
])

/** The checks of ours that show what was refused, and where to see them. */
export function ShownByChecks({ site, names, from }: ShownByChecksProps) {
  const known = site.checks.filter(({ name }) => names.includes(name))
  if (known.length === 0) return null
  const domain = names.some((name) => LOOKED_UP.has(name)) ? domainOf(from ?? '') : undefined
  return (
    <div>
      <p class="label">Checks that show it</p>
      <ul class="plain shown-by">
        {known.map(({ name, title, asks }) => (
          <li key={name}>
            {title} <span class="quiet">{asks}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={site.visitor ? site.href.newTest : site.href.home}>Send such a message to a test address</a>
        {domain !== undefined && site.anonymousTests && (
          <>
            , or <a href={`${site.href.check}?name=${encodeURIComponent(domain)}`}>check {domain}</a>
          </>
        )}
        .
      </p>
    </div>
  )
}
