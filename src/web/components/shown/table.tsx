import type { ComponentChildren } from 'preact'

interface Column {
  words: string
  /** Numbers stand to the right. */
  number?: boolean
  /** What stands there needs no words above it, but those who hear the page are told: buttons. */
  unseen?: boolean
}

interface TableProps {
  /** What the table is, for those who hear the page. */
  caption: string
  columns: readonly Column[]
  /** The first cell is what people look for. */
  rows: readonly { key: string; cells: readonly ComponentChildren[] }[]
  /** Nobody looks for a row by its first cell. */
  plain?: boolean
  /** Its columns are as wide as those of the tables above and below it. */
  even?: boolean
}

/** A table whose rows become cards on a narrow page. Seven columns at most. */
export function Table({ caption, columns, rows, plain = false, even = false }: TableProps) {
  return (
    <table class={`table${plain ? ' table-plain' : ''}${even ? ' table-even' : ''}`}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ words, number, unseen }) => (
            <th key={words} scope="col" class={number ? 'number' : ''}>
              {unseen ? <span class="unseen">{words}</span> : words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              <Cell key={columns[at]?.words ?? at} column={columns[at]} first={at === 0}>
                {cell}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  column: Column | undefined
  first: boolean
  children: ComponentChildren
}

/** `data-label`: what stands above the column, shown beside the cell on a narrow page. */
function Cell({ column, first, children }: CellProps) {
  const shown = { class: column?.number ? 'number' : '', 'data-label': column?.unseen ? '' : column?.words }
  return first ? (
    <th scope="row" {...shown}>
      {children}
    </th>
  ) : (
    <td {...shown}>{children}</td>
  )
}
