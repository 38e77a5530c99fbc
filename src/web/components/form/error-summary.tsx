import { fieldId, type Problem } from '../../forms/problems.ts'

/** Everything that is wrong with a form, each a link to its field. The script sets the focus here. */
export function ErrorSummary({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <div class="error-summary" role="alert" tabindex={-1} data-focus>
      <p>
        <strong>{problems.length === 1 ? 'There is a problem' : 'There are some problems'}</strong>
      </p>
      <ul class="plain">
        {problems.map(({ field, says }) => (
          <li key={says}>{field === undefined ? says : <a href={`#${fieldId(field)}`}>{says}</a>}</li>
        ))}
      </ul>
    </div>
  )
}
