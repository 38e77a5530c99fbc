/** Looks for something in a list. */
export function SearchForm({ action, label, search }: { action: string; label: string; search: string }) {
  return (
    <form method="get" action={action} class="search-form">
      <label for="search">{label}</label>
      <input
        class="input"
        type="search"
        id="search"
        name="search"
        value={search}
        maxlength={100}
        autocomplete="off"
      />
      <button type="submit" class="button button-quiet">
        Search
      </button>
    </form>
  )
}
