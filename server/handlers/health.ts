import { sql } from 'kysely'
import type { health } from '../../src/api/contract/health.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'

/** Answers once the store answers. */
export const healthHandlers = ({ db }: Deps): ServiceHandlers<typeof health> => ({
  async get() {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ok' }
    } catch {
      throw new Refusal('UNAVAILABLE', 'The store does not answer.', undefined, 1)
    }
  },
})
