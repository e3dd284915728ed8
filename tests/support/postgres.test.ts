import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresSkipReason, TestPostgres } from './postgres.ts'

test.skipIf(postgresSkipReason)(
  'a frozen database resumes, even if one of its processes exited while frozen',
  async () => {
    const postgres = await TestPostgres.create()
    try {
      const [keptClient, endedClient] = [new pg.Client(postgres.url), new pg.Client(postgres.url)]
      endedClient.on('error', () => {})
      // The server lists its processes in this order: first the one that exits, then the one that must resume.
      await endedClient.connect()
      await keptClient.connect()
      const { rows } = await endedClient.query<{ pid: number }>('select pg_backend_pid() pid')
      // A process that exits while its parent is stopped stays listed, and can no longer be signalled once the server resumes.
      process.kill(postgres.pid!, 'SIGSTOP')
      const end = new Promise<void>((resolve) => endedClient.on('end', () => resolve()))
      process.kill(rows[0]!.pid, 'SIGTERM')
      await end
      const thaw = postgres.freeze()
      const answer = keptClient.query<{ one: number }>('select 1 one')
      thaw()
      expect((await answer).rows).toEqual([{ one: 1 }])
      await keptClient.end()
    } finally {
      await postgres.remove()
    }
  },
)
