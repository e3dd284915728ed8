import type { ColumnType, Generated } from 'kysely'

/** A JSON column: read as a value, written with `jsonSql`. */
export type Json<T> = ColumnType<T, unknown, unknown>

export type Defaulted<T> = Generated<T>
