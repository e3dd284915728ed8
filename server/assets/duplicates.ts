import { type RawBuilder, sql } from 'kysely'
import { COMPARED_FILES, type ComparedFile, type DuplicateGroup } from '../../src/api/contract/asset-use.ts'
import type { Direction, ListPage } from '../../src/api/contract/list.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { assetSummariesSql } from './asset-summary.ts'

const COLUMNS: Record<ComparedFile, string> = { model: 'model_url', icon: 'icon_url', texture: 'texture_url' }

interface DuplicatesQuery {
  page: number
  limit: number
  direction: Direction
  field?: ComparedFile | undefined
}

/**
 * Returns a page of the groups of assets that have the same file content, among those the caller is allowed to see. Scans all
 * assets once; `readListPage` would scan all assets twice.
 */
export async function readDuplicates(
  { db }: Deps,
  { ability }: Caller,
  { page, limit, direction, field }: DuplicatesQuery,
): Promise<ListPage<DuplicateGroup>> {
  const allowed = allowedAssetsSql(ability, 'read')
  const fields = field ? [field] : COMPARED_FILES
  // The expressions must match the indexes on these columns exactly.
  const groups = fields.map(
    (it) => sql`select ${sql.lit(it)}::text as field, ${checksumSql(it)} as checksum,
      min(${sql.ref(COLUMNS[it])}) as url, count(*)::int as total
      from assets where ${allowed} and ${sql.ref(COLUMNS[it])} is not null group by ${checksumSql(it)} having count(*) > 1`,
  )
  const directionSql = sql.raw(direction)
  const sorted = sql`order by row.total ${directionSql}, row.field ${directionSql}, row.checksum ${directionSql}`
  const { rows } = await sql<DuplicateGroup & { groups: number }>`
    with all_groups as materialized (${sql.join(groups, sql` union all `)}),
    counted as (select count(*)::int as groups from all_groups),
    picked as (select * from all_groups as row ${sorted} limit ${limit} offset ${(page - 1) * limit})
    select counted.groups, row.field || ':' || row.checksum as id, row.field, row.url, row.total,
      ${assetSummariesSql(sql`${allowed} and (${sameFileSql(fields)})`)} as assets
    from counted left join picked as row on true ${sorted}`.execute(db)
  const totalDocs = rows[0]?.groups ?? 0
  const totalPages = Math.ceil(totalDocs / limit)
  return {
    data: rows.filter(({ id }) => id !== null).map(({ groups: _, ...row }) => row),
    pagination: { page, limit, totalPages, totalDocs, hasNextPage: page < totalPages },
  }
}

const checksumSql = (field: ComparedFile): RawBuilder<string> => sql`substr(${sql.ref(COLUMNS[field])}, 8, 64)`

/** Condition on `assets`: the asset has the file of the current group. */
const sameFileSql = (fields: readonly ComparedFile[]): RawBuilder<unknown> =>
  sql.join(
    fields.map((field) => sql`(row.field = ${sql.lit(field)} and ${checksumSql(field)} = row.checksum)`),
    sql` or `,
  )
