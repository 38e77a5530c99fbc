import type { ComponentChildren } from 'preact'
import { UNIT } from './geometry.ts'
import { type Slot, ticksOf } from './slots.ts'

interface FigureProps {
  /** Of this page alone. */
  id: string
  title: string
  /** How to read it, in a sentence. */
  says?: ComponentChildren
  /** What it shows, in numbers: for those who hear the page. */
  description: string
  /** In pixels. */
  height: number
  /** The same in numbers. */
  table: ComponentChildren
  children: ComponentChildren
}

/** A chart with its title, and the table that it was drawn from. */
export function ChartFigure({ id, title, says, description, height, table, children }: FigureProps) {
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        {says !== undefined && <span class="quiet">{says}</span>}
      </figcaption>
      <svg
        class="chart-drawing"
        width="100%"
        height={height}
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {children}
      </svg>
      <details class="more">
        <summary>{`${title} in numbers`}</summary>
        {table}
      </details>
    </figure>
  )
}

/** A drawing that is as wide as the page, in units of its own across it and in pixels down it. */
export function Stretched({ slots, height, children }: StretchedProps) {
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 ${Math.max(1, slots.length) * UNIT} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

interface StretchedProps {
  slots: readonly Slot[]
  height: number
  children: ComponentChildren
}

/** Dates below a drawing. */
export function TimeAxis({ slots, y }: { slots: readonly Slot[]; y: number }) {
  return (
    <g class="chart-axis">
      {ticksOf(slots).map(({ at, words, anchor }) => (
        <text key={at} x={`${at}%`} y={y + 15} text-anchor={anchor}>
          {words}
        </text>
      ))}
    </g>
  )
}

/** Below a drawing, for the dates. */
export const AXIS_HEIGHT = 20

interface NumbersProps {
  caption: string
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ComponentChildren[] }[]
}

/** Numbers of a chart: a name and the columns of its numbers. */
export function Numbers({ caption, columns, rows }: NumbersProps) {
  return (
    <table class="numbers">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...rest] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {rest.map((cell, at) => (
              <td key={columns[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
