import type { ComponentChildren } from 'preact'
import { Layout } from '../../layout.tsx'
import { ownPage } from '../../respond.ts'
import type { Site } from '../../site.ts'

/** Why a sign-in came to nothing, and what to do. */
export interface SignInProblem {
  status: number
  title: string
  says: ComponentChildren
  /** What to press. Absent: back to the sign-in. */
  next?: { href: string; words: string }
}

/** A sign-in that came to nothing. */
export function signInProblemPage(site: Site, { status, title, says, next }: SignInProblem): Response {
  const back = site.visitor
    ? { href: site.href.me, words: 'To your profile' }
    : { href: site.href.signIn, words: 'Back to the sign-in' }
  const { href, words } = next ?? back
  return ownPage(
    <Layout site={site} title={title}>
      <div class="narrow stack">
        <h1>{title}</h1>
        <p class="lede">{says}</p>
        <p>
          <a class="button" href={href}>
            {words}
          </a>
        </p>
      </div>
    </Layout>,
    status,
  )
}
