import { type RawBuilder, sql } from 'kysely'
import { COMPARED_FILES, type ComparedFile, type Duplicates } from '../../src/api/contract/asset-use.ts'
import type { Direction, ListPage } from '../../src/api/contract/list.ts'
import { allowedAssets } from '../auth/allowed.ts'
import type { Caller } from '../call.ts'
import { readPage } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { namedAssets } from './named.ts'

const COLUMNS: Record<ComparedFile, string> = { model: 'model_url', icon: 'icon_url', texture: 'texture_url' }

/** A page of the groups of assets that share the content of a file, among those the caller may see. */
export function readDuplicates(
  { db }: Deps,
  { ability }: Caller,
  {
    page,
    limit,
    direction,
    field,
  }: { page: number; limit: number; direction: Direction; field?: ComparedFile | undefined },
): Promise<ListPage<Duplicates>> {
  const allowed = allowedAssets(ability, 'read')
  const fields = field ? [field] : COMPARED_FILES
  // Written as the indexes of these columns are.
  const groups = fields.map(
    (it) => sql`select ${sql.lit(`${it}:`)} || ${checksumOf(it)} as id, ${sql.lit(it)} as field,
      ${checksumOf(it)} as checksum, min(${sql.ref(COLUMNS[it])}) as url, count(*)::int as total
      from assets where ${allowed} and ${sql.ref(COLUMNS[it])} is not null group by ${checksumOf(it)} having count(*) > 1`,
  )
  return readPage<Duplicates>(db, {
    matching: sql`select * from (${sql.join(groups, sql` union all `)}) as groups`,
    columns: sql`row.id, row.field, row.url, row.total, ${namedAssets(sql`${allowed} and (${sameFile(fields)})`)} as assets`,
    order: ['total', direction],
    page,
    limit,
  })
}

const checksumOf = (field: ComparedFile): RawBuilder<string> => sql`substr(${sql.ref(COLUMNS[field])}, 8, 64)`

/** Assets that have the file of the group at hand, as a condition on `assets`. */
const sameFile = (fields: readonly ComparedFile[]): RawBuilder<unknown> =>
  sql.join(
    fields.map((field) => sql`(row.field = ${sql.lit(field)} and ${checksumOf(field)} = row.checksum)`),
    sql` or `,
  )
