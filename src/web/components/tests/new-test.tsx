import { mayIn } from '../../frame/entries.ts'
import type { Site } from '../../site.ts'

/** Makes a test at once. Nothing for those whose role does not allow it. */
export function NewTestButton({ site }: { site: Site }) {
  if (!mayIn(site.visitor, 'tests.create')) return null
  return (
    <form method="post" action={site.href.tests}>
      <button type="submit" class="button">
        New test
      </button>
    </form>
  )
}

interface UploadFormProps {
  site: Site
  action: string
  label?: string
}

/** Takes a message file. */
export function UploadForm({ site, action, label = 'Message file' }: UploadFormProps) {
  return (
    <form method="post" action={action} enctype="multipart/form-data" class="upload">
      <label for="message">{label}</label>
      <div class="upload-line">
        <input type="file" id="message" name="message" accept=".eml,message/rfc822" required class="file" />
        <button type="submit" class="button button-quiet">
          Check the file
        </button>
      </div>
      <p class="quiet">
        An .eml file, as mail programs save it. A file does not show how it was sent. Without a message you
        can <a href={site.href.check}>check a domain or an address</a>.
        {site.anonymousTests && (
          <>
            {' '}
            A message that came back is <a href={site.href.bounce}>explained as a bounce</a>.
          </>
        )}
      </p>
    </form>
  )
}
