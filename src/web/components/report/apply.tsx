import { nsupdateScript } from '../../../core/applying/nsupdate.ts'
import type { RecordSet } from '../../../core/applying/record-set.ts'
import { terraformConfig, whyNotTerraform } from '../../../core/applying/terraform.ts'
import { zoneFile } from '../../../core/applying/zone-file.ts'
import { CopyButton } from '../copy-button.tsx'

/** What a step publishes, for programs: each form says exactly what it replaces. */
export function Apply({ sets }: { sets: readonly RecordSet[] }) {
  const lines = zoneFile(sets)
  if (lines === '') return null
  const reason = sets.map(whyNotTerraform).find((why) => why !== undefined)
  return (
    <details class="apply">
      <summary>As zone file, nsupdate or Terraform</summary>
      <Form
        title="Zone file"
        text={lines}
        says={<p class="quiet">Raise the serial of the zone afterwards.</p>}
      />
      <Form
        title="nsupdate"
        text={nsupdateScript(sets)}
        says={
          <p class="quiet">
            Run it as <code>nsupdate -k update.key</code>. It changes nothing when the records are no longer
            those that this report saw.
          </p>
        }
      />
      {reason === undefined ? (
        <Form
          title="Terraform"
          text={terraformConfig(sets)}
          says={
            <p class="quiet">For the provider hashicorp/dns. Look in the plan at what would be removed.</p>
          }
        />
      ) : (
        <p class="quiet">Not as Terraform: {reason}.</p>
      )}
    </details>
  )
}

interface FormProps {
  title: string
  text: string
  says: preact.ComponentChildren
}

function Form({ title, text, says }: FormProps) {
  return (
    <>
      <h4>{title}</h4>
      {says}
      <div class="record">
        <pre tabindex={0}>{text.trimEnd()}</pre>
        <CopyButton what={`the lines for ${title}`} />
      </div>
    </>
  )
}
