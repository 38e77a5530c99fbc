import { Select } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Labelled } from '../../components/form/labelled.tsx'
import type { Filled } from '../../forms/problems.ts'

const BODY = '{"title": "{{title}}", "text": "{{text}}", "link": "{{link}}"}'

/** A request of one's own. */
export function TemplateFields({ filled, changing }: { filled: Filled; changing: boolean }) {
  return (
    <>
      <Field
        name="url"
        label="Address"
        hint={`Placeholders are filled in and encoded.${changing ? ' Empty: address, headers and body stay as they are.' : ''}`}
        maxlength={2000}
        filled={filled}
        optional={changing}
        code
      />
      <Select
        name="method"
        label="Method"
        choices={['POST', 'PUT'].map((method) => ({ value: method, words: method }))}
        chosen={filled.typed['method'] ?? 'POST'}
        filled={filled}
      />
      <Text
        name="headers"
        label="Header fields (optional)"
        hint="One a line, such as “Authorization: Bearer …”. They are stored encrypted, and not shown again."
        filled={filled}
        rows={3}
      />
      <Text
        name="body"
        label="Body, as JSON"
        hint={
          <>
            With placeholders: <code>{'{{title}}'}</code>, <code>{'{{text}}'}</code>,{' '}
            <code>{'{{link}}'}</code>, <code>{'{{type}}'}</code> and <code>{'{{json.data.…}}'}</code> for a
            field of the event.
          </>
        }
        filled={filled}
        usual={changing ? '' : BODY}
        rows={6}
      />
    </>
  )
}

interface TextProps {
  name: string
  label: string
  hint: preact.ComponentChildren
  filled: Filled
  usual?: string
  rows: number
}

function Text({ name, label, hint, filled, usual = '', rows }: TextProps) {
  return (
    <Labelled name={name} label={label} hint={hint} filled={filled}>
      {(tied) => (
        <textarea
          name={name}
          class="input input-code"
          rows={rows}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          {...tied}
        >
          {filled.typed[name] ?? usual}
        </textarea>
      )}
    </Labelled>
  )
}
