import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

const FINGERPRINT_SQL = `select md5(string_agg(line, E'\\n' order by line)) as shape from (
  select 'schema ' || nspname || coalesce(nspacl::text, '') as line from pg_namespace where nspname !~ '^pg_(temp|toast)'
  union all select concat_ws(' ', 'relation', relname, relkind, relpersistence, relreplident, relrowsecurity, relforcerowsecurity,
      reloptions, relacl, reltablespace) from pg_class where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attnum,
      attcollation, attgenerated, attidentity, attstorage, attstattarget, attacl, pg_get_expr(adbin, adrelid))
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and not attisdropped and attnum > 0
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'index', indisvalid, pg_get_indexdef(indexrelid)) from pg_index
    join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', 'function', pg_get_functiondef(oid), proacl) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and probin is null
  union all select concat_ws(' ', 'rule', ev_class::regclass, ev_enabled, pg_get_ruledef(pg_rewrite.oid)) from pg_rewrite
    join pg_class on pg_class.oid = ev_class where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polroles,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
  union all select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext
  union all select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid, seqstart, seqincrement, seqmax, seqmin, seqcycle) from pg_sequence
  union all select concat_ws(' ', 'type', typname, typtype, typnotnull, typdefault,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
    from pg_type where typnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
  union all select concat_ws(' ', 'setting', setdatabase, setrole, setconfig) from pg_db_role_setting
  union all select concat_ws(' ', 'role', rolname, rolsuper, rolconfig) from pg_roles where rolname !~ '^pg_'
) as lines`

/**
 * Returns a hash of everything that `create`, `alter` and `drop` can change in a database, without its rows. Equal databases have
 * equal hashes. The hash covers full definitions, because a definition can change under the same name.
 */
export const readSchemaFingerprint = async (db: Kysely<Database>): Promise<string> =>
  (await sql.raw<{ shape: string }>(FINGERPRINT_SQL).execute(db)).rows[0]!.shape
