interface SearchFormProps {
  /** What its query holds is asked for again beside the words. */
  action: string
  label: string
  search: string
  maxlength?: number
}

/** Looks for something in a list. */
export function SearchForm({ action, label, search, maxlength = 100 }: SearchFormProps) {
  const { pathname, searchParams } = new URL(action, 'http://here')
  return (
    <form method="get" action={pathname} class="search-form">
      {[...searchParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label for="search">{label}</label>
      <input
        class="input"
        type="search"
        id="search"
        name="search"
        value={search}
        maxlength={maxlength}
        autocomplete="off"
      />
      <button type="submit" class="button button-quiet">
        Search
      </button>
    </form>
  )
}
