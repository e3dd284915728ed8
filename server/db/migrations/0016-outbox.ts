import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // `seq` is assigned before a transaction commits, so row 40 may become visible after row 41. A reader that has read row 41
  // would miss row 40. Readers use `position`, which is assigned to committed rows and has no gaps.
  `create table outbox (
    seq bigint generated always as identity primary key,
    position bigint,
    key text not null,
    asset_id text collate "C" not null,
    actor_id text collate "C",
    at timestamptz not null,
    details jsonb not null default '{}',
    written_at timestamptz not null default clock_timestamp()
  )`,
  `create index outbox_unnumbered on outbox (seq) where position is null`,
  `create unique index outbox_position on outbox (position) where position is not null`,
  `create index outbox_written on outbox (written_at)`,
  `create table outbox_end (position bigint not null)`,
  `insert into outbox_end values (0)`,
  // Calls are serialised by the lock on the only row of `outbox_end`. Statements after the lock see what the previous call
  // numbered.
  `create function number_events(most int) returns int language plpgsql as $$
    declare last bigint; numbered int;
    begin
      if not exists (select from outbox where position is null) then return 0; end if;
      select position into last from outbox_end for update;
      with next as (
        select seq, row_number() over (order by seq) as nth
        from (select seq from outbox where position is null order by seq limit most) as oldest)
      update outbox set position = last + next.nth from next where outbox.seq = next.seq;
      get diagnostics numbered = row_count;
      if numbered > 0 then
        update outbox_end set position = last + numbered;
        perform pg_notify('events', (last + numbered)::text);
      end if;
      return numbered;
    end $$`,
]

/** Writes events in the transaction of their change, and numbers the events once that transaction is committed. */
export const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
