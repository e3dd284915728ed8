import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresSkipReason, TestPostgres } from './postgres.ts'

test.skipIf(postgresSkipReason)(
  'resumes a frozen database even if one of its processes exited while frozen',
  async () => {
    const postgres = await TestPostgres.create()
    try {
      const [keptClient, endedClient] = [new pg.Client(postgres.url), new pg.Client(postgres.url)]
      endedClient.on('error', () => {})
      // Connects the client whose process exits first, because the server lists its processes in the order of connection.
      await endedClient.connect()
      await keptClient.connect()
      const { rows } = await endedClient.query<{ pid: number }>('select pg_backend_pid() pid')
      // A process that exits while its parent is stopped stays listed, and cannot receive signals after the server resumes.
      process.kill(postgres.pid!, 'SIGSTOP')
      const end = new Promise<void>((resolve) => endedClient.on('end', () => resolve()))
      process.kill(rows[0]!.pid, 'SIGTERM')
      await end
      const thaw = postgres.freeze()
      const queryResult = keptClient.query<{ one: number }>('select 1 one')
      thaw()
      expect((await queryResult).rows).toEqual([{ one: 1 }])
      await keptClient.end()
    } finally {
      await postgres.remove()
    }
  },
)
