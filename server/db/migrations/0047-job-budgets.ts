import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Floating-point numbers as in JavaScript: the bytes of an import may exceed a four-byte integer.
  `alter table jobs
    add column used_ms float8 not null default 0,
    add column used_cpu_ms float8 not null default 0,
    add column used_bytes float8 not null default 0`,
  // Replaces the function of 0017: now with at most one running import per owner, so that slots remain for other owners.
  `create or replace function take_job(worker_name text, moment timestamptz, lease timestamptz, known text[], most int)
    returns setof jobs language plpgsql as $$
    declare candidate record;
    begin
      if not exists (select from jobs where status = 'queued' and run_at <= moment) then return; end if;
      perform pg_advisory_xact_lock(hashtext('jobs'));
      for candidate in
        with recursive owners as (
          (select coalesce(owner_id, '') as id from jobs where status = 'queued' order by coalesce(owner_id, '') limit 1)
          union all
          select (select coalesce(owner_id, '') from jobs
              where status = 'queued' and coalesce(owner_id, '') > owners.id order by coalesce(owner_id, '') limit 1)
            from owners where owners.id is not null
        )
        select owners.id, at_work.imports from owners
          cross join lateral (select count(*) as jobs, count(*) filter (where kind = 'import') as imports from jobs
            where status = 'running' and coalesce(owner_id, '') = owners.id) as at_work
          cross join lateral (select run_at, id from jobs
            where status = 'queued' and coalesce(owner_id, '') = owners.id and run_at <= moment and kind = any (known)
              and (kind <> 'import' or at_work.imports = 0)
            order by run_at, id limit 1) as due
          where owners.id is not null and (owners.id = '' or at_work.jobs < most)
          order by at_work.jobs,
            (select max(turn) from jobs where coalesce(owner_id, '') = owners.id) nulls first, due.run_at, due.id
      loop
        return query
          update jobs set status = 'running', attempts = attempts + 1, worker = worker_name, lease_until = lease,
            progress = 0, step = null, started_at = moment, turn = nextval('job_turns')
          where id = (
            select id from jobs
            where status = 'queued' and coalesce(owner_id, '') = candidate.id and run_at <= moment and kind = any (known)
              and (kind <> 'import' or candidate.imports = 0)
            order by run_at, id limit 1 for update skip locked)
          returning *;
        if found then return; end if;
      end loop;
    end $$`,
]

/** Stores the time and bytes that jobs have used, and limits each owner to one running import. */
export const jobBudgets: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
