/** The scale with its needle, in the colour of the text around it. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path
        d="M3 17.5a9 9 0 0 1 18 0"
        fill="none"
        stroke="currentColor"
        stroke-opacity="0.35"
        stroke-width="2.5"
        stroke-linecap="round"
      />
      <path
        d="M3 17.5A9 9 0 0 1 16.500 9.700"
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
      />
      <path d="m12 17.500 4.500-7.800" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
      <circle cx="12" cy="17.500" r="2.200" fill="currentColor" />
    </svg>
  )
}
