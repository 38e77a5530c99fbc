/** The end of a form that filters a list. `all`: where the whole list is; absent: it is shown. */
export function FilterButtons({ all }: { all?: string | undefined }) {
  return (
    <p class="choice">
      <button type="submit" class="button">
        Filter
      </button>
      {all !== undefined && (
        <a class="button button-quiet" href={all}>
          Show everything
        </a>
      )}
    </p>
  )
}
