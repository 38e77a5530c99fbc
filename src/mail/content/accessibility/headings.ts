import { counted, type Observer } from './observer.ts'

/** Headings are the table of contents of those who listen. */
export function watchHeadings(): Observer {
  const levels: number[] = []
  let skipped = 0
  return {
    enter({ element: { name, attribs } }) {
      if (!/^h[1-6]$/.test(name) || /^(?:presentation|none)$/i.test(attribs['role'] ?? '')) return
      const level = Number(name.charAt(1))
      const before = levels.at(-1)
      if (before !== undefined && level > before + 1) skipped += 1
      if (levels.length < 1_000) levels.push(level)
    },
    remarks() {
      if (skipped === 0) return []
      return [
        {
          code: 'heading-level-skipped',
          says: `${counted(skipped, 'heading leaves', 'headings leave')} out a level, such as <h3> after <h1>.`,
          advice: 'Go down one heading level at a time, and set the size of headings with CSS.',
          reference: 'WCAG 2.2 1.3.1 Info and Relationships (technique G141)',
        },
      ]
    },
    evidence: () =>
      levels.length > 0
        ? {
            headings: levels
              .slice(0, 30)
              .map((level) => `h${level}`)
              .join(' '),
          }
        : {},
  }
}
