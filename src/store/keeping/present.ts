/** A row in which NULL has become a missing key. */
export type Present<Row> = { [K in keyof Row as null extends Row[K] ? never : K]: Row[K] } & {
  [K in keyof Row as null extends Row[K] ? K : never]?: NonNullable<Row[K]>
}

/** Leaves out the keys whose value is null: absent is a missing key outside the store. */
export function present<Row extends object>(row: Row): Present<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Present<Row>
}
