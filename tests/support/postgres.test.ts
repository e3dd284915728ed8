import pg from 'pg'
import { expect, test } from 'vitest'
import { noPostgres, TestPostgres } from './postgres.ts'

test.skipIf(noPostgres)('all of a frozen database goes on, though one of its processes ended meanwhile', async () => {
  const postgres = await TestPostgres.create()
  try {
    const [kept, ended] = [new pg.Client(postgres.url), new pg.Client(postgres.url)]
    ended.on('error', () => {})
    // In the order in which the server lists them: one that ended stands before the one that has to go on.
    await ended.connect()
    await kept.connect()
    const { rows } = await ended.query<{ pid: number }>('select pg_backend_pid() pid')
    // Ended while nobody asks for its status, it is listed and cannot be signalled once the server moves.
    process.kill(postgres.pid!, 'SIGSTOP')
    const end = new Promise<void>((resolve) => ended.on('end', () => resolve()))
    process.kill(rows[0]!.pid, 'SIGTERM')
    await end
    const thaw = postgres.freeze()
    const answer = kept.query<{ one: number }>('select 1 one')
    thaw()
    expect((await answer).rows).toEqual([{ one: 1 }])
    await kept.end()
  } finally {
    await postgres.remove()
  }
})
