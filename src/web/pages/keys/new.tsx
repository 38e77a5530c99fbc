import { SCOPES } from '../../../core/access/api-key.ts'
import { Choices } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { EXPIRIES, SCOPE_WORDS } from './scopes.ts'

interface NewProps {
  site: Site
  /** The id that the key gets: the same form twice makes one key. */
  id: string
  filled: Filled
  /** Scopes that are ticked. */
  scopes: readonly string[]
}

/** `/settings/keys/new`: asks what the key is to be. */
export function NewKeyDocument({ site, id, filled, scopes }: NewProps) {
  const { href } = site
  const choices = SCOPES.map((scope) => ({ value: scope, words: scope, means: SCOPE_WORDS[scope] }))
  const expiries = EXPIRIES.map(([value, words]) => ({ value, words }))
  return (
    <AreaPage site={site} area="settings" within={href.keys} title="Create an API key">
      <Form
        action={href.newKey}
        button="Create the key"
        cancel={{ href: href.keys, words: 'Cancel' }}
        filled={filled}
      >
        <input type="hidden" name="id" value={id} />
        <Field
          name="name"
          label="Name"
          hint="What uses it, such as “CI of the shop”, so that you recognise it later."
          maxlength={100}
          filled={filled}
        />
        <Choices name="scope" legend="Scopes" choices={choices} chosen={scopes} filled={filled} several />
        <Choices
          name="expiry"
          legend="Expires"
          choices={expiries}
          chosen={[filled.typed['expiry'] ?? 'never']}
          filled={filled}
        />
        <Field
          name="day"
          label="Expiry date"
          hint="Only for the last choice. The key works until the end of that day (UTC)."
          type="date"
          filled={filled}
          optional
        />
      </Form>
    </AreaPage>
  )
}
