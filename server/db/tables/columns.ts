import type { ColumnType, Generated } from 'kysely'

/** A JSON column: read as a value, written as text cast by {@link json}. */
export type Json<T> = ColumnType<T, unknown, unknown>

/** A column that the database fills when no value is given. */
export type Defaulted<T> = Generated<T>
