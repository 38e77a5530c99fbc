import type { ExplainedBounce } from '../../core/bounce.ts'
import { kindOfBounce, titleOf, toldFailures } from '../../services/bounces/told.ts'
import { Explained } from '../components/bounce/explained.tsx'
import { Layout } from '../layout.tsx'
import type { Site } from '../site.ts'

interface FormProps {
  site: Site
  /** As it was pasted. */
  typed?: string
  /** Why there is no explanation. */
  notice?: { title: string; says: string }
}

/** `/bounce`: asks for a bounce, or the answer of a server. */
export function BounceFormPage({ site, typed = '', notice }: FormProps) {
  return (
    <Layout site={site} title={notice ? notice.title : 'Explain a bounce'}>
      <div class="narrow stack">
        {notice && (
          <p class="notice" role="alert">
            <strong>{notice.title}.</strong> {notice.says}
          </p>
        )}
        <h1>Explain a bounce</h1>
        <p class="lede">
          What a receiver’s refusal means, whose rule it is, and what to do: from the message that came back,
          a line of your mail server’s log, or the lines that a server answered.
        </p>
        {site.anonymousTests && <BounceForm site={site} typed={typed} />}
      </div>
    </Layout>
  )
}

/** What it means. */
export function BouncePage({ site, bounce }: { site: Site; bounce: ExplainedBounce }) {
  const told = toldFailures(bounce)
  const [only] = told
  const isOne = told.length === 1
  const title = isOne && only ? titleOf(only) : `${told.length} different answers`
  return (
    <Layout site={site} title={title}>
      <div class="narrow stack">
        <header>
          <p class="eyebrow">{kindOfBounce(bounce)}</p>
          <h1>{title}</h1>
        </header>
        <Explained site={site} bounce={bounce} {...(!isOne && { heading: 'h2' as const })} />
        <BounceForm site={site} typed="" again />
      </div>
    </Layout>
  )
}

interface BounceFormProps {
  site: Site
  typed: string
  again?: boolean
}

function BounceForm({ site, typed, again = false }: BounceFormProps) {
  return (
    <form method="post" action={site.href.bounce} enctype="multipart/form-data" class="stack bounce-form">
      <div class="field">
        <label for="text">{again ? 'Explain another one' : 'The bounce, or the answer'}</label>
        <textarea
          id="text"
          name="text"
          rows={again ? 4 : 10}
          class="input input-code"
          spellcheck={false}
          autocomplete="off"
          placeholder="550 5.7.1 …"
        >
          {typed}
        </textarea>
      </div>
      <div class="field">
        <label for="message">Or its file</label>
        <input
          type="file"
          id="message"
          name="message"
          accept=".eml,.txt,.log,message/rfc822,text/plain"
          class="file"
        />
      </div>
      <p>
        <button type="submit" class="button">
          Explain
        </button>
      </p>
      <p class="quiet">Nothing of it is kept, and nobody is asked about it.</p>
    </form>
  )
}
