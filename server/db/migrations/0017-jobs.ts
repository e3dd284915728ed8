import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table jobs (
    id text collate "C" primary key,
    kind text not null,
    key text not null,
    payload jsonb not null,
    owner_id text collate "C" references users on delete cascade,
    status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
    attempts int not null default 0,
    kills int not null default 0,
    run_at timestamptz not null,
    lease_until timestamptz,
    worker text,
    progress real not null default 0,
    step text,
    error text,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    turn bigint
  )`,
  // A sequence instead of a time: clocks of several machines differ.
  `create sequence job_turns`,
  // Repeated requests share one job.
  `create unique index jobs_living on jobs (kind, key) where status in ('queued', 'running')`,
  // Partial indexes, because finished jobs far outnumber queued and running jobs.
  `create index jobs_next on jobs (run_at, id) where status = 'queued'`,
  `create index jobs_leases on jobs (lease_until) where status = 'running'`,
  // Jobs without an owner count as the jobs of one owner, who has no limit of concurrent jobs.
  `create index jobs_waiting on jobs (coalesce(owner_id, ''), run_at, id) where status = 'queued'`,
  `create index jobs_at_work on jobs (coalesce(owner_id, '')) where status = 'running'`,
  `create index jobs_turns on jobs (coalesce(owner_id, ''), turn)`,
  `create index jobs_finished on jobs (finished_at) where finished_at is not null`,
  `create index jobs_of_owner on jobs (owner_id, created_at, id)`,
  `create index jobs_created on jobs (created_at, id)`,
  // Workers take jobs one after another, by an advisory lock. Otherwise two workers could together exceed an owner's limit of
  // running jobs. Owners with the fewest running jobs come first, then those served longest ago. The recursive query skips from
  // owner to owner in an index, so an owner's many queued jobs are not scanned.
  `create function take_job(worker_name text, moment timestamptz, lease timestamptz, known text[], most int)
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
        select owners.id from owners
          cross join lateral (select count(*) as jobs from jobs
            where status = 'running' and coalesce(owner_id, '') = owners.id) as at_work
          cross join lateral (select run_at, id from jobs
            where status = 'queued' and coalesce(owner_id, '') = owners.id and run_at <= moment and kind = any (known)
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
            order by run_at, id limit 1 for update skip locked)
          returning *;
        if found then return; end if;
      end loop;
    end $$`,
]

export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
