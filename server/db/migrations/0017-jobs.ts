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
    finished_at timestamptz
  )`,
  // Asked twice, one thing is done once.
  `create unique index jobs_living on jobs (kind, key) where status in ('queued', 'running')`,
  // What is taken and what is taken back are few, however many rows are kept.
  `create index jobs_next on jobs (run_at, id) where status = 'queued'`,
  `create index jobs_leases on jobs (lease_until) where status = 'running'`,
  `create index jobs_at_work on jobs (owner_id) where status = 'running'`,
  `create index jobs_finished on jobs (finished_at) where finished_at is not null`,
  // The lists: one's own, and everybody's.
  `create index jobs_of_owner on jobs (owner_id, created_at, id)`,
  `create index jobs_created on jobs (created_at, id)`,
  // Workers take one after another, by a lock of this transaction: at the same moment two would both count one owner's jobs
  // before either has taken its own. Each statement of the function sees what the one before it waited for.
  `create function take_job(who text, moment timestamptz, lease timestamptz, known text[], most int)
    returns setof jobs language plpgsql as $$
    begin
      if not exists (select from jobs where status = 'queued' and run_at <= moment) then return; end if;
      perform pg_advisory_xact_lock(hashtext('jobs'));
      return query
        update jobs set status = 'running', attempts = attempts + 1, worker = who, lease_until = lease,
          progress = 0, step = null, started_at = moment
        where id = (
          select id from jobs
          where status = 'queued' and run_at <= moment and kind = any (known)
            and (owner_id is null or owner_id not in (
              select owner_id from jobs where status = 'running' and owner_id is not null
              group by owner_id having count(*) >= most))
          order by run_at, id limit 1 for update skip locked)
        returning *;
    end $$`,
]

/** Work that is done beside the calls, by whichever process takes it. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
