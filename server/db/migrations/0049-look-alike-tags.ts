import { type Kysely, type Migration, sql } from 'kysely'
import { toLookAlikeKey } from '../look-alike-key.ts'

/**
 * Makes tag names unique by `toLookAlikeKey` instead of `name_key`. Of tags that already look alike, the oldest gets the key. The
 * other tags get a unique key and keep their names until they are renamed.
 */
export const lookAlikeTags: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table tags add column look_alike_key text collate "C"`.execute(db)
    const { rows } = await sql<{ id: string; name: string }>`select id, name from tags order by id`.execute(db)
    const taken = new Set<string>()
    for (const { id, name } of rows) {
      const key = toLookAlikeKey(name)
      const uniqueKey = taken.has(key) ? `${key} ${id}` : key
      taken.add(uniqueKey)
      await sql`update tags set look_alike_key = ${uniqueKey} where id = ${id}`.execute(db)
    }
    await sql`alter table tags
      alter column look_alike_key set not null,
      add constraint tags_look_alike_key unique (look_alike_key),
      drop constraint tags_name_key_key`.execute(db)
    await sql`create index tags_name on tags (name_key)`.execute(db)
  },
}
